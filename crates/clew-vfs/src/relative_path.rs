//! The name of a file inside a root.

use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The path of a file inside a root: UTF-8, `/` between names, no `.` or `..`,
/// no leading or trailing `/`. Empty for the root itself.
///
/// Cheap to clone. Ordered by bytes, which is the order of every file list.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelativePath(Arc<str>);

/// Why a text or path is no [`RelativePath`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelativePathError {
    /// Starts with `/`, or with a Windows drive or share.
    #[error("path {0:?} is absolute, a relative one is wanted")]
    Absolute(String),
    /// Holds `.`, `..`, an empty name or a NUL byte.
    #[error("path {0:?} holds an empty, `.`, `..` or NUL part")]
    Part(String),
    /// Has a name that is not UTF-8; the text is a lossy rendering.
    #[error("path {0:?} is not UTF-8")]
    NotUtf8(String),
}

impl RelativePath {
    /// The root itself, as an empty path.
    pub fn root() -> Self {
        Self(Arc::from(""))
    }

    /// Checks and wraps a `/`-separated text; empty means the root.
    pub fn new(text: &str) -> Result<Self, RelativePathError> {
        if text.is_empty() {
            return Ok(Self::root());
        }
        if text.starts_with('/') {
            return Err(RelativePathError::Absolute(text.to_owned()));
        }
        let bad = |part: &str| matches!(part, "" | "." | "..") || part.contains('\0');
        if text.split('/').any(bad) {
            return Err(RelativePathError::Part(text.to_owned()));
        }
        Ok(Self(Arc::from(text)))
    }

    /// Wraps names that a folder listing gave, joined by `/`.
    pub(crate) fn from_listed(text: &str) -> Self {
        Self(Arc::from(text))
    }

    /// Wraps a relative path of this platform; `.` parts are dropped.
    pub fn from_path(path: &Path) -> Result<Self, RelativePathError> {
        let shown = || path.to_string_lossy().into_owned();
        let mut text = String::new();
        for part in path.components() {
            match part {
                Component::Normal(name) => {
                    let name = name.to_str().ok_or_else(|| RelativePathError::NotUtf8(shown()))?;
                    if !text.is_empty() {
                        text.push('/');
                    }
                    text.push_str(name);
                }
                Component::CurDir => {}
                Component::ParentDir => return Err(RelativePathError::Part(shown())),
                Component::Prefix(_) | Component::RootDir => {
                    return Err(RelativePathError::Absolute(shown()));
                }
            }
        }
        Self::new(&text)
    }

    /// The text, `/`-separated.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the root itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The last name, or `""` for the root.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or("")
    }

    /// What follows the last `.` of the file name, without it; `None` when the
    /// name has no `.` or only a leading one.
    pub fn extension(&self) -> Option<&str> {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => Some(extension),
            _ => None,
        }
    }

    /// The folder that holds it, or `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        Some(Self(Arc::from(self.0.rsplit_once('/').map_or("", |(folder, _)| folder))))
    }

    /// Appends one more relative path.
    pub fn join(&self, below: &Self) -> Self {
        match (self.is_root(), below.is_root()) {
            (true, _) => below.clone(),
            (_, true) => self.clone(),
            _ => Self(Arc::from(format!("{}/{}", self.0, below.0))),
        }
    }

    /// Whether it is `folder` or lies below it.
    pub fn is_within(&self, folder: &Self) -> bool {
        folder.is_root()
            || self
                .0
                .strip_prefix(&*folder.0)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The path on this platform, below `root`.
    pub fn to_path(&self, root: &Path) -> PathBuf {
        let mut path = root.to_path_buf();
        if !self.is_root() {
            path.extend(self.0.split('/'));
        }
        path
    }
}

impl fmt::Debug for RelativePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, formatter)
    }
}

impl fmt::Display for RelativePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl AsRef<str> for RelativePath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for RelativePath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Serialize for RelativePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RelativePath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
