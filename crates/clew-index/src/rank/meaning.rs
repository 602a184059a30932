//! What vectors add to a search.

use clew_embed::{Embedding, Encoder, Model};
use rustc_hash::FxHashSet;

use super::filter::Filter;
use super::weights::of_meaning;
use crate::query::Query;
use crate::vectors::{Near, nearest};
use crate::{SearchMode, Snapshot, StoreError, TextQuery};

/// How near chunks are to a query, from 0 for those that have nothing to do with it
/// to 1 for the nearest.
pub(super) struct Meaning {
    embedding: Embedding,
    /// The nearest chunks, best first.
    pub(super) near: Vec<Near>,
    /// Share of meaning in a score, 0 to 1.
    pub(super) share: f32,
    highest: f32,
}

impl Meaning {
    /// The meaning of a query, some words of which were found or none; `None` where
    /// it does not count, where the table knows no word and where there are no vectors.
    pub(super) fn of(
        snapshot: &Snapshot,
        (query, search): (&Query, &TextQuery),
        by_words: bool,
        filter: &Filter,
        most: usize,
    ) -> Result<Option<Self>, StoreError> {
        let share = match search.mode {
            SearchMode::Lexical => return Ok(None),
            SearchMode::Vector => 1.0,
            // Where words find nothing, meaning alone may, if there is any.
            SearchMode::Hybrid if !by_words => {
                let model = Model::built_in();
                let is_known = query.words.iter().any(|word| model.knows(&word.text));
                if is_known { 1.0 } else { 0.0 }
            }
            SearchMode::Hybrid => of_meaning(query.kind),
        };
        let embedding = Encoder::default().encode(&search.text);
        if embedding == Embedding::NONE || share <= 0.0 {
            return Ok(None);
        }
        let near = nearest(snapshot, &embedding, most, &|location| filter.lets(location))?;
        let Some(highest) = near.first().map(|first| first.similarity) else { return Ok(None) };
        Ok(Some(Meaning { embedding, near, share, highest }))
    }

    /// How near a chunk is.
    pub(super) fn nearness(&self, snapshot: &Snapshot, source: usize, row: u32) -> f32 {
        let packs = &snapshot.generation_ref().packs;
        let vector = match packs.get(source) {
            Some(pack) => pack.vectors().map(|vectors| vectors.embedding(row as usize)),
            None => snapshot
                .overlay()
                .get(source - packs.len())
                .and_then(|document| document.analysed().vectors.get(row as usize).cloned()),
        };
        let similarity = vector.map_or(0.0, |vector| self.embedding.similarity(&vector));
        (similarity / self.highest.max(f32::EPSILON)).clamp(0.0, 1.0)
    }

    /// The nearest chunks that are not in `known`.
    pub(super) fn others(&self, known: &FxHashSet<(usize, u32)>) -> Vec<(usize, u32)> {
        let places = self.near.iter().map(|near| (near.source, near.row));
        places.filter(|place| !known.contains(place)).collect()
    }
}
