//! Figures over the documents of one snapshot: what makes scores depend on
//! nothing but these documents.

use super::Snapshot;
use crate::Tally;
use crate::text::{FIELDS, Field, FieldCounts};

/// Sums over all shown documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Statistics {
    /// Number of chunks.
    pub(crate) chunks: u64,
    /// Number of documents with at least one chunk.
    pub(crate) documents: u64,
    /// Terms of each field.
    pub(crate) terms: [u64; FIELDS],
}

impl Snapshot {
    /// What the facts of all documents hold.
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        for (pack, live) in self.generation_ref().packs.iter().zip(self.live()) {
            live.iter().for_each(|ordinal| sum.add(&pack.document(ordinal).tally));
        }
        self.overlay().iter().for_each(|document| sum.add(&Tally::of(&document.facts)));
        sum
    }
}

impl Statistics {
    /// The figures of `snapshot`.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let mut statistics = Statistics::default();
        for (pack, live) in snapshot.generation_ref().packs.iter().zip(snapshot.live()) {
            for ordinal in live.iter() {
                let record = pack.document(ordinal);
                statistics.add(record.chunks.1, &record.counts);
            }
        }
        for document in snapshot.overlay() {
            let text = document.analysed();
            statistics.add(text.chunks.len() as u32, &text.counts);
        }
        statistics
    }

    fn add(&mut self, chunks: u32, counts: &FieldCounts) {
        self.chunks += u64::from(chunks);
        self.documents += u64::from(chunks > 0);
        for (sum, count) in self.terms.iter_mut().zip(counts) {
            *sum += u64::from(*count);
        }
    }

    /// Mean number of terms of a field, at least one.
    pub(crate) fn mean_length(&self, field: Field) -> f32 {
        // The path is counted once for each document.
        let holders = if field == Field::Path { self.documents } else { self.chunks };
        (self.terms[field as usize] as f64 / holders.max(1) as f64).max(1.0) as f32
    }
}
