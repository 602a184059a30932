//! The workspaces that an engine holds open, and how it follows their files.

use serde::{Deserialize, Serialize};

use crate::ScanProgress;

/// All open workspaces, the one used last first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkspacesAnswer {
    /// The workspaces.
    pub workspaces: Vec<OpenWorkspace>,
    /// Bytes of memory that open workspaces may take together, about.
    pub memory_budget: u64,
}

/// One open workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenWorkspace {
    /// Absolute path of its root.
    pub root: String,
    /// Files in its view.
    pub files: u64,
    /// Unsaved documents of all clients.
    pub unsaved: u32,
    /// Bytes of memory that it takes, about.
    pub memory: u64,
    /// Seconds since the last question about it.
    pub idle_seconds: u64,
    /// How its files are followed.
    pub watch: WatchState,
    /// Its last or running scan.
    pub scan: ScanProgress,
    /// Whether somebody asked for the scan that runs. Otherwise it is one of the engine's
    /// own, as after many changes, and may be stopped: the next one goes on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scan_asked: bool,
}

/// How an engine learns of changed files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchState {
    /// By which means.
    pub mode: WatchMode,
    /// Folders watched; zero unless the mode is native.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub folders: u64,
    /// Milliseconds between two looks; only where it polls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<u64>,
    /// Why it is not native, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The means by which an engine learns of changed files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WatchMode {
    /// The files are looked at when a question comes.
    #[default]
    OnQuestion,
    /// The system reports changes.
    Native,
    /// The files are looked at in intervals.
    Polling,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
