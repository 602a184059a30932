//! Where lines begin, and conversion between offsets and positions.

use crate::{ByteOffset, PositionEncoding, Span, TextRange, WirePosition};

/// Start offsets of all lines of one text.
///
/// A line ends after `\n`, after `\r\n`, or after a lone `\r`, as LSP has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: u32,
}

impl LineIndex {
    /// Reads `text` once and notes every line start.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (index, byte) in bytes.iter().enumerate() {
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(index + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                starts.push(ByteOffset::from(index + 1).0);
            }
        }
        LineIndex { starts, length: ByteOffset::from(bytes.len()).0 }
    }

    /// Number of lines; a text that ends with a line end has an empty last line.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Zero-based line that holds `offset`.
    pub fn line_of(&self, offset: ByteOffset) -> usize {
        self.starts.partition_point(|start| *start <= offset.0).saturating_sub(1)
    }

    /// Bytes of the zero-based `line`, line end included; `None` past the last line.
    pub fn line_range(&self, line: usize) -> Option<TextRange> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(self.length);
        Some(TextRange { start: ByteOffset(start), end: ByteOffset(end) })
    }

    /// The text of the zero-based `line` without its line end; empty past the last line.
    pub fn line_text<'text>(&self, text: &'text str, line: usize) -> &'text str {
        match self.line_range(line) {
            Some(range) => range.slice(text).trim_end_matches(['\r', '\n']),
            None => "",
        }
    }

    /// 1-based span with columns in Unicode scalar values.
    ///
    /// Offsets inside a character are moved down to its first byte.
    pub fn span(&self, text: &str, range: TextRange) -> Span {
        let (start_line, start_column) = self.scalar_position(text, range.start);
        let (end_line, end_column) = self.scalar_position(text, range.end);
        Span { start_line, start_column, end_line, end_column }
    }

    fn scalar_position(&self, text: &str, offset: ByteOffset) -> (u32, u32) {
        let position = self.wire_position(text, offset, PositionEncoding::Utf32);
        (position.line + 1, position.column + 1)
    }

    /// Position of `offset` for an editor that counts in `encoding`.
    pub fn wire_position(
        &self,
        text: &str,
        offset: ByteOffset,
        encoding: PositionEncoding,
    ) -> WirePosition {
        let line = self.line_of(offset);
        let start = self.starts.get(line).copied().unwrap_or(0) as usize;
        let mut end = offset.to_usize().min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = text.get(start..end).unwrap_or("");
        let column = match encoding {
            PositionEncoding::Utf8 => before.len(),
            PositionEncoding::Utf16 => before.chars().map(char::len_utf16).sum(),
            PositionEncoding::Utf32 if before.is_ascii() => before.len(),
            PositionEncoding::Utf32 => before.chars().count(),
        };
        WirePosition { line: line as u32, column: ByteOffset::from(column).0 }
    }

    /// Offset of an editor's position; columns past the end of a line are clamped
    /// to it, lines past the last one to the end of the text.
    pub fn offset(
        &self,
        text: &str,
        position: WirePosition,
        encoding: PositionEncoding,
    ) -> ByteOffset {
        let Some(range) = self.line_range(position.line as usize) else {
            return ByteOffset(self.length);
        };
        let line = range.slice(text).trim_end_matches(['\r', '\n']);
        let mut column = 0;
        for (index, character) in line.char_indices() {
            if column >= position.column {
                return ByteOffset::from(range.start.to_usize() + index);
            }
            column += match encoding {
                PositionEncoding::Utf8 => character.len_utf8() as u32,
                PositionEncoding::Utf16 => character.len_utf16() as u32,
                PositionEncoding::Utf32 => 1,
            };
        }
        ByteOffset::from(range.start.to_usize() + line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_positions(text: &str, offset: usize, utf8: (u32, u32), utf16: u32, utf32: u32) {
        let index = LineIndex::new(text);
        for (encoding, column) in [
            (PositionEncoding::Utf8, utf8.1),
            (PositionEncoding::Utf16, utf16),
            (PositionEncoding::Utf32, utf32),
        ] {
            let position = index.wire_position(text, offset.into(), encoding);
            assert_eq!(position, WirePosition { line: utf8.0, column });
            assert_eq!(index.offset(text, position, encoding), offset.into());
        }
    }

    #[test]
    fn astral_characters_count_per_encoding() {
        check_positions("a😀b\nc", 5, (0, 5), 3, 2);
    }

    #[test]
    fn every_line_end_is_seen() {
        check_positions("a\r\nb\rc\nd", 7, (3, 0), 0, 0);
        assert_eq!(LineIndex::new("a\n").line_count(), 2);
    }

    #[test]
    fn span_is_one_based_and_end_exclusive() {
        let text = "let é = 1;\n";
        let span = LineIndex::new(text).span(text, TextRange::new(4, 6));
        assert_eq!(span, Span { start_line: 1, start_column: 5, end_line: 1, end_column: 6 });
    }

    #[test]
    fn positions_past_the_end_are_clamped() {
        let text = "ab\ncd";
        let index = LineIndex::new(text);
        let far = WirePosition { line: 9, column: 0 };
        assert_eq!(index.offset(text, far, PositionEncoding::Utf16), 5.into());
        let wide = WirePosition { line: 0, column: 9 };
        assert_eq!(index.offset(text, wide, PositionEncoding::Utf16), 2.into());
    }
}
