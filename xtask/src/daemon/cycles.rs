//! Starts and stops: no process, socket or lock stays behind.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};

use super::stage::{Stage, show_progress};

pub(super) fn run(stage: &Stage, rounds: usize) -> anyhow::Result<()> {
    let root = stage.small_workspace()?;
    let start = Instant::now();
    for round in 0..rounds {
        show_progress(round, rounds, start);
        let started = stage.command(&root, &["daemon", "start"]).output()?;
        let pid = pid_of(&started.stdout).with_context(|| {
            format!("round {round}: {}", String::from_utf8_lossy(&started.stderr))
        })?;
        let stopped = stage.command(&root, &["daemon", "stop"]).output()?;
        if !stopped.status.success() {
            bail!("round {round}: {}", String::from_utf8_lossy(&stopped.stderr));
        }
        let left: Vec<_> = std::fs::read_dir(stage.data().join("run"))?.collect();
        if !left.is_empty() && cfg!(unix) {
            bail!("round {round}: left behind: {left:?}");
        }
        wait_for_end(pid).with_context(|| format!("round {round}"))?;
    }
    let each = start.elapsed().as_secs_f64() * 1000.0 / rounds.max(1) as f64;
    println!("  {rounds} starts and stops, {each:.1} ms each: nothing left behind");
    Ok(())
}

fn pid_of(output: &[u8]) -> Option<u32> {
    std::str::from_utf8(output).ok()?.split_whitespace().nth(1)?.parse().ok()
}

/// The lock is free a moment before the process is gone.
fn wait_for_end(pid: u32) -> anyhow::Result<()> {
    let start = Instant::now();
    while Path::new(&format!("/proc/{pid}/stat")).exists() {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        if text.contains(") Z ") {
            return Ok(());
        }
        if start.elapsed().as_secs() > 5 {
            bail!("process {pid} is still there");
        }
        std::thread::yield_now();
    }
    Ok(())
}
