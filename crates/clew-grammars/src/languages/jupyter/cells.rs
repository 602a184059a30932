//! The text of a cell: JSON strings read, every piece with its place.

use clew_text::TextRange;

use super::Heading;
use crate::regions::{Manner, Pieces};

/// A piece of a line.
enum Part {
    /// As it stands in the file.
    Plain(TextRange),
    /// What an escape stands for.
    Escape(char, TextRange),
}

/// A line of a cell with its end.
#[derive(Default)]
pub(super) struct Line {
    parts: Vec<Part>,
}

/// A cell as lines.
pub(super) struct Cell {
    pub(super) lines: Vec<Line>,
    range: Option<TextRange>,
}

impl Line {
    /// What the cell shows.
    pub(super) fn text(&self, text: &str) -> String {
        let mut shown = String::new();
        for part in &self.parts {
            match part {
                Part::Plain(range) => shown.push_str(range.slice(text)),
                Part::Escape(meant, _) => shown.push(*meant),
            }
        }
        shown
    }

    /// Appends the line to a program.
    pub(super) fn append(&self, pieces: &mut Pieces<'_>) {
        for part in &self.parts {
            match part {
                Part::Plain(range) => pieces.source(*range),
                Part::Escape(meant, range) => {
                    pieces.renamed(meant.encode_utf8(&mut [0; 4]), *range, Manner::Renamed);
                }
            }
        }
    }
}

impl Cell {
    /// Reads the strings that a cell is made of.
    pub(super) fn read(text: &str, strings: &[TextRange]) -> Cell {
        let mut lines = Vec::new();
        let mut line = Line::default();
        for string in strings {
            for part in parts(text, *string) {
                let ends = matches!(part, Part::Escape('\n', _));
                line.parts.push(part);
                if ends {
                    lines.push(std::mem::take(&mut line));
                }
            }
        }
        if !line.parts.is_empty() {
            lines.push(line);
        }
        let range = match (strings.first(), strings.last()) {
            (Some(first), Some(last)) => {
                Some(TextRange::new(first.start.to_usize(), last.end.to_usize()))
            }
            _ => None,
        };
        Cell { lines, range }
    }

    /// Where the cell's text stands.
    pub(super) fn range(&self) -> Option<TextRange> {
        self.range
    }

    /// The headings of a text cell.
    pub(super) fn headings(&self, text: &str) -> Vec<Heading> {
        let mut headings = Vec::new();
        let mut in_fence = false;
        for line in &self.lines {
            let Some(Part::Plain(range)) = line.parts.first() else { continue };
            let shown = range.slice(text);
            if shown.trim_start().starts_with("```") {
                in_fence = !in_fence;
            }
            let level = shown.bytes().take_while(|byte| *byte == b'#').count();
            let title = shown[level..].trim().trim_end_matches('#').trim_end();
            let is_heading = (1..=6).contains(&level) && shown[level..].starts_with([' ', '\t']);
            if in_fence || !is_heading || title.is_empty() {
                continue;
            }
            let start = range.start.to_usize();
            let lead = shown.len() - shown[level..].trim_start().len();
            let name = TextRange::new(start + lead, start + lead + title.len());
            let end = self.range.map_or(name.end.to_usize(), |range| range.end.to_usize());
            headings.push(Heading { level, name, start, end });
        }
        headings
    }
}

/// The pieces of a JSON string, given without its quotes.
fn parts(text: &str, string: TextRange) -> Vec<Part> {
    let slice = string.slice(text);
    let start = string.start.to_usize();
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(found) = slice[from..].find('\\') {
        let at = from + found;
        if at > from {
            parts.push(Part::Plain(TextRange::new(start + from, start + at)));
        }
        let (meant, length) = escape(&slice[at..]);
        let end = (at + length).min(slice.len());
        parts.push(Part::Escape(meant, TextRange::new(start + at, start + end)));
        from = end;
    }
    if from < slice.len() {
        parts.push(Part::Plain(TextRange::new(start + from, start + slice.len())));
    }
    parts
}

/// What the escape at the start of `text` stands for, and its length in bytes.
fn escape(text: &str) -> (char, usize) {
    let meant = match text.as_bytes().get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'u') => return unicode_escape(text),
        Some(_) => {
            let other = text[1..].chars().next().unwrap_or('\\');
            return (other, 1 + other.len_utf8());
        }
        None => return ('\\', 1),
    };
    (meant, 2)
}

fn unicode_escape(text: &str) -> (char, usize) {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    let Some(first) = unit(text) else { return ('u', 2) };
    if let Some(plain) = char::from_u32(first) {
        return (plain, 6);
    }
    let second = text.get(6..).and_then(unit).filter(|second| (0xDC00..0xE000).contains(second));
    let pair = second
        .filter(|_| first < 0xDC00)
        .and_then(|second| char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)));
    pair.map_or((char::REPLACEMENT_CHARACTER, 6), |pair| (pair, 12))
}
