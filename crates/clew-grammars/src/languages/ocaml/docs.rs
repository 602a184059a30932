//! Documentation that stands behind what it documents.

use clew_text::TextRange;

use crate::described::Walk;

/// The doc of what ends at `end`: the one noted before it, else the one behind it.
pub(super) fn doc_of(walk: &mut Walk<'_, '_>, start: usize, end: usize) -> Option<TextRange> {
    walk.take_doc(start).or_else(|| doc_behind(walk.builder.text(), end))
}

/// The `(** … *)` on the same line behind `end`, or on the next line where a blank
/// line follows it.
fn doc_behind(text: &str, end: usize) -> Option<TextRange> {
    let rest = text.get(end..)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', ';']).len();
    let mut start = end + blanks;
    let rest = text.get(start..)?;
    let is_below = rest.starts_with('\n') || rest.starts_with("\r\n");
    if is_below {
        let below = rest.trim_start_matches('\r').get(1..)?;
        start = text.len() - below.trim_start_matches([' ', '\t']).len();
    }
    let comment = text.get(start..)?;
    if !comment.starts_with("(**") || comment.starts_with("(**)") {
        return None;
    }
    let length = comment_length(comment)?;
    let behind = comment.get(length..)?.trim_start_matches([' ', '\t', '\r']);
    let parts = behind.strip_prefix('\n').map(|next| next.trim_start_matches([' ', '\t', '\r']));
    let is_alone =
        behind.is_empty() || parts.is_some_and(|next| next.is_empty() || next.starts_with('\n'));
    (!is_below || is_alone).then(|| TextRange::new(start, start + length))
}

/// How long the comment at the start of `text` is; `None` if it does not end.
fn comment_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < bytes.len() {
        match (bytes[at], bytes[at + 1]) {
            (b'(', b'*') => (depth, at) = (depth + 1, at + 2),
            (b'*', b')') if depth <= 1 => return Some(at + 2),
            (b'*', b')') => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    None
}
