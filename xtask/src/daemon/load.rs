//! Many clients at once with a mixed set of questions.

use std::collections::BTreeMap;
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

/// What the issue of the daemon asks for: 99 of 100 answers within this time.
const AIM_P99_MS: f64 = 50.0;
/// By how much memory may grow after second 10.
const AIM_GROWTH: f64 = 5.0;
/// Memory that no daemon of a few small workspaces needs, in KiB.
const MOST_MEMORY: u64 = 512 * 1024;
/// Seconds after which memory is compared.
const SETTLED: u64 = 10;

/// An answer: which question, and how long it took.
type Took = (&'static str, Duration);

/// Runs `clients` on each of `workspaces` for some seconds and prints the figures.
pub(super) fn run(
    stage: &Stage,
    workspaces: usize,
    clients: usize,
    seconds: u64,
) -> anyhow::Result<()> {
    let (p99, growth) = measure(stage, workspaces, clients, seconds)?;
    if p99 > AIM_P99_MS {
        bail!("p99 of {p99:.1} ms is over the aim of {AIM_P99_MS} ms");
    }
    if growth > AIM_GROWTH && seconds >= 2 * SETTLED {
        bail!("memory grew by {growth:.1} %, over the aim of {AIM_GROWTH} %");
    }
    Ok(())
}

/// The same, where only errors are wrong, and memory beyond all measure.
pub(super) fn errors_only(
    stage: &Stage,
    workspaces: usize,
    clients: usize,
    seconds: u64,
) -> anyhow::Result<()> {
    measure(stage, workspaces, clients, seconds)?;
    let memory = anonymous_memory(stage.pid().context("no daemon")?)?;
    if memory > MOST_MEMORY {
        bail!("the daemon holds {} MiB after a short load", memory / 1024);
    }
    Ok(())
}

/// Runs the clients; gives the p99 in milliseconds and the growth of memory in
/// percent.
fn measure(
    stage: &Stage,
    workspaces: usize,
    clients: usize,
    seconds: u64,
) -> anyhow::Result<(f64, f64)> {
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
    println!(
        "{workspaces} workspaces x {clients} clients, {} cores, no think time: {} failures",
        std::thread::available_parallelism().map_or(0, usize::from),
        failures.len()
    );
    let p99 = print_times(latencies, seconds);
    let growth = print_memory(&memory);
    if let Some(failure) = failures.first() {
        bail!("{} clients failed: {failure}", failures.len());
    }
    Ok((p99, growth))
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
) -> anyhow::Result<Vec<Took>> {
    let mut client = Client::connect(endpoint, root)?;
    let mut times = Vec::new();
    for turn in number.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let (method, request) = question(turn);
        let start = Instant::now();
        client.ask(method, json!({ "request": request, "timeout_ms": 30_000 }))?;
        times.push((method, start.elapsed()));
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

/// Prints the times of each question and of all; gives the p99 of all.
fn print_times(took: Vec<Took>, seconds: u64) -> f64 {
    let mut by_question: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for (question, time) in took {
        by_question.entry(question).or_default().push(time);
        by_question.entry("all").or_default().push(time);
    }
    let mut p99 = 0.0;
    for (question, mut times) in by_question {
        times.sort_unstable();
        let at = |share: f64| {
            let index = ((times.len() as f64 * share) as usize).min(times.len() - 1);
            times[index].as_secs_f64() * 1000.0
        };
        println!(
            "  {question:<22} {:>7} answers, {:>6.0} a second, p50 {:>5.1} ms, p99 {:>5.1} ms, \
             longest {:>5.1} ms",
            times.len(),
            times.len() as f64 / seconds.max(1) as f64,
            at(0.5),
            at(0.99),
            at(1.0)
        );
        if question == "all" {
            p99 = at(0.99);
        }
    }
    println!("  aim: p99 of all under {AIM_P99_MS} ms");
    p99
}

/// Prints the memory; gives its growth in percent.
fn print_memory(memory: &[u64]) -> f64 {
    let early = memory.get(SETTLED as usize - 1).or(memory.last()).copied().unwrap_or_default();
    let last = &memory[memory.len().saturating_sub(10)..];
    let most = last.iter().copied().max().unwrap_or_default();
    let growth = (most as f64 / early.max(1) as f64 - 1.0) * 100.0;
    println!(
        "  anonymous memory: {} MiB at second {SETTLED}, at most {} MiB in the last 10 \
         ({growth:+.1} %; aim {AIM_GROWTH} %)",
        early >> 10,
        most >> 10,
    );
    growth
}
