//! Files of a workspace: their paths, and their text.

use serde::{Deserialize, Serialize};

use crate::Stamp;

/// Asks for the text of a file, or of one symbol in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadFileRequest {
    /// File, relative to the root or absolute inside it.
    pub file_path: String,
    /// Name of a symbol in the file, best qualified; the whole file when absent.
    #[serde(default)]
    pub symbol: Option<String>,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Most bytes of text; [`crate::MAX_FILE_PART_BYTES`] when absent.
    #[serde(default)]
    pub max_bytes: Option<u32>,
}

/// Text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadFileAnswer {
    /// The file, relative to the root.
    pub file: String,
    /// Its language.
    pub language: String,
    /// The whole file, or each definition of that name in source order.
    pub parts: Vec<FilePart>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePart {
    /// Qualified name, where the part is a symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// First line, 1-based.
    pub start_line: u32,
    /// Last line of the text, 1-based.
    pub end_line: u32,
    /// The lines, whole ones.
    pub text: String,
    /// Whether lines at the end were left out.
    pub cut: bool,
}

/// Asks for the files whose path fits what was typed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListFilesRequest {
    /// Beginning of a path or of a file name, or a part of a path.
    pub typed: String,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Most files to return; [`crate::DEFAULT_LIST_LIMIT`] when absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Files of a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListFilesAnswer {
    /// Paths relative to the root: those that begin so, then those whose file
    /// name does, then those that hold it.
    pub files: Vec<String>,
    /// Number of files that fit.
    pub total: u32,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}
