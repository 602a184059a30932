//! Daemon, clients and the room on the disk are taken away at random points; what
//! was acknowledged stays.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::disk::{Disk, LEFT, until_right};
use super::stage::{Random, Stage, kill, show_progress};

/// Longest time from the start of a scan to the kill, in microseconds.
const LONGEST: u64 = 150_000;

/// What was taken away.
#[derive(Default)]
struct Taken {
    daemons: usize,
    clients: usize,
    disks: usize,
    /// Scans that had said before that they are done.
    acknowledged: usize,
}

pub(super) fn run(stage: &Stage, rounds: usize) -> anyhow::Result<()> {
    let disk = Disk::mount(&stage.data())?;
    if disk.is_none() {
        println!("  the disk is never full: no file system can be mounted here");
    }
    let root = stage.small_workspace()?;
    stage.json(&root, &["scan", "--json"])?;
    let mut random = Random::default();
    let mut taken = Taken::default();
    let start = Instant::now();
    for round in 0..rounds {
        show_progress(round, rounds, start);
        // Every fifth round has no room, whoever is killed in it.
        let full = disk.as_ref().filter(|_| round % 5 == 4);
        if let Some(full) = full {
            taken.disks += 1;
            full.fill(random.below(LEFT))?;
        }
        strike(stage, &root, round, &mut random, &mut taken)?;
        check(stage, &root, round).with_context(|| format!("round {round}"))?;
        if let Some(full) = full {
            full.empty()?;
            check(stage, &root, round).with_context(|| format!("round {round}, room again"))?;
        }
    }
    let Taken { daemons, clients, disks, acknowledged } = taken;
    println!(
        "  {rounds} rounds: {daemons} daemons and {clients} clients killed, {disks} of them \
         without room on the disk, {acknowledged} scans acknowledged before: every answer was right"
    );
    // The daemon must not write where the disk is taken away.
    stage.command(&root, &["daemon", "stop", "--force"]).output()?;
    Ok(())
}

/// Begins a scan of something new and kills the daemon or the client in it.
fn strike(
    stage: &Stage,
    root: &Path,
    round: usize,
    random: &mut Random,
    taken: &mut Taken,
) -> anyhow::Result<()> {
    let name = format!("fresh_{round}");
    std::fs::write(root.join(format!("{name}.py")), format!("def {name}(): pass\n"))?;
    let mut command = stage.command(root, &["scan", "--json"]);
    let mut scan = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    std::thread::sleep(Duration::from_micros(random.below(LONGEST)));
    let done = scan.try_wait()?.is_some_and(|status| status.success());
    taken.acknowledged += usize::from(done);
    if round % 3 == 2 {
        taken.clients += usize::from(!done);
        let _ = scan.kill();
    } else if let Some(pid) = stage.pid() {
        taken.daemons += 1;
        kill(pid)?;
    }
    let _ = scan.wait();
    Ok(())
}

/// Everything that was ever written is found, through the daemon and without.
fn check(stage: &Stage, root: &Path, round: usize) -> anyhow::Result<()> {
    let way: &[&str] = if round.is_multiple_of(2) { &[] } else { &["--standalone"] };
    for name in [format!("fresh_{round}"), "fresh_0".into(), format!("fresh_{}", round / 2)] {
        let arguments = [&["symbols", &name, "--json"], way].concat();
        until_right(stage, root, &arguments, &|found| {
            if found["symbols"][0]["name"] != name.as_str() {
                bail!("{name} is not found {way:?}: {found}");
            }
            Ok(())
        })?;
    }
    let arguments = [&["refs", "function_7", "--json"], way].concat();
    until_right(stage, root, &arguments, &|references| {
        if references["total"] != 3 {
            bail!("function_7 has three uses {way:?}: {references}");
        }
        Ok(())
    })?;
    Ok(())
}
