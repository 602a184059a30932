//! YAML lists of servers, edited line by line.
//!
//! No library that reads YAML keeps its comments, so the lines of the list
//! are found by their indentation; the caller reads the result back and
//! refuses what did not come out as it should.

use serde_yaml_ng::Value;

use crate::error::EditError;
use crate::plain::Plain;

/// The value of the whole text; an empty map for a text without a value.
pub(crate) fn read(text: &str) -> Result<Plain, EditError> {
    let value: Value = serde_yaml_ng::from_str(text).map_err(|error| {
        let (line, column) =
            error.location().map_or((1, 1), |place| (place.line(), place.column()));
        EditError::Syntax { line, column, reason: error.to_string() }
    })?;
    Ok(match plain(&value) {
        Plain::Null => Plain::Map(Vec::new()),
        other => other,
    })
}

/// Puts `item` at the end of the list `key`, or in the place of the item that
/// has this name. A text without a value begins with `preamble`.
pub(crate) fn put(
    text: &str,
    key: &str,
    name: &str,
    members: &[(&str, Plain)],
    preamble: &str,
) -> Result<String, EditError> {
    let newline = crate::newline::newline_of(text);
    let whole = read(text)?;
    let Plain::Map(known) = &whole else { return Err(EditError::Unsafe) };
    let mut lines: Vec<&str> = text.lines().collect();
    let item = |indent: &str| item_lines(indent, name, members);
    let Some(list) = find_list(&lines, key) else {
        if known.iter().any(|(found, _)| found == key) {
            return Err(EditError::Unsafe);
        }
        let mut new: Vec<String> = lines.iter().map(ToString::to_string).collect();
        if known.is_empty() {
            new.extend(preamble.lines().map(str::to_string));
        }
        new.push(format!("{key}:"));
        new.extend(item("  "));
        return Ok(joined(&new, newline));
    };
    let header = emptied(lines[list.header]);
    if let Some(header) = &header {
        lines[list.header] = header;
    }
    let indent = list.items.first().map_or("  ", |item| item.indent);
    let same = list.items.iter().find(|item| item_name(&lines, item) == Some(name));
    let (from, to) = match same {
        Some(item) => (item.start, item.end),
        None => {
            let end = list.items.last().map_or(list.header + 1, |item| item.end);
            (end, end)
        }
    };
    let mut new: Vec<String> = lines[..from].iter().map(ToString::to_string).collect();
    new.extend(item(indent));
    new.extend(lines[to..].iter().map(ToString::to_string));
    Ok(joined(&new, newline))
}

/// Removes the item of that name; the text as it is, if it is not there.
pub(crate) fn take(text: &str, key: &str, name: &str) -> Result<String, EditError> {
    let newline = crate::newline::newline_of(text);
    read(text)?;
    let lines: Vec<&str> = text.lines().collect();
    let Some(list) = find_list(&lines, key) else { return Ok(text.to_string()) };
    let Some(item) = list.items.iter().find(|item| item_name(&lines, item) == Some(name)) else {
        return Ok(text.to_string());
    };
    let mut new: Vec<String> = lines[..item.start].iter().map(ToString::to_string).collect();
    if list.items.len() == 1 {
        new[list.header] = format!("{key}: []");
    }
    new.extend(lines[item.end..].iter().map(ToString::to_string));
    Ok(joined(&new, newline))
}

struct List<'a> {
    header: usize,
    items: Vec<Item<'a>>,
}

/// Lines of one item, from its dash to before what follows it.
struct Item<'a> {
    indent: &'a str,
    start: usize,
    end: usize,
}

fn find_list<'a>(lines: &[&'a str], key: &str) -> Option<List<'a>> {
    let header = lines.iter().position(|line| header_rest(line, key).is_some())?;
    let rest = header_rest(lines[header], key)?;
    if !(rest.is_empty() || rest.starts_with('#') || is_empty_list(rest)) {
        return None;
    }
    let mut items: Vec<Item<'a>> = Vec::new();
    let mut last = header;
    for (at, line) in lines.iter().enumerate().skip(header + 1) {
        let inner = line.trim_start_matches(' ');
        if inner.trim().is_empty() || inner.starts_with('#') {
            continue;
        }
        let indent = &line[..line.len() - inner.len()];
        let dash = inner == "-" || inner.starts_with("- ");
        match items.last_mut() {
            None if dash => items.push(Item { indent, start: at, end: at + 1 }),
            Some(item) if dash && indent == item.indent => {
                item.end = last + 1;
                items.push(Item { indent, start: at, end: at + 1 });
            }
            Some(item) if indent.len() > item.indent.len() => {}
            _ => break,
        }
        last = at;
    }
    if let Some(item) = items.last_mut() {
        item.end = last + 1;
    }
    Some(List { header, items })
}

/// What follows `key:` at the start of a line.
fn header_rest<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(key).or_else(|| {
        let quote = line.chars().next().filter(|c| ['"', '\''].contains(c))?;
        line[1..].strip_prefix(key)?.strip_prefix(quote)
    })?;
    let rest = rest.trim_start().strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
}

fn is_empty_list(rest: &str) -> bool {
    rest.strip_prefix('[')
        .and_then(|inner| inner.trim_start().strip_prefix(']'))
        .is_some_and(|after| after.is_empty() || after.trim_start().starts_with('#'))
}

/// The header without its empty list, if it has one.
fn emptied(line: &str) -> Option<String> {
    let open = line.find('[')?;
    let close = line[open..].find(']')? + open;
    line.find('#')
        .is_none_or(|at| at > close)
        .then(|| format!("{}{}", line[..open].trim_end(), &line[close + 1..]))
}

fn item_name<'a>(lines: &[&'a str], item: &Item<'_>) -> Option<&'a str> {
    lines[item.start..item.end].iter().find_map(|line| {
        let inner = line.trim_start_matches([' ', '-']);
        let value = inner.strip_prefix("name:")?.trim();
        Some(value.trim_matches(['"', '\'']))
    })
}

fn item_lines(indent: &str, name: &str, members: &[(&str, Plain)]) -> Vec<String> {
    let mut lines = vec![format!("{indent}- name: {}", scalar(name))];
    for (key, value) in members {
        match value {
            Plain::List(items) => {
                lines.push(format!("{indent}  {key}:"));
                for item in items {
                    if let Plain::Text(text) = item {
                        lines.push(format!("{indent}    - {}", scalar(text)));
                    }
                }
            }
            Plain::Text(text) => lines.push(format!("{indent}  {key}: {}", scalar(text))),
            _ => {}
        }
    }
    lines
}

/// A text as YAML: bare where nothing in it has a meaning, else quoted.
fn scalar(text: &str) -> String {
    let bare = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "/_.-".contains(c))
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "yes" | "no" | "on" | "off" | "null" | "y" | "n"
        );
    if bare { text.to_string() } else { serde_json::Value::from(text).to_string() }
}

fn joined(lines: &[String], newline: &str) -> String {
    lines.iter().map(|line| format!("{line}{newline}")).collect()
}

fn plain(value: &Value) -> Plain {
    match value {
        Value::Null => Plain::Null,
        Value::Bool(flag) => Plain::Flag(*flag),
        Value::Number(number) => Plain::Other(number.to_string()),
        Value::String(text) => Plain::Text(text.clone()),
        Value::Sequence(items) => Plain::List(items.iter().map(plain).collect()),
        Value::Mapping(members) => {
            Plain::Map(members.iter().map(|(key, value)| (key_text(key), plain(value))).collect())
        }
        Value::Tagged(tagged) => Plain::Map(vec![(tagged.tag.to_string(), plain(&tagged.value))]),
    }
}

fn key_text(key: &Value) -> String {
    match key {
        Value::String(text) => text.clone(),
        other => format!("{other:?}"),
    }
}
