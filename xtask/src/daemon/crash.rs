//! Daemon and clients are killed at random points; what was acknowledged stays.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};

use super::stage::Stage;

/// Longest time from the start of a scan to the kill, in microseconds.
const LONGEST: u64 = 150_000;

pub(super) fn run(stage: &Stage, rounds: usize) -> anyhow::Result<()> {
    let root = stage.small_workspace()?;
    stage.json(&root, &["scan", "--json"])?;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut daemons, mut clients, mut acknowledged) = (0, 0, 0);
    for round in 0..rounds {
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
        "{rounds} rounds: {daemons} daemons and {clients} clients killed, {acknowledged} scans \
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

#[cfg(unix)]
fn kill(pid: u32) -> anyhow::Result<()> {
    end(Command::new("kill").args(["-9", &pid.to_string()]).spawn()?)
}

#[cfg(windows)]
fn kill(pid: u32) -> anyhow::Result<()> {
    end(Command::new("taskkill").args(["/F", "/PID", &pid.to_string()]).spawn()?)
}

fn end(mut child: Child) -> anyhow::Result<()> {
    child.wait()?;
    Ok(())
}

/// Equal runs have equal kills, as far as time allows.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
