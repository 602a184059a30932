//! JSON with comments, trailing commas and JSON5 forms, edited in place.

mod layout;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use self::layout::{Layout, blank_line_cut, comma_after, line_indent, own_indent, rest_of_line};
use crate::error::{EditError, place};
use crate::plain::Plain;

/// The value of the whole text; an empty map for a text without a value.
pub(crate) fn read(text: &str) -> Result<Plain, EditError> {
    Ok(parse(text)?.map_or_else(|| Plain::Map(Vec::new()), |value| plain(&value)))
}

/// Sets the value at `path`, making the objects on the way.
pub(crate) fn set(text: &str, path: &[&str], value: &Plain) -> Result<String, EditError> {
    let layout = Layout::of(text);
    let Some(root) = parse(text)? else {
        let mut out = text.to_string();
        if !out.is_empty() && !out.ends_with('\n') {
            out.push_str(layout.newline);
        }
        out.push_str(&layout.render(&nested(path, value), ""));
        out.push_str(layout.newline);
        return Ok(out);
    };
    let mut object = match &root {
        Value::Object(object) => object,
        other => return Err(shape(text, other, "the whole file")),
    };
    for (depth, key) in path.iter().enumerate() {
        let inner = nested(&path[depth + 1..], value);
        match member(text, object, key)? {
            None => return Ok(append(text, object, key, &inner, &layout)),
            Some(found) => match &found.value {
                Value::Object(next) if depth + 1 < path.len() => object = next,
                old if depth + 1 == path.len() || matches!(old, Value::NullKeyword(_)) => {
                    let range = old.range();
                    let indent = line_indent(text, range.start);
                    let new = layout.render(&inner, indent);
                    return Ok(format!("{}{new}{}", &text[..range.start], &text[range.end..]));
                }
                other => return Err(shape(text, other, key)),
            },
        }
    }
    Ok(text.to_string())
}

/// Removes what is at `path`; the text as it is, if nothing is there.
pub(crate) fn remove(text: &str, path: &[&str]) -> Result<String, EditError> {
    let Some(Value::Object(root)) = parse(text)? else { return Ok(text.to_string()) };
    let mut object = &root;
    let Some((last, way)) = path.split_last() else { return Ok(text.to_string()) };
    for key in way {
        match member(text, object, key)?.map(|found| &found.value) {
            Some(Value::Object(next)) => object = next,
            _ => return Ok(text.to_string()),
        }
    }
    match member(text, object, last)? {
        Some(found) => Ok(without(text, object, found)),
        None => Ok(text.to_string()),
    }
}

fn parse(text: &str) -> Result<Option<Value<'_>>, EditError> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    let collect = CollectOptions { comments: CommentCollectionStrategy::Off, tokens: false };
    parse_to_ast(text, &collect, &options).map(|parsed| parsed.value).map_err(|error| {
        let (line, column) = place(text, error.range().start);
        EditError::Syntax { line, column, reason: error.kind().to_string() }
    })
}

fn plain(value: &Value<'_>) -> Plain {
    match value {
        Value::NullKeyword(_) => Plain::Null,
        Value::BooleanLit(flag) => Plain::Flag(flag.value),
        Value::NumberLit(number) => Plain::Other(number.value.to_string()),
        Value::StringLit(text) => Plain::Text(text.value.to_string()),
        Value::Array(array) => Plain::List(array.elements.iter().map(plain).collect()),
        Value::Object(object) => Plain::Map(
            object
                .properties
                .iter()
                .map(|property| (property.name.as_str().to_string(), plain(&property.value)))
                .collect(),
        ),
    }
}

/// The property of that name. Two of them are refused, since clients differ
/// in which one counts.
fn member<'a, 'b>(
    text: &str,
    object: &'b Object<'a>,
    key: &str,
) -> Result<Option<&'b ObjectProp<'a>>, EditError> {
    let mut found = object.properties.iter().filter(|property| property.name.as_str() == key);
    let first = found.next();
    match found.next() {
        None => Ok(first),
        Some(second) => {
            let (line, column) = place(text, second.range.start);
            let reason = format!("`{key}` stands here a second time");
            Err(EditError::Syntax { line, column, reason })
        }
    }
}

fn shape(text: &str, value: &Value<'_>, key: &str) -> EditError {
    let (line, column) = place(text, value.range().start);
    let found = match value {
        Value::NullKeyword(_) => "null",
        Value::BooleanLit(_) => "true or false",
        Value::NumberLit(_) => "a number",
        Value::StringLit(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    EditError::Shape { line, column, key: key.to_string(), found, expected: "an object" }
}

fn nested(path: &[&str], value: &Plain) -> Plain {
    path.iter().rev().fold(value.clone(), |inner, key| Plain::Map(vec![((*key).into(), inner)]))
}

/// `text` with a property at the end of `object`.
fn append(
    text: &str,
    object: &Object<'_>,
    key: &str,
    value: &Plain,
    layout: &Layout<'_>,
) -> String {
    let (start, close) = (object.range.start + 1, object.range.end - 1);
    let newline = layout.newline;
    let Some(last) = object.properties.last() else {
        let base = line_indent(text, object.range.start);
        let indent = format!("{base}{}", layout.unit);
        let property = layout.property(key, value, &indent);
        let kept = text[start..close].trim_end();
        return format!(
            "{}{kept}{newline}{indent}{property}{newline}{base}{}",
            &text[..start],
            &text[close..]
        );
    };
    let end = last.range.end;
    let comma = comma_after(text, end, close);
    if !text[start..close].contains('\n') {
        let property = layout.compact_property(key, value);
        return match comma {
            None => format!("{}, {property}{}", &text[..end], &text[end..]),
            Some(at) => format!("{} {property},{}", &text[..=at], &text[at + 1..]),
        };
    }
    let indent = own_indent(text, last.range.start).map_or_else(
        || format!("{}{}", line_indent(text, object.range.start), layout.unit),
        str::to_string,
    );
    let property = layout.property(key, value, &indent);
    let rest = rest_of_line(text, comma.map_or(end, |at| at + 1), close);
    let (before, after) = (&text[..rest], &text[rest..]);
    match comma {
        Some(_) => format!("{before}{newline}{indent}{property},{after}"),
        None => {
            let (head, tail) = (&text[..end], &text[end..rest]);
            format!("{head},{tail}{newline}{indent}{property}{after}")
        }
    }
}

/// `text` without `found` and the comma that belongs to it.
fn without(text: &str, object: &Object<'_>, found: &ObjectProp<'_>) -> String {
    let close = object.range.end - 1;
    let range = found.range;
    if let Some(comma) = comma_after(text, range.end, close) {
        return blank_line_cut(text, range.start, comma + 1);
    }
    let before = object.properties.iter().rev().find(|other| other.range.end <= range.start);
    let cut = blank_line_cut(text, range.start, range.end);
    match before.and_then(|before| comma_after(text, before.range.end, range.start)) {
        Some(comma) => format!("{}{}", &cut[..comma], &cut[comma + 1..]),
        None => cut,
    }
}

#[cfg(test)]
mod tests;
