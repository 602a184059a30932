//! `cargo xtask daemon-load PART…`: the daemon under load, started and stopped
//! many times, killed at random points (with a full disk too), without room
//! for long, and with clients that read nothing or are too many.
//!
//! Parts: `load`, `many`, `throughput`, `visible`, `burst`, `slow`, `full`, `disk`,
//! `cycles`, `crash`; all when none is named. `--seconds N` (60), `--rounds N` (cycles 1000,
//! crash 200, disk 40), `--clew FILE` (the release build). Everything happens in a
//! temporary folder. Each part prints its figures beside the aims and fails where
//! something is wrong or an aim is missed.

mod burst;
mod crash;
#[cfg(unix)]
mod crowd;
#[cfg(not(unix))]
#[path = "daemon/crowd_elsewhere.rs"]
mod crowd;
mod cycles;
mod disk;
mod load;
mod stage;
mod throughput;
mod visible;

use std::path::Path;

use anyhow::{Context, bail};

use stage::Stage;

const PARTS: [&str; 10] =
    ["load", "many", "throughput", "visible", "burst", "slow", "full", "disk", "cycles", "crash"];

/// Clients that ask much and read nothing.
const SLOW: usize = 24;

/// What is to be done, and how long.
struct Plan {
    parts: Vec<String>,
    seconds: u64,
    rounds: Option<usize>,
    clew: Option<std::path::PathBuf>,
}

/// Runs the named parts; fails if one does not hold.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let plan = plan(arguments)?;
    let mut missed = Vec::new();
    for part in PARTS.iter().filter(|part| plan.parts.iter().any(|name| name == *part)) {
        println!("== {part}");
        if let Err(error) = run_part(part, &plan) {
            println!("  FAILED: {error:#}");
            missed.push(*part);
        }
    }
    if missed.is_empty() { Ok(()) } else { bail!("these parts do not hold: {}", missed.join(", ")) }
}

fn run_part(part: &str, plan: &Plan) -> anyhow::Result<()> {
    let stage = Stage::new(plan.clew.as_deref())?;
    match part {
        "load" => load::run(&stage, 1, 64, plan.seconds),
        "many" => load::run(&stage, 8, 8, plan.seconds),
        "throughput" => throughput::run(&stage, plan.seconds.min(10)),
        "visible" => visible::run(&stage, plan.rounds.unwrap_or(200)),
        "burst" => burst::run(&stage, burst::FILES),
        "slow" => crowd::slow_readers(&stage, SLOW),
        "full" => crowd::full(&stage),
        "disk" => disk::run(&stage, plan.rounds.unwrap_or(40)),
        "cycles" => cycles::run(&stage, plan.rounds.unwrap_or(1000)),
        _ => crash::run(&stage, plan.rounds.unwrap_or(200)),
    }
}

/// A little of each part, as a part of all tests: errors count, times do not, for
/// the build is a slow one on a machine with other work.
pub(crate) fn smoke(clew: &Path) -> anyhow::Result<()> {
    if !cfg!(target_os = "linux") {
        println!("  the daemon is not loaded: its memory and end are read from /proc");
        return Ok(());
    }
    let stage = || Stage::small(clew);
    load::errors_only(&stage()?, 2, 8, 2)?;
    crowd::slow_readers(&stage()?, 3)?;
    cycles::run(&stage()?, 3)?;
    crash::run(&stage()?, 5)?;
    disk::run(&stage()?, 3)
}

fn plan(arguments: &[String]) -> anyhow::Result<Plan> {
    let mut plan = Plan { parts: Vec::new(), seconds: 60, rounds: None, clew: None };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--seconds" => plan.seconds = value()?.parse().context("--seconds")?,
            "--rounds" => plan.rounds = Some(value()?.parse().context("--rounds")?),
            "--clew" => plan.clew = Some(value()?.into()),
            part if PARTS.contains(&part) => plan.parts.push(part.to_string()),
            other => bail!("unknown part {other}; parts: {}", PARTS.join(", ")),
        }
    }
    if plan.parts.is_empty() {
        plan.parts = PARTS.map(String::from).to_vec();
    }
    Ok(plan)
}
