//! The first words of a connection: who asks, from where, and what each side can.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clew_protocol::Question;
use serde::{Deserialize, Serialize};

/// What this version of the wire can, by names that clients may ask for.
pub const CAPABILITIES: &[&str] =
    &["cancel", "progress", "deadlines", "sessions", "documents", "workspaces", "usage"];

/// Parameters of `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// Name of the client, for logs.
    #[serde(default)]
    pub(crate) client: String,
    /// Version of the client's program.
    #[serde(default)]
    pub(crate) client_version: String,
    /// Minor version of the protocol that the client speaks.
    #[serde(default)]
    pub(crate) protocol_minor: u32,
    /// What the client would like to use.
    #[serde(default)]
    pub(crate) wants: Vec<String>,
    /// Questions that the client would like to ask.
    #[serde(default)]
    pub(crate) questions: Vec<String>,
    /// Where the client stands; absent for one that only looks at the daemon.
    #[serde(default)]
    pub(crate) session: Option<HelloSession>,
}

/// Where a client stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HelloSession {
    /// Current folder, absolute.
    pub(crate) start: PathBuf,
    /// The root that the user named.
    #[serde(default)]
    pub(crate) project_root: Option<PathBuf>,
    /// Folders that arguments may name as a root.
    #[serde(default)]
    pub(crate) allowed_roots: Vec<PathBuf>,
    /// Where usage is logged, if not in the workspace.
    #[serde(default)]
    pub(crate) metrics_file: Option<PathBuf>,
    /// Folders that the client chose on a connection that ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) chosen: Vec<PathBuf>,
    /// The one that its questions were about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) current: Option<PathBuf>,
}

/// Result of `hello`: what the daemon is and can.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaemonInfo {
    /// Version of the daemon's program.
    pub server_version: String,
    /// Major and minor version of the protocol.
    pub protocol: (u32, u32),
    /// Format of the index store.
    pub store_format: u32,
    /// Process id of the daemon.
    pub pid: u32,
    /// What the daemon can.
    pub capabilities: Vec<String>,
    /// Questions that it answers.
    pub questions: Vec<Question>,
    /// Settings of the daemon's own process, by their variables, as far as it has any.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// What the client wants and the daemon lacks.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// The root that questions without one are about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<PathBuf>,
}

/// State of a daemon process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaemonState {
    /// Process id.
    pub pid: u32,
    /// Version of the program.
    pub server_version: String,
    /// Where it is reached.
    pub endpoint: PathBuf,
    /// Where it writes its log.
    #[serde(default)]
    pub log_file: Option<PathBuf>,
    /// Seconds since it started.
    pub uptime_seconds: u64,
    /// Seconds without any client after which it ends; none for never.
    pub idle_exit_seconds: Option<u64>,
    /// Clients that are connected, by the names that they gave.
    pub clients: Vec<String>,
    /// Requests taken since the start.
    pub requests: u64,
    /// Connections that were cut off since their first line did not come in time.
    #[serde(default)]
    pub cut_off: u64,
    /// Requests that are being worked on.
    pub running: u64,
    /// Memory of the process that no file stands behind, in bytes; none where the
    /// system does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl Hello {
    /// What is wanted and is in neither of the lists.
    pub(crate) fn lacking(&self, capabilities: &[String], questions: &[Question]) -> Vec<String> {
        let wants = self.wants.iter().filter(|want| !capabilities.contains(want));
        let known = |name: &String| questions.iter().any(|known| known.as_str() == name);
        let asked = self.questions.iter().filter(|name| !known(name));
        wants.chain(asked).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_client_is_told_what_is_missing() {
        let hello = Hello {
            wants: vec!["cancel".into(), "telepathy".into()],
            questions: vec!["search".into(), "foresee".into()],
            ..Hello::default()
        };
        let lacking = hello.lacking(&["cancel".into()], &[Question::Search]);
        assert_eq!(lacking, ["telepathy", "foresee"]);
    }
}
