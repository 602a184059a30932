//! logs: the last messages of the engine.

use serde::{Deserialize, Serialize};

/// Asks for log entries; both fields or none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogsRequest {
    /// Stream of an earlier answer.
    #[serde(default)]
    pub stream_id: Option<String>,
    /// Last id that the caller has.
    #[serde(default)]
    pub after_id: Option<u64>,
}

/// Log entries, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogsAnswer {
    /// The stream; new after each start of the engine.
    pub stream_id: String,
    /// The entries.
    pub entries: Vec<LogEntry>,
    /// What to give as `after_id` next time.
    pub next_cursor: u64,
    /// The caller's copy is to be replaced, not extended.
    pub truncated: bool,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Number within the stream, from 1.
    pub id: u64,
    /// What happened.
    pub message: String,
    /// `info`, `parse`, `success`, `warning` or `error`.
    pub level: String,
    /// Local time of day, `HH:mm:ss`.
    pub time: String,
}
