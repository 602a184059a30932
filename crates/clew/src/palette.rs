//! Colours. They are always written; the stream leaves them out where the
//! output is no terminal.

/// A file and line.
pub(crate) fn place(text: &str) -> String {
    format!("\u{1b}[35m{text}\u{1b}[0m")
}

/// The name of a symbol.
pub(crate) fn name(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}

/// What is less important.
pub(crate) fn faint(text: &str) -> String {
    format!("\u{1b}[2m{text}\u{1b}[0m")
}

/// A kind or role.
pub(crate) fn kind(text: &str) -> String {
    format!("\u{1b}[36m{text}\u{1b}[0m")
}

/// What is wrong.
pub(crate) fn bad(text: &str) -> String {
    format!("\u{1b}[31m{text}\u{1b}[0m")
}

/// `file:line`, as editors open it.
pub(crate) fn file_line(file: &str, line: u32) -> String {
    place(&format!("{file}:{line}"))
}

/// What follows the name of something that is defined elsewhere.
pub(crate) fn declaration(is_declaration: bool) -> String {
    if is_declaration { faint(" (declaration only)") } else { String::new() }
}

/// The text without colours.
pub(crate) fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        out.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    out
}

/// Drops control characters, so that names and text from files cannot steer
/// the terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c })
        .collect()
}
