//! Text put together from pieces of a file, and the way back.

use clew_text::TextRange;

/// How a piece stands for its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Byte for byte.
    Exact,
    /// Other bytes for the whole of a place.
    Renamed,
    /// As renamed; a name that nothing in the file declares may be declared anywhere
    /// (components that are registered elsewhere).
    Tag,
    /// As renamed; a name only if the file declares it (names that strings give).
    Hint,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    start: usize,
    end: usize,
    outer: TextRange,
    manner: Manner,
}

/// Pieces of a file with glue between them.
pub(crate) struct Pieces<'text> {
    outer: &'text str,
    text: String,
    pieces: Vec<Piece>,
}

impl<'text> Pieces<'text> {
    /// Nothing yet of the given file.
    pub(crate) fn new(outer: &'text str) -> Self {
        Pieces { outer, text: String::new(), pieces: Vec::new() }
    }

    /// All of one range of the file.
    pub(crate) fn of(outer: &'text str, range: TextRange) -> Self {
        let mut pieces = Pieces::new(outer);
        pieces.source(range);
        pieces
    }

    /// Appends bytes of the file.
    pub(crate) fn source(&mut self, range: TextRange) {
        let slice = range.slice(self.outer);
        let start = self.text.len();
        if slice.is_empty() {
            return;
        }
        self.text.push_str(slice);
        let end = self.text.len();
        if let Some(last) = self.pieces.last_mut()
            && (last.end, last.outer.end, last.manner) == (start, range.start, Manner::Exact)
        {
            last.end = end;
            last.outer.end = range.end;
            return;
        }
        self.pieces.push(Piece { start, end, outer: range, manner: Manner::Exact });
    }

    /// Appends `text` in place of `range`.
    pub(crate) fn renamed(&mut self, text: &str, range: TextRange, manner: Manner) {
        let start = self.text.len();
        self.text.push_str(text);
        if !text.is_empty() && !range.is_empty() {
            self.pieces.push(Piece { start, end: self.text.len(), outer: range, manner });
        }
    }

    /// Appends text that stands nowhere in the file.
    pub(crate) fn glue(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// What is parsed.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether nothing of the file is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Where the pieces lie in the file, from the first to the last.
    pub(crate) fn extent(&self) -> Option<TextRange> {
        self.span(TextRange::new(0, self.text.len()))
    }

    fn index_of(&self, offset: usize) -> Option<usize> {
        let index = self.pieces.partition_point(|piece| piece.end <= offset);
        (self.pieces.get(index)?.start <= offset).then_some(index)
    }

    /// Where the byte at `offset` begins in the file.
    fn start_of(&self, piece: Piece, offset: usize) -> usize {
        match piece.manner {
            Manner::Exact => piece.outer.start.to_usize() + (offset - piece.start),
            _ => piece.outer.start.to_usize(),
        }
    }

    /// Where what ends at `offset` ends in the file.
    fn end_of(&self, piece: Piece, offset: usize) -> usize {
        match piece.manner {
            Manner::Exact => piece.outer.start.to_usize() + (offset - piece.start),
            _ => piece.outer.end.to_usize(),
        }
    }

    /// The place of a token, if none of its ends stands in glue.
    pub(crate) fn token(&self, range: TextRange) -> Option<(TextRange, Manner)> {
        let (start, end) = (range.start.to_usize(), range.end.to_usize());
        if start >= end {
            let at = self.position(start)?;
            return Some((TextRange::empty(at), Manner::Exact));
        }
        let first = self.pieces[self.index_of(start)?];
        let last = self.pieces[self.index_of(end - 1)?];
        let (start, end) = (self.start_of(first, start), self.end_of(last, end));
        (start < end).then(|| (TextRange::new(start, end), first.manner))
    }

    fn position(&self, offset: usize) -> Option<usize> {
        if let Some(index) = self.index_of(offset) {
            return Some(self.start_of(self.pieces[index], offset));
        }
        let piece = self.pieces[self.index_of(offset.checked_sub(1)?)?];
        (piece.end == offset).then(|| piece.outer.end.to_usize())
    }

    /// The least place that holds what of a range stands in the file.
    pub(crate) fn span(&self, range: TextRange) -> Option<TextRange> {
        let (from, to) = (range.start.to_usize(), range.end.to_usize());
        let first = self.pieces.partition_point(|piece| piece.end <= from);
        let mut place: Option<(usize, usize)> = None;
        for piece in self.pieces[first..].iter().take_while(|piece| piece.start < to) {
            let start = self.start_of(*piece, from.max(piece.start));
            let end = self.end_of(*piece, to.min(piece.end));
            place = Some(place.map_or((start, end), |(s, e)| (s.min(start), e.max(end))));
        }
        place.map(|(start, end)| TextRange::new(start, end))
    }
}
