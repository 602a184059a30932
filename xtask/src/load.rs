//! `cargo xtask load [--clew FILE] [CALLS]`: many clients at once, over stdio and
//! HTTP.
//!
//! Times are taken by the client; what the engine took of them stands in the
//! usage log of the server, so that the share of the protocol can be told. Fails
//! at the first error, when memory grows, and when the protocol's share is over
//! [`ALLOWED`] for more than one call of a hundred.

mod clients;
mod report;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

use crate::built;
use crate::e2e::{self, Stage, say};
use crate::processor::Processor;
use crate::served::Served;
use report::{Memory, Report};

/// Clients at once.
const CLIENTS: usize = 32;
/// Calls of the whole run over each transport.
const CALLS: usize = 50_000;
/// Most time that a call may take beyond what the engine takes.
const ALLOWED: Duration = Duration::from_millis(20);

/// Runs the verb.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let (clew, rest) = match arguments {
        [flag, file, rest @ ..] if flag == "--clew" => (PathBuf::from(file), rest),
        rest => (built::released_clew()?, rest),
    };
    let calls = match rest {
        [] => CALLS,
        [calls] => calls.parse().with_context(|| format!("{calls:?} is no number"))?,
        _ => bail!("usage: cargo xtask load [--clew FILE] [CALLS]"),
    };
    let beyond = check(&clew, calls)?;
    if beyond > ALLOWED {
        bail!("{beyond:.1?} beyond the engine, more than {ALLOWED:?}");
    }
    Ok(())
}

/// Loads `clew` with so many calls over each transport; fails at the first
/// error and when memory grows. Gives the most time beyond the engine (p99).
pub(crate) fn check(clew: &Path, calls: usize) -> anyhow::Result<Duration> {
    let stage = Stage::set_up(&e2e::cache_folder()?, clew)?;
    let mut most = Duration::ZERO;
    for transport in ["stdio", "http"] {
        let usage = stage.usage_log();
        if usage.exists() {
            std::fs::remove_file(&usage)?;
        }
        let (report, memory) = match transport {
            "stdio" => over_stdio(&stage, clew, calls)?,
            _ => over_http(&stage, clew, calls)?,
        };
        let engine = report::engine_times(&usage)?;
        say(&report.show(transport, &engine, &memory));
        memory.check(transport)?;
        most = most.max(report.beyond(&engine));
    }
    Ok(most)
}

fn over_stdio(stage: &Stage, clew: &Path, calls: usize) -> anyhow::Result<(Report, Memory)> {
    let server = clients::Stdio::start(stage, clew)?;
    let measured = measured(server.id(), || server.call(CLIENTS, calls))?;
    server.end()?;
    Ok(measured)
}

fn over_http(stage: &Stage, clew: &Path, calls: usize) -> anyhow::Result<(Report, Memory)> {
    let served: Served = stage.serve(clew)?;
    measured(served.id(), || clients::over_http(&served.url, CLIENTS, calls))
}

/// Makes calls and watches the server's memory and processor time meanwhile.
fn measured(
    process: u32,
    calls: impl FnOnce() -> anyhow::Result<Vec<Duration>>,
) -> anyhow::Result<(Report, Memory)> {
    let mut processor = Processor::new(vec![process]).ok();
    let before = processor.as_mut().map(Processor::used);
    let start = Instant::now();
    let over = AtomicBool::new(false);
    let (times, memory) = std::thread::scope(|scope| {
        let watching = scope.spawn(|| Memory::watch(process, &over));
        let times = calls();
        over.store(true, Ordering::Relaxed);
        (times, watching.join())
    });
    let took = start.elapsed();
    let used = processor.as_mut().zip(before).map(|(now, before)| now.used() - before);
    let memory = memory.map_err(|_| anyhow!("the memory was not watched"))?;
    Ok((Report::new(times?, took, used), memory))
}
