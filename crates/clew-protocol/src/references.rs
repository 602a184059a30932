//! find_references: the uses of a symbol, by its name.

use std::collections::BTreeMap;

use clew_model::{Certainty, Role};
use serde::{Deserialize, Serialize};

use crate::{Location, Stamp};

/// Asks for the occurrences of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindReferencesRequest {
    /// Name or qualified name.
    pub query: String,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Whether definitions and declarations are listed too, first.
    #[serde(default = "yes")]
    pub include_declarations: bool,
    /// Only these roles; all when empty.
    #[serde(default)]
    pub roles: Vec<Role>,
    /// Only bindings at least this sure; all when absent.
    #[serde(default)]
    pub certainty: Option<Certainty>,
    /// Most locations to return.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from an earlier answer.
    #[serde(default)]
    pub cursor: Option<String>,
}

impl FindReferencesRequest {
    /// All occurrences of `query`.
    pub fn new(query: impl Into<String>) -> Self {
        FindReferencesRequest {
            query: query.into(),
            root: None,
            include_declarations: true,
            roles: Vec::new(),
            certainty: None,
            limit: None,
            cursor: None,
        }
    }
}

/// Occurrences of a symbol, definitions first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindReferencesAnswer {
    /// The occurrences of this page.
    pub locations: Vec<Location>,
    /// Number of occurrences on all pages.
    pub total: u32,
    /// Number of occurrences by file, on all pages.
    pub by_file: BTreeMap<String, u32>,
    /// Qualified names when the asked name means several symbols; the
    /// locations are then those of all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Where to go on; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

fn yes() -> bool {
    true
}
