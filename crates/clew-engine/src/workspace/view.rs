//! One immutable view of a workspace: a snapshot and its path index.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use clew_bind::{FileId, Source};
use clew_index::{DocumentId, DocumentInfo, DocumentInput, NameBits, Snapshot, StoreError};
use clew_model::{FileFacts, LanguageId};
use clew_text::composed;
use clew_vfs::LeftOutReason;
use rustc_hash::FxHashMap;

use super::memo::UsesMemo;
use super::overlay::ShownText;

/// Documents of this language prefix stand for files without facts (binaries and
/// the like): they are remembered so that they are not read again, and shown nowhere.
pub(crate) const LEFT_OUT_PREFIX: &str = "x-";

/// A snapshot with what questions need around it.
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    pub(crate) root: PathBuf,
    /// Unsaved texts that it shows, ordered by path.
    pub(crate) unsaved: Vec<ShownText>,
    /// What it holds that is in no index yet.
    pub(super) held: Option<Held>,
    /// The same without unsaved texts.
    base: Option<Arc<View>>,
    paths: OnceLock<PathIndex>,
    /// Uses found in it.
    pub(crate) uses: UsesMemo,
    /// Whether a part of the index could not be read while a question was answered.
    damaged: AtomicBool,
}

/// Changes of files that could not be written to the index.
pub(crate) struct Held {
    pub(super) documents: Vec<DocumentInput>,
    pub(super) removed: Vec<String>,
}

impl Held {
    /// Paths of all changes.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> + '_ {
        let documents = self.documents.iter().map(|document| document.path.as_str());
        documents.chain(self.removed.iter().map(String::as_str))
    }

    fn below(&self, folder: &str) -> Held {
        let prefix = format!("{folder}/");
        let inside = |path: &str| path.strip_prefix(&prefix).map(str::to_string);
        let documents = self.documents.iter().filter_map(|document| {
            Some(DocumentInput { path: inside(&document.path)?, ..document.clone() })
        });
        Held {
            documents: documents.collect(),
            removed: self.removed.iter().filter_map(|path| inside(path)).collect(),
        }
    }
}

/// Files by their last path part and by their folder, in one form of letters.
#[derive(Default)]
struct PathIndex {
    /// By the whole path, for paths beyond ASCII.
    by_form: FxHashMap<String, DocumentId>,
    by_name: FxHashMap<String, Vec<FileId>>,
    by_folder: FxHashMap<String, Vec<FileId>>,
}

impl View {
    pub(crate) fn new(snapshot: Snapshot, root: PathBuf) -> Self {
        View {
            snapshot,
            root,
            unsaved: Vec::new(),
            held: None,
            base: None,
            paths: OnceLock::new(),
            uses: UsesMemo::default(),
            damaged: AtomicBool::new(false),
        }
    }

    /// A view whose snapshot shows what is in no index yet.
    pub(super) fn holding(snapshot: Snapshot, root: PathBuf, held: Held) -> Self {
        View { held: Some(held), ..View::new(snapshot, root) }
    }

    /// A view whose snapshot shows unsaved texts over `base`.
    pub(super) fn composed(snapshot: Snapshot, base: Arc<View>, unsaved: Vec<ShownText>) -> Self {
        View { unsaved, base: Some(base.clone()), ..View::new(snapshot, base.root.clone()) }
    }

    /// The part of it below `folder`, whose absolute path is `root`.
    pub(super) fn below(&self, folder: &str, root: &std::path::Path) -> Self {
        let held = self.held.as_ref().map(|held| held.below(folder));
        View { held, ..View::new(self.snapshot.below(folder), root.to_path_buf()) }
    }

    /// The same view without unsaved texts.
    pub(crate) fn base(&self) -> &View {
        self.base.as_deref().unwrap_or(self)
    }

    /// Whether it shows changes of files that are in no index yet. Their documents
    /// have other ids in the next view.
    pub(crate) fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// The unsaved text at a path.
    pub(crate) fn unsaved_at(&self, path: &str) -> Option<&ShownText> {
        let at = self.unsaved.binary_search_by(|shown| shown.relative.as_str().cmp(path)).ok()?;
        self.unsaved.get(at)
    }

    /// Bytes of memory that it takes, about.
    pub(crate) fn memory(&self) -> usize {
        let paths = self.paths.get().map_or(0, |index| index.by_name.len() * 160);
        self.snapshot.memory() + paths + self.uses.memory()
    }

    /// All documents that are shown, ordered by path.
    pub(crate) fn documents(&self) -> impl Iterator<Item = DocumentInfo> + '_ {
        self.snapshot.documents().filter(is_shown)
    }

    /// The document at a path, in whatever form its letters are written: file systems
    /// keep another one than people type.
    pub(crate) fn document_at(&self, path: &str) -> Option<DocumentId> {
        let exact = self.snapshot.document_by_path(path);
        if exact.is_some() || path.is_ascii() {
            return exact;
        }
        self.paths().by_form.get(&*composed(path)).copied()
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
                index.by_name.entry(composed(name).into_owned()).or_default().push(id);
                index.by_folder.entry(composed(folder).into_owned()).or_default().push(id);
                if !document.path.is_ascii() {
                    index.by_form.insert(composed(&document.path).into_owned(), document.id);
                }
            }
            index
        })
    }
}

/// The language of documents that stand for files left out for a reason.
pub(super) fn left_out_language(reason: LeftOutReason) -> LanguageId {
    let name = serde_json::to_value(reason).ok();
    let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or("left_out");
    LanguageId::new(&format!("{LEFT_OUT_PREFIX}{name}"))
}

/// Languages of documents of which the words alone are found.
pub(crate) fn words_alone() -> [LanguageId; 2] {
    [LeftOutReason::TooLarge, LeftOutReason::Minified].map(left_out_language)
}

/// Why the file of a document has no facts; none where it has.
pub(crate) fn left_out_reason(document: &DocumentInfo) -> Option<LeftOutReason> {
    let name = document.language.as_str().strip_prefix(LEFT_OUT_PREFIX)?;
    let reason = serde_json::from_value(serde_json::Value::String(name.into()));
    Some(reason.unwrap_or(LeftOutReason::Binary))
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
        self.document_at(path).map(|document| FileId(document.0))
    }

    fn files_called(&self, file_name: &str) -> Vec<FileId> {
        self.paths().by_name.get(&*composed(file_name)).cloned().unwrap_or_default()
    }

    fn files_in(&self, folder: &str) -> Vec<FileId> {
        self.paths().by_folder.get(&*composed(folder)).cloned().unwrap_or_default()
    }

    fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.files_with(name, |_| true)
    }

    fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.files_with(name, |bits| bits.has(NameBits::DEFINES))
    }

    fn files_importing(&self, end: &str) -> Vec<FileId> {
        match self.snapshot.documents_importing(end) {
            Ok(documents) => documents.into_iter().map(|id| FileId(id.0)).collect(),
            Err(error) => {
                self.note_damage(&format!("documents importing {end}"), &error);
                Vec::new()
            }
        }
    }

    fn config_text(&self, path: &str) -> Option<String> {
        if let Some(shown) = self.unsaved_at(path) {
            return Some(shown.text.document.text.clone());
        }
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
