//! The text of one overlay document, in memory.

use rustc_hash::FxHashMap;

use clew_embed::{Embedding, Encoder};
use clew_model::FileFacts;

use super::analyse::{ChunkRecord, analyse_chunks};
use super::fields::{FIELDS, Field, FieldCounts};
use crate::tokens::Terms;

/// For each term of a field the chunks that hold it, with frequencies.
type FieldPostings = FxHashMap<Box<str>, Vec<(u32, u32)>>;

/// Chunks of one document with their terms; answers like a segment would.
#[derive(Debug, Default)]
pub(crate) struct OverlayText {
    /// Its chunks.
    pub(crate) chunks: Vec<ChunkRecord>,
    /// Terms of each field, all chunks together.
    pub(crate) counts: FieldCounts,
    /// A vector for each chunk.
    pub(crate) vectors: Vec<Embedding>,
    postings: [FieldPostings; FIELDS],
}

impl OverlayText {
    /// Analyses a document.
    pub(crate) fn new(path: &str, facts: &FileFacts, text: &str) -> Self {
        let mut overlay = OverlayText::default();
        let mut encoder = Encoder::default();
        analyse_chunks(path, facts, text, Some(&mut encoder), &mut |fields, record, vector| {
            overlay.add(fields, record);
            overlay.vectors.extend(vector);
        });
        overlay
    }

    fn add(&mut self, fields: &[Terms; FIELDS], record: ChunkRecord) {
        let chunk = self.chunks.len() as u32;
        for ((terms, postings), count) in
            fields.iter().zip(&mut self.postings).zip(&mut self.counts)
        {
            *count += terms.count();
            for term in terms.iter() {
                if !postings.contains_key(term) {
                    postings.insert(term.into(), Vec::new());
                }
                let Some(list) = postings.get_mut(term) else { continue };
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
        self.postings[field as usize].get(term).map_or(&[], Vec::as_slice)
    }
}
