//! Arguments of a call, checked against the tool's table of fields.
//!
//! Callers are language models of every quality, so much is forgiven:
//! numbers and booleans as text, single values for lists, old names, unknown
//! names (with a note). What is left wrong is refused with a way out.

use std::collections::BTreeMap;

use clew_protocol::ToolError;
use serde_json::{Map, Value};

use crate::schema::{Field, FieldKind, Need, Over};

/// Checked arguments of one call.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    values: BTreeMap<&'static str, Checked>,
    /// What was ignored or changed, one sentence each.
    pub(crate) notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Checked {
    Text(String),
    Number(u64),
    Flag(bool),
    List(Vec<String>),
}

/// Old or common other names of fields: (accepted, meant).
pub(crate) type Aliases = &'static [(&'static str, &'static str)];

impl Arguments {
    /// Takes what is given, checked against `fields`; what is not known is noted,
    /// whatever else is wrong.
    ///
    /// Fails with `MCP-INVALID-INPUT` on a missing or unusable value.
    pub(crate) fn decode(
        &mut self,
        fields: &'static [Field],
        aliases: Aliases,
        given: Map<String, Value>,
    ) -> Result<(), ToolError> {
        let mut unknown = Vec::new();
        let mut fault = None;
        for (name, value) in given {
            if value.is_null() {
                continue;
            }
            let Some(field) = find_field(fields, aliases, &name) else {
                unknown.push(name);
                continue;
            };
            if field.name != name && self.values.contains_key(field.name) {
                continue;
            }
            match check(field, value, &mut self.notes) {
                Ok(checked) => {
                    self.values.insert(field.name, checked);
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        self.notes.extend(unknown_arguments(fields, &unknown));
        let missing = fields
            .iter()
            .find(|field| field.need == Need::Required && !self.values.contains_key(field.name));
        match (fault, missing) {
            (Some(fault), _) => Err(fault),
            (None, Some(field)) => Err(ToolError::invalid_input(
                format!("`{}` is missing", field.name),
                format!("give `{}`: {}", field.name, field.description),
            )),
            (None, None) => Ok(()),
        }
    }

    /// The text of `name`, if given.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        match self.values.get(name) {
            Some(Checked::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// The text of a required field; empty when the table does not require it.
    pub(crate) fn required(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    /// The text of `name` if given and not blank.
    pub(crate) fn filled(&self, name: &str) -> Option<String> {
        self.text(name).filter(|text| !text.trim().is_empty())
    }

    /// The number of `name`, if given, cut to 32 bits.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.wide_number(name).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The number of `name`, if given.
    pub(crate) fn wide_number(&self, name: &str) -> Option<u64> {
        match self.values.get(name) {
            Some(Checked::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Whether `name` is given and true.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.values.get(name) {
            Some(Checked::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// The words of `name`; empty when not given.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        match self.values.get(name) {
            Some(Checked::List(list)) => list.clone(),
            _ => Vec::new(),
        }
    }
}

fn find_field(fields: &'static [Field], aliases: Aliases, name: &str) -> Option<&'static Field> {
    let direct = fields.iter().find(|field| field.name == name);
    direct.or_else(|| {
        let (_, meant) = aliases.iter().find(|(accepted, _)| *accepted == name)?;
        fields.iter().find(|field| field.name == *meant)
    })
}

/// Most unknown arguments that a note names.
const MAX_UNKNOWN: usize = 5;

/// The note about arguments that were ignored.
fn unknown_arguments(fields: &[Field], names: &[String]) -> Option<String> {
    let shown = |name: &String| format!("`{}`", name.chars().take(40).collect::<String>());
    let mut ignored = match names {
        [] => return None,
        [name] => format!("unknown argument {} was ignored", shown(name)),
        names => {
            let shown: Vec<String> = names.iter().take(MAX_UNKNOWN).map(shown).collect();
            let more = match names.len().saturating_sub(MAX_UNKNOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("unknown arguments {}{more} were ignored", shown.join(", "))
        }
    };
    let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
    if known.is_empty() {
        ignored.push_str("; this tool takes none");
    } else {
        ignored.push_str(&format!("; known: {}", known.join(", ")));
    }
    Some(ignored)
}

fn check(field: &Field, value: Value, notes: &mut Vec<String>) -> Result<Checked, ToolError> {
    match field.kind {
        FieldKind::Text => match value {
            Value::String(text) => Ok(Checked::Text(text)),
            Value::Number(number) => Ok(Checked::Text(number.to_string())),
            Value::Bool(flag) => Ok(Checked::Text(flag.to_string())),
            other => Err(wrong(field, &other, "a text")),
        },
        FieldKind::Code => match value {
            Value::String(text) => Ok(Checked::Text(text)),
            other => Err(wrong(field, &other, "a text")),
        },
        FieldKind::Integer { min, max, over } => {
            let number =
                whole_number(&value).ok_or_else(|| wrong(field, &value, "a whole number"))?;
            if number < i128::from(min) {
                return Err(wrong(field, &value, &format!("at least {min}")));
            }
            if number > i128::from(max) {
                if over == Over::Refuse {
                    return Err(wrong(field, &value, &format!("at most {max}")));
                }
                notes.push(format!("`{}` was cut to {max}", field.name));
                return Ok(Checked::Number(max));
            }
            Ok(Checked::Number(u64::try_from(number).unwrap_or(max)))
        }
        FieldKind::Flag => read_flag(&value)
            .map(Checked::Flag)
            .ok_or_else(|| wrong(field, &value, "true or false")),
        FieldKind::Choice(choices) => {
            let wanted = value.as_str().map(|text| text.trim().to_ascii_lowercase());
            match wanted.and_then(|text| choices.iter().find(|choice| **choice == text)) {
                Some(choice) => Ok(Checked::Text((*choice).to_string())),
                None => Err(wrong(field, &value, &format!("one of {}", choices.join(", ")))),
            }
        }
        FieldKind::Commas | FieldKind::TextList => {
            read_list(&value, matches!(field.kind, FieldKind::Commas))
                .map(Checked::List)
                .ok_or_else(|| wrong(field, &value, "a list of texts"))
        }
    }
}

fn wrong(field: &Field, value: &Value, wanted: &str) -> ToolError {
    let mut shown: String = value.to_string().chars().take(60).collect();
    if shown.len() < value.to_string().len() {
        shown.push('…');
    }
    ToolError::invalid_input(
        format!("`{}` must be {wanted}, not {shown}", field.name),
        format!("{}: {}", field.name, field.description),
    )
}

fn whole_number(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => {
            if let Some(number) = number.as_i64() {
                return Some(i128::from(number));
            }
            if let Some(number) = number.as_u64() {
                return Some(i128::from(number));
            }
            let float = number.as_f64()?;
            (float.fract() == 0.0 && float.abs() < 1e18).then_some(float as i128)
        }
        Value::String(text) => {
            let text = text.trim();
            let whole = text.strip_suffix(".0").unwrap_or(text);
            whole.parse().ok()
        }
        _ => None,
    }
}

fn read_flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => match number.as_i64()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Some(true),
            "false" | "0" | "no" | "off" | "" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn read_list(value: &Value, split: bool) -> Option<Vec<String>> {
    match value {
        Value::Array(items) => {
            items.iter().map(|item| item.as_str().map(|text| text.trim().to_string())).collect()
        }
        Value::String(text) => {
            if let Ok(Value::Array(items)) = serde_json::from_str::<Value>(text) {
                return read_list(&Value::Array(items), split);
            }
            let words: Vec<&str> = if split { text.split(',').collect() } else { vec![text] };
            let words = words.into_iter().map(str::trim).filter(|word| !word.is_empty());
            Some(words.map(str::to_string).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
