//! The last messages of the engine, for the `logs` question.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clew_protocol::{LogEntry, LogsAnswer, LogsRequest, ToolError};
use time::UtcOffset;

/// Messages kept.
const CAPACITY: usize = 100;

/// Greatest id: what every JSON reader keeps exactly.
const MAX_ID: u64 = 9_007_199_254_740_991;

/// How important a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Info,
    Success,
    Warning,
    Error,
}

impl Level {
    fn as_str(self) -> &'static str {
        match self {
            Level::Info => "info",
            Level::Success => "success",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// A ring of messages; the oldest go first.
pub(crate) struct LogRing {
    stream_id: String,
    /// Local time against UTC; later, with several threads, the system does not
    /// tell any more.
    offset: UtcOffset,
    entries: Mutex<Ring>,
}

#[derive(Default)]
struct Ring {
    entries: VecDeque<Kept>,
    last_id: u64,
}

struct Kept {
    /// The workspace that the message may name; none for the engine itself, whose
    /// messages may name any folder.
    about: Option<PathBuf>,
    entry: LogEntry,
}

impl LogRing {
    pub(crate) fn new(stream_id: String) -> Self {
        let offset = UtcOffset::current_local_offset().unwrap_or(UtcOffset::UTC);
        LogRing { stream_id, offset, entries: Mutex::default() }
    }

    /// Adds a message about the engine, for those who may see every workspace.
    pub(crate) fn push(&self, level: Level, message: impl Into<String>) {
        self.add(None, level, message.into());
    }

    /// Adds a message about one workspace alone.
    pub(crate) fn push_about(&self, root: &Path, level: Level, message: impl Into<String>) {
        self.add(Some(root), level, message.into());
    }

    fn add(&self, about: Option<&Path>, level: Level, message: String) {
        match level {
            Level::Info | Level::Success => tracing::info!("{message}"),
            Level::Warning => tracing::warn!("{message}"),
            Level::Error => tracing::error!("{message}"),
        }
        let mut ring = lock(&self.entries);
        ring.last_id += 1;
        let entry = LogEntry {
            id: ring.last_id,
            message,
            level: level.as_str().into(),
            time: crate::usage::time_of_day(self.offset),
        };
        ring.entries.push_back(Kept { about: about.map(Path::to_path_buf), entry });
        if ring.entries.len() > CAPACITY {
            ring.entries.pop_front();
        }
    }

    /// Answers by the cursor rules: whole ring without cursor, new entries for a
    /// matching stream, whole ring marked as truncated otherwise. Of the messages
    /// only those are told whose workspace, or lack of one, `shows` lets pass.
    pub(crate) fn answer(
        &self,
        request: &LogsRequest,
        shows: &dyn Fn(Option<&Path>) -> bool,
    ) -> Result<LogsAnswer, ToolError> {
        let ring = lock(&self.entries);
        let after = match (&request.stream_id, request.after_id) {
            (None, None) => None,
            (Some(stream), Some(after)) if !stream.is_empty() && after <= MAX_ID => {
                Some((stream, after))
            }
            (Some(_), Some(after)) if after > MAX_ID => {
                return Err(ToolError::invalid_input(
                    format!("after_id {after} is beyond {MAX_ID}"),
                    "give it as the last logs answer named it",
                ));
            }
            _ => {
                return Err(ToolError::invalid_input(
                    "stream_id and after_id belong together",
                    "give both as the last logs answer named them, or none",
                ));
            }
        };
        let oldest = ring.entries.front().map_or(ring.last_id + 1, |kept| kept.entry.id);
        let (skip_to, truncated) = match after {
            None => (0, false),
            Some((stream, after))
                if *stream == self.stream_id && after <= ring.last_id && after + 1 >= oldest =>
            {
                (after, false)
            }
            Some(_) => (0, true),
        };
        let told = ring
            .entries
            .iter()
            .filter(|kept| kept.entry.id > skip_to && shows(kept.about.as_deref()));
        Ok(LogsAnswer {
            stream_id: self.stream_id.clone(),
            entries: told.map(|kept| kept.entry.clone()).collect(),
            next_cursor: ring.last_id,
            truncated,
        })
    }
}

/// Locks, also after a panic elsewhere: what is kept is whole at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(messages: u64) -> LogRing {
        let ring = LogRing::new("s1".into());
        for number in 1..=messages {
            ring.push(Level::Info, format!("message {number}"));
        }
        ring
    }

    #[track_caller]
    fn check(ring: &LogRing, stream: Option<&str>, after: Option<u64>, ids: (u64, u64), cut: bool) {
        let request = LogsRequest { stream_id: stream.map(Into::into), after_id: after };
        let answer = ring.answer(&request, &|_| true).unwrap();
        let first = answer.entries.first().map_or(0, |entry| entry.id);
        let last = answer.entries.last().map_or(0, |entry| entry.id);
        assert_eq!(((first, last), answer.truncated), (ids, cut));
    }

    #[test]
    fn cursors_give_what_is_new() {
        let ring = ring(3);
        check(&ring, None, None, (1, 3), false);
        check(&ring, Some("s1"), Some(1), (2, 3), false);
        check(&ring, Some("s1"), Some(3), (0, 0), false);
        check(&ring, Some("other"), Some(1), (1, 3), true);
        check(&ring, Some("s1"), Some(9), (1, 3), true);
    }

    #[test]
    fn evicted_entries_are_told() {
        let ring = ring(150);
        check(&ring, None, None, (51, 150), false);
        check(&ring, Some("s1"), Some(10), (51, 150), true);
        check(&ring, Some("s1"), Some(50), (51, 150), false);
    }

    #[test]
    fn half_a_cursor_is_refused() {
        let request = LogsRequest { stream_id: Some("s1".into()), after_id: None };
        assert!(ring(1).answer(&request, &|_| true).is_err());
        let request = LogsRequest { stream_id: Some("s1".into()), after_id: Some(1 << 53) };
        assert!(ring(1).answer(&request, &|_| true).is_err());
    }
}
