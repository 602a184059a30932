//! scan: bringing the index up to date.

use serde::{Deserialize, Serialize};

use crate::Stamp;
use crate::shapes::is_false;

/// Asks for a scan of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanRequest {
    /// Folder to scan, absolute or relative; the engine's root when absent.
    /// Over stdio this also chooses the workspace of later questions.
    #[serde(default)]
    pub project_path: Option<String>,
    /// Drops the workspace's index first.
    #[serde(default)]
    pub restart: bool,
    /// Leaves the vectors out.
    #[serde(default)]
    pub no_vectors: bool,
    /// Whether the answer waits for the end.
    #[serde(default)]
    pub wait: ScanWait,
}

/// Whether a scan's answer waits for its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanWait {
    /// Starts the scan and answers at once; an indexed project is left alone.
    #[default]
    Detached,
    /// Looks for changed files even in an indexed project, and answers when
    /// all are in the index.
    UntilDone,
}

/// What became of the wish to scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanAnswer {
    /// Whether a scan was started.
    pub started: bool,
    /// Why none was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ScanRefusal>,
    /// Id of the running or finished scan; compare it with `status`.
    pub scan_id: String,
    /// State of that scan.
    pub status: ScanStatus,
    /// One sentence for people.
    pub message: String,
    /// Absolute path of the scanned folder.
    pub path: String,
    /// `auto`, or the id of the one language scanned.
    pub language: String,
    /// How far the scan is.
    pub progress: ScanProgress,
    /// What changed; filled when the answer waited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<ScanCounts>,
    /// Whether what the scan found could not be written, in part or as a whole, so that
    /// answers are given from memory.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unsaved: bool,
    /// What was not indexed, and why; filled when known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// Why no scan was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanRefusal {
    /// This very folder is indexed.
    AlreadyCurrentProject,
    /// A folder above is indexed.
    AlreadyCovered,
    /// Another scan runs.
    ScanInProgress,
}

/// State of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScanStatus {
    /// None ran yet.
    #[default]
    Idle,
    /// Running.
    Scanning,
    /// Ended well.
    Completed,
    /// Ended with an error.
    Error,
}

/// Step of a scan, in order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum ScanPhase {
    /// None ran yet.
    #[default]
    Idle,
    /// Files are read and parsed.
    Ast,
    /// Names are connected.
    BuildingGraph,
    /// Facts are written.
    PersistingAst,
    /// Search chunks are cut.
    Extracting,
    /// Vectors are computed.
    Embedding,
    /// Roles are given (without vectors).
    Tagging,
    /// The text index is committed.
    Indexing,
    /// Ended well.
    Completed,
    /// Ended with an error.
    Error,
}

impl ScanPhase {
    /// Name as written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            ScanPhase::Idle => "idle",
            ScanPhase::Ast => "ast",
            ScanPhase::BuildingGraph => "building_graph",
            ScanPhase::PersistingAst => "persisting_ast",
            ScanPhase::Extracting => "extracting",
            ScanPhase::Embedding => "embedding",
            ScanPhase::Tagging => "tagging",
            ScanPhase::Indexing => "indexing",
            ScanPhase::Completed => "completed",
            ScanPhase::Error => "error",
        }
    }
}

/// How far a scan is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanProgress {
    /// Id of the scan; empty before the first.
    pub scan_id: String,
    /// Its state.
    pub status: ScanStatus,
    /// Absolute path of the scanned folder.
    pub path: String,
    /// `auto`, or the id of the one language scanned.
    pub language: String,
    /// Files done.
    pub scanned_files: u64,
    /// Files to do.
    pub total_files: u64,
    /// File in work, relative to the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_file: Option<String>,
    /// Share done, 0 to 100; never falls within one scan.
    pub percent: u8,
    /// Step in work.
    pub phase: ScanPhase,
    /// Units of the step done.
    pub phase_done: u64,
    /// Units of the step.
    pub phase_total: u64,
    /// Start, RFC 3339 in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// End, RFC 3339 in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
}

/// What a finished scan changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanCounts {
    /// Files in the index.
    pub files: u64,
    /// Files that are new.
    pub added: u64,
    /// Files whose text changed.
    pub changed: u64,
    /// Files that are gone.
    pub deleted: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Symbols in the index.
    pub symbols: u64,
    /// Wall time in milliseconds.
    pub elapsed_ms: u64,
}

/// Files that were not indexed, for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Why, for example `binary` or `over size limit`.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// Some of them, relative to the root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
}
