//! Text of chunks: what is indexed of them, and tantivy's part in it.
//!
//! Tantivy writes and reads the inverted index (term dictionaries and postings with
//! frequencies) and merges it; what goes into it is collected here, by numbers of terms. Scores are computed by `rank` over the live
//! documents of the asking workspace, so no statistic of tantivy's is used.

mod analyse;
mod fields;
mod files;
mod overlay;
mod passages;
mod postings;
mod segment;

#[cfg(test)]
mod tests;

pub(crate) use analyse::{Analyser, ChunkRecord, flags as chunk_flags, innermost_chunk};
pub(crate) use fields::{FIELDS, Field, FieldCounts, FieldLengths, decode_length};
pub(crate) use files::TextFiles;
pub(crate) use overlay::OverlayText;
pub(crate) use passages::passages;
pub(crate) use segment::{SegmentBuilder, TextSegment, merge_segments};
