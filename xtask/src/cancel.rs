//! `cargo xtask cancel [QUESTION…]`: what a call still costs once it is cancelled
//! or came too late.
//!
//! The most expensive questions are put over MCP to a real tree, with the engine
//! in the process and behind the daemon. Each is asked once to its end, then
//! again in fresh processes and cancelled at several points, then with a time-out
//! that it cannot keep. Printed is the processor time used after that; no
//! question may use more than [`ALLOWED`]. `--clew FILE` (the release build)
//! names the program.

mod questions;
mod server;
mod tree;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;

use crate::built;
use questions::Question;
use server::{Engine, Server};
use tree::Tree;

/// Most processor time that a call may use after its end.
const ALLOWED: Duration = Duration::from_millis(50);

/// Shares of a call's whole time at which it is cancelled, in percent.
const POINTS: [u32; 5] = [10, 30, 50, 70, 90];

/// Calls shorter than this are over before a person could cancel them.
const SHORT: Duration = Duration::from_millis(30);

/// Runs the verb.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let (clew, only) = plan(arguments)?;
    let tree = Tree::set_up(&clew)?;
    let mut late = Vec::new();
    for engine in [Engine::InProcess, Engine::Daemon] {
        for question in questions::all(&tree) {
            if only.is_empty() || only.iter().any(|name| question.name.contains(name.as_str())) {
                let name = format!("{} ({})", question.name, engine.name());
                match measure(&tree, engine, &question) {
                    Ok(most) if most <= ALLOWED => {}
                    Ok(_) => late.push(name),
                    Err(error) => {
                        println!("{name}: {error:#}");
                        late.push(name);
                    }
                }
            }
        }
        tree.stop_daemon();
    }
    if !late.is_empty() {
        bail!("failed, or over {} ms after the end: {}", ALLOWED.as_millis(), late.join(", "));
    }
    Ok(())
}

fn plan(arguments: &[String]) -> anyhow::Result<(PathBuf, Vec<String>)> {
    match arguments {
        [flag, file, only @ ..] if flag == "--clew" => Ok((file.into(), only.to_vec())),
        only if only.iter().any(|word| word.starts_with('-')) => {
            bail!("usage: cargo xtask cancel [--clew FILE] [QUESTION…]")
        }
        only => Ok((built::released_clew()?, only.to_vec())),
    }
}

/// Prints the figures of one question; gives the most time used after an end.
fn measure(tree: &Tree, engine: Engine, question: &Question) -> anyhow::Result<Duration> {
    let mut server = Server::start(tree, engine, question.data, None)?;
    let whole = server.ask_whole(question)?;
    server.end()?;
    let mut line =
        format!("{:9} {:22} whole {:7.1} ms", engine.name(), question.name, ms(whole.took));
    if whole.took < SHORT {
        println!("{line}  too short to be cancelled");
        return Ok(Duration::ZERO);
    }
    let mut most = Duration::ZERO;
    line.push_str("  after cancel");
    for point in POINTS {
        let mut server = Server::start(tree, engine, question.data, None)?;
        let used = server.cancel(question, whole.took * point / 100)?;
        server.end()?;
        line.push_str(&used.map_or("     -".into(), |used| format!(" {:5.1}", ms(used))));
        most = most.max(used.unwrap_or_default());
    }
    let patience = whole.took * 2 / 5;
    let mut server = Server::start(tree, engine, question.data, Some(patience))?;
    let used = server.too_late(question, patience)?;
    server.end()?;
    line.push_str(&used.map_or("  in time".into(), |used| format!("  time-out {:5.1}", ms(used))));
    println!("{line} ms");
    Ok(most.max(used.unwrap_or_default()))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
