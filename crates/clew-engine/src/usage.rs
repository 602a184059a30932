//! Usage figures: kept in memory and appended to a JSONL file.
//!
//! The file is the history: what an earlier process, or another one of this
//! moment, has appended counts in the figures of all time. Its fields are those of
//! [`RecentCall`]; `docs/usage-log.md` describes them.

use std::collections::BTreeMap;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clew_protocol::{RecentCall, StatsAnswer, ToolUsage, UsageRecord};
use rustc_hash::FxHashMap;
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::log_ring::lock;
use crate::session::SessionFigures;

/// Calls listed one by one.
const RECENT: usize = 20;

/// The usage file is started anew beyond this many bytes; the old one is kept
/// once under the name with `.1`.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// Counts calls by tool.
#[derive(Default)]
pub(crate) struct Usage {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Those that are in no file, by the file where they belong.
    unwritten: FxHashMap<PathBuf, Figures>,
    /// Those that belong in no file.
    homeless: Figures,
    /// Why a file took nothing when it was tried last.
    failures: FxHashMap<PathBuf, String>,
}

/// What is counted of a number of calls.
#[derive(Clone, Default)]
struct Figures {
    tools: BTreeMap<String, Tool>,
    /// The last calls, the newest at the end.
    recent: Vec<RecentCall>,
}

#[derive(Clone, Default)]
struct Tool {
    calls: u64,
    total_ms: f64,
    min_ms: f64,
    max_ms: f64,
    output_tokens: u64,
}

impl Usage {
    /// Notes a call; `file` is where it is appended. A failing file is no error:
    /// figures never fail a call.
    pub(crate) fn record(&self, record: &UsageRecord, file: Option<PathBuf>) {
        let call = RecentCall {
            timestamp: utc_now(),
            tool_name: record.tool_name.clone(),
            input_tokens: UsageRecord::tokens(record.input_characters),
            output_tokens: UsageRecord::tokens(record.output_characters),
            execution_ms: milliseconds(record.execution_us),
        };
        let mut state = lock(&self.state);
        match file {
            None => state.homeless.add(&call),
            Some(file) => match append(&file, &call) {
                Ok(()) => {
                    state.failures.remove(&file);
                }
                Err(error) => {
                    tracing::debug!("usage log {} not written: {error}", file.display());
                    state.failures.insert(file.clone(), error.to_string());
                    state.unwritten.entry(file).or_default().add(&call);
                }
            },
        }
    }

    /// The figures of all time, beside those of one session.
    pub(crate) fn answer(&self, file: Option<PathBuf>, session: SessionFigures<'_>) -> StatsAnswer {
        let mut all = file.as_deref().map(Figures::of_log).unwrap_or_default();
        let state = lock(&self.state);
        if let Some(unwritten) = file.as_ref().and_then(|file| state.unwritten.get(file)) {
            all.merge(unwritten);
        }
        all.merge(&state.homeless);
        let failure = file.as_ref().and_then(|file| {
            let why = ordinary(file).err().map(|error| error.to_string());
            let why = why.or_else(|| state.failures.get(file).cloned())?;
            let shown = file.display();
            Some(format!("the usage log {shown} takes nothing: {why}; calls are counted in memory"))
        });
        // The sum of no numbers is minus zero, which JSON shows.
        let total_ms = all.tools.values().fold(0.0, |total, tool| total + tool.total_ms);
        let lifetime_calls = all.calls();
        StatsAnswer {
            session_start_time: session.start_time.to_string(),
            uptime_seconds: session.uptime.as_secs(),
            session_calls: session.calls,
            lifetime_calls,
            total_output_tokens: all.tools.values().map(|tool| tool.output_tokens).sum(),
            avg_execution_ms: total_ms / lifetime_calls.max(1) as f64,
            top_tools: all.by_tool(),
            recent_calls: all.recent.iter().rev().cloned().collect(),
            persistence: file.map_or_else(String::new, |path| path.display().to_string()),
            notes: failure.into_iter().collect(),
        }
    }
}

impl Figures {
    /// The calls in a usage file and in the one before it. Lines that cannot be
    /// read are passed over.
    fn of_log(file: &Path) -> Self {
        let mut figures = Figures::default();
        for part in [earlier(file), file.to_path_buf()] {
            if !std::fs::symlink_metadata(&part).is_ok_and(|found| found.is_file()) {
                continue;
            }
            let bytes = std::fs::read(&part).unwrap_or_default();
            for line in bytes.split(|byte| *byte == b'\n') {
                if let Ok(call) = serde_json::from_slice::<RecentCall>(line) {
                    figures.add(&call);
                }
            }
        }
        figures
    }

    fn add(&mut self, call: &RecentCall) {
        let tool = self.tools.entry(call.tool_name.clone()).or_default();
        tool.min_ms =
            if tool.calls == 0 { call.execution_ms } else { tool.min_ms.min(call.execution_ms) };
        tool.max_ms = tool.max_ms.max(call.execution_ms);
        tool.calls += 1;
        tool.total_ms += call.execution_ms;
        tool.output_tokens += call.output_tokens;
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push(call.clone());
    }

    fn merge(&mut self, other: &Figures) {
        for (name, tool) in &other.tools {
            let own = self.tools.entry(name.clone()).or_default();
            let is_new = own.calls == 0;
            own.min_ms = if is_new { tool.min_ms } else { own.min_ms.min(tool.min_ms) };
            own.max_ms = own.max_ms.max(tool.max_ms);
            own.calls += tool.calls;
            own.total_ms += tool.total_ms;
            own.output_tokens += tool.output_tokens;
        }
        self.recent.extend(other.recent.iter().cloned());
        self.recent.sort_by(|a, b| a.timestamp.cmp(&b.timestamp));
        let surplus = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..surplus);
    }

    fn calls(&self) -> u64 {
        self.tools.values().map(|tool| tool.calls).sum()
    }

    /// Figures of each tool, the one called most first.
    fn by_tool(&self) -> Vec<ToolUsage> {
        let mut tools: Vec<ToolUsage> = self
            .tools
            .iter()
            .map(|(name, tool)| ToolUsage {
                tool_name: name.clone(),
                calls: tool.calls,
                avg_ms: tool.total_ms / tool.calls.max(1) as f64,
                min_latency_ms: tool.min_ms,
                max_latency_ms: tool.max_ms,
                total_output_tokens: tool.output_tokens,
                avg_output_tokens: tool.output_tokens as f64 / tool.calls.max(1) as f64,
            })
            .collect();
        tools.sort_by(|a, b| b.calls.cmp(&a.calls).then_with(|| a.tool_name.cmp(&b.tool_name)));
        tools
    }
}

/// Where the calls before those of `file` are kept.
fn earlier(file: &Path) -> PathBuf {
    file.with_extension("jsonl.1")
}

/// Fails where something else than a file is in its place: a link, pipe or device
/// would lead the log elsewhere.
fn ordinary(file: &Path) -> std::io::Result<()> {
    match std::fs::symlink_metadata(file) {
        Ok(found) if !found.is_file() => Err(std::io::Error::other("it is no ordinary file")),
        _ => Ok(()),
    }
}

fn append(file: &Path, call: &RecentCall) -> std::io::Result<()> {
    ordinary(file)?;
    if std::fs::metadata(file).is_ok_and(|found| found.len() > MAX_FILE_BYTES) {
        std::fs::rename(file, earlier(file))?;
    }
    let mut text = serde_json::to_string(call)?;
    text.push('\n');
    let mut handle = std::fs::OpenOptions::new().create(true).read(true).append(true).open(file)?;
    if !ends_with_line(&mut handle)? {
        // A process or disk that stopped in the middle of a record left half of it.
        text.insert(0, '\n');
    }
    handle.write_all(text.as_bytes())
}

fn ends_with_line(handle: &mut std::fs::File) -> std::io::Result<bool> {
    if handle.metadata()?.len() == 0 {
        return Ok(true);
    }
    handle.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    handle.read_exact(&mut last)?;
    Ok(last == [b'\n'])
}

fn milliseconds(microseconds: u64) -> f64 {
    microseconds as f64 / 1000.0
}

/// Now, RFC 3339 in UTC.
pub(crate) fn utc_now() -> String {
    OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default()
}

/// Now, `HH:mm:ss` at an offset from UTC.
pub(crate) fn time_of_day(offset: UtcOffset) -> String {
    let now = OffsetDateTime::now_utc().to_offset(offset);
    format!("{:02}:{:02}:{:02}", now.hour(), now.minute(), now.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: SessionFigures<'static> = SessionFigures {
        start_time: "2026-01-01T00:00:00Z",
        uptime: std::time::Duration::ZERO,
        calls: 7,
    };

    fn record(tool: &str, execution_us: u64) -> UsageRecord {
        UsageRecord {
            tool_name: tool.into(),
            input_characters: 5,
            output_characters: 9,
            execution_us,
        }
    }

    #[test]
    fn calls_are_counted_and_persisted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("usage.jsonl");
        let usage = Usage::default();
        for (tool, us) in [("search", 2000), ("search", 4000), ("graph", 1000)] {
            usage.record(&record(tool, us), Some(file.clone()));
        }
        let answer = usage.answer(Some(file.clone()), SESSION);
        assert_eq!((answer.session_calls, answer.lifetime_calls), (7, 3));
        assert_eq!(answer.total_output_tokens, 9);
        assert_eq!(answer.top_tools[0].tool_name, "search");
        assert_eq!(answer.top_tools[0].avg_ms, 3.0);
        assert_eq!(answer.recent_calls[0].tool_name, "graph");
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 3);
    }

    #[test]
    fn without_calls_all_figures_are_zero() {
        let answer = Usage::default().answer(None, SESSION);
        assert_eq!(answer.avg_execution_ms.to_bits(), 0.0_f64.to_bits());
        assert!(answer.top_tools.is_empty());
    }

    #[test]
    fn a_new_process_shows_earlier_calls() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("usage.jsonl");
        Usage::default().record(&record("search", 7000), Some(file.clone()));
        let damaged = "{\"half\n\u{0}\n{}\n";
        let mut text = std::fs::read_to_string(&file).unwrap();
        text.push_str(damaged);
        std::fs::write(&file, text).unwrap();
        let usage = Usage::default();
        usage.record(&record("search", 1000), Some(file.clone()));
        let answer = usage.answer(Some(file), SESSION);
        assert_eq!((answer.session_calls, answer.lifetime_calls), (7, 2));
        assert_eq!(answer.total_output_tokens, 6);
        let search = &answer.top_tools[0];
        assert_eq!((search.min_latency_ms, search.max_latency_ms, search.avg_ms), (1.0, 7.0, 4.0));
        assert_eq!(answer.recent_calls.len(), 2);
        assert_eq!(answer.avg_execution_ms, 4.0);
    }

    #[test]
    fn a_record_after_half_a_line_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("usage.jsonl");
        std::fs::write(&file, "{\"timestamp\":\"2026").unwrap();
        let usage = Usage::default();
        for _ in 0..2 {
            usage.record(&record("search", 1000), Some(file.clone()));
        }
        let answer = Usage::default().answer(Some(file), SESSION);
        assert_eq!((answer.lifetime_calls, answer.notes.len()), (2, 0));
    }

    #[test]
    fn a_log_that_takes_nothing_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let check = |file: PathBuf, why: &str| {
            let usage = Usage::default();
            usage.record(&record("search", 1000), Some(file.clone()));
            let answer = usage.answer(Some(file), SESSION);
            assert_eq!(answer.lifetime_calls, 1);
            assert!(answer.notes.concat().contains(why), "{:?}", answer.notes);
        };
        check(folder.path().to_path_buf(), "no ordinary file");
        check(folder.path().join("no/such.jsonl"), "takes nothing");
    }

    #[test]
    fn a_large_file_is_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("usage.jsonl");
        let line = serde_json::to_string(&RecentCall {
            tool_name: "graph".into(),
            timestamp: "2026-01-01T00:00:00Z".into(),
            ..RecentCall::default()
        });
        let line = line.unwrap() + "\n";
        let lines = MAX_FILE_BYTES as usize / line.len() + 1;
        std::fs::write(&file, line.repeat(lines)).unwrap();
        let usage = Usage::default();
        usage.record(&record("search", 1000), Some(file.clone()));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 1);
        assert_eq!(usage.answer(Some(file), SESSION).lifetime_calls, lines as u64 + 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_the_log_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let (link, victim) = (folder.path().join("usage.jsonl"), folder.path().join("victim"));
        std::os::unix::fs::symlink(&victim, &link).unwrap();
        Usage::default().record(&record("search", 1), Some(link));
        assert!(!victim.exists());
    }

    #[test]
    fn an_unwritable_file_fails_nothing() {
        let file = Some(PathBuf::from("/nowhere/at/all.jsonl"));
        let usage = Usage::default();
        usage.record(&record("search", 1), file.clone());
        let answer = usage.answer(file, SESSION);
        assert_eq!((answer.session_calls, answer.lifetime_calls), (7, 1));
    }
}
