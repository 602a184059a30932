//! Environment variables, with the older names as a fallback.

use std::collections::BTreeMap;
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

/// Configuration file from the environment; it is read and never written.
pub(crate) fn config_file() -> Option<PathBuf> {
    variable("CONFIG").map(PathBuf::from)
}

/// Usage log from the environment.
pub(crate) fn metrics_file() -> Option<PathBuf> {
    variable("MCP_METRICS_FILE").map(PathBuf::from)
}

/// The token for HTTP clients from the environment; an inner `None` if it is
/// no text. An empty one is a mistake, not a wish to do without.
pub(crate) fn mcp_token() -> Option<Option<String>> {
    let empty = || std::env::var_os("CLEW_MCP_TOKEN");
    variable("MCP_TOKEN").or_else(empty).map(|value| value.into_string().ok())
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

/// Whether `CLEW_STANDALONE` asks for an engine inside this process.
pub(crate) fn standalone() -> bool {
    let value = variable("STANDALONE").map(|value| value.to_string_lossy().to_lowercase());
    value.is_some_and(|value| !matches!(value.trim(), "0" | "false" | "no" | "off"))
}

/// The daemon's socket from the environment.
pub(crate) fn endpoint() -> Option<PathBuf> {
    variable("ENDPOINT").map(PathBuf::from)
}

/// Folder of the daemon's socket and log from the environment.
pub(crate) fn runtime_dir() -> Option<PathBuf> {
    variable("ENDPOINT_DIR").or_else(|| variable("RUNTIME_DIR")).map(PathBuf::from)
}

/// How long a daemon stays without clients, from the environment.
pub(crate) fn idle_exit() -> Option<IdleExit> {
    let value = variable("DAEMON_IDLE_EXIT")?;
    match value.to_str().map(str::parse) {
        Some(Ok(idle_exit)) => Some(idle_exit),
        _ => {
            tracing::warn!(?value, "CLEW_DAEMON_IDLE_EXIT is neither seconds nor `never`; ignored");
            None
        }
    }
}

/// Settings that a daemon takes from whoever starts it.
const OF_A_DAEMON: [&str; 3] = ["LOG", "MEMORY_BUDGET_MIB", "OTLP_ENDPOINT"];

/// Settings that count in the process that answers, which may be a daemon that
/// was started with others.
const OF_WHO_ANSWERS: [&str; 3] = ["CONFIG", "MEMORY_BUDGET_MIB", "OTLP_ENDPOINT"];

/// The settings of this process that count where it is a daemon, for its clients.
pub(crate) fn settings_of_a_daemon() -> BTreeMap<String, String> {
    let value = |name: &str| Some((name.to_string(), shown(&variable(name)?)));
    OF_WHO_ANSWERS.into_iter().filter_map(value).collect()
}

/// Names of settings of this process that a daemon with `theirs` goes without.
pub(crate) fn settings_not_heeded(theirs: &BTreeMap<String, String>) -> Vec<String> {
    let own = settings_of_a_daemon();
    let lost = own.into_iter().filter(|(name, value)| theirs.get(name) != Some(value));
    lost.map(|(name, _)| format!("CLEW_{name}")).collect()
}

fn shown(value: &std::ffi::OsStr) -> String {
    value.to_string_lossy().trim().to_string()
}

/// Variables that are one client's settings, and not for a daemon that it starts.
pub(crate) fn settings_of_a_client() -> Vec<OsString> {
    let is_setting = |name: &OsString| {
        let name = name.to_string_lossy();
        let rest = name.strip_prefix("CLEW_").or_else(|| name.strip_prefix("ZNT_"));
        rest.is_some_and(|rest| !OF_A_DAEMON.contains(&rest))
    };
    std::env::vars_os().map(|(name, _)| name).filter(is_setting).collect()
}

/// How long a daemon stays without any client; none for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IdleExit(pub(crate) Option<Duration>);

impl Default for IdleExit {
    fn default() -> Self {
        IdleExit(Some(Duration::from_secs(30 * 60)))
    }
}

impl std::fmt::Display for IdleExit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(time) => write!(formatter, "{}", time.as_secs()),
            None => formatter.write_str("never"),
        }
    }
}

impl std::str::FromStr for IdleExit {
    type Err = String;

    /// Reads seconds or `never`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().eq_ignore_ascii_case("never") {
            return Ok(IdleExit(None));
        }
        match text.trim().parse() {
            Ok(seconds) => Ok(IdleExit(Some(Duration::from_secs(seconds)))),
            Err(_) => Err("use a number of seconds, or never".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_exits_are_read_as_they_are_written() {
        for text in ["0", "1800", "never"] {
            assert_eq!(text.parse::<IdleExit>().unwrap().to_string(), text);
        }
        assert!("soon".parse::<IdleExit>().is_err());
        assert_eq!(IdleExit::default().to_string(), "1800");
    }
}
