//! Diagnostics: what is wrong in user code. They are data, never errors.

use clew_text::TextRange;
use serde::{Deserialize, Serialize};

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The code is wrong.
    Error,
    /// The code is suspicious.
    Warning,
    /// For information.
    Note,
}

impl Severity {
    /// The name in tool results.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A further place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// What is to be seen there.
    pub message: String,
    /// Where, in the same text.
    pub range: TextRange,
}

/// One finding about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code (`SYNTAX`, `E1001`, …).
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, for a person.
    pub message: String,
    /// Where.
    pub range: TextRange,
    /// What to do about it.
    pub help: Option<String>,
    /// Further places.
    pub related: Vec<Related>,
    /// Which checker says so.
    pub source: String,
}
