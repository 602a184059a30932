//! Daemon and clients are killed at random points; what was acknowledged stays.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::stage::{Random, Stage, kill, show_progress};

/// Longest time from the start of a scan to the kill, in microseconds.
const LONGEST: u64 = 150_000;

pub(super) fn run(stage: &Stage, rounds: usize) -> anyhow::Result<()> {
    let root = stage.small_workspace()?;
    stage.json(&root, &["scan", "--json"])?;
    let mut random = Random::default();
    let (mut daemons, mut clients, mut acknowledged) = (0, 0, 0);
    let start = Instant::now();
    for round in 0..rounds {
        show_progress(round, rounds, start);
        let name = format!("fresh_{round}");
        std::fs::write(root.join(format!("{name}.py")), format!("def {name}(): pass\n"))?;
        let mut command = stage.command(&root, &["scan", "--json"]);
        let mut scan = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        std::thread::sleep(Duration::from_micros(random.below(LONGEST)));
        let done = scan.try_wait()?.is_some_and(|status| status.success());
        acknowledged += usize::from(done);
        if round % 3 == 2 {
            clients += usize::from(!done);
            let _ = scan.kill();
        } else if let Some(pid) = stage.pid() {
            daemons += 1;
            kill(pid)?;
        }
        let _ = scan.wait();
        check(stage, &root, round).with_context(|| format!("round {round}"))?;
    }
    println!(
        "  {rounds} rounds: {daemons} daemons and {clients} clients killed, {acknowledged} scans \
         acknowledged before: every answer was right"
    );
    Ok(())
}

/// Everything that was ever written is found, through the daemon and without.
fn check(stage: &Stage, root: &Path, round: usize) -> anyhow::Result<()> {
    let way: &[&str] = if round.is_multiple_of(2) { &[] } else { &["--standalone"] };
    let ask = |arguments: &[&str]| stage.json(root, &[arguments, way].concat());
    for name in [format!("fresh_{round}"), "fresh_0".into(), format!("fresh_{}", round / 2)] {
        let found = ask(&["symbols", &name, "--json"])?;
        if found["symbols"][0]["name"] != name.as_str() {
            bail!("{name} is not found {way:?}: {found}");
        }
    }
    let references = ask(&["refs", "function_7", "--json"])?;
    if references["total"] != 3 {
        bail!("function_7 has three uses {way:?}: {references}");
    }
    Ok(())
}
