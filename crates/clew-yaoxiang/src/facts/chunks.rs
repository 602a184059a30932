//! The pieces of a file that search ranks.

use clew_model::{Chunk, ChunkKind, FileFacts, SymbolFlags, SymbolId};
use clew_text::{LineIndex, TextRange};

use crate::syntax::SyntaxTree;

/// Longest chunk, in lines.
const MAX_LINES: usize = 80;
/// A value needs this many lines to become a chunk of its own.
const OWN_VALUE_LINES: usize = 3;

/// Functions, methods and types are chunks of their own (in parts when very
/// long); what lies between them makes up the others.
pub(super) fn chunks(tree: &SyntaxTree, facts: &FileFacts) -> Vec<Chunk> {
    let lines = LineIndex::new(tree.text());
    let mut cutter = Cutter { text: tree.text(), lines: &lines, next: 0, chunks: Vec::new() };
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let top_level = symbol.scope.0 == 0 && !symbol.flags.has(SymbolFlags::LOCAL);
        if !top_level {
            continue;
        }
        let start = symbol.doc_range.map_or(symbol.range.start, |doc| doc.start);
        let first = lines.line_of(start);
        let end = lines.line_of(symbol.range.end) + 1;
        let kind = match symbol.kind {
            kind if kind.is_callable() => ChunkKind::Callable,
            kind if kind.is_type() => ChunkKind::Type,
            _ if end - first >= OWN_VALUE_LINES => ChunkKind::Value,
            _ => continue,
        };
        cutter.cut(first, end, kind, SymbolId(index as u32));
    }
    cutter.rest();
    cutter.chunks
}

struct Cutter<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    /// First line that is in no chunk yet.
    next: usize,
    chunks: Vec<Chunk>,
}

impl Cutter<'_> {
    fn cut(&mut self, first: usize, end: usize, kind: ChunkKind, symbol: SymbolId) {
        let first = first.max(self.next);
        self.parts(self.next, first, ChunkKind::TopLevel, None);
        self.parts(first, end, kind, Some(symbol));
        self.next = self.next.max(end);
    }

    fn rest(&mut self) {
        self.parts(self.next, self.lines.line_count(), ChunkKind::TopLevel, None);
    }

    /// Adds lines `first..end` without blank edges, in parts of bounded size.
    fn parts(&mut self, first: usize, end: usize, kind: ChunkKind, symbol: Option<SymbolId>) {
        let blank = |line: usize| self.lines.line_text(self.text, line).trim().is_empty();
        let mut start = first;
        let mut end = end;
        while start < end && blank(start) {
            start += 1;
        }
        while end > start && blank(end - 1) {
            end -= 1;
        }
        while start < end {
            let stop = end.min(start + MAX_LINES);
            let range = self.lines.line_range(start).zip(self.lines.line_range(stop - 1));
            if let Some((from, to)) = range {
                let range = TextRange { start: from.start, end: to.end };
                self.chunks.push(Chunk { kind, symbol, range });
            }
            start = stop;
        }
    }
}
