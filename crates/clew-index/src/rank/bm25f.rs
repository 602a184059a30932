//! Scores of chunks by their words: BM25 over weighted fields.
//!
//! After Robertson, Zaragoza and Taylor (2004), "Simple BM25 extension to
//! multiple weighted fields": frequencies are weighted and normalised by length
//! for each field, added up, and saturated once for each term. Document
//! frequencies and mean lengths are those of the asking snapshot, and sums run
//! in the order of terms and fields, so that equal documents give equal scores
//! however they came into the index.

use tantivy::postings::BlockSegmentPostings;

use super::terms::{QueryTerm, WordSet};
use super::weights::{KIN_AGAIN, SATURATION, of_field};
use crate::QueryKind;
use crate::bits::Bits;
use crate::bytes::u32_at;
use crate::pack::{ChunkTable, Pack};
use crate::snapshot::Statistics;
use crate::text::{FIELDS, Field, OverlayText, decode_length};
use crate::{Snapshot, StoreError};

/// The scored chunks of one pack or overlay document.
#[derive(Debug, Default)]
pub(super) struct SourceScores {
    /// By chunk; zero where nothing matched.
    pub(super) scores: Vec<f32>,
    /// By chunk: which words of the query matched.
    pub(super) words: Vec<WordSet>,
    /// By chunk: which of them matched in the name of its symbol.
    pub(super) in_name: Vec<WordSet>,
    /// The chunks with a score, each once.
    pub(super) touched: Vec<u32>,
    /// Weighted frequencies of the term at hand.
    frequencies: Vec<f32>,
    /// The chunks that hold the term at hand.
    holding: Vec<u32>,
}

/// Scores all chunks of `snapshot`: first packs, then overlay documents.
pub(super) fn score_chunks(
    snapshot: &Snapshot,
    kind: QueryKind,
    terms: &[QueryTerm],
    stop: &dyn Fn() -> bool,
) -> Result<Vec<SourceScores>, StoreError> {
    let statistics = snapshot.statistics();
    let norms = Norms::of(statistics, kind);
    let packs = &snapshot.generation_ref().packs;
    let mut sources = Vec::with_capacity(packs.len() + snapshot.overlay().len());
    for pack in packs {
        sources.push(SourceScores::new(pack.chunks()?.len()));
    }
    for document in snapshot.overlay() {
        sources.push(SourceScores::new(document.analysed().chunks.len()));
    }
    for term in terms {
        if stop() {
            break;
        }
        let mut holding = 0;
        for ((pack, live), source) in packs.iter().zip(snapshot.live()).zip(&mut sources) {
            holding += source.add_pack(pack, live, term, &norms)?;
        }
        for (document, source) in snapshot.overlay().iter().zip(&mut sources[packs.len()..]) {
            holding += source.add_overlay(document.analysed(), term, &norms);
        }
        let weight = term.weight * rarity(statistics.chunks, holding);
        sources.iter_mut().for_each(|source| source.close_term(weight, term));
    }
    Ok(sources)
}

/// How much a term tells that `holding` of all chunks hold.
fn rarity(all: u64, holding: usize) -> f32 {
    let (all, holding) = (all as f64, holding as f64);
    (1.0 + (all - holding + 0.5).max(0.0) / (holding + 0.5)).ln() as f32
}

/// For each field and encoded length: weight over normalised length.
struct Norms([[f32; 256]; FIELDS]);

impl Norms {
    fn of(statistics: &Statistics, kind: QueryKind) -> Self {
        let mut norms = [[0.0; 256]; FIELDS];
        for (field, norms) in Field::ALL.into_iter().zip(&mut norms) {
            let (weight, by_length) = of_field(field, kind);
            let mean = statistics.mean_length(field);
            for (byte, norm) in norms.iter_mut().enumerate() {
                let length = decode_length(byte as u8) as f32;
                *norm = weight / (1.0 - by_length + by_length * length / mean);
            }
        }
        Norms(norms)
    }
}

impl SourceScores {
    fn new(chunks: usize) -> Self {
        SourceScores {
            scores: vec![0.0; chunks],
            words: vec![0; chunks],
            in_name: vec![0; chunks],
            frequencies: vec![0.0; chunks],
            ..SourceScores::default()
        }
    }

    /// Whether a chunk holds one of these words.
    pub(super) fn has_any(&self, words: WordSet) -> bool {
        self.touched.iter().any(|chunk| self.words[*chunk as usize] & words != 0)
    }

    /// Adds a term's occurrences in a pack; returns in how many live chunks it is.
    fn add_pack(
        &mut self,
        pack: &Pack,
        live: &Bits,
        term: &QueryTerm,
        norms: &Norms,
    ) -> Result<usize, StoreError> {
        let (Some(segment), table) = (pack.text()?, pack.chunks()?) else { return Ok(0) };
        for field in Field::ALL {
            let postings = segment.postings(field, &term.text);
            let postings = postings.map_err(|error| StoreError::text("read postings", error))?;
            match postings {
                Some(postings) if field == Field::Path => {
                    self.add_paths(pack, postings, table, norms);
                }
                Some(postings) => {
                    let first = self.holding.len();
                    self.add_postings(postings, table.lengths(), field as usize, norms);
                    if field == Field::Name {
                        self.note_names(first, term.words);
                    }
                }
                None => {}
            }
        }
        if live.len() < pack.len() {
            let documents = table.documents();
            let frequencies = &mut self.frequencies;
            self.holding.retain(|chunk| {
                let is_live = live.has(u32_at(documents, *chunk as usize * 4));
                if !is_live {
                    frequencies[*chunk as usize] = 0.0;
                }
                is_live
            });
        }
        Ok(self.holding.len())
    }

    fn add_postings(
        &mut self,
        mut postings: BlockSegmentPostings,
        lengths: &[u8],
        field: usize,
        norms: &Norms,
    ) {
        let norms = &norms.0[field];
        while !postings.docs().is_empty() {
            for (chunk, frequency) in postings.docs().iter().zip(postings.freqs()) {
                let length = lengths.get(*chunk as usize * FIELDS + field).copied().unwrap_or(0);
                self.add(*chunk, *frequency as f32 * norms[usize::from(length)]);
            }
            postings.advance();
        }
    }

    /// Path terms stand in a document's first chunk and count for all of them.
    fn add_paths(
        &mut self,
        pack: &Pack,
        mut postings: BlockSegmentPostings,
        table: ChunkTable<'_>,
        norms: &Norms,
    ) {
        let (field, lengths) = (Field::Path as usize, table.lengths());
        while !postings.docs().is_empty() {
            for (chunk, frequency) in postings.docs().iter().zip(postings.freqs()) {
                let length = lengths.get(*chunk as usize * FIELDS + field).copied().unwrap_or(0);
                let frequency = *frequency as f32 * norms.0[field][usize::from(length)];
                let (first, count) = pack.chunks_of(table.document(*chunk));
                (first..first.saturating_add(count)).for_each(|chunk| self.add(chunk, frequency));
            }
            postings.advance();
        }
    }

    /// The name is the first field, so that all chunks noted since `first` hold the
    /// term in it.
    fn note_names(&mut self, first: usize, words: WordSet) {
        for &chunk in &self.holding[first..] {
            self.in_name[chunk as usize] |= words;
        }
    }

    fn add_overlay(&mut self, text: &OverlayText, term: &QueryTerm, norms: &Norms) -> usize {
        for field in Field::ALL {
            let field_norms = &norms.0[field as usize];
            for (chunk, frequency) in text.postings(field, &term.text) {
                let length = text.chunks[*chunk as usize].lengths[field as usize];
                let frequency = *frequency as f32 * field_norms[usize::from(length)];
                let chunk = *chunk;
                let last = if field == Field::Path { text.chunks.len() as u32 } else { chunk + 1 };
                (chunk..last).for_each(|chunk| self.add(chunk, frequency));
            }
            if field == Field::Name {
                self.note_names(0, term.words);
            }
        }
        self.holding.len()
    }

    #[inline]
    fn add(&mut self, chunk: u32, frequency: f32) {
        let Some(sum) = self.frequencies.get_mut(chunk as usize) else { return };
        if *sum == 0.0 {
            self.holding.push(chunk);
        }
        *sum += frequency;
    }

    /// Turns the frequencies of the term at hand into scores.
    ///
    /// A term of near meaning counts less where a chunk holds what it stands for.
    fn close_term(&mut self, weight: f32, term: &QueryTerm) {
        let words = term.words;
        for chunk in self.holding.drain(..) {
            let index = chunk as usize;
            let frequency = std::mem::take(&mut self.frequencies[index]);
            if self.scores[index] == 0.0 {
                self.touched.push(chunk);
            }
            let is_again = term.is_kin && self.words[index] & words == words;
            let weight = if is_again { KIN_AGAIN * weight } else { weight };
            self.scores[index] +=
                weight * frequency * (SATURATION + 1.0) / (SATURATION + frequency);
            self.words[index] |= words;
        }
    }
}
