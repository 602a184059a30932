//! A full disk under the daemon: what was acknowledged stays readable, answers stay
//! right, and with room again everything is written.
//!
//! The disk is a small file system in memory over the data folder. Where none may
//! be mounted (it needs Linux and the right to), that is said and nothing tried; the
//! tests of the store with a failing disk stand for it there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use super::stage::{Random, Stage, kill, show_progress};

/// Size of the disk. A workspace of 300 small files takes about a tenth of it.
const SIZE: &str = "6m";
/// Most room that is left when the disk is filled, in KiB.
pub(super) const LEFT: u64 = 200;

pub(super) fn run(stage: &Stage, rounds: usize) -> anyhow::Result<()> {
    let Some(disk) = Disk::mount(&stage.data())? else {
        println!("  not tried: no file system can be mounted here");
        return Ok(());
    };
    let root = stage.small_workspace()?;
    stage.json(&root, &["scan", "--json"])?;
    let mut random = Random::default();
    let (mut held, mut killed) = (0, 0);
    let start = Instant::now();
    for round in 0..rounds {
        show_progress(round, rounds, start);
        disk.fill(random.below(LEFT))?;
        let name = format!("without_room_{round}");
        let padding = "# a line of some length\n".repeat(random.below(4000) as usize);
        std::fs::write(root.join(format!("{name}.py")), format!("def {name}(): pass\n{padding}"))?;
        let answer = until_found(stage, &root, &["symbols", &name, "--json"], &name);
        let answer = answer.with_context(|| format!("round {round}, no room"))?;
        held += usize::from(answer.to_string().contains("from memory"));
        if let (0, Some(pid)) = (round % 4, stage.pid()) {
            // What was not written is read from the files again.
            killed += 1;
            kill(pid)?;
            check(stage, &root, round).with_context(|| format!("round {round}, killed"))?;
        }
        disk.empty()?;
        check(stage, &root, round).with_context(|| format!("round {round}, room again"))?;
    }
    println!(
        "  {rounds} rounds without room, {held} answered from memory, {killed} daemons killed \
         meanwhile: every answer was right"
    );
    if held == 0 && rounds >= 10 {
        bail!("no round met a full disk");
    }
    // The daemon must not write where the disk is taken away.
    stage.command(&root, &["daemon", "stop", "--force"]).output()?;
    Ok(())
}

fn found(answer: &Value, name: &str) -> anyhow::Result<()> {
    if answer["symbols"][0]["name"] != name {
        bail!("{name} is not found: {answer}");
    }
    Ok(())
}

/// What was written long ago and just now, through the daemon and without.
fn check(stage: &Stage, root: &Path, round: usize) -> anyhow::Result<()> {
    for way in [&[][..], &["--standalone"]] {
        for name in [format!("without_room_{round}"), "without_room_0".into(), "function_7".into()]
        {
            let arguments = [&["symbols", &name, "--json"][..], way].concat();
            until_found(stage, root, &arguments, &name)?;
        }
    }
    Ok(())
}

/// The answer that has the name. One without it is wrong, unless it says that files
/// are still being looked at.
fn until_found(
    stage: &Stage,
    root: &Path,
    arguments: &[&str],
    name: &str,
) -> anyhow::Result<Value> {
    until_right(stage, root, arguments, &|answer| found(answer, name))
}

/// The answer that `check` finds right. A wrong one fails, unless it says that files
/// are still being looked at.
pub(super) fn until_right(
    stage: &Stage,
    root: &Path,
    arguments: &[&str],
    check: &dyn Fn(&Value) -> anyhow::Result<()>,
) -> anyhow::Result<Value> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let answer = stage.json(root, arguments)?;
        match check(&answer) {
            Ok(()) => return Ok(answer),
            Err(error) if Instant::now() > end || !is_looking(&answer) => return Err(error),
            Err(_) => {}
        }
    }
}

/// Whether an answer says that files are still being looked at.
fn is_looking(answer: &Value) -> bool {
    answer["freshness"]["scanning"] == true || answer.to_string().contains("still being")
}

/// A small file system, taken away at the end.
pub(super) struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// None where that is not possible.
    pub(super) fn mount(folder: &Path) -> anyhow::Result<Option<Disk>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        std::fs::create_dir_all(folder)?;
        let size = format!("size={SIZE}");
        let mut mount = Command::new("mount");
        let mounted = mount.args(["-t", "tmpfs", "-o", &size, "none"]).arg(folder).output();
        let is_mounted = mounted.is_ok_and(|output| output.status.success());
        Ok(is_mounted.then(|| Disk { folder: folder.to_path_buf() }))
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }

    /// Takes all room but so many KiB.
    pub(super) fn fill(&self, left: u64) -> anyhow::Result<()> {
        let mut file = std::fs::File::create(self.filler())?;
        let block = [0_u8; 4096];
        // Fails when there is no room any more, which is the aim.
        while file.write_all(&block).is_ok() {}
        let length = file.metadata()?.len();
        file.set_len(length.saturating_sub(left << 10))?;
        Ok(())
    }

    pub(super) fn empty(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.filler()).context("the filler is gone")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.filler());
        // Lazily: a daemon that was killed may still be on its way out.
        let _ = Command::new("umount").arg("-l").arg(&self.folder).output();
    }
}
