//! The text of one overlay document, in memory.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use clew_embed::Coarse;
use clew_model::FileFacts;

use super::analyse::{Analyser, ChunkRecord};
use super::fields::{FIELDS, Field, FieldCounts};
use crate::tokens::{Strings, TermId, Vectors};

/// For each term of a field the chunks that hold it, with frequencies.
type FieldPostings = FxHashMap<TermId, Vec<(u32, u32)>>;

/// Chunks of one document with their terms; answers like a segment would.
#[derive(Debug, Default)]
pub(crate) struct OverlayText {
    /// Its chunks.
    pub(crate) chunks: Vec<ChunkRecord>,
    /// Terms of each field, all chunks together.
    pub(crate) counts: FieldCounts,
    /// A vector for each chunk.
    pub(crate) vectors: Vec<Coarse>,
    terms: Strings,
    postings: [FieldPostings; FIELDS],
}

impl OverlayText {
    /// Analyses a document.
    pub(crate) fn new(path: &str, facts: &FileFacts, text: &str) -> Self {
        let mut overlay = OverlayText::default();
        let mut analyser = Analyser::new(Vectors::Made);
        analyser.chunks(path, facts, text, &mut |fields, record, vector| {
            overlay.add(fields, record);
            overlay.vectors.extend(vector);
            ControlFlow::Continue(())
        });
        overlay.terms = analyser.vocabulary.into_terms();
        overlay
    }

    fn add(&mut self, fields: &[Vec<TermId>; FIELDS], record: ChunkRecord) {
        let chunk = self.chunks.len() as u32;
        for ((terms, postings), count) in
            fields.iter().zip(&mut self.postings).zip(&mut self.counts)
        {
            *count += terms.len() as u32;
            for term in terms {
                let list = postings.entry(*term).or_default();
                match list.last_mut() {
                    Some((last, frequency)) if *last == chunk => *frequency += 1,
                    _ => list.push((chunk, 1)),
                }
            }
        }
        self.chunks.push(record);
    }

    /// The chunks that hold `term` in `field`, with frequencies.
    pub(crate) fn postings(&self, field: Field, term: &str) -> &[(u32, u32)] {
        let list = self.terms.get(term).and_then(|term| self.postings[field as usize].get(&term));
        list.map_or(&[], Vec::as_slice)
    }
}
