//! rename_symbol: a new name inside a fragment.

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, Edit};

/// Asks for a rename inside a text that is in no file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenameSymbolRequest {
    /// Text to change; at most [`crate::MAX_SOURCE_BYTES`].
    pub source: String,
    /// Name now.
    pub old_name: String,
    /// Name afterwards.
    pub new_name: String,
    /// Where the symbol is defined.
    #[serde(default)]
    pub scope: RenameScope,
    /// Language id or file extension; detected when absent.
    #[serde(default)]
    pub language: Option<String>,
}

/// Where a symbol to rename is defined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RenameScope {
    /// At the top level, or the only one of that name.
    #[default]
    Module,
    /// Inside the function of that name.
    Function(String),
}

impl RenameScope {
    /// Reads `module` or `function:NAME`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == "module" {
            return Some(RenameScope::Module);
        }
        let name = text.strip_prefix("function:")?.trim();
        (!name.is_empty()).then(|| RenameScope::Function(name.to_string()))
    }
}

/// The renamed text; the source itself when the rename was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenameSymbolAnswer {
    /// The text afterwards.
    pub source: String,
    /// The replacements made.
    pub edits: Vec<Edit>,
    /// Why it was refused, or what to look at.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of occurrences renamed.
    pub occurrences: u32,
    /// What was assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
