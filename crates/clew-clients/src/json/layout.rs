//! How a JSON text is laid out: indentation, newlines, commas, comments.

use crate::plain::Plain;

/// The habits of one text.
pub(super) struct Layout<'a> {
    /// What ends its lines.
    pub(super) newline: &'static str,
    /// One step of indentation.
    pub(super) unit: &'a str,
}

impl<'a> Layout<'a> {
    /// The layout of `text`: that of its first indented member, else two
    /// blanks.
    pub(super) fn of(text: &'a str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let unit = text
            .lines()
            .map(|line| (indent_of(line), line.trim_start()))
            .find(|(indent, rest)| !indent.is_empty() && rest.starts_with(['"', '\'']))
            .map(|(indent, _)| indent)
            .filter(|indent| indent.len() <= 8)
            .unwrap_or("  ");
        Layout { newline, unit }
    }

    /// A property over several lines, its first line not indented.
    pub(super) fn property(&self, key: &str, value: &Plain, indent: &str) -> String {
        format!("{}: {}", quoted(key), self.render(value, indent))
    }

    /// A property on one line.
    pub(super) fn compact_property(&self, key: &str, value: &Plain) -> String {
        format!("{}: {}", quoted(key), compact(value))
    }

    /// A value over several lines, as `JSON.stringify` lays it out, so that
    /// clients which rewrite the file leave it as it is.
    pub(super) fn render(&self, value: &Plain, indent: &str) -> String {
        let inner = format!("{indent}{}", self.unit);
        let items: Vec<String> = match value {
            Plain::List(items) => items.iter().map(|item| self.render(item, &inner)).collect(),
            Plain::Map(members) => {
                members.iter().map(|(key, value)| self.property(key, value, &inner)).collect()
            }
            other => return compact(other),
        };
        let (open, close) = brackets(value);
        if items.is_empty() {
            return format!("{open}{close}");
        }
        let newline = self.newline;
        let lines: Vec<String> = items.iter().map(|item| format!("{inner}{item}")).collect();
        let lines = lines.join(&format!(",{newline}"));
        format!("{open}{newline}{lines}{newline}{indent}{close}")
    }
}

fn brackets(value: &Plain) -> (char, char) {
    if matches!(value, Plain::List(_)) { ('[', ']') } else { ('{', '}') }
}

fn compact(value: &Plain) -> String {
    match value {
        Plain::Null => "null".into(),
        Plain::Flag(flag) => flag.to_string(),
        Plain::Other(written) => written.clone(),
        Plain::Text(text) => quoted(text),
        Plain::List(items) => {
            format!("[{}]", items.iter().map(compact).collect::<Vec<_>>().join(", "))
        }
        Plain::Map(members) => {
            let members =
                members.iter().map(|(key, value)| format!("{}: {}", quoted(key), compact(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Indentation of the line that holds byte `at`.
pub(super) fn line_indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    indent_of(&text[start..])
}

/// What stands before byte `at` in its line, if that is nothing but blanks.
pub(super) fn own_indent(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &text[start..at];
    (indent_of(before) == before).then_some(before)
}

/// The comma that follows byte `from`, past blanks and comments.
pub(super) fn comma_after(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while at < to {
        let rest = &text[at..to];
        let next = rest.chars().next()?;
        at += match comment(rest) {
            Some(length) => length,
            None if next == ',' => return Some(at),
            None if next.is_whitespace() || next == '\u{feff}' => next.len_utf8(),
            None => return None,
        };
    }
    None
}

/// The end of the comments that follow byte `from` on its line; `from`
/// itself, if there are none.
pub(super) fn rest_of_line(text: &str, from: usize, to: usize) -> usize {
    let mut end = from;
    let mut at = from;
    while at < to {
        let rest = &text[at..to];
        if rest.starts_with([' ', '\t']) {
            at += 1;
            continue;
        }
        match comment(rest) {
            Some(length) if !rest[..length].contains('\n') => {
                at += length;
                end = at;
            }
            _ => break,
        }
    }
    end
}

/// Length of the comment that `text` begins with, without the end of the line.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        let end = text.find(['\n', '\r']).unwrap_or(text.len());
        return Some(end);
    }
    let inner = text.strip_prefix("/*")?;
    Some(inner.find("*/").map_or(text.len(), |end| end + 4))
}

/// `text` without the bytes from `start` to `end`, and without their line, if
/// nothing else is on it.
pub(super) fn blank_line_cut(text: &str, start: usize, end: usize) -> String {
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[end..].find('\n').map(|newline| end + newline + 1);
    let blank = |part: &str| part.chars().all(char::is_whitespace);
    match line_end {
        Some(line_end) if blank(&text[line_start..start]) && blank(&text[end..line_end]) => {
            format!("{}{}", &text[..line_start], &text[line_end..])
        }
        _ => format!("{}{}", &text[..start], &text[end..]),
    }
}
