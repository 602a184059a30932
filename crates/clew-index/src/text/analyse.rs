//! From facts and text to the fields of chunks: one way for disk and memory.

use std::ops::ControlFlow;

use std::ops::Range;

use clew_embed::Coarse;
use clew_model::{Chunk, FileFacts, FileFlags, Symbol, SymbolFlags, SymbolId};

use super::fields::{FIELDS, Field, FieldLengths, encode_length};
use crate::rank::RoleWords;
use crate::tokens::{Reading, TermId, Vectors, Vocabulary};
use crate::{PathRole, SymbolRole, SymbolType};

/// What ranking knows of a chunk without its facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkRecord {
    /// The symbol that it shows.
    pub(crate) symbol: Option<SymbolId>,
    /// Four 16-bit minima of hashes of its terms; 0 for very short chunks.
    /// Chunks with the same terms have the same sketch.
    pub(crate) sketch: u64,
    /// Number of its type.
    pub(crate) symbol_type: u8,
    /// Number of its role.
    pub(crate) role: u8,
    /// See [`flags`].
    pub(crate) flags: u8,
    /// Terms of each field.
    pub(crate) lengths: FieldLengths,
}

/// Bits of [`ChunkRecord::flags`].
pub(crate) mod flags {
    /// The symbol is a test or lies inside one.
    pub(crate) const TEST: u8 = 1;
    /// The symbol only announces something defined elsewhere.
    pub(crate) const DECLARATION: u8 = 2;
    /// The symbol is a macro that stands for a value.
    pub(crate) const PLAIN_MACRO: u8 = 4;
    /// The symbol is a macro without a body.
    pub(crate) const EMPTY_MACRO: u8 = 8;
}

/// Chunks with fewer terms are not compared: too many are alike by chance.
const SKETCHED_TERMS: usize = 12;

/// Takes the terms of each field of a chunk, its record and its vector; may break
/// off.
pub(crate) type OnChunk<'a> =
    dyn FnMut(&[Vec<TermId>; FIELDS], ChunkRecord, Option<Coarse>) -> ControlFlow<()> + 'a;

/// Reads the chunks of one document after another.
#[derive(Debug)]
pub(crate) struct Analyser {
    /// The terms met so far.
    pub(crate) vocabulary: Vocabulary,
    fields: [Vec<TermId>; FIELDS],
}

impl Analyser {
    /// One that has read nothing.
    pub(crate) fn new(vectors: Vectors) -> Self {
        Analyser { vocabulary: Vocabulary::new(vectors), fields: Default::default() }
    }

    /// Calls `found` with the terms of each field of each chunk, in order, and with
    /// its vector if they are made, until it breaks off.
    pub(crate) fn chunks(
        &mut self,
        path: &str,
        facts: &FileFacts,
        text: &str,
        found: &mut OnChunk<'_>,
    ) {
        let nesting = Nesting::of(facts);
        let role_words = RoleWords::new(path);
        let path_role = PathRole::of(path, facts.flags);
        let is_left_out = facts.flags.has(FileFlags::WORDS);
        self.fields[Field::Path as usize].clear();
        self.read(Field::Path, Reading::Terms, path);
        let path_length = encode_length(self.fields[Field::Path as usize].len() as u32);
        for (index, chunk) in facts.chunks.iter().enumerate() {
            // Path terms stand in the first chunk and count for all of the document.
            for field in Field::ALL.into_iter().filter(|field| index > 0 || *field != Field::Path) {
                self.fields[field as usize].clear();
            }
            self.vocabulary.mean(file_stem(path));
            self.fill(facts, text, chunk, &nesting, index);
            let embedding = self.vocabulary.finish_vector().map(|vector| match is_left_out {
                true => Coarse::NONE,
                false => vector,
            });
            let symbol = chunk.symbol.and_then(|id| facts.symbol(id));
            let symbol_type = symbol.map_or_else(
                || SymbolType::of_chunk(chunk.kind),
                |symbol| SymbolType::of(symbol.kind),
            );
            let role = SymbolRole::with(&role_words, path_role, facts, chunk.symbol);
            let mut record = ChunkRecord {
                symbol: chunk.symbol,
                sketch: self.sketch(),
                symbol_type: symbol_type as u8,
                role: role.number(),
                flags: chunk.symbol.map_or(0, |id| symbol_flags(facts, id)),
                lengths: FieldLengths::default(),
            };
            for (length, terms) in record.lengths.iter_mut().zip(&self.fields) {
                *length = encode_length(terms.len() as u32);
            }
            record.lengths[Field::Path as usize] = path_length;
            if found(&self.fields, record, embedding).is_break() {
                return;
            }
        }
    }

    fn fill(
        &mut self,
        facts: &FileFacts,
        text: &str,
        chunk: &Chunk,
        nesting: &Nesting,
        index: usize,
    ) {
        let mut holes = nesting.inside[index].clone();
        if let Some((id, symbol)) = chunk.symbol.and_then(|id| Some((id, facts.symbol(id)?))) {
            self.read(Field::Name, Reading::Terms, facts.name(symbol.name));
            let parts = facts.qualified_parts(id);
            for part in &parts[..parts.len().saturating_sub(1)] {
                self.add(Field::Qualified, part);
            }
            self.add(Field::Signature, symbol.signature_range.slice(text));
            holes.push(symbol.signature_range.to_usize());
            if let Some(doc) = symbol.doc_range {
                self.add(Field::Doc, doc.slice(text));
                holes.push(doc.to_usize());
            }
        }
        let members = if chunk.symbol.is_some() { Field::Signature } else { Field::Name };
        for &symbol in &nesting.symbols[index] {
            if Some(symbol) != chunk.symbol {
                self.add(members, facts.symbol_name(symbol));
            }
        }
        self.vocabulary.end_head();
        outside(chunk.range.to_usize(), &mut holes, |range| {
            self.add(Field::Body, text.get(range).unwrap_or(""));
        });
    }

    fn add(&mut self, field: Field, text: &str) {
        self.read(field, Reading::TermsAndMeaning, text);
    }

    fn read(&mut self, field: Field, reading: Reading, text: &str) {
        self.vocabulary.read(text, reading, &mut self.fields[field as usize]);
    }

    fn sketch(&self) -> u64 {
        const LANES: [u64; 4] = [
            0x9E37_79B9_7F4A_7C15,
            0xC2B2_AE3D_27D4_EB4F,
            0x1656_67B1_9E37_79F9,
            0xD6E8_FEB8_6659_FD93,
        ];
        let texts =
            [Field::Name, Field::Signature, Field::Body].map(|field| &self.fields[field as usize]);
        if texts.iter().map(|terms| terms.len()).sum::<usize>() < SKETCHED_TERMS {
            return 0;
        }
        let mut minima = [u16::MAX; 4];
        for term in texts.into_iter().flatten() {
            let hash = self.vocabulary.hash(*term);
            for (minimum, lane) in minima.iter_mut().zip(LANES) {
                *minimum = (*minimum).min((hash.wrapping_mul(lane) >> 48) as u16);
            }
        }
        minima.iter().fold(0, |sketch, minimum| sketch << 16 | u64::from(*minimum)).max(1)
    }
}

/// The innermost chunk that holds the byte `offset`.
pub(crate) fn innermost_chunk(facts: &FileFacts, offset: usize) -> Option<usize> {
    facts
        .chunks
        .iter()
        .enumerate()
        .filter(|(_, chunk)| chunk.range.to_usize().contains(&offset))
        .min_by_key(|(index, chunk)| (chunk.range.len(), *index))
        .map(|(index, _)| index)
}

/// The name of a file without folders and endings.
fn file_stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// Calls `found` for the parts of `range` that are in none of `holes`.
pub(super) fn outside(
    range: Range<usize>,
    holes: &mut [Range<usize>],
    mut found: impl FnMut(Range<usize>),
) {
    holes.sort_by_key(|hole| hole.start);
    let mut at = range.start;
    for hole in holes {
        if hole.start > at {
            found(at..hole.start.min(range.end));
        }
        at = at.max(hole.end);
        if at >= range.end {
            return;
        }
    }
    found(at..range.end);
}

/// Which chunks lie directly in which, and which symbols.
pub(super) struct Nesting {
    /// Ranges of the chunks inside of each.
    pub(super) inside: Vec<Vec<Range<usize>>>,
    symbols: Vec<Vec<SymbolId>>,
}

impl Nesting {
    /// What lies where in a file.
    pub(super) fn of(facts: &FileFacts) -> Self {
        let count = facts.chunks.len();
        let mut nesting = Nesting { inside: vec![vec![]; count], symbols: vec![vec![]; count] };
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&index| {
            let range = facts.chunks[index].range;
            (range.start, std::cmp::Reverse(range.end), index)
        });
        let mut symbols: Vec<(usize, SymbolId)> = facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(_, symbol)| findable(symbol))
            .map(|(index, symbol)| (symbol.name_range.start.to_usize(), SymbolId(index as u32)))
            .collect();
        symbols.sort();
        let mut symbols = symbols.into_iter().peekable();
        let mut open: Vec<usize> = Vec::new();
        for index in order {
            let range = facts.chunks[index].range.to_usize();
            while let Some(symbol) = symbols.next_if(|(at, _)| *at < range.start) {
                nesting.place(facts, &mut open, symbol);
            }
            close(facts, &mut open, range.start);
            if let Some(&outer) = open.last() {
                nesting.inside[outer].push(range);
            }
            open.push(index);
        }
        for symbol in symbols {
            nesting.place(facts, &mut open, symbol);
        }
        nesting
    }

    fn place(&mut self, facts: &FileFacts, open: &mut Vec<usize>, symbol: (usize, SymbolId)) {
        close(facts, open, symbol.0);
        if let Some(&chunk) = open.last() {
            self.symbols[chunk].push(symbol.1);
        }
    }
}

/// Takes off the chunks that end at or before `at`.
fn close(facts: &FileFacts, open: &mut Vec<usize>, at: usize) {
    while open.last().is_some_and(|&top| facts.chunks[top].range.end.to_usize() <= at) {
        open.pop();
    }
}

fn findable(symbol: &Symbol) -> bool {
    !symbol.is_local() && !symbol.flags.has(SymbolFlags::ANONYMOUS)
}

/// What of a symbol's own flags counts for ranking.
const OWN_FLAGS: [(SymbolFlags, u8); 3] = [
    (SymbolFlags::DECLARATION, flags::DECLARATION),
    (SymbolFlags::PLAIN_MACRO, flags::PLAIN_MACRO),
    (SymbolFlags::EMPTY_MACRO, flags::EMPTY_MACRO),
];

fn symbol_flags(facts: &FileFacts, id: SymbolId) -> u8 {
    let own = facts.symbol(id).map_or(SymbolFlags::default(), |symbol| symbol.flags);
    let known = OWN_FLAGS.iter().filter(|(flag, _)| own.has(*flag));
    let mut bits = known.fold(0, |bits, (_, bit)| bits | bit);
    let mut current = Some(id);
    for _ in 0..16 {
        let Some(symbol) = current.and_then(|id| facts.symbol(id)) else { break };
        if symbol.flags.has(SymbolFlags::TEST) {
            bits |= flags::TEST;
        }
        current = symbol.container;
    }
    bits
}
