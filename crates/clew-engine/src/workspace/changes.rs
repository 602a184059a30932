//! What differs between the files and a snapshot.

use std::collections::BTreeMap;

use clew_index::{DocumentInfo, FileStat, Snapshot};
use clew_vfs::relative_path::RelativePath;
use clew_vfs::{FileEntry, LeftOutReason, WalkOptions};
use rustc_hash::FxHashSet;

use super::view::left_out_reason;

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

/// What is known of the files beside their metadata.
#[derive(Clone, Copy)]
pub(super) struct Seen<'refresh> {
    /// Folders that could not be listed: what is below them is not known to be gone.
    pub(super) unreadable: &'refresh [RelativePath],
    /// Files that count as changed whatever their metadata say.
    pub(super) suspects: &'refresh FxHashSet<String>,
    /// Which sizes are read as a whole.
    pub(super) options: &'refresh WalkOptions,
}

impl Seen<'_> {
    /// Whether the size limit is another than when the document was made.
    fn is_read_otherwise(&self, file: &FileEntry, document: &DocumentInfo) -> bool {
        let reason = left_out_reason(document);
        match file.size > self.options.limit_of(&document.path) {
            true => reason.is_none(),
            false => reason == Some(LeftOutReason::TooLarge),
        }
    }
}

impl Changes {
    /// Compares all files with all documents.
    pub(super) fn between(files: Vec<FileEntry>, snapshot: &Snapshot, seen: Seen<'_>) -> Changes {
        Changes::merge(files, snapshot.documents(), seen)
    }

    /// The same for the files and documents at or below `paths`.
    pub(super) fn within<'path>(
        paths: impl Iterator<Item = &'path RelativePath>,
        files: Vec<FileEntry>,
        snapshot: &Snapshot,
        seen: Seen<'_>,
    ) -> Changes {
        let mut documents = BTreeMap::new();
        for path in paths {
            if path.is_root() {
                return Changes::between(files, snapshot, seen);
            }
            let there = snapshot.documents_within(path.as_str());
            for document in there.into_iter().filter_map(|id| snapshot.document(id)) {
                documents.insert(document.path.clone(), document);
            }
        }
        Changes::merge(files, documents.into_values(), seen)
    }

    /// Merges two lists, each ordered by path.
    fn merge(
        files: Vec<FileEntry>,
        documents: impl Iterator<Item = DocumentInfo>,
        seen: Seen<'_>,
    ) -> Changes {
        let mut changes = Changes::default();
        let mut documents = documents.peekable();
        for file in files {
            while let Some(gone) = documents.next_if(|d| d.path.as_str() < file.relative.as_str()) {
                changes.remove(gone, seen.unreadable);
            }
            match documents.next_if(|document| document.path == file.relative.as_str()) {
                None => changes.added.push(file),
                Some(document) if document.stat != stat_of(&file) => changes.changed.push(file),
                Some(document)
                    if is_outdated(&document)
                        || seen.suspects.contains(document.path.as_str())
                        || seen.is_read_otherwise(&file, &document) =>
                {
                    changes.changed.push(file);
                }
                Some(_) => {}
            }
        }
        for gone in documents {
            changes.remove(gone, seen.unreadable);
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
