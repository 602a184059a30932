//! list_imports: what a file imports and where it comes from.

use clew_text::Span;
use serde::{Deserialize, Serialize};

use crate::Stamp;

/// Asks for the imports of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListImportsRequest {
    /// File, relative to the root or absolute inside it.
    pub file_path: String,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Most imports to return.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from an earlier answer.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Imports of a file in source order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListImportsAnswer {
    /// The file, relative to the root.
    pub file: String,
    /// The imports of this page.
    pub imports: Vec<ImportEntry>,
    /// Number of imports on all pages.
    pub total: u32,
    /// Where to go on; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// One imported module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportEntry {
    /// Module as the source names it.
    pub module: String,
    /// Names taken from it; empty for the module as a whole.
    pub items: Vec<ImportedItem>,
    /// Where the module lives.
    pub kind: ImportKind,
    /// File that the module is, relative to the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_file: Option<String>,
    /// The import's text.
    pub span: Span,
}

/// One name taken from a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedItem {
    /// Name in the module; `*` for all.
    pub name: String,
    /// Name in the importing file, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
}

/// Where an imported module lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportKind {
    /// A file of the workspace.
    File,
    /// A package outside the workspace.
    Package,
    /// The language's standard library.
    Std,
    /// Could not be resolved.
    Unknown,
}

impl ImportKind {
    /// Name as written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            ImportKind::File => "file",
            ImportKind::Package => "package",
            ImportKind::Std => "std",
            ImportKind::Unknown => "unknown",
        }
    }
}
