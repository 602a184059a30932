//! typecheck: what a checker says about files.

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, Stamp};

/// Asks for a check of files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypecheckRequest {
    /// Files, folders or globs inside the root.
    pub file_paths: Vec<String>,
    /// Project root.
    #[serde(default)]
    pub root: Option<String>,
    /// How thorough.
    #[serde(default)]
    pub mode: TypecheckMode,
    /// Most diagnostics to return.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from an earlier answer.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// How thorough a check is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TypecheckMode {
    /// Syntax and names only.
    Fast,
    /// Everything the checker can do.
    #[default]
    Full,
}

/// Findings by file and line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypecheckAnswer {
    /// The findings of this page.
    pub diagnostics: Vec<Diagnostic>,
    /// Numbers over all pages.
    pub summary: Counts,
    /// Where to go on; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// Numbers of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Files that were checked.
    pub files_checked: u32,
    /// Errors found.
    pub errors: u32,
    /// Warnings found.
    pub warnings: u32,
    /// Notes found.
    pub notes: u32,
    /// Wall time in milliseconds.
    pub elapsed_ms: u64,
    /// Which checker ran.
    pub checker: String,
}
