//! TOML, edited in place.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use crate::error::{EditError, place};
use crate::plain::Plain;

/// The value of the whole text.
pub(crate) fn read(text: &str) -> Result<Plain, EditError> {
    Ok(plain_table(parse(text)?.as_table()))
}

/// Sets members of the table `container.name`; others in it are kept.
pub(crate) fn set(
    text: &str,
    container: &str,
    name: &str,
    members: &[(&str, Plain)],
) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let known = document.get(container).and_then(|item| item.get(name)).is_some();
    if !known {
        let appended = appended(text, container, name, members);
        if parse(&appended).is_ok() {
            return Ok(appended);
        }
    }
    let servers = document.entry(container).or_insert(Item::Table(Table::new()));
    let servers = table_in(servers, container)?;
    let server = servers.entry(name).or_insert(Item::Value(Value::InlineTable(InlineTable::new())));
    let server = table_in(server, name)?;
    for (key, value) in members {
        if server.get(key).is_none_or(|old| !plain_item(old).same(value)) {
            server.insert(key, Item::Value(written(value)));
        }
    }
    Ok(with_newlines_of(text, document.to_string()))
}

/// Removes the table `container.name`; the text as it is, if it is not there.
pub(crate) fn remove(text: &str, container: &str, name: &str) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let Some(servers) = document.get_mut(container).and_then(Item::as_table_like_mut) else {
        return Ok(text.to_string());
    };
    if servers.remove(name).is_none() {
        return Ok(text.to_string());
    }
    Ok(with_newlines_of(text, document.to_string()))
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse::<DocumentMut>().map_err(|error| {
        let (line, column) = place(text, error.span().map_or(0, |span| span.start));
        let reason = error.message().lines().next().unwrap_or("cannot be read").to_string();
        EditError::Syntax { line, column, reason }
    })
}

fn table_in<'a>(item: &'a mut Item, key: &str) -> Result<&'a mut dyn TableLike, EditError> {
    let found = item.type_name();
    item.as_table_like_mut().ok_or_else(|| EditError::Shape {
        line: 1,
        column: 1,
        key: key.to_string(),
        found,
        expected: "a table",
    })
}

/// `text` and a table of its own at the end.
fn appended(text: &str, container: &str, name: &str, members: &[(&str, Plain)]) -> String {
    let newline = crate::newline::newline_of(text);
    let mut out = text.to_string();
    if !out.is_empty() {
        if !out.ends_with('\n') {
            out.push_str(newline);
        }
        out.push_str(newline);
    }
    let name = if is_bare(name) { name.to_string() } else { Value::from(name).to_string() };
    out.push_str(&format!("[{container}.{name}]{newline}"));
    for (key, value) in members {
        out.push_str(&format!("{key} = {}{newline}", written(value)));
    }
    out
}

fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// The library ends lines with `\n` alone.
fn with_newlines_of(text: &str, edited: String) -> String {
    if text.contains("\r\n") {
        return edited.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    edited
}

fn written(value: &Plain) -> Value {
    match value {
        Plain::Flag(flag) => Value::from(*flag),
        Plain::List(items) => Value::Array(items.iter().map(written).collect::<Array>()),
        Plain::Map(members) => Value::InlineTable(
            members.iter().map(|(key, value)| (key.clone(), written(value))).collect(),
        ),
        Plain::Text(text) | Plain::Other(text) => Value::from(text.as_str()),
        Plain::Null => Value::from(""),
    }
}

fn plain_table(table: &dyn TableLike) -> Plain {
    Plain::Map(table.iter().map(|(key, item)| (key.to_string(), plain_item(item))).collect())
}

fn plain_item(item: &Item) -> Plain {
    match item {
        Item::None => Plain::Null,
        Item::Value(value) => plain_value(value),
        Item::Table(table) => plain_table(table),
        Item::ArrayOfTables(tables) => {
            Plain::List(tables.iter().map(|table| plain_table(table)).collect())
        }
    }
}

fn plain_value(value: &Value) -> Plain {
    match value {
        Value::String(text) => Plain::Text(text.value().clone()),
        Value::Boolean(flag) => Plain::Flag(*flag.value()),
        Value::Array(array) => Plain::List(array.iter().map(plain_value).collect()),
        Value::InlineTable(table) => plain_table(table),
        Value::Integer(number) => Plain::Other(number.value().to_string()),
        Value::Float(number) => Plain::Other(number.value().to_string()),
        Value::Datetime(time) => Plain::Other(time.value().to_string()),
    }
}
