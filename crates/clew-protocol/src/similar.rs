//! find_similar: code that is like other code.

use clew_model::SymbolKind;
use serde::{Deserialize, Serialize};

use crate::score::rounded;
use crate::{CodeRole, Passage, Stamp, SymbolType};

/// Asks for code that is similar to a symbol, or to code or words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindSimilarRequest {
    /// Name of a symbol, best qualified; it stands before `query`.
    #[serde(default)]
    pub target: Option<String>,
    /// Code or words.
    #[serde(default)]
    pub query: Option<String>,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Most hits to return; 10 when absent.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Only hits of this type.
    #[serde(default)]
    pub symbol_type: Option<SymbolType>,
    /// Only hits of this role.
    #[serde(default)]
    pub role: Option<CodeRole>,
    /// Glob that the file must fit; `**/` is put in front when missing.
    #[serde(default)]
    pub file_pattern: Option<String>,
    /// Attaches the source of each hit.
    #[serde(default)]
    pub include_code: bool,
    /// Lines of source per hit; 30 when absent.
    #[serde(default)]
    pub max_code_lines: Option<u32>,
    /// Where to go on, from the answer before.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Similar places, most similar first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindSimilarAnswer {
    /// The hits.
    pub hits: Vec<SimilarHit>,
    /// The symbols that an ambiguous target may mean; the first was taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Where to go on, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// One similar place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimilarHit {
    /// Qualified name; the file's name for a part without one.
    pub name: String,
    /// Coarse type.
    #[serde(rename = "type")]
    pub symbol_type: SymbolType,
    /// LSP kind in lower case.
    pub kind: SymbolKind,
    /// File relative to the root.
    pub file: String,
    /// First line of the definition (of the part found, where that belongs to none),
    /// 1-based.
    pub start_line: u32,
    /// Last line, 1-based, inclusive.
    pub end_line: u32,
    /// The part of a long definition that is similar, which `code` shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<Passage>,
    /// Likeness of meaning, 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub score: f32,
    /// Why it is similar, for people.
    pub similarity_reason: String,
    /// Source text, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How it is connected.
    pub relations: RelationCounts,
}

/// How a place is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationCounts {
    /// Who calls it.
    pub callers_count: u32,
    /// What it calls.
    pub callees_count: u32,
    /// Of that, what is defined in the workspace.
    pub internal_callees_count: u32,
    /// Of that, what is defined elsewhere.
    pub external_callees_count: u32,
}
