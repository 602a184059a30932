//! The line ending that a text uses.

/// `\r\n` where the text has one, or ends in the first half of one; else `\n`.
pub(crate) fn newline_of(text: &str) -> &'static str {
    if text.contains("\r\n") || text.ends_with('\r') { "\r\n" } else { "\n" }
}
