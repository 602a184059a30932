//! From an edit to the answer that shows it: a save, and unsaved text.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use serde_json::json;

use super::stage::{Client, Stage};

/// A save is visible within this, in 95 of 100 cases.
const AIM_SAVED_MS: f64 = 300.0;
/// Unsaved text is visible within this, in 95 of 100 cases.
const AIM_UNSAVED_MS: f64 = 20.0;
/// Longest wait for one edit.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn run(stage: &Stage, rounds: usize) -> anyhow::Result<()> {
    let root = stage.workspace(0)?;
    let mut client = stage.client(&root)?;
    let file = root.join("crates/clew-engine/src/session.rs");
    let text = std::fs::read_to_string(&file)?;
    let edited = |name: &str| format!("{text}\npub fn {name}() {{}}\n");
    let mut saved = Vec::new();
    for round in 0..rounds {
        let name = format!("saved_in_round_{round}");
        std::fs::write(&file, edited(&name))?;
        saved.push(until_found(&mut client, &name)?);
    }
    let saved = show("saved", saved, AIM_SAVED_MS);
    let relative = file.strip_prefix(&root).unwrap_or(Path::new(""));
    let mut unsaved = Vec::new();
    for round in 0..rounds {
        let name = format!("typed_in_round_{round}");
        let method = if round == 0 { "document/open" } else { "document/change" };
        let request = json!({ "file_path": relative, "version": round + 1, "text": edited(&name) });
        let start = Instant::now();
        client.ask(method, json!({ "request": request }))?;
        until_found(&mut client, &name)?;
        unsaved.push(start.elapsed());
    }
    let unsaved = show("unsaved", unsaved, AIM_UNSAVED_MS);
    if saved > AIM_SAVED_MS || unsaved > AIM_UNSAVED_MS {
        bail!("edits become visible too late");
    }
    Ok(())
}

/// Asks until a name is found; gives the time that took.
fn until_found(client: &mut Client, name: &str) -> anyhow::Result<Duration> {
    let start = Instant::now();
    loop {
        let request = json!({ "request": { "query": name } });
        let answer = client.ask("clew/lookup_symbol", request)?;
        if answer["symbols"][0]["name"] == name {
            return Ok(start.elapsed());
        }
        if start.elapsed() > PATIENCE {
            bail!("{name} is not seen: {answer}");
        }
    }
}

/// Prints the times; gives the p95 in milliseconds.
fn show(what: &str, mut times: Vec<Duration>, aim: f64) -> f64 {
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "  {what} to visible, {} edits: p50 {:.1} ms, p95 {:.1} ms, longest {:.1} ms (aim: p95 \
         {aim} ms)",
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    at(0.95)
}
