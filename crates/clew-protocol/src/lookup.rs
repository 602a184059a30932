//! lookup_symbol: definitions by name.

use clew_model::SymbolKind;
use serde::{Deserialize, Serialize};

use crate::shapes::is_false;
use crate::{Stamp, Symbol};

/// Asks for the symbols that fit a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookupSymbolRequest {
    /// Name, prefix or qualified name (`Type.method`, `Type::method`).
    pub query: String,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Only these kinds; all when empty.
    #[serde(default)]
    pub kind: Vec<SymbolKind>,
    /// Most symbols to return.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from an earlier answer.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Symbols that fit, exact before prefix before fuzzy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookupSymbolAnswer {
    /// The symbols of this page.
    pub symbols: Vec<Symbol>,
    /// Number of symbols on all pages that is known.
    pub total: u32,
    /// Whether there may be more symbols than `total`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub total_is_lower_bound: bool,
    /// Where to go on; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}
