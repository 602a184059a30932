//! parse_source: the syntax tree of a fragment.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, Node};

/// Asks for the syntax tree of a text that is in no file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParseSourceRequest {
    /// Text to parse; at most [`crate::MAX_SOURCE_BYTES`].
    pub source: String,
    /// Language id or file extension; detected when absent.
    #[serde(default)]
    pub language: Option<String>,
    /// Columns of a tab; only for languages whose layout counts.
    #[serde(default)]
    pub tab_size: Option<u32>,
    /// Levels of the tree to return.
    #[serde(default)]
    pub max_depth: Option<u32>,
    /// Nodes of the tree to return.
    #[serde(default)]
    pub max_nodes: Option<u32>,
}

/// The tree of a fragment and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParseSourceAnswer {
    /// Id of the language that was used.
    pub language: String,
    /// Whether the text parsed without error.
    pub ok: bool,
    /// Syntax diagnostics in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The tree, cut at the limits.
    pub ast: Node,
    /// Number of nodes by kind; filled when the tree was cut.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub summary: BTreeMap<String, u32>,
    /// What was cut or assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
