//! Chunks on their way into an answer.

use std::sync::Arc;

use clew_model::SymbolId;

use super::bm25f::SourceScores;
use super::filter::Filter;
use super::terms::{WordSet, coverage, required};
use super::weights::MISSING;
use crate::generation::Place;
use crate::query::Query;
use crate::snapshot::Location;
use crate::text::ChunkRecord;
use crate::{PathRole, ScorePart, Snapshot, StoreError};

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
    /// The words of the query that stand in the symbol's name.
    pub(super) in_name: WordSet,
    /// Its score.
    pub(super) score: f32,
    /// How the score came about.
    pub(super) parts: Vec<ScorePart>,
}

impl Candidate {
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

/// The `most` best chunks by their words.
pub(super) fn best_chunks(
    snapshot: &Snapshot,
    query: &Query,
    scores: &[SourceScores],
    filter: &Filter,
    most: usize,
) -> Result<Vec<Candidate>, StoreError> {
    let required = required(query);
    let mut rows = Vec::new();
    for (source, scored) in scores.iter().enumerate() {
        for &row in &scored.touched {
            let found = scored.words[row as usize];
            if found & required == required {
                let share = share_kept(query, found);
                let score = scored.scores[row as usize] * share;
                rows.push(Row { source, row, score, found, in_name: scored.in_name[row as usize] });
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
    let mut candidates = Vec::new();
    for row in rows.into_iter().filter(|row| row.score >= edge) {
        candidates.extend(candidate(snapshot, query, &row, filter)?);
    }
    candidates.sort_by(Candidate::compare);
    candidates.truncate(most);
    Ok(candidates)
}

/// What missing words leave of a score.
fn share_kept(query: &Query, found: WordSet) -> f32 {
    1.0 - MISSING + MISSING * coverage(query, found)
}

fn candidate(
    snapshot: &Snapshot,
    query: &Query,
    row: &Row,
    filter: &Filter,
) -> Result<Option<Candidate>, StoreError> {
    let packs = &snapshot.generation_ref().packs;
    let (location, chunk, record, role) = match packs.get(row.source) {
        Some(pack) => {
            let table = pack.chunks()?;
            let ordinal = table.document(row.row);
            let document = pack.document(ordinal);
            let location = Location::Committed(Place { pack: row.source, ordinal });
            let chunk = row.row.wrapping_sub(document.chunks.0);
            (location, chunk, table.record(row.row), document.role)
        }
        None => {
            let index = row.source - packs.len();
            let Some(document) = snapshot.overlay().get(index) else { return Ok(None) };
            let record = document.analysed().chunks.get(row.row as usize).cloned();
            (Location::Overlay(index), row.row, record.unwrap_or_default(), document.role)
        }
    };
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
        in_name: row.in_name,
        score: 0.0,
        parts: Vec::new(),
    };
    candidate.score = row.score;
    candidate.parts.push(ScorePart { what: "words".into(), value: words });
    candidate.parts.push(ScorePart { what: "words missing".into(), value: row.score - words });
    Ok(Some(candidate))
}
