//! An immutable view of one workspace.

mod documents;
mod fuzzy;
mod macro_namespaces;
mod names;
mod overlay;
mod statistics;

use std::sync::{Arc, OnceLock};

use clew_model::{FileFacts, LanguageId};

pub use macro_namespaces::MacroNamespaces;
pub(crate) use overlay::{Overlay, OverlayDocument};
pub(crate) use statistics::Statistics;

use crate::bits::Bits;
use crate::facts_cache::FactsCache;
use crate::generation::{Generation, Mark, Place, WorkspaceView};
use crate::pack::FactsKey;
use crate::{DocumentId, DocumentInput, StoreError};
use documents::PathOrder;

/// An immutable view of one workspace: a committed generation plus an overlay.
///
/// Cheap to clone, safe to share. It stays readable whatever writers do later.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    generation: Arc<Generation>,
    view: Arc<WorkspaceView>,
    cache: Arc<FactsCache>,
    overlay: Overlay,
    /// The live ordinals of each pack, without those that the overlay hides and
    /// those outside `scope`; `None` if that leaves out none.
    shown: Option<Vec<Bits>>,
    /// The folder that the snapshot is about, with a `/` at its end; empty for the
    /// whole workspace. Documents keep their whole paths inside, and are shown
    /// without it.
    scope: Arc<str>,
    order: OnceLock<PathOrder>,
    statistics: OnceLock<Statistics>,
}

/// Where a document of a snapshot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// In a pack.
    Committed(Place),
    /// In the overlay, at this index.
    Overlay(usize),
}

impl Snapshot {
    /// A snapshot without overlay.
    pub(crate) fn new(
        generation: Arc<Generation>,
        view: Arc<WorkspaceView>,
        cache: Arc<FactsCache>,
    ) -> Self {
        Snapshot(Arc::new(Inner {
            generation,
            view,
            cache,
            overlay: Overlay::default(),
            shown: None,
            scope: Arc::from(""),
            order: OnceLock::new(),
            statistics: OnceLock::new(),
        }))
    }

    /// Number of the committed generation; grows by one with each commit.
    pub fn generation(&self) -> u64 {
        self.0.generation.manifest.generation
    }

    /// Whether the workspace's committed documents are the same as in `other`, which is
    /// of the same store and workspace.
    pub fn lists_the_same(&self, other: &Snapshot) -> bool {
        self.0.view.mark == other.0.view.mark
    }

    /// Which list of documents it shows.
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.0.view.mark
    }

    /// The same generation with another overlay: `documents` stand for the files
    /// of their paths, and the files at `removed` are gone. The overlay of `self`
    /// is not kept, but documents in it that are equal (path and hash) are re-used.
    ///
    /// Fails with [`StoreError::UnknownFacts`] if facts are said to be known and
    /// are not.
    pub fn with_overlay(
        &self,
        documents: Vec<DocumentInput>,
        removed: &[String],
    ) -> Result<Snapshot, StoreError> {
        let (documents, removed) = self.unscoped(documents, removed);
        let mut shown = self.scoped_live();
        let mut hide = |path: &str| {
            if let Some(place) = self.0.view.at_path(&self.0.generation, path)
                && let Some(bits) = shown.get_mut(place.pack)
            {
                bits.remove(place.ordinal);
            }
        };
        removed.iter().for_each(|path| hide(path));
        documents.iter().for_each(|document| hide(&document.path));
        let overlay = Overlay::new(documents, &self.0.overlay, |key| self.known_facts(key))?;
        Ok(Snapshot(Arc::new(Inner {
            generation: Arc::clone(&self.0.generation),
            view: Arc::clone(&self.0.view),
            cache: Arc::clone(&self.0.cache),
            overlay,
            shown: Some(shown),
            scope: Arc::clone(&self.0.scope),
            order: OnceLock::new(),
            statistics: OnceLock::new(),
        })))
    }

    /// The part of the snapshot below `folder` (relative, without `/` at its end),
    /// as if that were the root: other documents are not there, and paths are
    /// relative to it. The overlay stays, as far as it lies there.
    pub fn below(&self, folder: &str) -> Snapshot {
        let scope: Arc<str> = Arc::from(format!("{}{folder}/", self.0.scope));
        let inside = |path: &str| path.starts_with(&*scope);
        let packs = self.0.generation.packs.iter().zip(self.live());
        let shown = packs.map(|(pack, live)| {
            let mut kept = Bits::new(pack.len());
            live.iter()
                .filter(|ordinal| inside(pack.document_path(*ordinal)))
                .for_each(|ordinal| kept.insert(ordinal));
            kept
        });
        let documents = self.overlay().iter().filter(|document| inside(&document.path));
        Snapshot(Arc::new(Inner {
            generation: Arc::clone(&self.0.generation),
            view: Arc::clone(&self.0.view),
            cache: Arc::clone(&self.0.cache),
            overlay: Overlay { documents: documents.cloned().collect() },
            shown: Some(shown.collect()),
            scope,
            order: OnceLock::new(),
            statistics: OnceLock::new(),
        }))
    }

    /// The documents of the workspace that lie in the scope.
    fn scoped_live(&self) -> Vec<Bits> {
        let mut live = self.0.view.live.clone();
        if self.0.scope.is_empty() {
            return live;
        }
        for (pack, live) in self.0.generation.packs.iter().zip(&mut live) {
            let outside = |ordinal: &u32| !pack.document_path(*ordinal).starts_with(&*self.0.scope);
            let gone: Vec<u32> = live.iter().filter(outside).collect();
            for ordinal in gone {
                live.remove(ordinal);
            }
        }
        live
    }

    /// Documents and paths as they are called outside of the scope.
    fn unscoped(
        &self,
        mut documents: Vec<DocumentInput>,
        removed: &[String],
    ) -> (Vec<DocumentInput>, Vec<String>) {
        for document in &mut documents {
            document.path.insert_str(0, &self.0.scope);
        }
        (documents, removed.iter().map(|path| format!("{}{path}", self.0.scope)).collect())
    }

    /// A whole path as the snapshot shows it.
    pub(crate) fn shown_path<'path>(&self, path: &'path str) -> &'path str {
        path.get(self.0.scope.len()..).unwrap_or(path)
    }

    /// Bytes of memory that what was computed for this snapshot takes, about.
    pub fn memory(&self) -> usize {
        let order = self.0.order.get().map_or(0, PathOrder::memory);
        let texts: usize = self.overlay().iter().map(|document| document.text.len() * 4).sum();
        order + texts
    }

    /// Whether the family holds facts under this key, in any workspace.
    pub fn has_facts(&self, language: &LanguageId, extractor: u32, hash: &[u8; 32]) -> bool {
        let key = FactsKey { language: language.clone(), extractor, hash: *hash };
        self.0.generation.with_facts(&key).is_some()
    }

    /// The facts of a document.
    ///
    /// Decoded facts are kept in a cache of bounded size. Fails for documents of
    /// other snapshots and for damaged files.
    pub fn facts(&self, id: DocumentId) -> Result<Arc<FileFacts>, StoreError> {
        let missing = || StoreError::NoDocument { id: id.0 };
        match self.locate(id).ok_or_else(missing)? {
            Location::Overlay(index) => {
                let document = self.overlay().get(index).ok_or_else(missing)?;
                Ok(Arc::clone(&document.facts))
            }
            Location::Committed(place) => {
                self.0.generation.facts(place, &self.0.cache)?.ok_or_else(missing)
            }
        }
    }

    /// Facts that the family holds under `key`, in any workspace.
    pub(crate) fn known_facts(&self, key: &FactsKey) -> Result<Option<Arc<FileFacts>>, StoreError> {
        match self.0.generation.with_facts(key) {
            Some(place) => self.0.generation.facts(place, &self.0.cache),
            None => Ok(None),
        }
    }

    /// Whether it shows documents that are not committed.
    pub fn has_overlay(&self) -> bool {
        !self.overlay().is_empty()
    }

    /// Whether any chunk has a vector.
    pub fn has_vectors(&self) -> bool {
        let in_packs = self.0.generation.packs.iter().any(|pack| pack.vectors().is_some());
        in_packs || self.overlay().iter().any(|document| !document.analysed().vectors.is_empty())
    }

    /// Whether vectors turned out to be damaged while it was asked: its answers lack what
    /// they would have found. [`Store::write_missing_vectors`](crate::Store) makes them again.
    pub fn has_lost_vectors(&self) -> bool {
        self.0.generation.packs.iter().any(|pack| pack.has_lost_vectors())
    }

    /// Where a document is; `None` if it is not shown.
    pub(crate) fn locate(&self, id: DocumentId) -> Option<Location> {
        if let Some(index) = id.overlay_index() {
            return (index < self.overlay().len()).then_some(Location::Overlay(index));
        }
        let place = self.0.generation.place(id.0)?;
        self.live().get(place.pack)?.has(place.ordinal).then_some(Location::Committed(place))
    }

    /// The committed generation.
    pub(crate) fn generation_ref(&self) -> &Generation {
        &self.0.generation
    }

    /// The overlay's documents, ordered by path.
    pub(crate) fn overlay(&self) -> &[Arc<OverlayDocument>] {
        &self.0.overlay.documents
    }

    /// The ordinals of each pack that are shown.
    pub(crate) fn live(&self) -> &[Bits] {
        self.0.shown.as_deref().unwrap_or(&self.0.view.live)
    }

    /// Figures over all documents that scores need.
    pub(crate) fn statistics(&self) -> &Statistics {
        self.0.statistics.get_or_init(|| Statistics::of(self))
    }
}
