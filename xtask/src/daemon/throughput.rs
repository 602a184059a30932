//! One-shot calls through the daemon against processes of their own.

use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::stage::Stage;

/// Calls that run side by side.
const LANES: usize = 4;

pub(super) fn run(stage: &Stage, seconds: u64) -> anyhow::Result<()> {
    let root = stage.workspace(0)?;
    stage.json(&root, &["scan", "--json"])?;
    let shared = calls(stage, &root, &["symbols", "Registry", "--json"], seconds);
    let alone = calls(stage, &root, &["symbols", "Registry", "--json", "--standalone"], seconds);
    println!(
        "{LANES} lanes of one-shot calls: {:.1} a second through the daemon, {:.1} standalone \
         ({:.1} times)",
        shared,
        alone,
        shared / alone.max(0.001)
    );
    Ok(())
}

fn calls(stage: &Stage, root: &Path, arguments: &[&str], seconds: u64) -> f64 {
    let count = AtomicUsize::new(0);
    let start = Instant::now();
    let limit = Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                while start.elapsed() < limit {
                    let mut command = stage.command(root, arguments);
                    let done = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
                    if done.is_ok_and(|status| status.success()) {
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    count.into_inner() as f64 / start.elapsed().as_secs_f64()
}
