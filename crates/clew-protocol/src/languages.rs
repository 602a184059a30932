//! languages: what Clew understands, and how well.

use serde::{Deserialize, Serialize};

/// The known languages by id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguagesAnswer {
    /// The languages in alphabetic order of their ids.
    pub languages: Vec<LanguageEntry>,
}

/// One language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageEntry {
    /// Id, as `language` arguments take it.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// File extensions without the dot.
    pub extensions: Vec<String>,
    /// How deep Clew reads it.
    pub depth: LanguageDepth,
    /// What is extracted; empty where the depth says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub extracts: String,
    /// How that was verified, with figures; empty where `quality/` alone tells.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub verified: String,
}

/// How deep a language is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LanguageDepth {
    /// Symbols, scopes, references, imports, calls, inheritance.
    Deep,
    /// Outline and text.
    Outline,
    /// Text alone.
    Text,
}

impl LanguageDepth {
    /// Name as written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            LanguageDepth::Deep => "deep",
            LanguageDepth::Outline => "outline",
            LanguageDepth::Text => "text",
        }
    }
}
