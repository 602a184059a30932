//! A checkout of many files: seen whole, and without a storm.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::json;

use super::stage::{Client, Stage, module};
use crate::shell;

/// Files of the large branch.
pub(super) const FILES: usize = 10_000;
/// Longest wait until a checkout is seen.
const PATIENCE: Duration = Duration::from_secs(120);

pub(super) fn run(stage: &Stage, files: usize) -> anyhow::Result<()> {
    let root = stage.folder("burst")?;
    std::fs::write(root.join("README.md"), "# Small\n")?;
    git(&root, &["init", "-q", "-b", "small"])?;
    commit(&root, "small")?;
    git(&root, &["checkout", "-q", "-b", "large"])?;
    for number in 0..files {
        let folder = root.join(format!("src/p{}", number % 100));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("m{number}.py")), module(number))?;
    }
    commit(&root, "large")?;
    git(&root, &["checkout", "-q", "small"])?;
    let mut client = stage.client(&root)?;
    for (branch, wanted) in [("large", files), ("small", 0), ("large", files)] {
        let start = Instant::now();
        git(&root, &["checkout", "-q", branch])?;
        let switched = start.elapsed();
        let longest = until_seen(&mut client, wanted)?;
        check(&mut client, wanted)?;
        println!(
            "  checkout of {branch} ({wanted} files): git {:.1} s, seen whole {:.1} s later; longest \
             answer meanwhile {:.0} ms",
            switched.as_secs_f64(),
            (start.elapsed() - switched).as_secs_f64(),
            longest.as_secs_f64() * 1000.0
        );
    }
    let logs = client.ask("clew/logs", json!({ "request": {} }))?;
    let entries = logs["entries"].as_array().map_or(0, Vec::len);
    println!("  {entries} lines of log for three checkouts of {files} files");
    if entries > 50 {
        bail!("a storm of refreshes: {logs}");
    }
    Ok(())
}

/// Asks until as many files are indexed; gives the longest time of an answer.
fn until_seen(client: &mut Client, wanted: usize) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let mut longest = Duration::ZERO;
    loop {
        let asked = Instant::now();
        let status = client.ask("clew/status", json!({ "request": {} }))?;
        longest = longest.max(asked.elapsed());
        // The read-me counts too.
        if status["stats"]["files"] == wanted + 1 {
            return Ok(longest);
        }
        if start.elapsed() > PATIENCE {
            bail!("{wanted} files are not seen: {}", status["stats"]);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Right answers about files that are there and not.
fn check(client: &mut Client, files: usize) -> anyhow::Result<()> {
    let name = "function_4321";
    let request = json!({ "request": { "query": name, "limit": 1 } });
    let answer = client.ask("clew/lookup_symbol", request)?;
    let is_found = answer["symbols"][0]["name"] == name;
    if is_found != (files > 4321) {
        bail!("{name} with {files} files: {answer}");
    }
    Ok(())
}

fn commit(root: &Path, message: &str) -> anyhow::Result<()> {
    git(root, &["add", "."])?;
    git(root, &["commit", "-q", "-m", message])
}

fn git(root: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new("git");
    command.current_dir(root).args(["-c", "user.name=t", "-c", "user.email=t@example.invalid"]);
    shell::output(command.args(arguments)).map(drop).with_context(|| format!("git {arguments:?}"))
}
