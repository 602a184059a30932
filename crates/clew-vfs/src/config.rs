//! The settings of a workspace that concern its files.

use std::path::{Path, PathBuf};

use serde_yaml_ng::Value;

use crate::fs::FileSystem;

/// Where settings are looked for, relative to the root; the first one counts.
pub const CONFIG_FILES: [&str; 2] = ["clew.yaml", ".clew/config.yaml"];

/// Keys this crate reads.
const OWN_KEYS: [&str; 3] = ["exclude", "max_file_bytes", "max_data_bytes"];

/// Top-level keys that other parts of the engine read.
const OTHER_KEYS: [&str; 2] = ["languages", "index_location"];

/// Top-level keys that only the user's own configuration may set: whoever wrote the
/// repository must not choose where code is sent, or with which key.
const USER_KEYS: [&str; 2] = ["llm", "semantic"];

/// Largest settings file that is read, in bytes.
const MAX_CONFIG_BYTES: usize = 1024 * 1024;

/// Settings that concern which files are indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileConfig {
    /// Globs, relative to the root, of what is left out.
    pub exclude: Vec<String>,
    /// Limit for code and prose, in bytes.
    pub max_file_bytes: Option<u64>,
    /// Limit for data files, in bytes.
    pub max_data_bytes: Option<u64>,
}

/// Something in a settings file that is not understood. The rest still counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigNote {
    /// 1-based line, where it can be told.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub message: String,
}

/// Settings as read, with what was not understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedConfig {
    /// The file they came from; `None` if there is none.
    pub path: Option<PathBuf>,
    /// The settings.
    pub config: FileConfig,
    /// What was not understood, by line.
    pub notes: Vec<ConfigNote>,
}

/// Reads `clew.yaml`, else `.clew/config.yaml`, below `root`. Never fails: what
/// cannot be read or understood becomes a note.
pub fn load_config(fs: &dyn FileSystem, root: &Path) -> LoadedConfig {
    let paths = CONFIG_FILES.iter().map(|name| root.join(name));
    let Some(path) = paths.into_iter().find(|path| fs.is_file(path)) else {
        return LoadedConfig::default();
    };
    let mut loaded = match fs.read_prefix(&path, MAX_CONFIG_BYTES + 1) {
        Ok(bytes) if bytes.len() > MAX_CONFIG_BYTES => {
            only_note(None, "the file is over 1 MiB and was not read".to_owned())
        }
        Ok(bytes) => parse_config(&String::from_utf8_lossy(&bytes)),
        Err(error) => only_note(None, format!("the file cannot be read: {error}")),
    };
    loaded.path = Some(path);
    loaded
}

/// Reads settings from text.
pub fn parse_config(text: &str) -> LoadedConfig {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mapping = match serde_yaml_ng::from_str::<Value>(text) {
        Ok(Value::Mapping(mapping)) => mapping,
        Ok(Value::Null) => return LoadedConfig::default(),
        Ok(_) => return only_note(Some(1), "expected keys such as `exclude:`".to_owned()),
        Err(error) => {
            let line = error.location().map(|location| location.line());
            return only_note(line, format!("not valid YAML: {error}"));
        }
    };
    let mut loaded = LoadedConfig::default();
    for (key, value) in &mapping {
        let Some(key) = key.as_str() else {
            loaded.notes.push(ConfigNote { line: None, message: "a key is no text".to_owned() });
            continue;
        };
        if let Err(message) = loaded.config.set(key, value) {
            loaded.notes.push(ConfigNote { line: line_of_key(text, key), message });
        }
    }
    loaded.notes.sort_by_key(|note| note.line);
    loaded
}

impl FileConfig {
    fn set(&mut self, key: &str, value: &Value) -> Result<(), String> {
        match key {
            "exclude" => self.exclude = globs(value)?,
            "max_file_bytes" => self.max_file_bytes = Some(byte_count(key, value)?),
            "max_data_bytes" => self.max_data_bytes = Some(byte_count(key, value)?),
            other if OTHER_KEYS.contains(&other) => {}
            user if USER_KEYS.contains(&user) => return Err(user_key(user)),
            unknown => return Err(unknown_key(unknown)),
        }
        Ok(())
    }
}

fn only_note(line: Option<usize>, message: String) -> LoadedConfig {
    LoadedConfig { notes: vec![ConfigNote { line, message }], ..LoadedConfig::default() }
}

fn globs(value: &Value) -> Result<Vec<String>, String> {
    let one = |value: &Value| {
        let glob =
            value.as_str().ok_or("`exclude` wants a list of globs, such as [\"dist/**\"]")?;
        match globset::Glob::new(glob) {
            Ok(_) => Ok(glob.to_owned()),
            Err(error) => {
                Err(format!("`exclude` holds the invalid glob {glob:?}: {}", error.kind()))
            }
        }
    };
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Sequence(items) => items.iter().map(one).collect(),
        single => one(single).map(|glob| vec![glob]),
    }
}

fn byte_count(key: &str, value: &Value) -> Result<u64, String> {
    match value.as_u64() {
        Some(count) if count > 0 => Ok(count),
        _ => Err(format!("`{key}` wants a number of bytes above zero, such as 4194304")),
    }
}

fn user_key(key: &str) -> String {
    format!("`{key}` is ignored here: a workspace cannot set it, only your own `clew setup` can")
}

fn unknown_key(key: &str) -> String {
    let known = OWN_KEYS.iter().chain(&OTHER_KEYS);
    let nearest = known.map(|known| (distance(key, known), *known)).min();
    match nearest {
        Some((steps, known)) if steps <= 2.max(key.len() / 3) => {
            format!("unknown key `{key}`; did you mean `{known}`?")
        }
        _ => format!("unknown key `{key}`; known are {}", OWN_KEYS.join(", ")),
    }
}

/// Number of letters to insert, drop or change to turn one word into the other.
fn distance(left: &str, right: &str) -> usize {
    if left.len() > 64 {
        return usize::MAX;
    }
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.chars().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (at, other) in right.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

fn line_of_key(text: &str, key: &str) -> Option<usize> {
    let starts = |line: &str| {
        let line = line.trim_start_matches(['"', '\'']);
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
    };
    text.lines().position(starts).map(|at| at + 1)
}

#[cfg(test)]
mod tests;
