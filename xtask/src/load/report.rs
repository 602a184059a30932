//! What a run of load says.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

/// The times of all calls.
pub(super) struct Report {
    times: Vec<Duration>,
    took: Duration,
    used: Option<Duration>,
}

impl Report {
    /// The times of the calls of a run that took so long, and so much processor
    /// time of the server, where that is known.
    pub(super) fn new(mut times: Vec<Duration>, took: Duration, used: Option<Duration>) -> Self {
        times.sort_unstable();
        Report { times, took, used }
    }

    /// What a call takes beyond the engine, 99th percentile of both.
    pub(super) fn beyond(&self, engine: &[Duration]) -> Duration {
        at(&self.times, 99).saturating_sub(at(engine, 99))
    }

    /// One line of figures.
    pub(super) fn show(&self, transport: &str, engine: &[Duration], memory: &Memory) -> String {
        let client = [50, 99].map(|share| at(&self.times, share));
        let inside = [50, 99].map(|share| at(engine, share));
        let used = self.used.map_or_else(String::new, |used| {
            format!("; server {:.3} ms of processor a call", ms(used) / self.times.len() as f64)
        });
        format!(
            "load {transport}: {} calls, no error, {:.0} calls/s; call p50 {:.2} ms p99 {:.2} ms; \
             engine p50 {:.2} ms p99 {:.2} ms ({} calls); beyond the engine p50 {:.2} ms p99 {:.2} \
             ms{used}; {}",
            self.times.len(),
            self.times.len() as f64 / self.took.as_secs_f64(),
            ms(client[0]),
            ms(client[1]),
            ms(inside[0]),
            ms(inside[1]),
            engine.len(),
            ms(client[0].saturating_sub(inside[0])),
            ms(self.beyond(engine)),
            memory.show(),
        )
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn at(sorted: &[Duration], percent: usize) -> Duration {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or_default()
}

/// The times that the engine wrote into its usage log, sorted.
pub(super) fn engine_times(log: &Path) -> anyhow::Result<Vec<Duration>> {
    let text =
        std::fs::read_to_string(log).with_context(|| format!("reading {}", log.display()))?;
    let mut times = Vec::new();
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).context("a line of the usage log")?;
        let time = record["execution_ms"].as_f64().context("no execution_ms in the usage log")?;
        times.push(Duration::from_secs_f64(time / 1000.0));
    }
    times.sort_unstable();
    Ok(times)
}

/// Anonymous resident memory of a process over a run, in KiB, one figure each
/// second; none where the system does not tell.
pub(super) struct Memory(Vec<u64>);

/// The second from which on all caches are as large as they get.
const SETTLED: usize = 10;

impl Memory {
    /// Measures each second until it is over, and then once more.
    pub(super) fn watch(process: u32, over: &AtomicBool) -> Self {
        let mut samples = Vec::new();
        let mut next = Instant::now() + Duration::from_secs(1);
        loop {
            let is_over = over.load(Ordering::Relaxed);
            if is_over || Instant::now() >= next {
                samples.extend(anonymous(process));
                next += Duration::from_secs(1);
            }
            if is_over {
                return Memory(samples);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// At second 10, or half-way in a shorter run, and at the end.
    fn ends(&self) -> Option<(u64, u64)> {
        let settled = (SETTLED - 1).min(self.0.len() / 2);
        Some((*self.0.get(settled)?, *self.0.last()?))
    }

    /// The figures.
    pub(super) fn show(&self) -> String {
        let Some((settled, end)) = self.ends() else {
            return "memory not measured on this system".into();
        };
        let mib = |kib: u64| kib as f64 / 1024.0;
        let second = SETTLED.min(self.0.len() / 2 + 1);
        format!(
            "anonymous memory at second {second} {:.1} MiB, at the end {:.1} MiB, most {:.1} MiB",
            mib(settled),
            mib(end),
            mib(self.0.iter().copied().max().unwrap_or_default()),
        )
    }

    /// Fails if memory grew by more than a quarter and 16 MiB.
    pub(super) fn check(&self, transport: &str) -> anyhow::Result<()> {
        match self.ends() {
            Some((settled, end)) if end > settled + settled / 4 + 16 * 1024 => {
                bail!("memory grew over {transport}: {}", self.show())
            }
            _ => Ok(()),
        }
    }
}

fn anonymous(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.trim().trim_end_matches(" kB").trim().parse().ok()
}
