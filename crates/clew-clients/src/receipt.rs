//! What an installation did, kept so that it can be undone exactly.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::ClientError;
use crate::files::{self, Rights};
use crate::splice::Splice;

/// One edited file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Receipt {
    /// The file that was edited.
    pub(crate) path: PathBuf,
    /// Names of our entries in it, in the order in which they came.
    pub(crate) entries: Vec<String>,
    /// Its whole text before the first of them; nothing if there was no file.
    pub(crate) before: Option<String>,
    /// Hash of its text afterwards.
    pub(crate) after_hash: String,
    /// What was changed.
    pub(crate) splice: Splice,
    /// Folders that were made for it, innermost first.
    pub(crate) made_folders: Vec<PathBuf>,
}

impl Receipt {
    /// The receipt of the change from `before` to `after`.
    pub(crate) fn new(
        path: &Path,
        entries: Vec<String>,
        before: Option<&str>,
        after: &str,
    ) -> Self {
        Receipt {
            path: path.to_path_buf(),
            entries,
            before: before.map(str::to_string),
            after_hash: hash(after),
            splice: Splice::between(before.unwrap_or(""), after),
            made_folders: files::missing_folders(path),
        }
    }

    /// The other entries than `name`.
    pub(crate) fn others(&self, name: &str) -> Vec<String> {
        self.entries.iter().filter(|entry| *entry != name).cloned().collect()
    }

    /// Whether `name` is one of the entries.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry == name)
    }

    /// Whether `text` is just what the installation wrote.
    pub(crate) fn is_untouched(&self, text: &str) -> bool {
        hash(text) == self.after_hash
    }

    /// The same with `after` as the text that was written.
    pub(crate) fn now(self, after: &str) -> Self {
        let splice = Splice::between(self.before.as_deref().unwrap_or(""), after);
        Receipt { after_hash: hash(after), splice, ..self }
    }

    /// Reads the receipt of `path`; one that cannot be read counts as none.
    pub(crate) fn load(folder: &Path, path: &Path) -> Option<Self> {
        let text = files::read(&file(folder, path)).ok()??;
        let receipt: Receipt = serde_json::from_str(&text).ok()?;
        (receipt.path == path).then_some(receipt)
    }

    /// Keeps the receipt below `folder`, for the user alone.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), ClientError> {
        let text = serde_json::to_string(self).map_err(|error| ClientError::Io {
            doing: "write",
            path: file(folder, &self.path),
            source: error.into(),
        })?;
        files::replace(&file(folder, &self.path), &text, Rights::Private)
    }

    /// Forgets the receipt of `path`.
    pub(crate) fn forget(folder: &Path, path: &Path) -> Result<(), ClientError> {
        files::remove(&file(folder, path), &[])
    }
}

fn file(folder: &Path, path: &Path) -> PathBuf {
    let name = hash(&path.to_string_lossy());
    folder.join(format!("{}.json", &name[..24]))
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
