//! outline: the symbols of one file.

use clew_model::SymbolKind;
use clew_text::Span;
use serde::{Deserialize, Serialize};

use crate::Stamp;

/// Asks for the symbols of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineRequest {
    /// File, relative to the root or absolute inside it.
    pub file_path: String,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Levels of nesting to return; all when absent, 1 for the top level.
    #[serde(default)]
    pub max_depth: Option<u32>,
    /// Most symbols to return.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from an earlier answer.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Symbols of a file in source order, each after what encloses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineAnswer {
    /// The file, relative to the root.
    pub file: String,
    /// Id of its language.
    pub language: String,
    /// The symbols of this page.
    pub symbols: Vec<OutlineItem>,
    /// Number of symbols on all pages.
    pub total: u32,
    /// Where to go on; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// One symbol of an outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineItem {
    /// Bare name.
    pub name: String,
    /// LSP kind in lower case.
    pub kind: SymbolKind,
    /// Line of its name, 1-based.
    #[serde(default)]
    pub line: u32,
    /// Whole definition, with decorators and annotations.
    pub span: Span,
    /// Number of symbols around it; 0 for the top level.
    pub depth: u32,
    /// Head of the definition on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// First sentence of the doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
}
