//! Cutting a file into the pieces that search ranks.
//!
//! Callables become chunks of their own (in parts when very long). What lies
//! between them is grouped by the type or file that it belongs to. Every line
//! that holds more than closing marks is in at least one chunk.

use clew_model::{Chunk, ChunkKind, FileFacts, SymbolFlags, SymbolId, SymbolKind};
use clew_text::{ByteOffset, LineIndex, TextRange};

/// Longest chunk, in lines.
const MAX_LINES: usize = 80;

/// Most bytes in a chunk of several lines, and in a piece of one.
const MAX_BYTES: usize = 6_000;

/// A value needs this many lines to become a chunk of its own.
const OWN_VALUE_LINES: usize = 3;

/// A key of a data file needs this many lines to become a chunk of its own.
const OWN_KEY_LINES: usize = 12;

/// The chunks of a file, ordered by start; `rest` is the kind of what belongs
/// to no symbol.
pub(crate) fn chunks(text: &str, facts: &FileFacts, rest: ChunkKind) -> Vec<Chunk> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(text);
    let cutter = Cutter { text, lines: &lines, rest };
    let mut regions = symbol_regions(facts, &cutter);
    regions.sort_by_key(|region| (region.first_line, std::cmp::Reverse(region.end_line)));
    let mut chunks = Vec::new();
    cutter.cut_level(&regions, 0, lines.line_count(), None, &mut chunks);
    chunks.sort_by_key(|chunk| (chunk.range.start, std::cmp::Reverse(chunk.range.end)));
    chunks
}

/// As [`chunks`], for some parts of a file alone. A part that shares its first line
/// with others is one chunk.
pub(crate) fn chunks_of(
    text: &str,
    facts: &FileFacts,
    rest: ChunkKind,
    parts: &[TextRange],
) -> Vec<Chunk> {
    let lines = LineIndex::new(text);
    let cutter = Cutter { text, lines: &lines, rest };
    let mut regions = symbol_regions(facts, &cutter);
    regions.sort_by_key(|region| (region.first_line, std::cmp::Reverse(region.end_line)));
    let mut chunks = Vec::new();
    let mut behind = 0;
    for part in parts.iter().filter(|part| !part.slice(text).trim().is_empty()) {
        let (first, end) = (lines.line_of(part.start), lines.line_of(last_byte(*part)) + 1);
        if first < behind || end == first + 1 {
            chunks.push(Chunk { kind: rest, symbol: None, range: *part });
            continue;
        }
        behind = end;
        let from = regions.partition_point(|region| region.first_line < first);
        let to = regions.partition_point(|region| region.first_line < end);
        cutter.cut_level(&regions[from..to], first, end, None, &mut chunks);
    }
    chunks.sort_by_key(|chunk| (chunk.range.start, std::cmp::Reverse(chunk.range.end)));
    chunks
}

/// The chunks of a text of which nothing but the words is known. Long ones are cut, at
/// the end of a word where there is one.
pub(crate) fn pieces(text: &str, kind: ChunkKind) -> Vec<Chunk> {
    let mut pieces = Vec::new();
    for chunk in chunks(text, &FileFacts::default(), kind) {
        let mut rest = chunk.range.to_usize();
        while rest.len() > MAX_BYTES {
            let at = piece_end(&text[rest.clone()]) + rest.start;
            pieces.push(Chunk { range: TextRange::new(rest.start, at), ..chunk.clone() });
            rest.start = at;
        }
        pieces.push(Chunk { range: TextRange::new(rest.start, rest.end), ..chunk });
    }
    pieces
}

/// Where the first piece of a longer text ends.
fn piece_end(text: &str) -> usize {
    let most = (0..=MAX_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let is_mark = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let behind_mark = text[..most].char_indices().rev().find(|(_, letter)| is_mark(*letter));
    match behind_mark {
        Some((at, letter)) if at > most / 2 => at + letter.len_utf8(),
        _ => most,
    }
}

/// What a chunk holds that shows no symbol.
pub(crate) fn kind_of_rest(depth: crate::Depth) -> ChunkKind {
    match depth {
        crate::Depth::Deep => ChunkKind::TopLevel,
        crate::Depth::Outline | crate::Depth::Words => ChunkKind::Text,
    }
}

/// Lines that one symbol claims.
struct Region {
    first_line: usize,
    end_line: usize,
    symbol: SymbolId,
    kind: ChunkKind,
}

fn symbol_regions(facts: &FileFacts, cutter: &Cutter<'_>) -> Vec<Region> {
    facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| !symbol.is_local() && !symbol.flags.has(SymbolFlags::EXAMPLE))
        .filter_map(|(index, symbol)| {
            let start = symbol
                .doc_range
                .map_or(symbol.range.start, |doc| doc.start.min(symbol.range.start));
            let first_line = cutter.lines.line_of(start);
            let end_line = cutter.lines.line_of(last_byte(symbol.range)) + 1;
            let kind = match symbol.kind {
                kind if kind.is_callable() => ChunkKind::Callable,
                SymbolKind::Heading => ChunkKind::Section,
                SymbolKind::Key if end_line - first_line >= OWN_KEY_LINES => ChunkKind::Text,
                SymbolKind::TypeParameter
                | SymbolKind::EnumMember
                | SymbolKind::Key
                | SymbolKind::Label => return None,
                kind if kind.is_type() => ChunkKind::Type,
                SymbolKind::Module | SymbolKind::Namespace => ChunkKind::Type,
                _ if symbol.flags.has(SymbolFlags::ANONYMOUS) => return None,
                _ if end_line - first_line >= OWN_VALUE_LINES => ChunkKind::Value,
                _ => return None,
            };
            Some(Region { first_line, end_line, symbol: SymbolId(index as u32), kind })
        })
        .collect()
}

fn last_byte(range: TextRange) -> ByteOffset {
    ByteOffset(range.end.0.saturating_sub(1).max(range.start.0))
}

struct Cutter<'text> {
    text: &'text str,
    lines: &'text LineIndex,
    rest: ChunkKind,
}

impl Cutter<'_> {
    /// Cuts lines `first..end`, which belong to `owner`, at the regions inside.
    fn cut_level(
        &self,
        regions: &[Region],
        first: usize,
        end: usize,
        owner: Option<&Region>,
        chunks: &mut Vec<Chunk>,
    ) {
        let mut gap_start = first;
        let mut index = 0;
        while index < regions.len() {
            let region = &regions[index];
            let inner_start = index + 1;
            let mut inner_end = inner_start;
            while inner_end < regions.len() && regions[inner_end].first_line < region.end_line {
                inner_end += 1;
            }
            let region_first = region.first_line.max(gap_start);
            let region_end = region.end_line.min(end);
            self.gap(gap_start, region_first, owner, chunks);
            if region.kind == ChunkKind::Callable || inner_end == inner_start {
                self.parts(region_first, region_end, region.kind, Some(region.symbol), chunks);
            } else {
                let inner = &regions[inner_start..inner_end];
                self.cut_level(inner, region_first, region_end, Some(region), chunks);
            }
            gap_start = gap_start.max(region_end);
            index = inner_end;
        }
        self.gap(gap_start, end, owner, chunks);
    }

    fn gap(&self, first: usize, end: usize, owner: Option<&Region>, chunks: &mut Vec<Chunk>) {
        let (kind, symbol) = match owner {
            Some(region) => (region.kind, Some(region.symbol)),
            None => (self.rest, None),
        };
        self.parts(first, end, kind, symbol, chunks);
    }

    /// Adds lines `first..end` as chunks of bounded size, without blank edges.
    fn parts(
        &self,
        first: usize,
        end: usize,
        kind: ChunkKind,
        symbol: Option<SymbolId>,
        chunks: &mut Vec<Chunk>,
    ) {
        let (first, end) = self.trim(first, end);
        let mut start = first;
        while start < end {
            let mut stop = start;
            let mut bytes = 0;
            while stop < end && stop - start < MAX_LINES && (stop == start || bytes < MAX_BYTES) {
                bytes += self.lines.line_range(stop).map_or(0, TextRange::len);
                stop += 1;
            }
            if end - stop < MAX_LINES / 8 && bytes < MAX_BYTES {
                stop = end;
            }
            if let Some(range) = self.line_span(start, stop) {
                chunks.push(Chunk { kind, symbol, range });
            }
            start = stop;
        }
    }

    /// Drops blank lines, and lines of closing marks alone, at both ends.
    fn trim(&self, mut first: usize, mut end: usize) -> (usize, usize) {
        while first < end && self.is_thin(first) {
            first += 1;
        }
        while end > first && self.is_thin(end - 1) {
            end -= 1;
        }
        (first, end)
    }

    fn is_thin(&self, line: usize) -> bool {
        self.lines
            .line_text(self.text, line)
            .chars()
            .all(|c| c.is_whitespace() || "{}()[];,".contains(c))
    }

    fn line_span(&self, first: usize, end: usize) -> Option<TextRange> {
        let start = self.lines.line_range(first)?.start;
        let end = self.lines.line_range(end.checked_sub(1)?)?.end;
        Some(TextRange { start, end })
    }
}
