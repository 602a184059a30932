//! Unsaved text: what an editor shows before it is saved.

use serde::{Deserialize, Serialize};

/// Names a document and its whole text, for opening and for changing it.
///
/// The text wins over the file until the document is closed or its client goes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRequest {
    /// Workspace that the path belongs to; the engine's root when absent.
    #[serde(default)]
    pub root: Option<String>,
    /// The file, relative to the root or absolute inside it; it need not exist.
    pub file_path: String,
    /// Version of the text as its client counts; grows with every change.
    pub version: i64,
    /// The whole text, at most [`crate::MAX_SOURCE_BYTES`].
    pub text: String,
}

/// Asks to close a document: its file counts again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseDocumentRequest {
    /// Workspace that the path belongs to; the engine's root when absent.
    #[serde(default)]
    pub root: Option<String>,
    /// The file, as it was opened.
    pub file_path: String,
}

/// What became of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentAnswer {
    /// Absolute path of the workspace that holds it.
    pub root: String,
    /// The file, relative to that root.
    pub file: String,
    /// The unsaved text that questions see now; none when the file counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<UnsavedDocument>,
}

/// An unsaved text that answers are made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnsavedDocument {
    /// The file, relative to the root.
    pub file: String,
    /// Who changed it last, for example `neovim`.
    pub client: String,
    /// Version of the text as that client counts.
    pub version: i64,
}
