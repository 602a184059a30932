//! Building a pack in memory.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::chunks::write_chunks;
use super::documents::{DocumentRecord, FactsKey, set_key};
use super::layout::{Layout, SECTIONS, Section};
use super::names::NamesBuilder;
use crate::bytes::checksum;
use crate::facts_codec::{FactsEncoder, encode_facts};
use crate::names_in_facts::{names_in_facts, paths_in_facts};
use crate::text::{Analyser, ChunkRecord, FieldCounts, SegmentBuilder, TextFiles};
use crate::tokens::Vectors;
use crate::vectors::VectorRows;
use crate::{DocumentInput, NameBits, PathRole, StoreError, Tally};
use clew_model::FileFacts;

/// Collects the documents of a pack.
pub(crate) struct PackBuilder {
    parts: PackParts,
    analyser: Analyser,
    segment: SegmentBuilder,
    encoder: FactsEncoder,
}

/// All of a pack but its text segment.
#[derive(Default)]
pub(crate) struct PackParts {
    /// The documents; keys are given when the pack is committed.
    pub(crate) documents: Vec<DocumentRecord>,
    /// Chunks with their document ordinals.
    pub(crate) chunks: Vec<(u32, ChunkRecord)>,
    /// The name index.
    pub(crate) names: NamesBuilder,
    /// A vector for each chunk, if they are wanted.
    pub(crate) vectors: Option<VectorRows>,
    strings: Vec<u8>,
    languages: FxHashMap<Box<str>, (u32, u32)>,
    facts: Vec<u8>,
    known: FxHashMap<FactsKey, (u64, u32, [u8; 16])>,
}

impl PackParts {
    /// Adds a path.
    pub(crate) fn add_path(&mut self, path: &str) -> (u32, u32) {
        let place = (self.strings.len() as u32, path.len() as u32);
        self.strings.extend(path.as_bytes());
        place
    }

    /// Adds the name of a language, once.
    pub(crate) fn add_language(&mut self, language: &str) -> (u32, u32) {
        if let Some(place) = self.languages.get(language) {
            return *place;
        }
        let place = self.add_path(language);
        self.languages.insert(language.into(), place);
        place
    }

    /// Adds encoded facts, once for each key; returns their place and checksum.
    pub(crate) fn add_facts(
        &mut self,
        key: FactsKey,
        encode: impl FnOnce() -> Vec<u8>,
    ) -> (u64, u32, [u8; 16]) {
        if let Some(place) = self.known.get(&key) {
            return *place;
        }
        let bytes = encode();
        let place = (self.facts.len() as u64, bytes.len() as u32, checksum(&bytes));
        self.facts.extend(bytes);
        self.known.insert(key, place);
        place
    }

    /// Bytes of memory in use, about.
    fn memory(&self) -> usize {
        self.documents.len() * 200
            + self.chunks.len() * 48
            + self.facts.len()
            + self.names.memory()
            + self.vectors.as_ref().map_or(0, VectorRows::memory)
    }

    /// Lays the pack out around its text. Fails with [`StoreError::Cancelled`] as
    /// soon as `cancel` says so.
    pub(crate) fn seal(
        mut self,
        text: Option<TextFiles>,
        cancel: &dyn Fn() -> bool,
    ) -> Result<SealedPack, StoreError> {
        let mut sections: [Vec<u8>; SECTIONS] = Default::default();
        let mut set = |section: Section, bytes: Vec<u8>| sections[section as usize] = bytes;
        let mut table = Vec::new();
        self.documents.iter().for_each(|record| record.write(&mut table));
        set(Section::Documents, table);
        set(Section::PathOrder, self.order(|parts, record| parts.string(record.path)));
        set(Section::HashOrder, self.order(|_, record| &record.hash));
        let names = std::mem::take(&mut self.names).finish(cancel);
        // Keys are inserted in order and memory takes all bytes: nothing can fail.
        let names = names.map_err(|error| {
            StoreError::damaged("", format!("the name index cannot be built: {error}"))
        })?;
        let names = names.ok_or(StoreError::Cancelled)?;
        set(Section::Names, names.names);
        set(Section::Postings, names.postings);
        set(Section::Defined, names.defined);
        set(Section::Chunks, write_chunks(&self.chunks));
        set(Section::Strings, self.strings);
        set(Section::Facts, self.facts);
        if let Some(text) = text.filter(|_| !self.chunks.is_empty()) {
            let (files, bytes) = text.to_sections();
            set(Section::TextFiles, files);
            set(Section::Text, bytes);
        }
        let vectors = self.vectors.filter(|vectors| vectors.len() > 0);
        Ok(SealedPack { documents: self.documents.len() as u32, sections, vectors })
    }

    fn string(&self, (start, length): (u32, u32)) -> &[u8] {
        self.strings.get(start as usize..(start + length) as usize).unwrap_or_default()
    }

    /// Document ordinals ordered by what `by` tells of them, as bytes.
    fn order<'parts>(
        &'parts self,
        by: impl Fn(&'parts Self, &'parts DocumentRecord) -> &'parts [u8],
    ) -> Vec<u8> {
        let mut order: Vec<u32> = (0..self.documents.len() as u32).collect();
        order.sort_by_key(|ordinal| (by(self, &self.documents[*ordinal as usize]), *ordinal));
        order.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

impl PackBuilder {
    /// An empty pack.
    pub(crate) fn new(vectors: Vectors) -> Self {
        PackBuilder {
            parts: PackParts::default(),
            analyser: Analyser::new(vectors),
            segment: SegmentBuilder::default(),
            encoder: FactsEncoder::default(),
        }
    }

    /// Number of documents.
    pub(crate) fn len(&self) -> u32 {
        self.parts.documents.len() as u32
    }

    /// Adds a document; returns its ordinal, none if `stop` ended it. The pack is
    /// of no use then.
    pub(crate) fn add(
        &mut self,
        input: &DocumentInput,
        facts: &FileFacts,
        stop: &dyn Fn() -> bool,
    ) -> Option<u32> {
        let ordinal = self.len();
        for (name, bits) in names_in_facts(facts) {
            self.parts.names.add(name, ordinal, bits);
        }
        for path in paths_in_facts(facts) {
            self.parts.names.add(&path, ordinal, NameBits::IMPORTS);
        }
        let first_chunk = self.segment.chunks();
        let counts = self.add_text(input, facts, ordinal, stop);
        if stop() {
            return None;
        }
        let key = FactsKey {
            language: input.language.clone(),
            extractor: input.extractor,
            hash: input.hash,
        };
        let (start, length, facts_check) =
            self.parts.add_facts(key, || encode_facts(&mut self.encoder, facts));
        let record = DocumentRecord {
            key: 0,
            path: self.parts.add_path(&input.path),
            language: self.parts.add_language(input.language.as_str()),
            extractor: input.extractor,
            lines: facts.lines,
            size: u32::try_from(input.text.len()).unwrap_or(u32::MAX),
            flags: facts.flags,
            role: PathRole::of(&input.path, facts.flags),
            chunks: (first_chunk, self.segment.chunks() - first_chunk),
            facts: (start, length),
            hash: input.hash,
            facts_check,
            counts,
            tally: Tally::of(facts),
        };
        self.parts.documents.push(record);
        Some(ordinal)
    }

    fn add_text(
        &mut self,
        input: &DocumentInput,
        facts: &FileFacts,
        ordinal: u32,
        stop: &dyn Fn() -> bool,
    ) -> FieldCounts {
        let mut counts = FieldCounts::default();
        let (parts, segment) = (&mut self.parts, &mut self.segment);
        self.analyser.chunks(&input.path, facts, &input.text, &mut |fields, record, vector| {
            for (count, terms) in counts.iter_mut().zip(fields) {
                *count += terms.len() as u32;
            }
            parts.chunks.push((ordinal, record));
            if let Some(vector) = vector {
                parts.vectors.get_or_insert_default().push(&vector);
            }
            segment.add(fields);
            if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        counts
    }

    /// Bytes of memory in use, about.
    pub(crate) fn memory(&self) -> usize {
        self.parts.memory() + self.segment.memory() + self.analyser.vocabulary.memory()
    }

    /// Lays the pack out. Fails with [`StoreError::Cancelled`] as soon as `cancel`
    /// says so.
    pub(crate) fn seal(self, cancel: &dyn Fn() -> bool) -> Result<SealedPack, StoreError> {
        let text = self.segment.finish(&self.analyser.vocabulary, cancel);
        let text = text.map_err(|error| StoreError::text("lay out a segment", error))?;
        let text = text.ok_or(StoreError::Cancelled)?;
        self.parts.seal(Some(text), cancel)
    }
}

/// A pack that lacks nothing but document keys.
#[derive(Debug)]
pub(crate) struct SealedPack {
    /// Number of documents.
    pub(crate) documents: u32,
    /// A vector for each chunk, if they are wanted.
    pub(crate) vectors: Option<VectorRows>,
    sections: [Vec<u8>; SECTIONS],
}

/// A pack as it goes to disk.
pub(crate) struct PackFile<'pack> {
    /// BLAKE3 of the file.
    pub(crate) hash: [u8; 32],
    /// Length of the file in bytes.
    pub(crate) bytes: u64,
    header: Vec<u8>,
    sections: &'pack [Vec<u8>; SECTIONS],
}

impl SealedPack {
    /// Gives the documents their keys, in ordinal order.
    pub(crate) fn with_keys(&mut self, keys: impl Iterator<Item = u32>) -> PackFile<'_> {
        let table = &mut self.sections[Section::Documents as usize];
        for (ordinal, key) in keys.enumerate() {
            set_key(table, ordinal as u32, key);
        }
        let (_, header) = Layout::of(&self.sections);
        let mut hasher = blake3::Hasher::new();
        // The header holds the checksum of every section.
        hasher.update(&header);
        let bytes = header.len() + self.sections.iter().map(Vec::len).sum::<usize>();
        PackFile {
            hash: *hasher.finalize().as_bytes(),
            bytes: bytes as u64,
            header,
            sections: &self.sections,
        }
    }

    /// Bytes of memory in use.
    pub(crate) fn memory(&self) -> usize {
        let sections: usize = self.sections.iter().map(Vec::capacity).sum();
        sections + self.vectors.as_ref().map_or(0, VectorRows::memory)
    }
}

impl PackFile<'_> {
    /// The file in parts.
    pub(crate) fn parts(&self) -> Vec<&[u8]> {
        std::iter::once(&self.header).chain(self.sections).map(Vec::as_slice).collect()
    }
}
