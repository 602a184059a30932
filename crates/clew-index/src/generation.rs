//! A committed generation, open for reading.

use std::sync::Arc;

use clew_model::FileFacts;
use roaring::RoaringBitmap;

use crate::StoreError;
use crate::bits::Bits;
use crate::facts_cache::FactsCache;
use crate::manifest::{Manifest, ManifestCheck};
use crate::pack::{DocumentRecord, FactsKey, Pack};
use crate::workspace::WorkspaceState;

/// A committed generation with all its packs open. Open packs stay readable
/// when their files are removed, which is how readers pin a generation.
#[derive(Debug, Default)]
pub(crate) struct Generation {
    /// What it consists of.
    pub(crate) manifest: Manifest,
    /// Checksum of the manifest, `None` without one; tells generations apart.
    pub(crate) check: Option<ManifestCheck>,
    /// The packs that could be opened, in the order of the manifest.
    pub(crate) packs: Vec<Arc<Pack>>,
}

/// A document of a generation: index of the pack and ordinal in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of the pack.
    pub(crate) pack: usize,
    /// Ordinal in the pack.
    pub(crate) ordinal: u32,
}

impl Generation {
    /// Where the document with this key is.
    pub(crate) fn place(&self, key: u32) -> Option<Place> {
        self.packs
            .iter()
            .enumerate()
            .find_map(|(pack, open)| Some(Place { pack, ordinal: open.ordinal_of(key)? }))
    }

    /// The pack and record of a document.
    pub(crate) fn record(&self, place: Place) -> Option<(&Pack, DocumentRecord)> {
        let pack = self.packs.get(place.pack)?;
        (place.ordinal < pack.len()).then(|| (&**pack, pack.document(place.ordinal)))
    }

    /// All documents at `path`, live or not.
    pub(crate) fn at_path(&self, path: &str) -> Vec<Place> {
        let found = self.packs.iter().enumerate().flat_map(|(pack, open)| {
            open.at_path(path).into_iter().map(move |ordinal| Place { pack, ordinal })
        });
        found.collect()
    }

    /// The document at `path` with these facts, live or not.
    pub(crate) fn find(&self, path: &str, key: &FactsKey) -> Option<Place> {
        self.at_path(path).into_iter().find(|place| {
            self.record(*place).is_some_and(|(pack, record)| holds(pack, &record, key))
        })
    }

    /// A document with these facts, at any path.
    pub(crate) fn with_facts(&self, key: &FactsKey) -> Option<Place> {
        self.packs.iter().enumerate().find_map(|(pack, open)| {
            let found = open.with_hash(&key.hash).into_iter();
            let mut found = found.filter(|ordinal| holds(open, &open.document(*ordinal), key));
            Some(Place { pack, ordinal: found.next()? })
        })
    }

    /// The facts of a document.
    pub(crate) fn facts(
        &self,
        place: Place,
        cache: &FactsCache,
    ) -> Result<Option<Arc<FileFacts>>, StoreError> {
        let Some((pack, record)) = self.record(place) else { return Ok(None) };
        cache.get((pack.id, record.facts.0), || pack.facts(&record)).map(Some)
    }
}

fn holds(pack: &Pack, record: &DocumentRecord, key: &FactsKey) -> bool {
    record.hash == key.hash
        && record.extractor == key.extractor
        && pack.string(record.language) == key.language.as_str()
}

/// A workspace of a generation: its live documents by pack.
#[derive(Debug, Default)]
pub(crate) struct WorkspaceView {
    /// The state as committed.
    pub(crate) state: WorkspaceState,
    /// The live ordinals of each pack.
    pub(crate) live: Vec<Bits>,
    /// Which list of documents the manifest names for it.
    pub(crate) mark: Option<Mark>,
}

/// Tells lists of documents of one workspace apart.
pub(crate) type Mark = [u8; 32];

impl WorkspaceView {
    /// The view that `state` gives of `generation` for the workspace called `key`.
    pub(crate) fn new(generation: &Generation, key: &str, state: WorkspaceState) -> Self {
        let live = live_in_packs(generation, state.live());
        let mark = generation.manifest.workspace(key).map(|entry| entry.hash);
        WorkspaceView { state, live, mark }
    }

    /// The live document at `path`.
    pub(crate) fn at_path(&self, generation: &Generation, path: &str) -> Option<Place> {
        generation
            .at_path(path)
            .into_iter()
            .find(|place| self.live.get(place.pack).is_some_and(|live| live.has(place.ordinal)))
    }
}

/// The ordinals of each pack whose keys are in `keys`.
pub(crate) fn live_in_packs(generation: &Generation, keys: &RoaringBitmap) -> Vec<Bits> {
    let of_pack = |pack: &Arc<Pack>| {
        let mut live = Bits::new(pack.len());
        for ordinal in (0..pack.len()).filter(|ordinal| keys.contains(pack.key(*ordinal))) {
            live.insert(ordinal);
        }
        live
    };
    generation.packs.iter().map(of_pack).collect()
}
