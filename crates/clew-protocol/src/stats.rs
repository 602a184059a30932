//! stats: how the tools are used.

use serde::{Deserialize, Serialize};

/// Usage figures of this session and of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StatsAnswer {
    /// Start of the session, RFC 3339 in UTC.
    pub session_start_time: String,
    /// Seconds since then.
    pub uptime_seconds: u64,
    /// Calls since then.
    pub session_calls: u64,
    /// Calls in the usage log and since.
    pub lifetime_calls: u64,
    /// Estimated tokens of all answers.
    pub total_output_tokens: u64,
    /// Mean time of a call in milliseconds.
    pub avg_execution_ms: f64,
    /// Figures by tool, most called first.
    pub top_tools: Vec<ToolUsage>,
    /// The last calls, newest first.
    pub recent_calls: Vec<RecentCall>,
    /// Path of the usage log.
    pub persistence: String,
    /// Why the usage log takes nothing, if it does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Figures of one tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolUsage {
    /// The tool.
    pub tool_name: String,
    /// How often it was called.
    pub calls: u64,
    /// Mean time in milliseconds.
    pub avg_ms: f64,
    /// Shortest time in milliseconds.
    pub min_latency_ms: f64,
    /// Longest time in milliseconds.
    pub max_latency_ms: f64,
    /// Estimated tokens of its answers.
    pub total_output_tokens: u64,
    /// Mean tokens of an answer.
    pub avg_output_tokens: f64,
}

/// One call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecentCall {
    /// End of the call, RFC 3339 in UTC.
    pub timestamp: String,
    /// The tool.
    pub tool_name: String,
    /// Estimated tokens of its arguments.
    pub input_tokens: u64,
    /// Estimated tokens of its answer.
    pub output_tokens: u64,
    /// Time in milliseconds.
    pub execution_ms: f64,
}

/// A finished call, as an edge reports it to the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsageRecord {
    /// The tool.
    pub tool_name: String,
    /// Characters of its arguments as JSON.
    pub input_characters: u64,
    /// Characters of the text it answered.
    pub output_characters: u64,
    /// Time in microseconds.
    pub execution_us: u64,
}

impl UsageRecord {
    /// Tokens that so many characters are counted as: a quarter, rounded up.
    pub fn tokens(characters: u64) -> u64 {
        characters.div_ceil(4)
    }
}
