//! Writing many descriptions: a few at once, within the budget, each kept at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clew_provider::ProviderError;

use crate::answer::cleaned;
use crate::budget::{Ledger, LedgerError};
use crate::cache::{TextCache, TextCacheError, WriteRight};
use crate::subject::Subject;
use crate::writer::Writer;

/// How often a pause looks at cancellation.
const TICK: Duration = Duration::from_millis(20);

/// Why a run ended before its subjects did.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The day's requests or tokens are used up.
    #[error(
        "the day's budget for descriptions is used up; raise semantic.budget or wait until tomorrow"
    )]
    Budget,
    /// The provider.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The cache.
    #[error(transparent)]
    Cache(#[from] TextCacheError),
    /// The book of what was spent.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Nobody wants them any more.
    #[error("the writing of descriptions was cancelled")]
    Cancelled,
}

/// What a run did.
#[derive(Debug, Default)]
pub struct Report {
    /// Descriptions written.
    pub written: usize,
    /// Answers of no use; these subjects are not asked about again.
    pub useless: usize,
    /// Why it ended early.
    pub stop: Option<Stop>,
}

/// How a run goes about its work.
#[derive(Debug, Clone, Copy)]
pub struct Pace<'a> {
    /// Requests at once.
    pub workers: usize,
    /// Pause of each worker after a request.
    pub delay: Duration,
    /// The day, as `2026-11-30`.
    pub day: &'a str,
}

/// Writes the descriptions of all subjects that have none yet.
pub fn write_all(
    writer: &Writer,
    cache: (&TextCache, &WriteRight),
    ledger: &Ledger,
    subjects: &[Subject],
    pace: Pace<'_>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Report {
    let missing: Vec<&Subject> =
        subjects.iter().filter(|subject| cache.0.get(&writer.key(subject)).is_none()).collect();
    let run = Run {
        writer,
        cache,
        ledger,
        missing: &missing,
        pace,
        cancelled,
        next: AtomicUsize::new(0),
        report: Mutex::default(),
    };
    let workers = pace.workers.clamp(1, missing.len().max(1));
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(|| run.work());
        }
        run.work();
    });
    run.report.into_inner().unwrap_or_else(PoisonError::into_inner)
}

struct Run<'run> {
    writer: &'run Writer,
    cache: (&'run TextCache, &'run WriteRight),
    ledger: &'run Ledger,
    missing: &'run [&'run Subject],
    pace: Pace<'run>,
    cancelled: &'run (dyn Fn() -> bool + Sync),
    next: AtomicUsize,
    report: Mutex<Report>,
}

impl Run<'_> {
    fn work(&self) {
        while let Some(subject) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.is_over() {
                return;
            }
            match self.one(subject) {
                Ok(true) => self.with(|report| report.written += 1),
                Ok(false) => self.with(|report| report.useless += 1),
                Err(stop) => {
                    self.with(|report| {
                        report.stop.get_or_insert(stop);
                    });
                    return;
                }
            }
            self.pause();
        }
    }

    /// Whether a description of use was written.
    fn one(&self, subject: &Subject) -> Result<bool, Stop> {
        if (self.cancelled)() {
            return Err(Stop::Cancelled);
        }
        let expected = self.writer.expected_tokens(subject);
        if !self.ledger.reserve(self.pace.day, expected)? {
            return Err(Stop::Budget);
        }
        // The others end too, but what they have asked for is taken.
        let written = self.writer.write(subject, &|| (self.cancelled)())?;
        if let Some(counted) = written.tokens {
            self.ledger.settle(self.pace.day, expected, counted)?;
        }
        let text = cleaned(&written.text);
        let (cache, right) = self.cache;
        cache.put(right, self.writer.key(subject), text.as_deref().unwrap_or_default())?;
        Ok(text.is_some())
    }

    fn is_over(&self) -> bool {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).stop.is_some()
    }

    fn with(&self, change: impl FnOnce(&mut Report)) {
        change(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn pause(&self) {
        let end = Instant::now() + self.pace.delay;
        while let Some(left) = end.checked_duration_since(Instant::now())
            && !left.is_zero()
            && !(self.cancelled)()
        {
            std::thread::sleep(left.min(TICK));
        }
    }
}
