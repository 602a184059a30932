//! Settings as YAML for people.

use std::fmt::Write as _;

use serde_json::Value;

use crate::keys::KEYS;
use crate::settings::Settings;

/// The defaults with a comment for each key, ready to be edited.
pub fn defaults_yaml() -> String {
    written(&mut |key| key.default.to_owned(), true)
}

/// The settings with every key written out. A key for a provider that stands in the
/// file itself is hidden.
pub fn to_yaml(settings: &Settings) -> String {
    let value = serde_json::to_value(settings).unwrap_or(Value::Null);
    let mut text = written(
        &mut |key| match key.path {
            "llm.token" if settings.llm.token.is_some() => "REDACTED".to_owned(),
            path => at(&value, path).map_or_else(|| "null".into(), flow),
        },
        false,
    );
    if !settings.languages.is_empty() {
        text.push_str("languages:\n");
    }
    for (name, language) in &settings.languages {
        let _ = writeln!(text, "  {}:", flow(&Value::String(name.clone())));
        let value = serde_json::to_value(language).unwrap_or(Value::Null);
        for (field, value) in value.as_object().into_iter().flatten() {
            let _ = writeln!(text, "    {field}: {}", flow(value));
        }
    }
    text
}

/// All keys but those below a name of the user's choice, as block YAML.
fn written(value: &mut dyn FnMut(&crate::Key) -> String, comments: bool) -> String {
    let mut text = String::new();
    let mut open: Vec<&str> = Vec::new();
    for key in KEYS.iter().filter(|key| !key.path.contains('*')) {
        let parts: Vec<&str> = key.path.split('.').collect();
        let (name, groups) = match parts.split_last() {
            Some(split) => split,
            None => continue,
        };
        let shared = open.iter().zip(groups).take_while(|(one, other)| one == other).count();
        for (depth, group) in groups.iter().enumerate().skip(shared) {
            let _ = writeln!(text, "{:indent$}{group}:", "", indent = depth * 2);
        }
        open = groups.to_vec();
        let indent = groups.len() * 2;
        if comments {
            let _ = writeln!(text, "{:indent$}# {}", "", key.about);
        }
        let _ = writeln!(text, "{:indent$}{name}: {}", "", value(key));
    }
    text
}

fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, part| value.get(part))
}

/// A value on one line: JSON is YAML, and plain words need no quotes.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) if is_plain(text) => text.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Whether a text means itself without quotes.
fn is_plain(text: &str) -> bool {
    let letters = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let word = text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    let special = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    letters && word && !special.contains(&text.to_ascii_lowercase().as_str())
}
