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
        let place = error.location().map(|place| (place.line(), place.column()));
        let (line, column) = twice(text, &error.to_string()).or(place).unwrap_or((1, 1));
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
            return Err(not_by_lines(&lines, key));
        }
        // Nothing may follow the mark that ends a document.
        let end = lines.iter().position(|line| line.trim_end() == "...").unwrap_or(lines.len());
        let mut new: Vec<String> = lines[..end].iter().map(ToString::to_string).collect();
        if known.is_empty() {
            new.extend(preamble.lines().map(str::to_string));
        }
        new.push(format!("{key}:"));
        new.extend(item("  "));
        new.extend(lines[end..].iter().map(ToString::to_string));
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
    match same {
        Some(_) => {
            let entry = known_item(&whole, key, name);
            let edited = edit_item(&lines[from..to], entry, members);
            new.extend(edited.ok_or(EditError::Unsafe)?);
        }
        None => new.extend(item(indent)),
    }
    new.extend(lines[to..].iter().map(ToString::to_string));
    Ok(joined(&new, newline))
}

/// The place of a list that does not stand line by line.
fn not_by_lines(lines: &[&str], key: &str) -> EditError {
    let Some(at) = lines.iter().position(|line| header_rest(line, key).is_some()) else {
        return EditError::Unsafe;
    };
    EditError::Shape {
        line: at + 1,
        column: 1,
        key: key.to_string(),
        found: "in brackets, anchored or no list",
        expected: "a list with a line `- name: …` for each server",
    }
}

/// Where a key at the top stands for the second time, if that is what `reason` says.
fn twice(text: &str, reason: &str) -> Option<(usize, usize)> {
    let key = reason.split_once("duplicate entry with key \"")?.1.split('"').next()?;
    let at = text.lines().enumerate().filter(|(_, line)| header_rest(line, key).is_some()).nth(1);
    at.map(|(at, _)| (at + 1, 1))
}

fn known_item<'a>(whole: &'a Plain, key: &str, name: &str) -> Option<&'a Plain> {
    let Plain::List(items) = whole.get(key)? else { return None };
    let name = Plain::text(name);
    items.iter().find(|item| item.get("name") == Some(&name))
}

/// The lines of an item with its `members` set; its other members, and comments, stay.
/// Nothing if it is not written line by line.
fn edit_item(
    lines: &[&str],
    entry: Option<&Plain>,
    members: &[(&str, Plain)],
) -> Option<Vec<String>> {
    let first = lines.first()?;
    let column = first.len() - first.trim_start_matches([' ', '-']).len();
    let mut new: Vec<String> = lines.iter().map(ToString::to_string).collect();
    for (key, value) in members {
        let known = entry.and_then(|entry| entry.get(key));
        if known.is_some_and(|known| known.same(value)) {
            continue;
        }
        let written = member_lines(&" ".repeat(column), key, value);
        match member_range(&new, column, key) {
            Some((from, to)) => {
                let mut written = written;
                if let (Some(only), Some(comment)) = (written.first_mut(), comment(&new[from])) {
                    only.push_str(&format!(" {comment}"));
                }
                if from == 0 {
                    written[0].replace_range(..column, &first[..column]);
                }
                new.splice(from..to, written);
            }
            None => new.extend(written),
        }
    }
    Some(new).filter(|_| !first[column..].starts_with('{'))
}

/// The lines of the member `key`, whose keys begin at `column`.
fn member_range(lines: &[String], column: usize, key: &str) -> Option<(usize, usize)> {
    let rest = |at: usize| lines[at].get(column..).filter(|_| begins_at(&lines[at], column, at));
    let from = (0..lines.len()).find(|at| rest(*at).is_some_and(|rest| names(rest, key)))?;
    let belongs = |line: &String| {
        let inner = line.trim_start_matches(' ');
        let indent = line.len() - inner.len();
        !inner.is_empty() && (indent > column || indent == column && inner.starts_with("- "))
    };
    let more = lines[from + 1..].iter().take_while(|line| belongs(line)).count();
    Some((from, from + 1 + more))
}

/// Whether a key may begin at `column` of a line: only blanks stand before it, and in the
/// first line of the item its dash.
fn begins_at(line: &str, column: usize, at: usize) -> bool {
    let before = line.get(..column).unwrap_or("x");
    before.chars().all(|c| c == ' ' || at == 0 && c == '-')
}

fn names(rest: &str, key: &str) -> bool {
    header_rest(rest, key).is_some()
}

/// The comment at the end of a line.
fn comment(line: &str) -> Option<&str> {
    let value = line.split_once(": ").map_or("", |(_, value)| value.trim_start());
    let quote = value.chars().next().filter(|c| ['"', '\''].contains(c));
    let after = match quote {
        Some(quote) => value[1..].split_once(quote)?.1,
        None => value,
    };
    let at = if after.starts_with('#') { 0 } else { after.find(" #")? + 1 };
    Some(&after[at..])
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
    let inner = format!("{indent}  ");
    lines.extend(members.iter().flat_map(|(key, value)| member_lines(&inner, key, value)));
    lines
}

fn member_lines(indent: &str, key: &str, value: &Plain) -> Vec<String> {
    match value {
        Plain::List(items) => {
            let mut lines = vec![format!("{indent}{key}:")];
            for item in items {
                if let Plain::Text(text) = item {
                    lines.push(format!("{indent}  - {}", scalar(text)));
                }
            }
            lines
        }
        Plain::Text(text) => vec![format!("{indent}{key}: {}", scalar(text))],
        _ => Vec::new(),
    }
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
