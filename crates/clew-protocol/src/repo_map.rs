//! repo_map: the most central symbols of a workspace or folder.

use clew_model::SymbolKind;
use serde::{Deserialize, Serialize};

use crate::Stamp;
use crate::score::rounded;

/// Asks for the symbols that most others lean on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepoMapRequest {
    /// Folder or glob to map, relative to the root; all when absent.
    #[serde(default)]
    pub path: Option<String>,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Size of the answer; [`crate::DEFAULT_MAP_TOKENS`] when absent.
    #[serde(default)]
    pub max_tokens: Option<u32>,
    /// Where to go on, from the answer before.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Files by the weight of their symbols, heaviest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepoMapAnswer {
    /// The files that fit the budget.
    pub files: Vec<MapFile>,
    /// Number of files that were ranked.
    pub total_files: u32,
    /// Number of symbols that were ranked.
    pub total_symbols: u32,
    /// Estimated tokens of the answer.
    pub tokens: u32,
    /// Where to go on, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// A file of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapFile {
    /// File relative to the root.
    pub file: String,
    /// Its chosen symbols in source order.
    pub symbols: Vec<MapSymbol>,
}

/// A symbol of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapSymbol {
    /// Qualified name.
    pub name: String,
    /// LSP kind in lower case.
    pub kind: SymbolKind,
    /// First line, 1-based.
    pub line: u32,
    /// Head of the definition on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// Share of the workspace's weight, 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub rank: f32,
}
