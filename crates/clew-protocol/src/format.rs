//! format_source: a fragment in the language's usual layout.

use clew_text::Hunk;
use serde::{Deserialize, Serialize};

use crate::Diagnostic;

/// Asks for the formatted text of a fragment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatSourceRequest {
    /// Text to format; at most [`crate::MAX_SOURCE_BYTES`].
    pub source: String,
    /// Language id or file extension; detected when absent.
    #[serde(default)]
    pub language: Option<String>,
    /// Columns of an indentation step.
    #[serde(default)]
    pub tab_size: Option<u32>,
}

/// The formatted text; the source itself when it does not parse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatSourceAnswer {
    /// The text after formatting.
    pub formatted: String,
    /// What changed.
    pub diff: Vec<Hunk>,
    /// Whether anything did.
    pub changed: bool,
    /// Which formatter was used, or would be and how to get it.
    pub formatter: String,
    /// Id of the language that was used.
    pub language: String,
    /// Why nothing was formatted.
    pub diagnostics: Vec<Diagnostic>,
    /// What was assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
