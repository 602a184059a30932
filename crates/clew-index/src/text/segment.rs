//! One tantivy segment: building, reading, merging.

use std::sync::Arc;

use tantivy::indexer::merge_filtered_segments;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{
    Document, Field as TantivyField, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};
use tantivy::{
    Index, IndexBuilder, IndexSettings, InvertedIndexReader, SegmentReader,
    SingleSegmentIndexWriter, TantivyError, Term,
};

use super::fields::{FIELDS, Field};
use super::files::TextFiles;
use crate::tokens::Terms;

/// Only the first size of a hash table follows from it.
const WRITER_BUDGET: usize = 16 << 20;

const TOKENIZER: &str = "lines";

/// Collects the chunks of a pack.
pub(crate) struct SegmentBuilder {
    files: TextFiles,
    writer: SingleSegmentIndexWriter<ChunkDocument>,
    chunks: u32,
}

impl SegmentBuilder {
    /// An empty segment.
    pub(crate) fn new() -> Result<Self, TantivyError> {
        let files = TextFiles::default();
        let tokenizers = TokenizerManager::new();
        tokenizers.register(TOKENIZER, LineTokenizer::default());
        let writer = IndexBuilder::new()
            .schema(schema())
            .settings(settings())
            .tokenizers(tokenizers)
            .single_segment_index_writer(files.clone(), WRITER_BUDGET)?;
        Ok(SegmentBuilder { files, writer, chunks: 0 })
    }

    /// Adds a chunk; its number is the number of chunks before it.
    pub(crate) fn add(&mut self, fields: &[Terms; FIELDS]) -> Result<(), TantivyError> {
        let mut document = ChunkDocument::default();
        for (end, terms) in document.ends.iter_mut().zip(fields) {
            document.text.push_str(terms.as_text());
            *end = document.text.len();
        }
        self.chunks += 1;
        self.writer.add_document(document)
    }

    /// Number of chunks.
    pub(crate) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Bytes of memory in use.
    pub(crate) fn memory(&self) -> usize {
        self.writer.mem_usage()
    }

    /// Lays the segment out.
    pub(crate) fn finish(self) -> Result<TextFiles, TantivyError> {
        self.writer.finalize()?;
        Ok(self.files)
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

fn tantivy_field(field: Field) -> TantivyField {
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
            .set_tokenizer(TOKENIZER)
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::WithFreqs);
        builder
            .add_text_field(field.as_str(), TextOptions::default().set_indexing_options(indexing));
    }
    builder.build()
}

/// A chunk on its way into tantivy.
#[derive(Default)]
struct ChunkDocument {
    text: String,
    ends: [usize; FIELDS],
}

impl Document for ChunkDocument {
    type Value<'a> = &'a str;
    type FieldsValuesIter<'a> = std::vec::IntoIter<(TantivyField, &'a str)>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        let mut start = 0;
        let mut values = Vec::with_capacity(FIELDS);
        for (field, end) in Field::ALL.into_iter().zip(self.ends) {
            let text = self.text.get(start..end).unwrap_or("");
            if !text.is_empty() {
                values.push((tantivy_field(field), text));
            }
            start = end;
        }
        values.into_iter()
    }
}

/// Gives the lines of a text as tokens: `tokens` has done the work.
#[derive(Clone, Default)]
struct LineTokenizer(Token);

impl Tokenizer for LineTokenizer {
    type TokenStream<'a> = LineStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LineStream<'a> {
        self.0.reset();
        LineStream { token: &mut self.0, rest: text }
    }
}

struct LineStream<'a> {
    token: &'a mut Token,
    rest: &'a str,
}

impl TokenStream for LineStream<'_> {
    fn advance(&mut self) -> bool {
        let Some((line, rest)) = self.rest.split_once('\n') else { return false };
        self.rest = rest;
        self.token.text.clear();
        self.token.text.push_str(line);
        self.token.position = 0;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
