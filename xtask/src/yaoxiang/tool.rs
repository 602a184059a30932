//! The same project checked through the tool `typecheck` of a `clew mcp`
//! process, with its files on disk.
#![expect(clippy::print_stdout, reason = "the figures are the output")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};

use super::bench;
use crate::mcp_session::Session;

/// Edits that are timed in each mode.
const ROUNDS: usize = 50;

/// Writes the project into `folder`, then prints the times of a first check
/// and of checks after edits, for the whole project and for the edited file.
pub fn run(clew: &Path, folder: &Path) -> anyhow::Result<()> {
    let root = folder.join("project");
    std::fs::create_dir_all(root.join("src"))?;
    std::fs::write(root.join("yaoxiang.toml"), "[package]\nname = \"bench\"\n")?;
    for index in 0..bench::FILES {
        std::fs::write(root.join(bench::path(index)), bench::file(index, 1))?;
    }
    let mut session = Session::start(clew, &root, &folder.join("data"))?;
    let (cold, answer) = check(&mut session, "src", "full")?;
    let summary = &answer["structuredContent"]["summary"];
    println!(
        "tool: {} files checked cold in {cold:?}, {} errors",
        summary["files_checked"], summary["errors"]
    );
    let edited = root.join(bench::path(7));
    for (mode, asked) in [("full", "src"), ("full", "src/m7.yx"), ("fast", "src/m7.yx")] {
        time(&mut session, &edited, mode, asked)?;
    }
    session.end()
}

fn time(session: &mut Session, edited: &PathBuf, mode: &str, asked: &str) -> anyhow::Result<()> {
    let mut times = Vec::new();
    let mut files = Value::Null;
    for round in 0..ROUNDS {
        std::fs::write(edited, bench::file(7, round + 2)).context("edit")?;
        let (took, answer) = check(session, asked, mode)?;
        files = answer["structuredContent"]["summary"]["files_checked"].clone();
        times.push(took);
    }
    times.sort();
    println!(
        "tool: edit of a body, mode {mode}, {asked} ({files} files told): p50 {:?}, p99 {:?}",
        times[ROUNDS / 2],
        times[ROUNDS * 99 / 100],
    );
    Ok(())
}

fn check(session: &mut Session, path: &str, mode: &str) -> anyhow::Result<(Duration, Value)> {
    let start = Instant::now();
    let arguments = json!({ "file_paths": [path], "project_root": ".", "mode": mode, "limit": 1 });
    let answer = session.call("typecheck", &arguments)?;
    Ok((start.elapsed(), answer))
}
