//! What every answer about a workspace carries: root, freshness, hints.

use serde::{Deserialize, Serialize};

use crate::UnsavedDocument;

/// The folder that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// Absolute path.
    pub path: String,
    /// Which rule chose it.
    pub source: RootSource,
}

/// The rule that chose a project root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootSource {
    /// `--project-root` or an argument of the call.
    CliFlag,
    /// A marker file, version control or a manifest.
    AutoDetected,
    /// Nothing was found; the current folder.
    FallbackCwd,
}

/// How far the answer agrees with the files of this moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Freshness {
    /// Version-control revision, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// Files that differ from the revision.
    pub dirty_files: u32,
    /// Documents known to have changed that the answer does not yet show.
    pub pending: u32,
    /// Unsaved buffers used.
    pub overlays: u32,
    /// Those buffers with their latest change, at most
    /// [`crate::MAX_UNSAVED_NAMED`] of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsaved: Vec<UnsavedDocument>,
    /// Whether cross-file edges are complete.
    pub edges: EdgeState,
    /// A scan is running.
    pub scanning: bool,
}

/// State of the cross-file edges behind an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeState {
    /// Every edge is bound.
    Complete,
    /// Edges by name only, until the background pass is done.
    #[default]
    Names,
}

/// Root, freshness and hints of one answer; flattened into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The folder that was asked.
    pub root: Root,
    /// How far the answer agrees with the files of this moment.
    pub freshness: Freshness,
    /// Existing names near the asked one; filled when nothing was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// What was cut, ignored or assumed, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Stamp {
    /// A stamp without hints.
    pub fn new(root: Root, freshness: Freshness) -> Self {
        Stamp { root, freshness, nearest: Vec::new(), notes: Vec::new() }
    }
}
