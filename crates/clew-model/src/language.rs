//! Language identifiers.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Identifier of a language, lower case, as LSP and editors write it
/// (`rust`, `python`, `typescriptreact`, …).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LanguageId(Arc<str>);

impl LanguageId {
    /// An identifier; the text is lower-cased.
    pub fn new(id: &str) -> Self {
        LanguageId(id.to_ascii_lowercase().into())
    }

    /// The identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for LanguageId {
    /// Plain text.
    fn default() -> Self {
        LanguageId::new("plaintext")
    }
}

impl fmt::Debug for LanguageId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LanguageId({})", self.0)
    }
}

impl fmt::Display for LanguageId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
