//! What a run of load says.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;

/// The times of all calls.
pub(super) struct Report {
    times: Vec<Duration>,
    took: Duration,
}

impl Report {
    /// The times of the calls of a run that took so long.
    pub(super) fn new(warm: Vec<Duration>, times: Vec<Duration>, took: Duration) -> Self {
        let mut all = warm;
        all.extend(times);
        all.sort_unstable();
        Report { times: all, took }
    }

    /// One line of figures.
    pub(super) fn show(&self, transport: &str, engine: &[Duration], memory: &Memory) -> String {
        let client = [50, 99].map(|share| at(&self.times, share));
        let inside = [50, 99].map(|share| at(engine, share));
        let beyond = client[1].saturating_sub(inside[1]);
        format!(
            "load {transport}: {} calls, no error, {:.0} calls/s; client p50 {:.2} ms p99 {:.2} ms; \
             engine p50 {:.2} ms p99 {:.2} ms ({} calls); p99 beyond engine {:.2} ms; {}",
            self.times.len(),
            self.times.len() as f64 / self.took.as_secs_f64(),
            ms(client[0]),
            ms(client[1]),
            ms(inside[0]),
            ms(inside[1]),
            engine.len(),
            ms(beyond),
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

/// Resident memory of a process over a run.
pub(super) struct Memory {
    process: u32,
    samples: Vec<u64>,
}

impl Memory {
    /// Nothing measured yet.
    pub(super) fn new(process: u32) -> Self {
        Memory { process, samples: Vec::new() }
    }

    /// Measures now, in KiB, where the system tells.
    pub(super) fn sample(&mut self) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process));
        let line = status.ok().and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
            line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()
        });
        self.samples.extend(line);
    }

    /// The figures.
    pub(super) fn show(&self) -> String {
        let all: Vec<String> =
            self.samples.iter().map(|sample| format!("{:.1}", *sample as f64 / 1024.0)).collect();
        if all.is_empty() {
            return "memory not measured on this system".into();
        }
        format!("anonymous memory after a tenth and at the end {} MiB", all.join(", "))
    }

    /// Fails if memory grew by more than a quarter and 16 MiB.
    pub(super) fn check(&self, transport: &str) -> anyhow::Result<()> {
        if let [first, .., last] = self.samples[..]
            && last > first + first / 4 + 16 * 1024
        {
            bail!("memory grew over {transport}: {}", self.show());
        }
        Ok(())
    }
}
