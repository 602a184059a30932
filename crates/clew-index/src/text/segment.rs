//! One tantivy segment: building, reading, merging.

use std::sync::Arc;

use tantivy::indexer::merge_filtered_segments;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{
    Document, Field as TantivyField, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{
    Index, IndexBuilder, IndexSettings, InvertedIndexReader, SegmentReader,
    SingleSegmentIndexWriter, TantivyError, Term,
};

use super::fields::{FIELDS, Field};
use super::files::TextFiles;
use super::postings::Postings;
use crate::tokens::{TermId, Vocabulary};

/// Tantivy counts chunks and collects nothing; the least that it takes.
const WRITER_BUDGET: usize = 1 << 20;

/// Collects the chunks of a pack.
#[derive(Default)]
pub(crate) struct SegmentBuilder(Postings);

impl SegmentBuilder {
    /// Adds a chunk; its number is the number of chunks before it.
    pub(crate) fn add(&mut self, fields: &[Vec<TermId>; FIELDS]) {
        self.0.add(fields);
    }

    /// Number of chunks.
    pub(crate) fn chunks(&self) -> u32 {
        self.0.chunks()
    }

    /// Bytes of memory in use.
    pub(crate) fn memory(&self) -> usize {
        self.0.memory()
    }

    /// Lays the segment out; none as soon as `cancel` says so.
    pub(crate) fn finish(
        self,
        vocabulary: &Vocabulary,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Option<TextFiles>, TantivyError> {
        let files = TextFiles::default();
        let mut writer: SingleSegmentIndexWriter<EmptyChunk> = IndexBuilder::new()
            .schema(schema())
            .settings(settings())
            .single_segment_index_writer(files.clone(), WRITER_BUDGET)?;
        for _ in 0..self.chunks() {
            writer.add_document(EmptyChunk)?;
        }
        let segments = writer.finalize()?.searchable_segments()?;
        let segment = segments.first().ok_or_else(no_segment)?;
        let written = self.0.write(segment, vocabulary, cancel)?;
        Ok(written.map(|()| files))
    }
}

/// A segment open for reading.
pub(crate) struct TextSegment {
    index: Index,
    fields: [Arc<InvertedIndexReader>; FIELDS],
    max_doc: u32,
}

impl TextSegment {
    /// Opens the segment in `files`.
    pub(crate) fn open(files: TextFiles) -> Result<Self, TantivyError> {
        let index = Index::open(files)?;
        let segments = index.searchable_segments()?;
        let segment = segments.first().ok_or_else(no_segment)?;
        let reader = SegmentReader::open(segment)?;
        let mut fields = Vec::with_capacity(FIELDS);
        for field in Field::ALL {
            fields.push(reader.inverted_index(tantivy_field(field))?);
        }
        let fields = fields.try_into().map_err(|_| no_segment())?;
        Ok(TextSegment { index, fields, max_doc: reader.max_doc() })
    }

    /// Number of chunks.
    pub(crate) fn chunks(&self) -> u32 {
        self.max_doc
    }

    /// The chunks that hold `term` in `field`, with frequencies.
    pub(crate) fn postings(
        &self,
        field: Field,
        term: &str,
    ) -> Result<Option<BlockSegmentPostings>, TantivyError> {
        let term = Term::from_field_text(tantivy_field(field), term);
        Ok(self.fields[field as usize].read_block_postings(&term, IndexRecordOption::WithFreqs)?)
    }
}

/// Puts segments together in order. `keep` says for each chunk of each segment
/// whether it stays.
pub(crate) fn merge_segments(
    segments: &[Arc<TextSegment>],
    keep: &[Vec<bool>],
) -> Result<TextFiles, TantivyError> {
    let mut sources = Vec::new();
    let mut filters = Vec::new();
    for (segment, keep) in segments.iter().zip(keep) {
        sources.push(segment.index.searchable_segments()?.first().ok_or_else(no_segment)?.clone());
        filters.push(Some(alive(keep)?));
    }
    let files = TextFiles::default();
    merge_filtered_segments(&sources, settings(), filters, files.clone())?;
    Ok(files)
}

fn alive(keep: &[bool]) -> Result<tantivy::fastfield::AliveBitSet, TantivyError> {
    let mut bits = tantivy::BitSet::with_max_value(keep.len() as u32);
    for (chunk, _) in keep.iter().enumerate().filter(|(_, keep)| **keep) {
        bits.insert(chunk as u32);
    }
    let mut bytes = Vec::new();
    tantivy::fastfield::write_alive_bitset(&bits, &mut bytes)?;
    Ok(tantivy::fastfield::AliveBitSet::open(tantivy::directory::OwnedBytes::new(bytes)))
}

fn no_segment() -> TantivyError {
    TantivyError::InternalError("the text index holds no segment".to_owned())
}

pub(super) fn tantivy_field(field: Field) -> TantivyField {
    TantivyField::from_field_id(field as u32)
}

fn settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: tantivy::store::Compressor::None,
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    }
}

fn schema() -> Schema {
    let mut builder = Schema::builder();
    for field in Field::ALL {
        let indexing = TextFieldIndexing::default()
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::WithFreqs);
        builder
            .add_text_field(field.as_str(), TextOptions::default().set_indexing_options(indexing));
    }
    builder.build()
}

/// A chunk as tantivy sees it: nothing but one more.
struct EmptyChunk;

impl Document for EmptyChunk {
    type Value<'a> = &'a str;
    type FieldsValuesIter<'a> = std::iter::Empty<(TantivyField, &'a str)>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        std::iter::empty()
    }
}
