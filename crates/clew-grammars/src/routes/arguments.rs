//! Arguments of calls, read from the text behind a name.

use clew_text::TextRange;

use crate::regions::component::trimmed;

/// Longest list of arguments that is read, in bytes.
const MAX_ARGUMENTS: usize = 20_000;

/// The arguments in the parentheses that begin at or behind `at`, blanks passed over, and
/// where the list ends; `None` if there is none or it is not closed.
pub(super) fn arguments(text: &str, at: usize) -> Option<(Vec<TextRange>, usize)> {
    let blank = text[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let open = at + blank;
    if text.as_bytes().get(open) != Some(&b'(') {
        return None;
    }
    let end = closing(text, open)?;
    let inside = TextRange::new(open + 1, end);
    Some((parts(text, inside), end + 1))
}

/// The parts of a range between commas that stand in no brackets, quotes or comments.
pub(super) fn parts(text: &str, range: TextRange) -> Vec<TextRange> {
    let bytes = text.as_bytes();
    let (mut parts, mut depth) = (Vec::new(), 0_usize);
    let (mut from, mut at, end) =
        (range.start.to_usize(), range.start.to_usize(), range.end.to_usize());
    while at < end {
        match bytes[at] {
            b'"' | b'\'' | b'`' => at = quoted_end(bytes, at),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'/' if bytes[at..].starts_with(b"//") => at = line_end(bytes, at),
            b',' if depth == 0 => {
                parts.push(trimmed(text, TextRange::new(from, at)));
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(trimmed(text, TextRange::new(from.min(end), end)));
    parts.retain(|part| !part.is_empty());
    parts
}

/// The index of the bracket that closes the one at `open`.
pub(super) fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let bytes = &bytes[..bytes.len().min(open + MAX_ARGUMENTS)];
    let (mut depth, mut at) = (0_usize, open);
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' | b'`' => at = quoted_end(bytes, at),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'/' if bytes[at..].starts_with(b"//") => at = line_end(bytes, at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The index of the quote that closes the one at `at`, or `at` where its line has none
/// (lifetimes, apostrophes).
fn quoted_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 1,
            b'\n' if quote != b'`' => return at,
            byte if *byte == quote => return end,
            _ => {}
        }
        end += 1;
    }
    at
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length)
}

/// The content of a string literal that a whole argument is; `None` for anything else,
/// and for texts with values in them.
pub(super) fn literal(text: &str, argument: TextRange) -> Option<TextRange> {
    let slice = argument.slice(text);
    let lead = slice.bytes().take_while(|byte| matches!(byte, b'r' | b'b' | b'u' | b'@')).count();
    let quote = slice[lead..].chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = slice[lead + 1..].strip_suffix(quote)?;
    let is_plain = !inner.contains(quote) && !inner.contains('\n') && !inner.contains("${");
    let start = argument.start.to_usize() + lead + 1;
    is_plain.then(|| TextRange::new(start, start + inner.len()))
}

/// The value of the argument called `name`: `name = value`, `name: value`.
pub(super) fn named(text: &str, arguments: &[TextRange], name: &str) -> Option<TextRange> {
    arguments.iter().find_map(|argument| {
        let rest = argument.slice(text).strip_prefix(name)?.trim_start();
        let value = rest.strip_prefix(['=', ':'])?.trim_start();
        let end = argument.end.to_usize();
        Some(TextRange::new(end - value.len(), end))
    })
}

/// The literals of `"a"`, `{"a", "b"}` or `["a", "b"]`.
pub(super) fn literals(text: &str, argument: TextRange) -> Vec<TextRange> {
    let slice = argument.slice(text);
    let inner =
        slice.strip_prefix(['[', '{', '(']).and_then(|rest| rest.strip_suffix([']', '}', ')']));
    match inner {
        Some(inner) => {
            let start = argument.start.to_usize() + 1;
            let inside = TextRange::new(start, start + inner.len());
            parts(text, inside).into_iter().filter_map(|part| literal(text, part)).collect()
        }
        None => literal(text, argument).into_iter().collect(),
    }
}

/// The first line of a range.
pub(super) fn first_line(text: &str, range: TextRange) -> TextRange {
    let slice = range.slice(text);
    let start = range.start.to_usize();
    TextRange::new(start, start + slice.find(['\n', '\r']).unwrap_or(slice.len()))
}
