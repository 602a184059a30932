//! One face for all formats, with every edit read back.

use crate::error::{EditError, place};
use crate::plain::Plain;
use crate::{json, toml, yaml};

/// How a configuration is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON; comments, trailing commas and JSON5 forms are kept.
    Json,
    /// TOML.
    Toml,
    /// YAML, with servers as a list of maps that have a `name`.
    Yaml,
}

/// Where in a configuration a server's entry belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// How the file is written.
    pub format: Format,
    /// Key of the servers.
    pub container: &'static str,
    /// Name of the server among them.
    pub name: String,
    /// What a new YAML file begins with.
    pub preamble: &'static str,
}

/// The entry in `text`, if there is one.
///
/// Fails if the text does not parse.
pub fn get_entry(text: &str, slot: &Slot) -> Result<Option<Plain>, EditError> {
    let (_, body) = split_bom(text);
    Ok(entry_in(&read(body, slot.format)?, slot).cloned())
}

/// `text` with the entry of `slot`, whose `members` are set; other members of
/// an entry that is there already are kept.
///
/// Fails if the text does not parse, or cannot be edited safely.
pub fn put_entry(text: &str, slot: &Slot, members: &[(&str, Plain)]) -> Result<String, EditError> {
    let (bom, body) = split_bom(text);
    let before = read(body, slot.format)?;
    let known = entry_in(&before, slot);
    if known.is_some_and(|entry| {
        members.iter().all(|(key, value)| entry.get(key).is_some_and(|old| old.same(value)))
    }) {
        return Ok(text.to_string());
    }
    let new = match slot.format {
        Format::Json => put_json(body, slot, members, known)?,
        Format::Toml => toml::set(body, slot.container, &slot.name, members)?,
        Format::Yaml => yaml::put(body, slot.container, &slot.name, members, slot.preamble)?,
    };
    let mut entry = match known {
        Some(known @ Plain::Map(_)) => known.clone(),
        _ => Plain::Map(Vec::new()),
    };
    if slot.format == Format::Yaml {
        entry.set("name", Some(Plain::text(slot.name.as_str())));
    }
    for (key, value) in members {
        entry.set(key, Some(value.clone()));
    }
    check(&before, &new, slot, Some(entry))?;
    Ok(format!("{bom}{new}"))
}

/// `text` without the entry of `slot`; as it is, if there is none.
///
/// Fails if the text does not parse, or cannot be edited safely.
pub fn take_entry(text: &str, slot: &Slot) -> Result<String, EditError> {
    let (bom, body) = split_bom(text);
    let before = read(body, slot.format)?;
    if entry_in(&before, slot).is_none() {
        return Ok(text.to_string());
    }
    let new = match slot.format {
        Format::Json => json::remove(body, &[slot.container, &slot.name])?,
        Format::Toml => toml::remove(body, slot.container, &slot.name)?,
        Format::Yaml => yaml::take(body, slot.container, &slot.name)?,
    };
    check(&before, &new, slot, None)?;
    Ok(format!("{bom}{new}"))
}

fn put_json(
    body: &str,
    slot: &Slot,
    members: &[(&str, Plain)],
    known: Option<&Plain>,
) -> Result<String, EditError> {
    let name = slot.name.as_str();
    if !matches!(known, Some(Plain::Map(_))) {
        let members = members.iter().map(|(key, value)| ((*key).to_string(), value.clone()));
        return json::set(body, &[slot.container, name], &Plain::Map(members.collect()));
    }
    let mut text = body.to_string();
    for (key, value) in members {
        if known.and_then(|entry| entry.get(key)).is_none_or(|old| !old.same(value)) {
            text = json::set(&text, &[slot.container, name, key], value)?;
        }
    }
    Ok(text)
}

fn read(body: &str, format: Format) -> Result<Plain, EditError> {
    let whole = match format {
        Format::Json => json::read(body)?,
        Format::Toml => toml::read(body)?,
        Format::Yaml => yaml::read(body)?,
    };
    if matches!(whole, Plain::Map(_)) {
        return Ok(whole);
    }
    let (line, column) = place(body, body.len() - body.trim_start().len());
    Err(EditError::NoObject { line, column })
}

fn entry_in<'a>(whole: &'a Plain, slot: &Slot) -> Option<&'a Plain> {
    let servers = whole.get(slot.container)?;
    match (slot.format, servers) {
        (Format::Yaml, Plain::List(items)) => {
            let name = Plain::text(slot.name.as_str());
            items.iter().find(|item| item.get("name") == Some(&name))
        }
        _ => servers.get(&slot.name),
    }
}

/// Reads the result back: it must hold what `before` held, but for the entry.
fn check(before: &Plain, new: &str, slot: &Slot, entry: Option<Plain>) -> Result<(), EditError> {
    let mut after = read(new, slot.format).map_err(|_| EditError::Unsafe)?;
    let found = entry_in(&after, slot).cloned();
    let as_wanted = match (&found, &entry) {
        (Some(found), Some(wanted)) => found.same(wanted),
        (None, None) => true,
        _ => false,
    };
    let mut rest = before.clone();
    forget(&mut rest, slot);
    forget(&mut after, slot);
    if slot.format == Format::Yaml && *before == Plain::Map(Vec::new()) {
        let preamble = yaml::read(slot.preamble)?;
        rest = preamble;
    }
    if as_wanted && rest.same(&after) { Ok(()) } else { Err(EditError::Unsafe) }
}

/// Removes the entry, and the servers if it was the only one, so that a file
/// without servers equals one with none.
fn forget(whole: &mut Plain, slot: &Slot) {
    let name = Plain::text(slot.name.as_str());
    let left = match whole.get(slot.container).cloned() {
        Some(Plain::List(mut items)) if slot.format == Format::Yaml => {
            items.retain(|item| item.get("name") != Some(&name));
            Some(Plain::List(items)).filter(|list| *list != Plain::List(Vec::new()))
        }
        Some(mut servers @ Plain::Map(_)) => {
            servers.set(&slot.name, None);
            Some(servers).filter(|servers| *servers != Plain::Map(Vec::new()))
        }
        Some(Plain::Null) | None => None,
        Some(other) => Some(other),
    };
    whole.set(slot.container, left);
}

fn split_bom(text: &str) -> (&str, &str) {
    text.strip_prefix('\u{feff}').map_or(("", text), |body| (&text[..'\u{feff}'.len_utf8()], body))
}

#[cfg(test)]
mod tests;
