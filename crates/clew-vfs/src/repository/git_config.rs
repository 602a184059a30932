//! The few parts of git's configuration syntax that are needed.

/// Returns the last value of a key in the text of a git configuration.
///
/// `section` and `key` are lower case and compared without case; `subsection`
/// is the quoted part of `[remote "origin"]`. Included files are not followed.
pub(crate) fn value(
    config: &str,
    section: &str,
    subsection: Option<&str>,
    key: &str,
) -> Option<String> {
    let mut inside = false;
    let mut found = None;
    let mut lines = config.lines();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        let assignment = match line.strip_prefix('[') {
            Some(header) => {
                let (is_wanted, rest) = header_matches(header, section, subsection);
                inside = is_wanted;
                rest.trim_start()
            }
            None => line,
        };
        let name_end = assignment
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .unwrap_or(assignment.len());
        let (name, rest) = assignment.split_at(name_end);
        if name.is_empty() {
            continue;
        }
        let Some(raw) = rest.trim_start().strip_prefix('=') else { continue };
        let text = unquote(raw, &mut lines);
        if inside && name.eq_ignore_ascii_case(key) {
            found = Some(text);
        }
    }
    found
}

/// Whether a header, past its `[`, is the wanted one; and what follows its `]`.
fn header_matches<'line>(
    header: &'line str,
    section: &str,
    subsection: Option<&str>,
) -> (bool, &'line str) {
    let (name, tail) = match header.split_once('"') {
        Some((name, tail)) if !name.contains(']') => (name, Some(tail)),
        _ => (header.split(']').next().unwrap_or(""), None),
    };
    let is_section = name.trim().eq_ignore_ascii_case(section);
    let Some(tail) = tail else {
        let rest = header.split_once(']').map_or("", |(_, rest)| rest);
        return (is_section && subsection.is_none(), rest);
    };
    let mut quoted = String::new();
    let mut is_closed = false;
    let mut chars = tail.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                is_closed = true;
                break;
            }
            '\\' => quoted.extend(chars.next()),
            other => quoted.push(other),
        }
    }
    let rest = chars.as_str();
    let rest = rest.strip_prefix(']').unwrap_or(rest);
    (is_section && is_closed && subsection == Some(quoted.as_str()), rest)
}

/// Takes quotes, escapes and comments out of a value; a backslash at the end
/// of a line goes on with the next one.
fn unquote<'config>(raw: &'config str, lines: &mut impl Iterator<Item = &'config str>) -> String {
    let mut text = String::new();
    let mut kept = 0;
    let mut in_quotes = false;
    let mut chars = raw.trim_start().chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => in_quotes = !in_quotes,
            '#' | ';' if !in_quotes => break,
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('b') => {
                    text.pop();
                }
                Some(other) => text.push(other),
                None => chars = lines.next().unwrap_or("").chars(),
            },
            other => text.push(other),
        }
        if in_quotes || !c.is_whitespace() {
            kept = text.len();
        }
    }
    text.truncate(kept);
    text
}
