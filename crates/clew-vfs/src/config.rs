//! The settings of a workspace that concern its files.

use std::path::{Path, PathBuf};

use clew_config::{Parsed, Problem, Settings, parse_workspace};

use crate::contain::resolve_inside;
use crate::fs::{FileKind, FileSystem};

/// Where settings are looked for, relative to the root; the first one counts.
pub const CONFIG_FILES: [&str; 2] = ["clew.yaml", ".clew/config.yaml"];

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

/// Notes that go with an answer; who wants all of them checks the file.
const MAX_BRIEF: usize = 3;

impl LoadedConfig {
    /// The first few of [`LoadedConfig::messages`], for answers to other questions.
    pub fn brief(&self, root: &Path) -> Vec<String> {
        let mut messages = self.messages(root);
        let more = messages.len().saturating_sub(MAX_BRIEF);
        messages.truncate(MAX_BRIEF);
        if more > 0 {
            messages.push(format!("{more} more about the settings: `clew config validate`"));
        }
        messages
    }

    /// The notes for people, each with the file, relative to `root`, and its line.
    pub fn messages(&self, root: &Path) -> Vec<String> {
        let file = self.path.as_deref().map_or_else(String::new, |path| {
            let shown = path.strip_prefix(root).unwrap_or(path);
            shown.display().to_string().replace('\\', "/")
        });
        let of_note = |note: &ConfigNote| match note.line {
            Some(line) => format!("{file}:{line}: {}", note.message),
            None => format!("{file}: {}", note.message),
        };
        self.notes.iter().map(of_note).collect()
    }
}

/// Reads `clew.yaml`, else `.clew/config.yaml`, below `root`. Never fails: what
/// cannot be read or understood becomes a note. A file that is reached through a link
/// out of the root, or that is no ordinary one, is named and not read.
pub fn load_config(fs: &dyn FileSystem, root: &Path) -> LoadedConfig {
    let paths = CONFIG_FILES.iter().map(|name| root.join(name));
    let Some(path) = paths.into_iter().find(|path| fs.symlink_metadata(path).is_ok()) else {
        return LoadedConfig::default();
    };
    let mut loaded = match read_inside(fs, root, &path) {
        Ok(bytes) if bytes.len() > MAX_CONFIG_BYTES => {
            only_note("the file is over 1 MiB and was not read")
        }
        Ok(bytes) => parse_config(&String::from_utf8_lossy(&bytes)),
        Err(refusal) => only_note(&refusal),
    };
    loaded.path = Some(path);
    loaded
}

fn read_inside(fs: &dyn FileSystem, root: &Path, path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("the file cannot be read: {error}");
    let inside = resolve_inside(fs, root, path).map_err(failed)?;
    let inside = inside
        .ok_or("a link that leads out of the project; it was not read; put a file in its place")?;
    match fs.metadata(&inside).map_err(failed)?.kind {
        FileKind::File => fs.read_prefix(&inside, MAX_CONFIG_BYTES + 1).map_err(failed),
        _ => Err("no ordinary file; it was not read; put a file in its place".to_owned()),
    }
}

/// Reads a workspace's settings from text.
pub fn parse_config(text: &str) -> LoadedConfig {
    let Parsed { settings, problems } = parse_workspace(text);
    let notes = problems.into_iter().map(ConfigNote::from).collect();
    LoadedConfig { path: None, config: FileConfig::from(settings), notes }
}

impl From<Settings> for FileConfig {
    fn from(settings: Settings) -> Self {
        let Settings { exclude, max_file_bytes, max_data_bytes, .. } = settings;
        FileConfig { exclude, max_file_bytes, max_data_bytes }
    }
}

impl From<Problem> for ConfigNote {
    fn from(problem: Problem) -> Self {
        ConfigNote { line: Some(problem.line), message: problem.what() }
    }
}

fn only_note(message: &str) -> LoadedConfig {
    let note = ConfigNote { line: None, message: message.to_owned() };
    LoadedConfig { notes: vec![note], ..LoadedConfig::default() }
}

#[cfg(test)]
mod tests;
