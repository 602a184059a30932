//! Chunks on their way into an answer.

use std::sync::Arc;

use clew_model::SymbolId;

use super::bm25f::SourceScores;
use super::filter::Filter;
use super::likeness::Likeness;
use super::meaning::Meaning;
use super::terms::{WordSet, coverage, required, telling};
use super::weights::{BY_BOTH, MISSING};
use crate::generation::Place;
use crate::query::Query;
use crate::snapshot::Location;
use crate::text::ChunkRecord;
use crate::{PathRole, ScorePart, Snapshot, StoreError};

/// The score of the nearest chunk where words give none.
const TOP_BY_MEANING: f32 = 10.0;

/// With a smaller share of meaning what is found by both gains nothing.
const LEAST_SHARE: f32 = 0.1;

/// A chunk with its score so far.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Its document.
    pub(super) location: Location,
    /// The document's place in the order of paths.
    pub(super) rank: u32,
    /// Number of the chunk in the document.
    pub(super) chunk: u32,
    /// What ranking knows of it.
    pub(super) record: ChunkRecord,
    /// What the document's path says.
    pub(super) role: PathRole,
    /// The symbol to show.
    pub(super) symbol: Option<SymbolId>,
    /// Whether a name of the query is defined here.
    pub(super) is_definition: bool,
    /// The words of the query that it holds.
    pub(super) found: WordSet,
    /// The words of the query that stand in the symbol's name.
    pub(super) in_name: WordSet,
    /// Its score.
    pub(super) score: f32,
    /// Near copies that are left out in its favour.
    pub(super) copies: u32,
    /// How the score came about.
    pub(super) parts: Vec<ScorePart>,
}

impl Candidate {
    /// What tells copies of it.
    pub(super) fn likeness(&self) -> Likeness {
        // A definition is wanted for its own sake.
        let sketch = if self.is_definition { 0 } else { self.record.sketch };
        Likeness { sketch, words: self.found }
    }

    /// The same for what is compared with it: a definition has copies, too.
    pub(super) fn whole_likeness(&self) -> Likeness {
        Likeness { sketch: self.record.sketch, words: self.found }
    }

    /// Adds to the score.
    pub(super) fn add(&mut self, what: &Arc<str>, value: f32) {
        if value != 0.0 {
            self.score += value;
            self.parts.push(ScorePart { what: Arc::clone(what), value });
        }
    }

    /// Multiplies the score.
    pub(super) fn scale(&mut self, what: &Arc<str>, factor: f32) {
        let change = self.score * (factor - 1.0);
        self.add(what, change);
    }

    /// Gives meaning its share of the score. `top` is the best score by words; the
    /// nearest chunk gets as much for its meaning.
    fn mix(&mut self, meaning: &Meaning, nearness: f32, top: f32) {
        let top = if top > 0.0 && meaning.share < 1.0 { top } else { TOP_BY_MEANING };
        let less = if meaning.share < 1.0 { meaning.share } else { 1.0 };
        let (by_words, words) = (self.score, -less * self.score);
        self.score += words;
        self.parts.push(ScorePart { what: "room for meaning".into(), value: words });
        let both =
            if less < 1.0 && less > LEAST_SHARE { BY_BOTH * nearness * by_words } else { 0.0 };
        let value = meaning.share * nearness * top + both;
        self.score += value;
        self.parts.push(ScorePart { what: "meaning".into(), value });
    }

    /// What orders candidates: best first, then by path and place.
    pub(super) fn compare(&self, other: &Candidate) -> std::cmp::Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.rank.cmp(&other.rank))
            .then(self.chunk.cmp(&other.chunk))
            .then(self.symbol.cmp(&other.symbol))
    }
}

/// A chunk by its source and row.
struct Row {
    source: usize,
    row: u32,
    score: f32,
    found: WordSet,
    in_name: WordSet,
}

/// The `most` best chunks by their words and their meaning.
pub(super) fn best_chunks(
    snapshot: &Snapshot,
    query: &Query,
    scores: &[SourceScores],
    meaning: Option<&Meaning>,
    filter: &Filter<'_>,
    most: usize,
) -> Result<Vec<Candidate>, StoreError> {
    let (required, telling) = (required(query), telling(query));
    let mut rows = Vec::new();
    let words_count = meaning.is_none_or(|meaning| meaning.share < 1.0);
    for (source, scored) in scores.iter().enumerate().filter(|_| words_count) {
        for &row in &scored.touched {
            let words = scored.words[row as usize];
            if words & required == required && words & telling != 0 {
                rows.push(Row::new(query, scored, source, row));
            }
        }
    }
    // Ties at the edge are all kept until paths have ordered them.
    let mut edge = f32::NEG_INFINITY;
    let wide = most.saturating_mul(2);
    if filter.lets_all() && rows.len() > wide {
        let (_, row, _) =
            rows.select_nth_unstable_by(wide, |left, right| right.score.total_cmp(&left.score));
        edge = row.score;
    }
    rows.retain(|row| row.score >= edge);
    if let Some(meaning) = meaning {
        let known = rows.iter().map(|row| (row.source, row.row)).collect();
        for (source, row) in meaning.others(&known) {
            let Some(scored) = scores.get(source) else { continue };
            if scored.words[row as usize] & required == required {
                rows.push(Row::new(query, scored, source, row));
            }
        }
    }
    let top = rows.iter().map(|row| row.score).fold(0.0, f32::max);
    let mut candidates = Vec::new();
    for row in rows {
        if filter.is_over() {
            break;
        }
        let found = candidate(snapshot, query, &row, filter)?;
        candidates.extend(found.map(|mut candidate| {
            if let Some(meaning) = meaning {
                candidate.mix(meaning, meaning.nearness(snapshot, row.source, row.row), top);
            }
            candidate
        }));
    }
    candidates.sort_by(Candidate::compare);
    candidates.truncate(most);
    Ok(candidates)
}

impl Row {
    fn new(query: &Query, scored: &SourceScores, source: usize, row: u32) -> Self {
        let (index, mut score) = (row as usize, 0.0);
        let found = scored.words[index];
        if found != 0 {
            score = scored.scores[index] * share_kept(query, found);
        }
        Row { source, row, score, found, in_name: scored.in_name[index] }
    }
}

/// What missing words leave of a score.
fn share_kept(query: &Query, found: WordSet) -> f32 {
    1.0 - MISSING + MISSING * coverage(query, found)
}

fn candidate(
    snapshot: &Snapshot,
    query: &Query,
    row: &Row,
    filter: &Filter<'_>,
) -> Result<Option<Candidate>, StoreError> {
    let Some((location, chunk, record)) = snapshot.chunk_at(row.source, row.row)? else {
        return Ok(None);
    };
    let role = snapshot.role_of(location);
    if !filter.lets(location) {
        return Ok(None);
    }
    let words = row.score / share_kept(query, row.found);
    let mut candidate = Candidate {
        location,
        rank: snapshot.rank_of(location),
        chunk,
        symbol: record.symbol,
        record,
        role,
        is_definition: false,
        found: row.found,
        in_name: row.in_name,
        score: 0.0,
        copies: 0,
        parts: Vec::new(),
    };
    candidate.score = row.score;
    candidate.parts.push(ScorePart { what: "words".into(), value: words });
    candidate.parts.push(ScorePart { what: "words missing".into(), value: row.score - words });
    Ok(Some(candidate))
}

impl Snapshot {
    /// Document, number and record of the chunk at a row of a source: a pack or,
    /// after all packs, an overlay document.
    pub(super) fn chunk_at(
        &self,
        source: usize,
        row: u32,
    ) -> Result<Option<(Location, u32, ChunkRecord)>, StoreError> {
        let packs = &self.generation_ref().packs;
        let Some(pack) = packs.get(source) else {
            let index = source - packs.len();
            let Some(document) = self.overlay().get(index) else { return Ok(None) };
            let record = document.analysed().chunks.get(row as usize).cloned();
            return Ok(Some((Location::Overlay(index), row, record.unwrap_or_default())));
        };
        let table = pack.chunks()?;
        let ordinal = table.document(row);
        let location = Location::Committed(Place { pack: source, ordinal });
        let chunk = row.wrapping_sub(pack.chunks_of(ordinal).0);
        Ok(Some((location, chunk, table.record(row))))
    }

    /// What a document's path says.
    pub(super) fn role_of(&self, location: Location) -> PathRole {
        match location {
            Location::Overlay(index) => {
                self.overlay().get(index).map_or(PathRole::Product, |document| document.role)
            }
            Location::Committed(place) => self
                .generation_ref()
                .record(place)
                .map_or(PathRole::Product, |(_, record)| record.role),
        }
    }
}
