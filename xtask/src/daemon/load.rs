//! Many clients at once with a mixed set of questions.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::stage::{Client, Stage, anonymous_memory};

/// Names that the copied crates have.
const NAMES: [&str; 8] = [
    "Registry",
    "Workspace.open",
    "find_root",
    "LogRing",
    "Snapshot",
    "FactsBuilder",
    "Engine",
    "RequestContext",
];

/// Runs `clients` on each of `workspaces` for some seconds and prints the figures.
pub(super) fn run(
    stage: &Stage,
    workspaces: usize,
    clients: usize,
    seconds: u64,
) -> anyhow::Result<()> {
    let roots: Vec<PathBuf> =
        (0..workspaces).map(|number| stage.workspace(number)).collect::<anyhow::Result<_>>()?;
    for root in &roots {
        stage.json(root, &["scan", "--json"])?;
    }
    let state = stage.state().context("no daemon")?;
    let endpoint = state["endpoint"].as_str().context("no endpoint")?.to_string();
    let pid = stage.pid().context("no pid")?;
    let (latencies, failures) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let over = AtomicBool::new(false);
    let mut memory = Vec::new();
    std::thread::scope(|scope| -> anyhow::Result<()> {
        for root in &roots {
            for number in 0..clients {
                let (endpoint, latencies, failures, over) =
                    (&endpoint, &latencies, &failures, &over);
                scope.spawn(move || match ask(endpoint, root, number, over) {
                    Ok(own) => push(latencies, own),
                    Err(error) => push(failures, vec![format!("{error:#}")]),
                });
            }
        }
        let start = Instant::now();
        for second in 1..=seconds {
            let until = Duration::from_secs(second);
            std::thread::sleep(until.saturating_sub(start.elapsed()));
            memory.push(anonymous_memory(pid)?);
        }
        over.store(true, Ordering::Relaxed);
        Ok(())
    })?;
    let latencies = latencies.into_inner().unwrap_or_default();
    let failures = failures.into_inner().unwrap_or_default();
    print(latencies, &failures, &memory, workspaces, clients);
    if !failures.is_empty() {
        bail!("{} clients failed: {}", failures.len(), failures[0]);
    }
    Ok(())
}

fn push<T>(all: &Mutex<Vec<T>>, own: Vec<T>) {
    if let Ok(mut all) = all.lock() {
        all.extend(own);
    }
}

/// Asks until it is over; gives the time of each answer.
fn ask(
    endpoint: &str,
    root: &std::path::Path,
    number: usize,
    over: &AtomicBool,
) -> anyhow::Result<Vec<Duration>> {
    let mut client = Client::connect(endpoint, root)?;
    let mut times = Vec::new();
    for turn in number.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let (method, request) = question(turn);
        let start = Instant::now();
        client.ask(method, json!({ "request": request, "timeout_ms": 30_000 }))?;
        times.push(start.elapsed());
    }
    Ok(times)
}

fn question(turn: usize) -> (&'static str, Value) {
    let name = NAMES[turn / 8 % NAMES.len()];
    match turn % 8 {
        0 | 1 => ("clew/lookup_symbol", json!({ "query": name })),
        2 | 3 => ("clew/search", json!({ "query": name.replace('.', " "), "mode": "lexical" })),
        4 => ("clew/find_references", json!({ "query": name, "limit": 20 })),
        5 => ("clew/outline", json!({ "file_path": "crates/clew-engine/src/session.rs" })),
        6 => ("clew/list_imports", json!({ "file_path": "crates/clew-engine/src/registry.rs" })),
        _ => ("clew/lookup_symbol", json!({ "query": name.to_lowercase(), "limit": 5 })),
    }
}

fn print(
    mut times: Vec<Duration>,
    failures: &[String],
    memory: &[u64],
    workspaces: usize,
    clients: usize,
) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!(
        "{workspaces} workspaces x {clients} clients, {} s, {cores} cores: {} answers ({} a \
         second), {} failures",
        memory.len(),
        times.len(),
        times.len() / memory.len().max(1),
        failures.len()
    );
    println!("  p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
    let early = memory.get(9).or(memory.last()).copied().unwrap_or_default();
    let last = &memory[memory.len().saturating_sub(10)..];
    let most = last.iter().copied().max().unwrap_or_default();
    println!(
        "  anonymous memory: {} MiB at second 10, at most {} MiB in the last 10 ({:+.1} %)",
        early >> 10,
        most >> 10,
        (most as f64 / early.max(1) as f64 - 1.0) * 100.0
    );
}
