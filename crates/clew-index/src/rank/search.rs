//! Searching: words, then names, then rules, then a list without repetitions.

use clew_model::SymbolId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bm25f::score_chunks;
use super::candidate::{Candidate, best_chunks};
use super::definitions::{Definition, definitions};
use super::filter::Filter;
use super::kin::kin_terms;
use super::meaning::Meaning;
use super::rules::Rules;
use super::terms::{query_terms, telling};
use super::weights::DEFINITION_AMONG_WORDS;
use crate::query::{Query, QueryKind, parse_query};
use crate::snapshot::Location;
use crate::{Copies, SearchMode, Snapshot, StoreError, TextHit, TextQuery};

/// Chunks that the rules look at, at least.
const FEWEST_CANDIDATES: usize = 150;

/// Names of one query that are looked up.
const MOST_NAMES: usize = 6;

impl Snapshot {
    /// The chunks that answer a query, best first; ties by path, then chunk.
    pub fn search(&self, query: &TextQuery) -> Result<Vec<TextHit>, StoreError> {
        self.search_unless(query, &|| false)
    }

    /// [`Snapshot::search`], which gives up with whatever there is once `stop` says so.
    pub fn search_unless(
        &self,
        query: &TextQuery,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<TextHit>, StoreError> {
        let mut parsed = parse_query(&query.text);
        if query.loose_phrases {
            parsed.phrases.clear();
        }
        let parsed = parsed;
        let own_terms = query_terms(&parsed);
        let mut terms = own_terms.clone();
        if wants_kin(&parsed, query) {
            terms.extend(kin_terms(&parsed, &own_terms));
        }
        let filter = Filter::new(self, query, stop);
        let wanted = query.offset.saturating_add(query.limit);
        let most = wanted.saturating_mul(6).max(FEWEST_CANDIDATES);
        let scores = score_chunks(self, parsed.kind, &terms, stop)?;
        if stop() {
            return Ok(Vec::new());
        }
        let told = telling(&parsed);
        let by_words = scores.iter().any(|source| source.has_any(told));
        let meaning = Meaning::of(self, (&parsed, query), by_words, &filter, most)?;
        if query.mode == SearchMode::Vector && meaning.is_none() {
            return Ok(Vec::new());
        }
        let mut candidates = best_chunks(self, &parsed, &scores, meaning.as_ref(), &filter, most)?;
        if stop() {
            return Ok(Vec::new());
        }
        Rules::new(self, &parsed, &own_terms, query).apply(&mut candidates);
        if query.mode != SearchMode::Vector {
            self.add_definitions(&parsed, query, &filter, &mut candidates)?;
        }
        candidates.sort_by(Candidate::compare);
        self.put_definitions_first(&filter, &mut candidates, wanted)?;
        let listed = self.without_repetitions(candidates, (&parsed, query), (wanted, &filter))?;
        let hits = listed.into_iter().skip(query.offset).take(query.limit);
        Ok(hits.map(|candidate| self.hit(candidate, query.explain)).collect())
    }

    /// Puts the definitions of names in the query before what only uses them.
    fn add_definitions(
        &self,
        parsed: &Query,
        query: &TextQuery,
        filter: &Filter<'_>,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), StoreError> {
        let top = candidates.iter().map(|candidate| candidate.score).fold(0.0, f32::max);
        let boost = if parsed.is_identifier {
            4.0 * top + 12.0
        } else {
            DEFINITION_AMONG_WORDS * top + 3.0
        };
        let mut known: FxHashMap<(u32, u32), usize> = candidates
            .iter()
            .enumerate()
            .map(|(index, candidate)| ((candidate.rank, candidate.chunk), index))
            .collect();
        let rules = super::rules::DefinitionRules::new(query);
        for parts in parsed.identifiers.iter().take(MOST_NAMES) {
            let mut placed: Vec<(Definition, usize)> = Vec::new();
            for definition in definitions(self, parts, filter)? {
                let key = (self.rank_of(definition.location), definition.chunk);
                let index = match known.get(&key) {
                    Some(index) => *index,
                    None => {
                        let Some(candidate) = self.bare_candidate(&definition)? else { continue };
                        candidates.push(candidate);
                        known.insert(key, candidates.len() - 1);
                        candidates.len() - 1
                    }
                };
                rules.apply(&mut candidates[index], &definition, boost);
                placed.push((definition, index));
            }
            rules.put_behind_definitions(candidates, &placed);
        }
        Ok(())
    }

    /// A candidate that no word has found.
    pub(super) fn bare_candidate(
        &self,
        definition: &Definition,
    ) -> Result<Option<Candidate>, StoreError> {
        let (record, role) = match definition.location {
            Location::Committed(place) => {
                let Some((pack, document)) = self.generation_ref().record(place) else {
                    return Ok(None);
                };
                let row = document.chunks.0.saturating_add(definition.chunk);
                (pack.chunks()?.record(row), document.role)
            }
            Location::Overlay(index) => {
                let Some(document) = self.overlay().get(index) else { return Ok(None) };
                let record = document.analysed().chunks.get(definition.chunk as usize);
                (record.cloned().unwrap_or_default(), document.role)
            }
        };
        Ok(Some(Candidate {
            location: definition.location,
            rank: self.rank_of(definition.location),
            chunk: definition.chunk,
            symbol: record.symbol,
            record,
            role,
            is_definition: false,
            found: 0,
            in_name: 0,
            score: 0.0,
            copies: 0,
            parts: Vec::new(),
        }))
    }

    fn hit(&self, candidate: Candidate, explain: bool) -> TextHit {
        TextHit {
            document: self.id_of(candidate.location),
            chunk: candidate.chunk,
            symbol: candidate.symbol,
            score: candidate.score,
            likeness: candidate.likeness(),
            copies: candidate.copies,
            parts: if explain { candidate.parts } else { Vec::new() },
        }
    }
}

impl Snapshot {
    /// The first `wanted` candidates with each symbol once, overloads as one, at most
    /// `per_file` of one file and without near copies unless they are wanted; what the
    /// limit per file puts off follows if there is room.
    fn without_repetitions(
        &self,
        candidates: Vec<Candidate>,
        (parsed, query): (&Query, &TextQuery),
        (wanted, filter): (usize, &Filter<'_>),
    ) -> Result<Vec<Candidate>, StoreError> {
        let keeps_copies = wants_copies(parsed, query);
        let per_file = query.per_file.max(1);
        let mut listed: Vec<Candidate> = Vec::new();
        let mut put_off = Vec::new();
        // Where they are left out later they take no other's place.
        let mut copies_kept = 0;
        let mut of_file: FxHashMap<u32, usize> = FxHashMap::default();
        let mut shown: FxHashSet<(u32, SymbolId)> = FxHashSet::default();
        let mut names: FxHashSet<(u32, String)> = FxHashSet::default();
        for candidate in candidates {
            if listed.len() >= wanted + copies_kept.min(wanted) || filter.is_over() {
                break;
            }
            if candidate.symbol.is_some_and(|symbol| !shown.insert((candidate.rank, symbol))) {
                continue;
            }
            let count = of_file.entry(candidate.rank).or_default();
            let likeness = candidate.likeness();
            let better =
                listed.iter_mut().find(|better| likeness.repeats(&better.whole_likeness()));
            match better {
                Some(better) if !keeps_copies => {
                    better.copies += 1;
                    continue;
                }
                Some(_) => copies_kept += 1,
                None => {}
            }
            if let (Some(symbol), false) = (candidate.symbol, candidate.is_definition) {
                let facts = self.facts(self.id_of(candidate.location))?;
                if !names.insert((candidate.rank, facts.qualified_name(symbol))) {
                    continue;
                }
            }
            if *count >= per_file && !candidate.is_definition {
                put_off.push(candidate);
            } else {
                *count += 1;
                listed.push(candidate);
            }
        }
        let room = wanted - listed.len().min(wanted);
        listed.extend(put_off.into_iter().take(room));
        Ok(listed)
    }
}

/// Whether words of near meaning are looked for, too: for questions in words, of which
/// none has to be there as it was typed.
fn wants_kin(parsed: &Query, query: &TextQuery) -> bool {
    query.mode == SearchMode::Hybrid
        && parsed.phrases.is_empty()
        && matches!(parsed.kind, QueryKind::Question | QueryKind::Mixed)
}

/// Whether near copies of better hits are listed: what prints the same message, or holds
/// what stands in quotes, is worth seeing however alike.
fn wants_copies(parsed: &Query, query: &TextQuery) -> bool {
    let is_exact = parsed.kind == QueryKind::ErrorMessage || !parsed.phrases.is_empty();
    is_exact || query.copies == Copies::Listed
}
