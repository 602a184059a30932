//! The errors a question can end with, and what to do about each.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of a failed question, as agents and scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ErrorCode {
    /// An argument has a wrong type, value or size.
    #[serde(rename = "MCP-INVALID-INPUT")]
    InvalidInput,
    /// The project root is missing or is no folder.
    #[serde(rename = "MCP-PROJECT-NOT-FOUND")]
    ProjectNotFound,
    /// A path leads out of the project root.
    #[serde(rename = "MCP-PATH-OUTSIDE-PROJECT")]
    PathOutsideProject,
    /// Something that was named as existing does not exist.
    #[serde(rename = "MCP-NOT-FOUND")]
    NotFound,
    /// A name fits several symbols and the question needs one.
    #[serde(rename = "MCP-AMBIGUOUS")]
    Ambiguous,
    /// A scan or too many calls are running.
    #[serde(rename = "MCP-BUSY")]
    Busy,
    /// The deadline passed or the call was cancelled.
    #[serde(rename = "MCP-TIMEOUT")]
    Timeout,
    /// A fault of Clew or of the machine.
    #[serde(rename = "MCP-INTERNAL")]
    Internal,
}

impl ErrorCode {
    /// The code as printed, for example `MCP-NOT-FOUND`.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::InvalidInput => "MCP-INVALID-INPUT",
            ErrorCode::ProjectNotFound => "MCP-PROJECT-NOT-FOUND",
            ErrorCode::PathOutsideProject => "MCP-PATH-OUTSIDE-PROJECT",
            ErrorCode::NotFound => "MCP-NOT-FOUND",
            ErrorCode::Ambiguous => "MCP-AMBIGUOUS",
            ErrorCode::Busy => "MCP-BUSY",
            ErrorCode::Timeout => "MCP-TIMEOUT",
            ErrorCode::Internal => "MCP-INTERNAL",
        }
    }

    /// The daemon's numeric code of the same kind.
    pub fn numeric(self) -> i32 {
        match self {
            ErrorCode::InvalidInput | ErrorCode::PathOutsideProject => -32602,
            ErrorCode::ProjectNotFound | ErrorCode::NotFound => -32004,
            ErrorCode::Ambiguous => -32009,
            ErrorCode::Busy => -32001,
            ErrorCode::Timeout | ErrorCode::Internal => -32603,
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A question that could not be answered, with the way out.
///
/// Diagnostics in code and empty lists are answers, never errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{code}: {message}")]
pub struct ToolError {
    /// What kind of failure this is.
    #[serde(rename = "errorCode")]
    pub code: ErrorCode,
    /// What failed, on what; lower case, no full stop.
    pub message: String,
    /// What the caller can do next.
    pub next: String,
    /// Qualified names that an ambiguous name may mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Existing names near the one that was not found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
}

impl ToolError {
    /// An error of kind `code`; `next` says what the caller can do.
    pub fn new(code: ErrorCode, message: impl Into<String>, next: impl Into<String>) -> Self {
        ToolError {
            code,
            message: message.into(),
            next: next.into(),
            candidates: Vec::new(),
            nearest: Vec::new(),
        }
    }

    /// A wrong argument.
    pub fn invalid_input(message: impl Into<String>, next: impl Into<String>) -> Self {
        ToolError::new(ErrorCode::InvalidInput, message, next)
    }

    /// A named thing that does not exist, with the names near it.
    pub fn not_found(
        message: impl Into<String>,
        next: impl Into<String>,
        nearest: Vec<String>,
    ) -> Self {
        ToolError { nearest, ..ToolError::new(ErrorCode::NotFound, message, next) }
    }

    /// A name that fits several symbols.
    pub fn ambiguous(message: impl Into<String>, candidates: Vec<String>) -> Self {
        let next = "ask again with one of the candidates";
        ToolError { candidates, ..ToolError::new(ErrorCode::Ambiguous, message, next) }
    }

    /// A fault of Clew or of the machine.
    pub fn internal(message: impl Into<String>) -> Self {
        let next = "try again; the logs tool has details";
        ToolError::new(ErrorCode::Internal, message, next)
    }
}
