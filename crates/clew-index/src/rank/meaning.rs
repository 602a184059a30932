//! What vectors add to a search.

use std::sync::Arc;

use clew_embed::{Embedding, Encoder, Model};
use rustc_hash::FxHashSet;

use super::filter::Filter;
use super::weights::of_meaning;
use crate::query::Query;
use crate::vectors::{
    NO_VECTOR, Near, Spread, VectorFile, Wide, nearest, nearest_provided, similarity,
};
use crate::{SearchMode, Snapshot, StoreError, TextQuery, parse_query};

/// What is left of the nearness by the built-in model where most chunks have vectors
/// of a better one, and how much more counts where that one's nearest chunk is far
/// away for the built-in model.
const MAKESHIFT: f32 = 0.9;
const MOST_OF_MAKESHIFT: f32 = 1.3;

/// Where even the nearest chunk is further away by the built-in model, nothing in the
/// workspace is about the query. Measured: queries about other matters reach 0.12 to 0.25,
/// queries that the workspace answers 0.25 to 0.55.
const LEAST_HIGHEST: f32 = 0.25;

/// The same for a provider's model, as a part of the way from the mean of all chunks to
/// what is equal.
const LEAST_PROVIDED: f32 = 0.2;

/// How near chunks are to a query, from 0 for those that have nothing to do with it
/// to 1 for the nearest.
pub(super) struct Meaning {
    /// The nearest chunks, best first.
    pub(super) near: Vec<Near>,
    /// Share of meaning in a score, 0 to 1.
    pub(super) share: f32,
    own: Own,
    provided: Option<Provided>,
    makeshift: f32,
}

/// The query by the built-in model.
struct Own {
    embedding: Embedding,
    highest: f32,
}

/// The query by a provider's model.
struct Provided {
    vector: Wide,
    spread: Spread,
    /// Vectors of each pack by that model.
    files: Vec<Option<Arc<VectorFile>>>,
}

impl TextQuery {
    /// Whether meaning has a say in the answer, so that a vector of the query by a
    /// provider's model would be of use.
    pub fn needs_meaning(&self) -> bool {
        match self.mode {
            SearchMode::Lexical => false,
            SearchMode::Vector => true,
            SearchMode::Hybrid => of_meaning(parse_query(&self.text).kind) > 0.0,
        }
    }
}

impl Meaning {
    /// The meaning of a query, some words of which were found or none; `None` where
    /// it does not count, where the table knows no word and where there are no vectors.
    pub(super) fn of(
        snapshot: &Snapshot,
        (query, search): (&Query, &TextQuery),
        by_words: bool,
        filter: &Filter<'_>,
        most: usize,
    ) -> Result<Option<Self>, StoreError> {
        let share = share(query, search, by_words);
        if share <= 0.0 {
            return Ok(None);
        }
        let embedding = Encoder::default().encode(&query.text);
        // Who asks for vectors alone gets the nearest, however near.
        let any = by_words || search.mode == SearchMode::Vector;
        let provided = Provided::of(snapshot, search, filter, most)
            .filter(|(_, provided)| any || provided.is_near());
        let (mut near, provided) = match provided {
            Some((near, provided)) => (near, Some(provided)),
            None => (Vec::new(), None),
        };
        let mut own = Own { embedding, highest: 0.0 };
        let is_whole = provided.as_ref().is_some_and(|one| one.has_all(snapshot));
        if own.embedding != Embedding::NONE && !is_whole {
            let by_own =
                nearest(snapshot, &own.embedding, most, &|location| filter.lets(location))?;
            let highest = by_own.first().map_or(0.0, |first| first.similarity);
            own.highest = highest.max(LEAST_HIGHEST);
            let by_own = if any || highest >= LEAST_HIGHEST { by_own } else { Vec::new() };
            near.extend(by_own.into_iter().filter(|near| {
                provided.as_ref().is_none_or(|provided| !provided.has(near.source))
            }));
        }
        if near.is_empty() {
            return Ok(None);
        }
        let first = near.first().map(|near| (near.source, near.row));
        let mut meaning = Meaning { near, share, own, provided, makeshift: MAKESHIFT };
        if let (Some(_), Some((source, row))) = (&meaning.provided, first) {
            let nearest = meaning.own_nearness(snapshot, source, row);
            meaning.makeshift *= (1.0 / nearest.max(f32::EPSILON)).clamp(1.0, MOST_OF_MAKESHIFT);
        }
        Ok(Some(meaning))
    }

    /// How near a chunk is.
    pub(super) fn nearness(&self, snapshot: &Snapshot, source: usize, row: u32) -> f32 {
        let Some(provided) = &self.provided else {
            return self.own_nearness(snapshot, source, row);
        };
        provided
            .nearness(source, row)
            .unwrap_or_else(|| self.makeshift * self.own_nearness(snapshot, source, row))
    }

    fn own_nearness(&self, snapshot: &Snapshot, source: usize, row: u32) -> f32 {
        let packs = &snapshot.generation_ref().packs;
        let query = &self.own.embedding;
        let found = match packs.get(source) {
            Some(pack) => {
                pack.vectors().map(|vectors| similarity(query, vectors.halves(row as usize)))
            }
            None => snapshot.overlay().get(source - packs.len()).and_then(|document| {
                let vector = document.analysed().vectors.get(row as usize)?;
                Some(similarity(query, (vector.scale, &vector.halves)))
            }),
        };
        let similarity = found.unwrap_or(0.0);
        (similarity / self.own.highest.max(f32::EPSILON)).clamp(0.0, 1.0)
    }

    /// The nearest chunks that are not in `known`.
    pub(super) fn others(&self, known: &FxHashSet<(usize, u32)>) -> Vec<(usize, u32)> {
        let places = self.near.iter().map(|near| (near.source, near.row));
        places.filter(|place| !known.contains(place)).collect()
    }
}

/// The share of meaning in the scores of a search.
fn share(query: &Query, search: &TextQuery, by_words: bool) -> f32 {
    match search.mode {
        SearchMode::Lexical => 0.0,
        SearchMode::Vector => 1.0,
        // Where words find nothing, meaning alone may, if there is any.
        SearchMode::Hybrid if !by_words => {
            let model = Model::built_in();
            let is_known = query.words.iter().any(|word| model.knows(&word.text));
            if is_known { 1.0 } else { 0.0 }
        }
        SearchMode::Hybrid => of_meaning(query.kind),
    }
}

impl Provided {
    /// The query by the model that it comes with, and the chunks nearest to it.
    fn of(
        snapshot: &Snapshot,
        search: &TextQuery,
        filter: &Filter<'_>,
        most: usize,
    ) -> Option<(Vec<Near>, Self)> {
        let given = search.vector.as_ref()?;
        let vector = Wide::of(&given.numbers);
        if vector.scale <= 0.0 {
            return None;
        }
        let asked = (given.model, &vector);
        let (near, spread) =
            nearest_provided(snapshot, asked, most, &|location| filter.lets(location));
        if near.is_empty() {
            return None;
        }
        let packs = &snapshot.generation_ref().packs;
        let files = packs.iter().map(|pack| {
            pack.vectors_of(given.model).filter(|one| one.dimensions() == vector.values.len())
        });
        let files = files.collect();
        Some((near, Provided { vector, spread, files }))
    }

    /// Whether anything is near.
    fn is_near(&self) -> bool {
        let Spread { highest, mean } = self.spread;
        highest - mean >= LEAST_PROVIDED * (1.0 - mean)
    }

    /// Whether the chunks of a source have vectors of the model.
    fn has(&self, source: usize) -> bool {
        self.files.get(source).is_some_and(Option::is_some)
    }

    fn has_all(&self, snapshot: &Snapshot) -> bool {
        let live = snapshot.live().iter().enumerate();
        snapshot.overlay().is_empty()
            && live.filter(|(_, live)| live.len() > 0).all(|(source, _)| self.has(source))
    }

    /// How near a chunk is; `None` without a vector. What is no nearer than any chunk
    /// is not near: unlike the built-in model's, cosines of others are seldom zero.
    fn nearness(&self, source: usize, row: u32) -> Option<f32> {
        let file = self.files.get(source)?.as_ref()?;
        let parts = file.row(row as usize);
        if parts.0 <= 0.0 {
            return None;
        }
        let similarity = if parts.0 > NO_VECTOR { self.vector.similarity(parts) } else { -1.0 };
        let room = (self.spread.highest - self.spread.mean).max(f32::EPSILON);
        Some(((similarity - self.spread.mean) / room).clamp(0.0, 1.0))
    }
}
