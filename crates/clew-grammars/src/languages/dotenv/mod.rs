//! Environment files: the names of variables, never their values.

#[cfg(test)]
mod tests;

use clew_model::SymbolKind;
use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Sheet};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["env"],
    extensions: &["env"],
    file_names: &[".env", ".envrc", ".flaskenv"],
    file_prefixes: &[".env."],
    depth: Depth::Outline,
    guessed: false,
    extracts: "names of variables; values are neither read nor kept",
    outline: Some(read),
    conceal: Some(conceal),
    verified: "1.000/1.000 of 18 names against python-dotenv",
    ..LanguageDefinition::words("dotenv", "Environment file")
};

fn read(builder: &mut FactsBuilder<'_>) {
    let mut sheet = Sheet::new(builder);
    for name in assignments(sheet.text()).0 {
        sheet.declare(Entry::new(SymbolKind::Variable, name, name));
    }
}

/// The text without all that is no name, plain comment or line end: what is no
/// assignment may be the rest of a value. Names keep line and column; of a value not
/// even the length is left.
fn conceal(text: &str) -> String {
    let (assignments, comments) = assignments(text);
    let mut kept: Vec<TextRange> = comments;
    kept.extend(assignments.iter().map(|name| with_mark(text, *name)));
    kept.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in kept {
        leave_out(&text[at..range.start.to_usize()], &mut out);
        indent(&text[at..range.start.to_usize()], &mut out);
        out.push_str(range.slice(text));
        at = range.end.to_usize();
    }
    leave_out(&text[at..], &mut out);
    out
}

/// A name with the `=` or `: ` that makes it one, so that what is kept is read alike.
fn with_mark(text: &str, name: TextRange) -> TextRange {
    let (start, end) = (name.start.to_usize(), name.end.to_usize());
    let behind = &text[end..];
    let mark = behind.trim_start();
    let blanks = behind.len() - mark.len();
    let length = if mark.starts_with(": ") { 2 } else { 1 };
    TextRange::new(start, end + blanks + length)
}
/// The line ends of a text and nothing else.
fn leave_out(text: &str, out: &mut String) {
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        out.push_str(if line.ends_with("\r\n") { "\r\n" } else { "\n" });
    }
}

/// Blanks as wide as what stands before a name on its line.
fn indent(text: &str, out: &mut String) {
    let line = text.rsplit('\n').next().unwrap_or_default();
    line.chars().for_each(|_| out.push(' '));
}

/// The names that a text assigns to, and its comments that hold none.
fn assignments(text: &str) -> (Vec<TextRange>, Vec<TextRange>) {
    let (mut found, mut comments) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let line = &text[at..end];
        let trimmed = line.trim_start();
        let start = at + line.len() - trimmed.len();
        if let Some(comment) = trimmed.strip_prefix('#') {
            match name_in(comment.trim_start_matches(['#', ' ', '\t'])) {
                Some(name) => {
                    let name_start = end - comment.trim_start_matches(['#', ' ', '\t']).len();
                    let name_end = name_start + name.0 + name.1;
                    comments.push(with_mark(text, TextRange::new(start, name_end)));
                }
                None => comments.push(TextRange::new(start, start + trimmed.trim_end().len())),
            }
            at = end + 1;
            continue;
        }
        let Some((offset, length)) = name_in(trimmed) else {
            at = end + 1;
            continue;
        };
        let name = TextRange::new(start + offset, start + offset + length);
        let value = name.end.to_usize();
        at = value_end(text, value, end) + 1;
        found.push(name);
    }
    (found, comments)
}

/// Where the name of `[export] NAME = …` starts and how long it is.
fn name_in(line: &str) -> Option<(usize, usize)> {
    let exported = line.strip_prefix("export ").map(str::trim_start);
    let behind = exported.and_then(|rest| Some((line.len() - rest.len(), plain_name(rest)?)));
    behind.or_else(|| Some((0, plain_name(line)?)))
}

/// How long the name of `NAME = …` is.
fn plain_name(line: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let length = line.find(|c| !is_part(c)).unwrap_or(line.len());
    let starts_well = line.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let after = line[length..].trim_start();
    let assigns = after.starts_with('=') || after.starts_with(": ");
    (starts_well && assigns).then_some(length)
}

/// Where the value that begins behind the name at `from` ends: with the line at
/// `line_end`, or where its quote is closed.
fn value_end(text: &str, from: usize, line_end: usize) -> usize {
    let line = &text[from..line_end];
    let value = line.trim_start_matches(['=', ':', ' ', '\t']);
    let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) else {
        return line_end;
    };
    let bytes = text.as_bytes();
    let mut at = line_end - value.len() + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quote == '"' => at += 2,
            byte if *byte == quote as u8 => {
                return text[at..].find('\n').map_or(text.len(), |length| at + length);
            }
            _ => at += 1,
        }
    }
    text.len()
}
