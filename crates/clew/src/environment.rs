//! Environment variables, with the older names as a fallback.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The value of `CLEW_<name>`, else of `ZNT_<name>`; empty counts as unset.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    ["CLEW_", "ZNT_"]
        .into_iter()
        .filter_map(|prefix| std::env::var_os(format!("{prefix}{name}")))
        .find(|value| !value.is_empty())
}

/// A folder that the system's or a client's own variable names.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Project root from the environment.
pub(crate) fn project_root() -> Option<PathBuf> {
    variable("PROJECT_ROOT").map(PathBuf::from)
}

/// Data folder from the environment.
pub(crate) fn data_dir() -> Option<PathBuf> {
    variable("DATA_DIR").or_else(|| variable("CORE_HOME")).map(PathBuf::from)
}

/// Usage log from the environment.
pub(crate) fn metrics_file() -> Option<PathBuf> {
    variable("MCP_METRICS_FILE").map(PathBuf::from)
}

/// The token for HTTP clients from the environment; an inner `None` if it is
/// no text.
pub(crate) fn mcp_token() -> Option<Option<String>> {
    variable("MCP_TOKEN").map(|value| value.into_string().ok())
}

/// File that log messages are appended to, beside standard error.
pub(crate) fn log_file() -> Option<PathBuf> {
    variable("LOG_FILE").map(PathBuf::from)
}

/// Address of a collector of spans.
pub(crate) fn otlp_endpoint() -> Option<String> {
    variable("OTLP_ENDPOINT").map(|value| value.to_string_lossy().into_owned())
}

/// Bytes of memory that open workspaces may take; zero for the default.
pub(crate) fn memory_budget() -> u64 {
    let Some(value) = variable("MEMORY_BUDGET_MIB") else { return 0 };
    match value.to_str().and_then(|text| text.trim().parse::<u64>().ok()) {
        Some(mebibytes @ 1..) => mebibytes.saturating_mul(1 << 20),
        _ => {
            tracing::warn!(?value, "CLEW_MEMORY_BUDGET_MIB is no positive number; ignored");
            0
        }
    }
}

/// The language of messages that the locale asks for, as a tag; English where it
/// asks for none.
pub(crate) fn locale() -> String {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_else(|| "en".into())
}

/// Longest time of one tool call; the default when unset or no number.
pub(crate) fn request_timeout() -> Duration {
    let Some(value) = variable("MCP_REQUEST_TIMEOUT_MS") else {
        return clew_mcp::DEFAULT_TIMEOUT;
    };
    match value.to_str().and_then(|text| text.trim().parse().ok()) {
        Some(milliseconds @ 1..) => Duration::from_millis(milliseconds),
        _ => {
            tracing::warn!(?value, "CLEW_MCP_REQUEST_TIMEOUT_MS is no positive number; ignored");
            clew_mcp::DEFAULT_TIMEOUT
        }
    }
}
