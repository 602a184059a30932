//! The inverted index of a pack while it is collected.
//!
//! Chunks come in order with the numbers of their terms. What they hold is kept as
//! two rows of numbers, and sorted by term once, when the pack is laid out.

use tantivy::postings::InvertedIndexSerializer;
use tantivy::{Segment, TantivyError};

use super::fields::{FIELDS, Field};
use super::segment::tantivy_field;
use crate::tokens::{TermId, Vocabulary};

/// What chunks hold of which term in which field.
#[derive(Default)]
pub(super) struct Postings {
    /// For each posting its term and field, chunk by chunk.
    keys: Vec<u32>,
    /// How often the term stands there.
    frequencies: Vec<u32>,
    /// Where the postings of each chunk end.
    ends: Vec<u32>,
    /// For each term the field of a chunk that had it last, and its posting there.
    last: Vec<(u32, u32)>,
    /// Fields of chunks so far.
    field: u32,
    /// Terms in each field.
    totals: [u64; FIELDS],
}

/// Terms between two looks at whether a pack is still wanted.
const TERMS_PER_LOOK: usize = 512;

/// Bits of a key that tell the field.
const FIELD_BITS: u32 = 3;

impl Postings {
    /// Adds a chunk.
    pub(super) fn add(&mut self, fields: &[Vec<TermId>; FIELDS]) {
        for (number, terms) in fields.iter().enumerate() {
            self.field += 1;
            self.totals[number] += terms.len() as u64;
            for &term in terms {
                if self.last.len() <= term as usize {
                    self.last.resize(term as usize + 1, (0, 0));
                }
                let (field, posting) = &mut self.last[term as usize];
                if *field == self.field {
                    self.frequencies[*posting as usize] += 1;
                } else {
                    (*field, *posting) = (self.field, self.keys.len() as u32);
                    self.keys.push(term << FIELD_BITS | number as u32);
                    self.frequencies.push(1);
                }
            }
        }
        self.ends.push(self.keys.len() as u32);
    }

    /// Number of chunks.
    pub(super) fn chunks(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Bytes of memory in use; laying out takes as much again.
    pub(super) fn memory(&self) -> usize {
        (self.keys.len() + self.ends.len() + self.last.len()) * 8
    }

    /// Writes all postings into the files of a segment; none as soon as `cancel`
    /// says so.
    pub(super) fn write(
        self,
        segment: &Segment,
        vocabulary: &Vocabulary,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Option<()>, TantivyError> {
        let totals = self.totals;
        let Some(order) = vocabulary.sorted(cancel) else { return Ok(None) };
        let sorted = Sorted::of(self, order);
        let mut serializer = InvertedIndexSerializer::open(segment)?;
        for field in Field::ALL {
            let total = totals[field as usize];
            let mut target = serializer.new_field(tantivy_field(field), total, None)?;
            for (index, &term) in sorted.order.iter().enumerate() {
                if index.is_multiple_of(TERMS_PER_LOOK) && cancel() {
                    return Ok(None);
                }
                let (chunks, frequencies) = sorted.of_term(term, field);
                if chunks.is_empty() {
                    continue;
                }
                let text = vocabulary.text(term).as_bytes();
                target.new_term(text, chunks.len() as u32, true)?;
                for (chunk, frequency) in chunks.iter().zip(frequencies) {
                    target.write_doc(*chunk, *frequency, &[]);
                }
                target.close_term()?;
            }
            target.close()?;
        }
        serializer.close()?;
        Ok(Some(()))
    }
}

/// Postings by term and field, in the order of chunks.
struct Sorted {
    /// The terms by their text.
    order: Vec<TermId>,
    /// For each key the end of its postings; the key before it tells the start.
    ends: Vec<u32>,
    chunks: Vec<u32>,
    frequencies: Vec<u32>,
}

impl Sorted {
    /// Of all terms, which come in the order of their texts.
    fn of(postings: Postings, order: Vec<TermId>) -> Sorted {
        let mut starts = vec![0_u32; (order.len() << FIELD_BITS) + 1];
        for key in &postings.keys {
            starts[*key as usize + 1] += 1;
        }
        for key in 1..starts.len() {
            starts[key] += starts[key - 1];
        }
        // Each start moves to its end while its postings are put down.
        let mut ends = starts;
        let mut chunks = vec![0; postings.keys.len()];
        let mut frequencies = vec![0; postings.keys.len()];
        let mut at = 0;
        for (chunk, &end) in postings.ends.iter().enumerate() {
            for index in at..end as usize {
                let place = &mut ends[postings.keys[index] as usize];
                chunks[*place as usize] = chunk as u32;
                frequencies[*place as usize] = postings.frequencies[index];
                *place += 1;
            }
            at = end as usize;
        }
        Sorted { order, ends, chunks, frequencies }
    }

    /// The chunks that hold a term in a field, with frequencies.
    fn of_term(&self, term: TermId, field: Field) -> (&[u32], &[u32]) {
        let key = (term << FIELD_BITS | field as u32) as usize;
        let start = key.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let range = start..self.ends[key] as usize;
        (&self.chunks[range.clone()], &self.frequencies[range])
    }
}
