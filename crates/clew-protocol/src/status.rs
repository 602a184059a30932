//! status: what is indexed and what runs.

use serde::{Deserialize, Serialize};

use crate::{LeftOut, OpenWorkspace, ScanProgress, Stamp, WatchState};

/// Asks for the state of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusRequest {
    /// Folder asked about, absolute or relative; the engine's root when
    /// absent. Over stdio this also chooses the workspace of later questions.
    #[serde(default)]
    pub project_path: Option<String>,
}

/// State of a workspace, computed from its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusAnswer {
    /// Absolute path of the folder asked about.
    pub current_project: String,
    /// Absolute path of the workspace the engine serves.
    pub daemon_project: String,
    /// Whether the served workspace covers the folder asked about.
    pub is_current_project: bool,
    /// Whether both are the same folder.
    pub is_exact_project: bool,
    /// How the served workspace covers the folder.
    pub coverage: Coverage,
    /// What the engine does.
    pub daemon_status: DaemonStatus,
    /// Covered, with at least one file in the index.
    pub has_index: bool,
    /// Numbers of the served workspace.
    pub stats: IndexStats,
    /// The last or running scan.
    pub scan: ScanProgress,
    /// What was not indexed, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Files by language id, most first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<(String, u64)>,
    /// How changed files of the served workspace become known.
    #[serde(default)]
    pub watch: WatchState,
    /// All workspaces that are open, the one used last first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workspaces: Vec<OpenWorkspace>,
    /// Vectors by a provider's model, where one is configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorState>,
    /// Descriptions written by a model, where one is to write them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptions: Option<DescriptionState>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// How far the descriptions by a model are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DescriptionState {
    /// The model that writes.
    pub model: String,
    /// Language tag of what it writes.
    pub language: String,
    /// Symbols that the model was asked about and that have not changed since.
    pub done: u64,
    /// Symbols to be described, once they are counted; those of files with secrets
    /// are not among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// What is going on.
    pub state: MakingPhase,
    /// Why nothing is written at present.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// How far the vectors by a provider's model are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorState {
    /// The model that is configured.
    pub model: String,
    /// Numbers in its vectors, once they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u32>,
    /// Chunks that have a vector or whose vector is at hand.
    pub done: u64,
    /// All chunks.
    pub total: u64,
    /// What is going on.
    pub state: MakingPhase,
    /// The model that answers meanwhile: this one, a former one, or `built-in`.
    pub serving: String,
    /// What went wrong last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What is going on with what a provider's model makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MakingPhase {
    /// All of it is there.
    Complete,
    /// It is being made.
    Working,
    /// The provider did not do its part; it is asked again later.
    Waiting,
    /// Some are missing, and nothing runs.
    Incomplete,
}

/// How a workspace covers a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Coverage {
    /// It is that folder.
    Exact,
    /// It is a folder above.
    Ancestor,
    /// It is another.
    None,
}

/// What the engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DaemonStatus {
    /// Nothing.
    Idle,
    /// Scans.
    Scanning,
    /// Watches for changes.
    Monitoring,
    /// The last scan failed.
    Error,
}

/// Numbers of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexStats {
    /// Files.
    pub files: u64,
    /// Symbols of type declaration.
    pub declarations: u64,
    /// Symbols of type function.
    pub functions: u64,
    /// Symbols of type member.
    pub members: u64,
    /// Imports.
    pub dependencies: u64,
    /// Edges between symbols.
    pub edges: u64,
}
