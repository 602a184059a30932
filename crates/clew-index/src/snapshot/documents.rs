//! The documents of a snapshot, ordered by path.

use clew_model::LanguageId;

use super::{Location, Snapshot};
use crate::document::OVERLAY_START;
use crate::generation::Place;
use crate::{DocumentId, DocumentInfo};

/// All documents in the order of their paths, and the way back.
#[derive(Debug)]
pub(super) struct PathOrder {
    ids: Vec<DocumentId>,
    /// For each pack and ordinal its place in `ids`.
    committed: Vec<Vec<u32>>,
    /// For each overlay document its place in `ids`.
    overlay: Vec<u32>,
}

impl PathOrder {
    fn of(snapshot: &Snapshot) -> Self {
        let packs = &snapshot.generation_ref().packs;
        let mut entries: Vec<(&str, Location)> = Vec::new();
        for (index, (pack, live)) in packs.iter().zip(snapshot.live()).enumerate() {
            for ordinal in pack.by_path().filter(|ordinal| live.has(*ordinal)) {
                let place = Place { pack: index, ordinal };
                entries.push((pack.document_path(ordinal), Location::Committed(place)));
            }
        }
        for (index, document) in snapshot.overlay().iter().enumerate() {
            entries.push((&document.path, Location::Overlay(index)));
        }
        // A merge of sorted runs, which the stable sort does well.
        entries.sort_by(|left, right| left.0.cmp(right.0));
        let mut order = PathOrder {
            ids: Vec::with_capacity(entries.len()),
            committed: packs.iter().map(|pack| vec![u32::MAX; pack.len() as usize]).collect(),
            overlay: vec![u32::MAX; snapshot.overlay().len()],
        };
        for (rank, (_, location)) in entries.into_iter().enumerate() {
            order.ids.push(snapshot.id_of(location));
            match location {
                Location::Committed(place) => {
                    order.committed[place.pack][place.ordinal as usize] = rank as u32;
                }
                Location::Overlay(index) => order.overlay[index] = rank as u32,
            }
        }
        order
    }
}

impl PathOrder {
    /// Bytes that it takes, about.
    pub(super) fn memory(&self) -> usize {
        let committed: usize = self.committed.iter().map(Vec::len).sum();
        4 * (self.ids.len() + committed + self.overlay.len())
    }
}

impl Snapshot {
    /// All documents, ordered by path.
    pub fn documents(&self) -> impl Iterator<Item = DocumentInfo> + '_ {
        self.document_ids().iter().filter_map(|id| self.document(*id))
    }

    /// The ids of all documents, ordered by path.
    pub fn document_ids(&self) -> &[DocumentId] {
        &self.order().ids
    }

    /// Number of documents.
    pub fn document_count(&self) -> usize {
        self.live().iter().map(|live| live.len() as usize).sum::<usize>() + self.overlay().len()
    }

    /// What is known of a document without its facts.
    pub fn document(&self, id: DocumentId) -> Option<DocumentInfo> {
        match self.locate(id)? {
            Location::Overlay(index) => {
                let document = self.overlay().get(index)?;
                Some(DocumentInfo {
                    id,
                    path: self.shown_path(&document.path).to_owned(),
                    hash: document.hash,
                    language: document.language.clone(),
                    extractor: document.extractor,
                    lines: document.facts.lines,
                    size: u32::try_from(document.text.len()).unwrap_or(u32::MAX),
                    flags: document.facts.flags,
                    role: document.role,
                    stat: document.stat,
                })
            }
            Location::Committed(place) => {
                let (pack, record) = self.generation_ref().record(place)?;
                Some(DocumentInfo {
                    id,
                    path: self.shown_path(pack.string(record.path)).to_owned(),
                    hash: record.hash,
                    language: LanguageId::new(pack.string(record.language)),
                    extractor: record.extractor,
                    lines: record.lines,
                    size: record.size,
                    flags: record.flags,
                    role: record.role,
                    stat: self.0.view.state.stat(id.0),
                })
            }
        }
    }

    /// The document at a path.
    pub fn document_by_path(&self, path: &str) -> Option<DocumentId> {
        let whole;
        let path = match self.0.scope.is_empty() {
            true => path,
            false => {
                whole = format!("{}{path}", self.0.scope);
                whole.as_str()
            }
        };
        if let Some(index) = self.0.overlay.at_path(path) {
            return Some(self.id_of(Location::Overlay(index)));
        }
        let place = self.0.view.at_path(self.generation_ref(), path)?;
        let shown = self.live().get(place.pack)?.has(place.ordinal);
        shown.then(|| self.id_of(Location::Committed(place)))
    }

    /// Whether a document lies below `folder`, which has no `/` at its end.
    pub fn has_documents_below(&self, folder: &str) -> bool {
        let prefix = format!("{folder}/");
        let ids = self.document_ids();
        let first = ids.partition_point(|id| self.path(*id).unwrap_or("") < prefix.as_str());
        let path = ids.get(first).and_then(|id| self.path(*id));
        path.is_some_and(|path| path.starts_with(&prefix))
    }

    /// The documents at or below `path`, ordered by path.
    pub fn documents_within(&self, path: &str) -> Vec<DocumentId> {
        let prefix = format!("{path}/");
        let ids = self.document_ids();
        let first = ids.partition_point(|id| self.path(*id).unwrap_or("") < prefix.as_str());
        let below = ids[first..]
            .iter()
            .copied()
            .take_while(|id| self.path(*id).is_some_and(|path| path.starts_with(&prefix)));
        self.document_by_path(path).into_iter().chain(below).collect()
    }

    /// The path of a document.
    pub fn path(&self, id: DocumentId) -> Option<&str> {
        let path = match self.locate(id)? {
            Location::Overlay(index) => self.overlay().get(index)?.path.as_str(),
            Location::Committed(place) => {
                self.generation_ref().packs.get(place.pack)?.document_path(place.ordinal)
            }
        };
        Some(self.shown_path(path))
    }

    /// The id of the document at a location.
    pub(crate) fn id_of(&self, location: Location) -> DocumentId {
        match location {
            Location::Overlay(index) => DocumentId(OVERLAY_START + index as u32),
            Location::Committed(place) => {
                let pack = self.generation_ref().packs.get(place.pack);
                DocumentId(pack.map_or(0, |pack| pack.key(place.ordinal)))
            }
        }
    }

    /// The place of a document in the order of paths.
    pub(crate) fn rank_of(&self, location: Location) -> u32 {
        let order = self.order();
        let rank = match location {
            Location::Overlay(index) => order.overlay.get(index),
            Location::Committed(place) => {
                order.committed.get(place.pack).and_then(|pack| pack.get(place.ordinal as usize))
            }
        };
        rank.copied().unwrap_or(u32::MAX)
    }

    fn order(&self) -> &PathOrder {
        self.0.order.get_or_init(|| PathOrder::of(self))
    }
}
