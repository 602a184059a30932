//! What differs between the files and a snapshot.

use std::collections::BTreeMap;

use clew_index::{DocumentInfo, FileStat, Snapshot};
use clew_vfs::FileEntry;
use clew_vfs::relative_path::RelativePath;
use rustc_hash::FxHashSet;

/// Differences, each list ordered by path.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Files that the snapshot does not have.
    pub(super) added: Vec<FileEntry>,
    /// Files whose metadata differ from those indexed.
    pub(super) changed: Vec<FileEntry>,
    /// Paths that are gone.
    pub(super) removed: Vec<String>,
}

impl Changes {
    /// Compares all files with all documents. Files at `suspects` count as changed.
    /// Documents below folders that could not be listed are kept: they are not
    /// known to be gone.
    pub(super) fn between(
        files: Vec<FileEntry>,
        snapshot: &Snapshot,
        unreadable: &[RelativePath],
        suspects: &FxHashSet<String>,
    ) -> Changes {
        Changes::merge(files, snapshot.documents(), unreadable, suspects)
    }

    /// The same for the files and documents at or below `paths`.
    pub(super) fn within<'path>(
        paths: impl Iterator<Item = &'path RelativePath>,
        files: Vec<FileEntry>,
        snapshot: &Snapshot,
        unreadable: &[RelativePath],
        suspects: &FxHashSet<String>,
    ) -> Changes {
        let mut documents = BTreeMap::new();
        for path in paths {
            if path.is_root() {
                return Changes::between(files, snapshot, unreadable, suspects);
            }
            let there = snapshot.documents_within(path.as_str());
            for document in there.into_iter().filter_map(|id| snapshot.document(id)) {
                documents.insert(document.path.clone(), document);
            }
        }
        Changes::merge(files, documents.into_values(), unreadable, suspects)
    }

    /// Merges two lists, each ordered by path.
    fn merge(
        files: Vec<FileEntry>,
        documents: impl Iterator<Item = DocumentInfo>,
        unreadable: &[RelativePath],
        suspects: &FxHashSet<String>,
    ) -> Changes {
        let mut changes = Changes::default();
        let mut documents = documents.peekable();
        for file in files {
            while let Some(gone) = documents.next_if(|d| d.path.as_str() < file.relative.as_str()) {
                changes.remove(gone, unreadable);
            }
            match documents.next_if(|document| document.path == file.relative.as_str()) {
                None => changes.added.push(file),
                Some(document) if document.stat != stat_of(&file) => changes.changed.push(file),
                Some(document)
                    if is_outdated(&document) || suspects.contains(document.path.as_str()) =>
                {
                    changes.changed.push(file);
                }
                Some(_) => {}
            }
        }
        for gone in documents {
            changes.remove(gone, unreadable);
        }
        changes
    }

    fn remove(&mut self, document: DocumentInfo, unreadable: &[RelativePath]) {
        let hidden = unreadable.iter().any(|folder| {
            folder.is_root()
                || document
                    .path
                    .strip_prefix(folder.as_str())
                    .is_some_and(|rest| rest.starts_with('/'))
        });
        if !hidden {
            self.removed.push(document.path);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.added.len() + self.changed.len() + self.removed.len()
    }
}

/// What the file system says of a file, as the index keeps it.
pub(super) fn stat_of(file: &FileEntry) -> FileStat {
    FileStat { size: file.size, times: time_mark(file.modified_ns, file.changed_ns) }
}

/// One number for the times of a file: of its content and, where the system has it, of
/// anything about it, so that an edit that puts the first back is seen. Never 0, which
/// says that a file is to be read again.
pub(super) fn time_mark(modified_ns: i64, changed_ns: Option<i64>) -> i64 {
    let mark = match changed_ns {
        Some(changed) => modified_ns.wrapping_mul(31).wrapping_add(changed),
        None => modified_ns,
    };
    if mark == 0 && modified_ns != 0 { 1 } else { mark }
}

/// Whether the facts come from an older extractor of the language.
fn is_outdated(document: &DocumentInfo) -> bool {
    crate::language::extractor_version(document.language.as_str()) != document.extractor
}
