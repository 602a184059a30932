//! From facts and text to the fields of chunks: one way for disk and memory.

use std::ops::Range;

use clew_embed::{Embedding, Encoder};
use clew_model::{Chunk, FileFacts, Symbol, SymbolFlags, SymbolId};

use super::fields::{FIELDS, Field, FieldLengths, encode_length};
use crate::rank::RoleWords;
use crate::tokens::Terms;
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
}

/// Takes the terms of each field of a chunk, its record and its vector.
pub(crate) type OnChunk<'a> = dyn FnMut(&[Terms; FIELDS], ChunkRecord, Option<Embedding>) + 'a;

/// Calls `found` with the terms of each field of each chunk, in order, and with
/// its vector if there is an encoder.
pub(crate) fn analyse_chunks(
    path: &str,
    facts: &FileFacts,
    text: &str,
    mut encoder: Option<&mut Encoder>,
    found: &mut OnChunk<'_>,
) {
    let nesting = Nesting::of(facts);
    let role_words = RoleWords::new(path);
    let path_role = PathRole::of(path, facts.flags);
    let mut fields: [Terms; FIELDS] = Default::default();
    fields[Field::Path as usize].add(path);
    let path_length = encode_length(fields[Field::Path as usize].count());
    for (index, chunk) in facts.chunks.iter().enumerate() {
        // Path terms stand in the first chunk and count for all of the document.
        for field in Field::ALL.into_iter().filter(|field| index > 0 || *field != Field::Path) {
            fields[field as usize].clear();
        }
        let mut content = Content { fields: &mut fields, encoder: encoder.as_deref_mut() };
        content.mean(file_stem(path));
        content.fill(facts, text, chunk, &nesting, index);
        let embedding = content.encoder.map(Encoder::finish);
        let symbol = chunk.symbol.and_then(|id| facts.symbol(id));
        let symbol_type = symbol
            .map_or_else(|| SymbolType::of_chunk(chunk.kind), |symbol| SymbolType::of(symbol.kind));
        let role = SymbolRole::with(&role_words, path_role, facts, chunk.symbol);
        let mut record = ChunkRecord {
            symbol: chunk.symbol,
            sketch: sketch(&fields),
            symbol_type: symbol_type as u8,
            role: role.number(),
            flags: chunk.symbol.map_or(0, |id| symbol_flags(facts, id)),
            lengths: FieldLengths::default(),
        };
        for (length, terms) in record.lengths.iter_mut().zip(&fields) {
            *length = encode_length(terms.count());
        }
        record.lengths[Field::Path as usize] = path_length;
        found(&fields, record, embedding);
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

/// What a chunk holds, on its way to terms and to a vector.
struct Content<'chunk> {
    fields: &'chunk mut [Terms; FIELDS],
    encoder: Option<&'chunk mut Encoder>,
}

impl Content<'_> {
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
            self.fields[Field::Name as usize].add(facts.name(symbol.name));
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
        outside(chunk.range.to_usize(), &mut holes, |range| {
            self.add(Field::Body, text.get(range).unwrap_or(""));
        });
    }

    fn add(&mut self, field: Field, text: &str) {
        self.fields[field as usize].add(text);
        self.mean(text);
    }

    /// Adds words to the vector alone.
    fn mean(&mut self, text: &str) {
        if let Some(encoder) = &mut self.encoder {
            encoder.add(text);
        }
    }
}

/// The name of a file without folders and endings.
fn file_stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// Calls `found` for the parts of `range` that are in none of `holes`.
fn outside(range: Range<usize>, holes: &mut [Range<usize>], mut found: impl FnMut(Range<usize>)) {
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
struct Nesting {
    inside: Vec<Vec<Range<usize>>>,
    symbols: Vec<Vec<SymbolId>>,
}

impl Nesting {
    fn of(facts: &FileFacts) -> Self {
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

fn symbol_flags(facts: &FileFacts, id: SymbolId) -> u8 {
    let mut bits = 0;
    let mut current = Some(id);
    for _ in 0..16 {
        let Some(symbol) = current.and_then(|id| facts.symbol(id)) else { break };
        if symbol.flags.has(SymbolFlags::TEST) {
            bits |= flags::TEST;
        }
        if current == Some(id) && symbol.flags.has(SymbolFlags::DECLARATION) {
            bits |= flags::DECLARATION;
        }
        current = symbol.container;
    }
    bits
}

/// Chunks with fewer terms are not compared: too many are alike by chance.
const SKETCHED_TERMS: u32 = 12;

fn sketch(fields: &[Terms; FIELDS]) -> u64 {
    const LANES: [u64; 4] = [
        0x9E37_79B9_7F4A_7C15,
        0xC2B2_AE3D_27D4_EB4F,
        0x1656_67B1_9E37_79F9,
        0xD6E8_FEB8_6659_FD93,
    ];
    let texts = [Field::Name, Field::Signature, Field::Body].map(|field| &fields[field as usize]);
    if texts.iter().map(|terms| terms.count()).sum::<u32>() < SKETCHED_TERMS {
        return 0;
    }
    let mut minima = [u16::MAX; 4];
    for term in texts.iter().flat_map(|terms| terms.iter()) {
        let hash = term_hash(term.as_bytes());
        for (minimum, lane) in minima.iter_mut().zip(LANES) {
            *minimum = (*minimum).min((hash.wrapping_mul(lane) >> 48) as u16);
        }
    }
    minima.iter().fold(0, |sketch, minimum| sketch << 16 | u64::from(*minimum)).max(1)
}

/// FNV-1a, eight bytes at a step; stable over machines and versions.
fn term_hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3);
        hash ^= hash >> 29;
    }
    hash
}
