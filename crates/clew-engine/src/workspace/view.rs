//! One immutable view of a workspace: a snapshot and its path index.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use clew_bind::{FileId, Source};
use clew_index::{DocumentId, DocumentInfo, NameBits, Snapshot, StoreError};
use clew_model::FileFacts;
use rustc_hash::FxHashMap;

/// Documents of this language prefix stand for files without facts (binaries and
/// the like): they are remembered so that they are not read again, and shown nowhere.
pub(crate) const LEFT_OUT_PREFIX: &str = "x-";

/// A snapshot with what questions need around it.
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    pub(crate) root: PathBuf,
    paths: OnceLock<PathIndex>,
    /// Whether a part of the index could not be read while a question was answered.
    damaged: AtomicBool,
}

/// Files by their last path part and by their folder.
#[derive(Default)]
struct PathIndex {
    by_name: FxHashMap<String, Vec<FileId>>,
    by_folder: FxHashMap<String, Vec<FileId>>,
}

impl View {
    pub(crate) fn new(snapshot: Snapshot, root: PathBuf) -> Self {
        View { snapshot, root, paths: OnceLock::new(), damaged: AtomicBool::new(false) }
    }

    /// All documents that are shown, ordered by path.
    pub(crate) fn documents(&self) -> impl Iterator<Item = DocumentInfo> + '_ {
        self.snapshot.documents().filter(is_shown)
    }

    /// Whether answers from this view lack what could not be read.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    fn note_damage(&self, what: &str, error: &StoreError) {
        tracing::warn!("{what}: {error}");
        self.damaged.store(true, Ordering::Relaxed);
    }

    fn paths(&self) -> &PathIndex {
        self.paths.get_or_init(|| {
            let mut index = PathIndex::default();
            for document in self.documents() {
                let (folder, name) = document.path.rsplit_once('/').unwrap_or(("", &document.path));
                let id = FileId(document.id.0);
                index.by_name.entry(name.to_string()).or_default().push(id);
                index.by_folder.entry(folder.to_string()).or_default().push(id);
            }
            index
        })
    }
}

/// Whether a document stands for a file with facts.
pub(crate) fn is_shown(document: &DocumentInfo) -> bool {
    !document.language.as_str().starts_with(LEFT_OUT_PREFIX)
}

impl Source for View {
    fn facts(&self, file: FileId) -> Option<Arc<FileFacts>> {
        match self.snapshot.facts(DocumentId(file.0)) {
            Ok(facts) => Some(facts),
            Err(error) => {
                self.note_damage(&format!("facts of document {}", file.0), &error);
                None
            }
        }
    }

    fn path(&self, file: FileId) -> Option<String> {
        self.snapshot.path(DocumentId(file.0)).map(str::to_string)
    }

    fn file_at(&self, path: &str) -> Option<FileId> {
        self.snapshot.document_by_path(path).map(|document| FileId(document.0))
    }

    fn files_called(&self, file_name: &str) -> Vec<FileId> {
        self.paths().by_name.get(file_name).cloned().unwrap_or_default()
    }

    fn files_in(&self, folder: &str) -> Vec<FileId> {
        self.paths().by_folder.get(folder).cloned().unwrap_or_default()
    }

    fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.files_with(name, |_| true)
    }

    fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.files_with(name, |bits| bits.has(NameBits::DEFINES))
    }

    fn config_text(&self, path: &str) -> Option<String> {
        let bytes = std::fs::read(self.root.join(path)).ok()?;
        clew_vfs::content::load(bytes).ok().map(|loaded| loaded.text)
    }
}

impl View {
    fn files_with(&self, name: &str, keep: impl Fn(NameBits) -> bool) -> Vec<FileId> {
        match self.snapshot.documents_naming(name) {
            Ok(documents) => documents
                .into_iter()
                .filter(|(_, bits)| keep(*bits))
                .map(|(id, _)| FileId(id.0))
                .collect(),
            Err(error) => {
                self.note_damage(&format!("documents naming {name}"), &error);
                Vec::new()
            }
        }
    }
}
