//! Measures warm questions inside the engine.
//!
//! `cargo run --release -p clew-engine --example latency -- ROOT DATA NAMES`
//! brings the index of ROOT (kept in DATA) up to date, asks every question for
//! up to NAMES different names of the workspace, and prints one JSON object of
//! p50 and p99 in milliseconds, and the process's resident memory afterwards. The
//! engine follows the files, as that of the daemon does.

#![expect(clippy::print_stdout, reason = "the result")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use clew_engine::{Engine, EngineOptions, Following, InProcessEngine, RequestContext};
use clew_index::{Store, StoreOptions, WorkspaceKey};
use clew_protocol::{
    Direction, FindReferencesRequest, GraphRequest, LookupSymbolRequest, RepoMapRequest,
    ScanRequest, ScanWait, SearchMode, SearchRequest, ToolError,
};
use clew_vfs::Environment;
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, data, count] = arguments.as_slice() else {
        return Err("usage: latency ROOT DATA NAMES".into());
    };
    let count: usize = count.parse()?;
    let environment =
        Environment { clew_data_dir: Some(PathBuf::from(data)), ..Environment::default() };
    let engine = InProcessEngine::new(EngineOptions {
        start: std::fs::canonicalize(Path::new(root))?,
        project_root: Some(PathBuf::from(root)),
        environment,
        following: Following::Continuous,
        ..EngineOptions::default()
    })?;
    let context = RequestContext::new("bench");
    let scan = ScanRequest { wait: ScanWait::UntilDone, ..ScanRequest::default() };
    engine.scan(scan, &context)?;
    let names = names(&engine, &context, count)?;
    let mut out = Map::new();
    out.insert("chunks".into(), json!(chunks(Path::new(root), Path::new(data))?));
    out.insert("names".into(), json!(names.len()));
    let mut measure = |what: &str, ask: &Ask<'_>| {
        out.insert(what.into(), measure(&names, ask));
    };
    measure("lookup", &|name| {
        let request = LookupSymbolRequest { query: name.into(), ..Default::default() };
        engine.lookup_symbol(request, &context).map(|answer| answer.total)
    });
    measure("fuzzy", &|name| {
        let typo: String = name.chars().take(name.chars().count().saturating_sub(1)).collect();
        let request = LookupSymbolRequest { query: typo, ..Default::default() };
        engine.lookup_symbol(request, &context).map(|answer| answer.total)
    });
    measure("references", &|name| {
        engine
            .find_references(FindReferencesRequest::new(name), &context)
            .map(|answer| answer.total)
    });
    measure("callers", &|name| {
        let request = GraphRequest { direction: Direction::Up, ..GraphRequest::new(name) };
        tolerate_ambiguity(engine.graph(request, &context).map(|_| 0))
    });
    measure("graph depth 2", &|name| {
        let request = GraphRequest { depth: 2, ..GraphRequest::new(name) };
        tolerate_ambiguity(engine.graph(request, &context).map(|_| 0))
    });
    for (what, mode) in
        [("lexical search", SearchMode::Lexical), ("hybrid search", SearchMode::Hybrid)]
    {
        measure(what, &|name| {
            let request = SearchRequest { query: words(name), mode, ..Default::default() };
            engine.search(request, &context).map(|_| 0)
        });
    }
    measure("question", &|name| {
        let query = format!("where is the {} of a request handled", words(name));
        engine.search(SearchRequest { query, ..Default::default() }, &context).map(|_| 0)
    });
    out.insert("resident_mib".into(), json!(anonymous_mib()));
    println!("{}", Value::Object(out));
    Ok(())
}

/// How many chunks the index has.
fn chunks(root: &Path, data: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let root = std::fs::canonicalize(root)?;
    let family = clew_vfs::identify(&clew_vfs::RealFs, &root);
    let store = Store::open(data, &family.key, StoreOptions::default())?;
    Ok(store.snapshot(&WorkspaceKey(root.to_string_lossy().into_owned()))?.chunk_count())
}

/// Asks for a name; the answer is how many places it has, 0 where none are counted.
type Ask<'ask> = dyn Fn(&str) -> Result<u32, ToolError> + 'ask;

/// Most places of a name for which references are promised to be quick.
const FEW: u32 = 200;

/// Asks for every name twice and gives percentiles of the second round, those of names
/// with few places apart, and what took longest.
fn measure(names: &[String], ask: &Ask<'_>) -> Value {
    let mut times: Vec<(f64, u32, &str)> = Vec::new();
    let mut failed = 0;
    for round in 0..2 {
        for name in names {
            let start = Instant::now();
            let result = ask(name);
            if round == 1 {
                let places = result.as_ref().copied().unwrap_or(0);
                times.push((start.elapsed().as_secs_f64() * 1000.0, places, name));
                failed += usize::from(result.is_err());
            }
        }
    }
    times.sort_by(|left, right| left.0.total_cmp(&right.0));
    let all: Vec<f64> = times.iter().map(|(time, ..)| *time).collect();
    let few: Vec<f64> =
        times.iter().filter(|(_, places, _)| *places <= FEW).map(|(time, ..)| *time).collect();
    let slowest: Vec<Value> = times
        .iter()
        .rev()
        .take(5)
        .map(|(time, places, name)| json!([name, places, round3(*time)]))
        .collect();
    json!({
        "p50": percentile(&all, 0.5),
        "p99": percentile(&all, 0.99),
        "few": few.len(),
        "few_p50": percentile(&few, 0.5),
        "few_p99": percentile(&few, 0.99),
        "failed": failed,
        "slowest": slowest,
    })
}

/// The value below which the given share of sorted values lies.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let index = ((sorted.len() as f64 - 1.0) * share).round() as usize;
    round3(sorted.get(index).copied().unwrap_or(0.0))
}

/// Names of the workspace, taken evenly from its map.
fn names(
    engine: &InProcessEngine,
    context: &RequestContext,
    count: usize,
) -> Result<Vec<String>, ToolError> {
    let request = RepoMapRequest { max_tokens: Some(10_000), ..Default::default() };
    let map = engine.repo_map(request, context)?;
    let mut names: Vec<String> = map
        .files
        .iter()
        .flat_map(|file| &file.symbols)
        .filter_map(|symbol| symbol.name.rsplit(['.', ':']).next().map(str::to_string))
        .collect();
    names.sort();
    names.dedup();
    let step = (names.len() / count.max(1)).max(1);
    Ok(names.into_iter().step_by(step).take(count).collect())
}

fn tolerate_ambiguity(result: Result<u32, ToolError>) -> Result<u32, ToolError> {
    match result {
        Err(error) if error.code == clew_protocol::ErrorCode::Ambiguous => Ok(0),
        other => other,
    }
}

/// A name as a question in words.
fn words(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c == '_' || c.is_uppercase() {
            out.push(' ');
        }
        if c != '_' {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// Anonymous resident memory in MiB, where the system tells it.
fn anonymous_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(round3(kib / 1024.0))
}

fn round3(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
