//! An immutable view of one workspace.

mod documents;
mod fuzzy;
mod names;
mod overlay;
mod statistics;

use std::sync::{Arc, OnceLock};

use clew_model::{FileFacts, LanguageId};

pub(crate) use overlay::{Overlay, OverlayDocument};
pub(crate) use statistics::Statistics;

use crate::bits::Bits;
use crate::facts_cache::FactsCache;
use crate::generation::{Generation, Place, WorkspaceView};
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
    /// The live ordinals of each pack, without those that the overlay hides;
    /// `None` if it hides none.
    shown: Option<Vec<Bits>>,
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
            order: OnceLock::new(),
            statistics: OnceLock::new(),
        }))
    }

    /// Number of the committed generation; grows by one with each commit.
    pub fn generation(&self) -> u64 {
        self.0.generation.manifest.generation
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
        let mut shown = self.0.view.live.clone();
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
            order: OnceLock::new(),
            statistics: OnceLock::new(),
        })))
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
