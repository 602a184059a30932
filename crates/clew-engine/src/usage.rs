//! Usage figures: kept in memory and appended to a JSONL file.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use clew_protocol::{RecentCall, StatsAnswer, ToolUsage, UsageRecord};
use rustc_hash::FxHashMap;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::log_ring::lock;

/// Calls listed one by one.
const RECENT: usize = 20;

/// The usage file is started anew beyond this many bytes; the old one is kept
/// once under the name with `.1`.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Counts calls by tool.
pub(crate) struct Usage {
    started: Instant,
    start_time: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    tools: FxHashMap<String, Tool>,
    recent: Vec<RecentCall>,
    /// Calls that each file holds, those before this process included.
    files: FxHashMap<PathBuf, u64>,
}

#[derive(Default)]
struct Tool {
    calls: u64,
    total_us: u64,
    min_us: u64,
    max_us: u64,
    output_tokens: u64,
}

/// One line of the usage file.
#[derive(Serialize)]
struct Line<'record> {
    timestamp: &'record str,
    tool_name: &'record str,
    input_tokens: u64,
    output_tokens: u64,
    execution_ms: f64,
}

impl Usage {
    pub(crate) fn new() -> Self {
        Usage { started: Instant::now(), start_time: utc_now(), state: Mutex::default() }
    }

    /// Notes a call; `file` is where it is appended. A failing file is ignored:
    /// figures never fail a call.
    pub(crate) fn record(&self, record: &UsageRecord, file: Option<PathBuf>) {
        let timestamp = utc_now();
        let input_tokens = UsageRecord::tokens(record.input_characters);
        let output_tokens = UsageRecord::tokens(record.output_characters);
        let execution_ms = milliseconds(record.execution_us);
        let line = Line {
            timestamp: &timestamp,
            tool_name: &record.tool_name,
            input_tokens,
            output_tokens,
            execution_ms,
        };
        let mut state = lock(&self.state);
        if let Some(file) = file {
            *state.files.entry(file.clone()).or_insert_with(|| count_lines(&file)) += 1;
            if let Err(error) = append(&file, &line) {
                tracing::debug!("usage log {} not written: {error}", file.display());
            }
        }
        let tool = state.tools.entry(record.tool_name.clone()).or_default();
        tool.min_us = if tool.calls == 0 {
            record.execution_us
        } else {
            tool.min_us.min(record.execution_us)
        };
        tool.max_us = tool.max_us.max(record.execution_us);
        tool.calls += 1;
        tool.total_us += record.execution_us;
        tool.output_tokens += output_tokens;
        if state.recent.len() == RECENT {
            state.recent.remove(0);
        }
        let tool_name = record.tool_name.clone();
        state.recent.push(RecentCall {
            timestamp,
            tool_name,
            input_tokens,
            output_tokens,
            execution_ms,
        });
    }

    pub(crate) fn answer(&self, file: Option<PathBuf>) -> StatsAnswer {
        let state = lock(&self.state);
        let mut top_tools: Vec<ToolUsage> = state
            .tools
            .iter()
            .map(|(name, tool)| ToolUsage {
                tool_name: name.clone(),
                calls: tool.calls,
                avg_ms: milliseconds(tool.total_us) / tool.calls.max(1) as f64,
                min_latency_ms: milliseconds(tool.min_us),
                max_latency_ms: milliseconds(tool.max_us),
                total_output_tokens: tool.output_tokens,
                avg_output_tokens: tool.output_tokens as f64 / tool.calls.max(1) as f64,
            })
            .collect();
        top_tools.sort_by(|a, b| b.calls.cmp(&a.calls).then_with(|| a.tool_name.cmp(&b.tool_name)));
        let session_calls = top_tools.iter().map(|tool| tool.calls).sum::<u64>();
        let total_us: u64 = state.tools.values().map(|tool| tool.total_us).sum();
        let lifetime = match file.as_ref().map(|file| state.files.get(file).ok_or(file)) {
            Some(Ok(calls)) => *calls,
            Some(Err(file)) => count_lines(file),
            None => session_calls,
        };
        StatsAnswer {
            session_start_time: self.start_time.clone(),
            uptime_seconds: self.started.elapsed().as_secs(),
            session_calls,
            lifetime_calls: lifetime,
            total_output_tokens: top_tools.iter().map(|tool| tool.total_output_tokens).sum(),
            avg_execution_ms: milliseconds(total_us) / session_calls.max(1) as f64,
            top_tools,
            recent_calls: state.recent.iter().rev().cloned().collect(),
            persistence: file.map_or_else(String::new, |path| path.display().to_string()),
        }
    }
}

fn append(file: &Path, line: &Line<'_>) -> std::io::Result<()> {
    // A link, pipe or device in its place would lead the log elsewhere.
    if std::fs::symlink_metadata(file).is_ok_and(|found| !found.is_file()) {
        return Err(std::io::Error::other("it is no ordinary file"));
    }
    if std::fs::metadata(file).is_ok_and(|found| found.len() > MAX_FILE_BYTES) {
        std::fs::rename(file, file.with_extension("jsonl.1"))?;
    }
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    let mut handle = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    handle.write_all(text.as_bytes())
}

fn count_lines(file: &Path) -> u64 {
    if !std::fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        return 0;
    }
    std::fs::read(file)
        .map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count() as u64)
}

fn milliseconds(microseconds: u64) -> f64 {
    microseconds as f64 / 1000.0
}

/// Now, RFC 3339 in UTC.
pub(crate) fn utc_now() -> String {
    OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default()
}

/// Now, `HH:mm:ss` in local time where the system tells the offset, else UTC.
pub(crate) fn local_time_of_day() -> String {
    let now = OffsetDateTime::now_local().unwrap_or_else(|_| OffsetDateTime::now_utc());
    format!("{:02}:{:02}:{:02}", now.hour(), now.minute(), now.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_and_persisted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("usage.jsonl");
        std::fs::write(&file, "{}\n{}\n").unwrap();
        let usage = Usage::new();
        for (tool, us) in [("search", 2000), ("search", 4000), ("graph", 1000)] {
            let record = UsageRecord {
                tool_name: tool.into(),
                input_characters: 5,
                output_characters: 9,
                execution_us: us,
            };
            usage.record(&record, Some(file.clone()));
        }
        let answer = usage.answer(Some(file.clone()));
        assert_eq!((answer.session_calls, answer.lifetime_calls), (3, 5));
        assert_eq!(answer.total_output_tokens, 9);
        assert_eq!(answer.top_tools[0].tool_name, "search");
        assert_eq!(answer.top_tools[0].avg_ms, 3.0);
        assert_eq!(answer.recent_calls[0].tool_name, "graph");
        assert_eq!(count_lines(&file), 5);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_the_log_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let (link, victim) = (folder.path().join("usage.jsonl"), folder.path().join("victim"));
        std::os::unix::fs::symlink(&victim, &link).unwrap();
        let record = UsageRecord {
            tool_name: "search".into(),
            input_characters: 0,
            output_characters: 0,
            execution_us: 1,
        };
        Usage::new().record(&record, Some(link));
        assert!(!victim.exists());
    }

    #[test]
    fn an_unwritable_file_fails_nothing() {
        let usage = Usage::new();
        let record = UsageRecord {
            tool_name: "search".into(),
            input_characters: 0,
            output_characters: 0,
            execution_us: 1,
        };
        usage.record(&record, Some(PathBuf::from("/nowhere/at/all.jsonl")));
        assert_eq!(usage.answer(None).session_calls, 1);
    }
}
