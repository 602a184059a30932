//! `cargo xtask load [CALLS]`: many clients at once, over stdio and HTTP.
//!
//! Times are taken by the client; what the engine took of them stands in the
//! usage log of the server, so that the share of the protocol can be told.

mod clients;
mod report;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::built;
use crate::e2e::{self, Stage, say};
use crate::served::Served;
use report::{Memory, Report};

/// Clients at once.
const CLIENTS: usize = 32;
/// Calls of the whole run over each transport.
const CALLS: usize = 50_000;

/// Runs the verb.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments {
        [] => check(&built::released_clew()?, CALLS),
        [calls] => {
            let calls = calls.parse().with_context(|| format!("{calls:?} is no number"))?;
            check(&built::released_clew()?, calls)
        }
        _ => bail!("usage: cargo xtask load [CALLS]"),
    }
}

/// Loads `clew` with so many calls over each transport; fails at the first
/// error and when memory grows.
pub(crate) fn check(clew: &Path, calls: usize) -> anyhow::Result<()> {
    let stage = Stage::set_up(&e2e::cache_folder()?, clew)?;
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
    }
    Ok(())
}

fn over_stdio(stage: &Stage, clew: &Path, calls: usize) -> anyhow::Result<(Report, Memory)> {
    let server = clients::Stdio::start(stage, clew)?;
    let mut memory = Memory::new(server.id());
    let start = Instant::now();
    // A tenth first: then all caches are as large as they get.
    let warm = server.call(CLIENTS, calls / 10)?;
    memory.sample();
    let times = server.call(CLIENTS, calls - warm.len())?;
    memory.sample();
    server.end()?;
    Ok((Report::new(warm, times, start.elapsed()), memory))
}

fn over_http(stage: &Stage, clew: &Path, calls: usize) -> anyhow::Result<(Report, Memory)> {
    let served: Served = stage.serve(clew)?;
    let mut memory = Memory::new(served.id());
    let start = Instant::now();
    let warm = clients::over_http(&served.url, CLIENTS, calls / 10)?;
    memory.sample();
    let times = clients::over_http(&served.url, CLIENTS, calls - warm.len())?;
    memory.sample();
    Ok((Report::new(warm, times, start.elapsed()), memory))
}
