//! Where words and their parts begin and end.

use std::ops::Range;

/// A word of a text.
pub(crate) enum SplitWord<'text> {
    /// A run of letters, digits and underscores.
    Identifier {
        /// The run.
        text: &'text str,
        /// Byte ranges of its parts; never empty.
        parts: &'text [Range<usize>],
    },
    /// Two neighbouring characters of a script without word boundaries, or one
    /// that stands alone.
    Pair(&'text str),
}

/// What a character is to the splitter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
    Underscore,
    Ideograph,
    Other,
}

/// Calls `found` for each word of `text`, in order.
pub(crate) fn split_words(text: &str, mut found: impl FnMut(SplitWord<'_>)) {
    let bytes = text.as_bytes();
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (class, length) = classify(text, at);
        match class {
            Class::Other | Class::Underscore => at += length,
            Class::Ideograph => at = pairs(text, at, &mut found),
            Class::Lower | Class::Upper | Class::Digit => {
                parts.clear();
                let end = identifier(text, at, &mut parts);
                if let Some(run) = text.get(at..end) {
                    for part in &mut parts {
                        *part = part.start - at..part.end - at;
                    }
                    found(SplitWord::Identifier { text: run, parts: &parts });
                }
                at = end;
            }
        }
    }
}

/// Collects the parts of the identifier that begins at `start`; returns its end.
fn identifier(text: &str, start: usize, parts: &mut Vec<Range<usize>>) -> usize {
    let mut at = start;
    let mut part_start = start;
    let mut previous = Class::Other;
    let mut previous_start = start;
    while at < text.len() {
        let (class, length) = classify(text, at);
        match class {
            Class::Other | Class::Ideograph => break,
            Class::Underscore => {
                push_part(parts, part_start..at);
                part_start = at + length;
            }
            // `HTTPServer`: the last capital begins the next part.
            Class::Lower if previous == Class::Upper && previous_start > part_start => {
                push_part(parts, part_start..previous_start);
                part_start = previous_start;
            }
            Class::Lower if previous == Class::Upper => {}
            _ if previous != class && previous != Class::Other && previous != Class::Underscore => {
                push_part(parts, part_start..at);
                part_start = at;
            }
            _ => {}
        }
        previous = class;
        previous_start = at;
        at += length;
    }
    push_part(parts, part_start..at);
    at
}

fn push_part(parts: &mut Vec<Range<usize>>, part: Range<usize>) {
    if !part.is_empty() {
        parts.push(part);
    }
}

/// Reports the pairs of a run of ideographs; returns its end.
fn pairs(text: &str, start: usize, found: &mut impl FnMut(SplitWord<'_>)) -> usize {
    let mut at = start;
    let mut before = None;
    while at < text.len() {
        let (class, length) = classify(text, at);
        if class != Class::Ideograph {
            break;
        }
        if let Some(pair) = before.and_then(|before| text.get(before..at + length)) {
            found(SplitWord::Pair(pair));
        }
        before = Some(at);
        at += length;
    }
    // A character that stands alone is its own word.
    if before == Some(start)
        && let Some(single) = text.get(start..at)
    {
        found(SplitWord::Pair(single));
    }
    at
}

/// Class and length in bytes of the character at `at`, a character boundary.
#[inline]
fn classify(text: &str, at: usize) -> (Class, usize) {
    let byte = text.as_bytes()[at];
    let class = match byte {
        b'a'..=b'z' => Class::Lower,
        b'A'..=b'Z' => Class::Upper,
        b'0'..=b'9' => Class::Digit,
        b'_' => Class::Underscore,
        0..=127 => Class::Other,
        _ => return classify_wide(text, at),
    };
    (class, 1)
}

#[cold]
fn classify_wide(text: &str, at: usize) -> (Class, usize) {
    let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else {
        return (Class::Other, 1);
    };
    let class = if is_ideograph(character) {
        Class::Ideograph
    } else if character.is_uppercase() {
        Class::Upper
    } else if character.is_alphabetic() || is_mark(character) {
        Class::Lower
    } else if character.is_numeric() {
        Class::Digit
    } else {
        Class::Other
    };
    (class, character.len_utf8())
}

/// Combining marks continue a word.
fn is_mark(character: char) -> bool {
    matches!(u32::from(character), 0x0300..=0x036F | 0x0900..=0x0DFF)
}

fn is_ideograph(character: char) -> bool {
    matches!(
        u32::from(character),
        0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF
            | 0xF900..=0xFAFF | 0x20000..=0x3FFFF
    )
}
