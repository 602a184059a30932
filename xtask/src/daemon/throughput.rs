//! One-shot calls through the daemon against processes of their own.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;

use super::stage::Stage;

/// Calls that run side by side.
const LANES: usize = 4;
/// How long one call may take.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn run(stage: &Stage, seconds: u64) -> anyhow::Result<()> {
    let root = stage.workspace(0)?;
    let start = Instant::now();
    stage.json(&root, &["scan", "--json"])?;
    println!("  indexed after {:.1} s", start.elapsed().as_secs_f64());
    let shared = calls(stage, &root, &["symbols", "Registry", "--json"], seconds)?;
    println!("  {LANES} lanes of one-shot calls: {shared:.1} a second through the daemon");
    let alone = calls(stage, &root, &["symbols", "Registry", "--json", "--standalone"], seconds)?;
    println!(
        "  {alone:.1} a second standalone; the daemon does {:.1} times as many",
        shared / alone
    );
    if shared < alone {
        bail!("the daemon is slower than processes of their own");
    }
    Ok(())
}

/// Calls a second; fails if one of them does.
fn calls(stage: &Stage, root: &Path, arguments: &[&str], seconds: u64) -> anyhow::Result<f64> {
    let count = AtomicUsize::new(0);
    let start = Instant::now();
    let limit = Duration::from_secs(seconds);
    let lane = || -> anyhow::Result<()> {
        while start.elapsed() < limit {
            if !stage.succeeds(root, arguments, PATIENCE)? {
                bail!("{arguments:?} failed");
            }
            count.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().try_for_each(|lane| match lane.join() {
            Ok(ended) => ended,
            Err(_) => bail!("a lane panicked"),
        })
    })?;
    Ok(count.into_inner() as f64 / start.elapsed().as_secs_f64())
}
