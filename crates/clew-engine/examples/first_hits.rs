//! Prints the first answers of lookup and search for many queries.
//!
//! `cargo run --release -p clew-engine --example first_hits -- ROOT DATA` brings the
//! index of ROOT (kept in DATA) up to date and reads queries, one a line, from
//! standard input. For each it prints a JSON object with `symbols` and `search`: the
//! first answer's `name` with its containers, `kind`, `file`, `first` and `last`
//! line, or null where nothing was found.

#![expect(clippy::print_stdout, reason = "the result")]

use std::io::BufRead;
use std::path::{Path, PathBuf};

use clew_engine::{Engine, EngineOptions, InProcessEngine, RequestContext};
use clew_protocol::{LookupSymbolRequest, ScanRequest, ScanWait, SearchRequest, ToolError};
use clew_vfs::Environment;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, data] = arguments.as_slice() else {
        return Err("usage: first_hits ROOT DATA".into());
    };
    let environment =
        Environment { clew_data_dir: Some(PathBuf::from(data)), ..Environment::default() };
    let engine = InProcessEngine::new(EngineOptions {
        start: std::fs::canonicalize(Path::new(root))?,
        project_root: Some(PathBuf::from(root)),
        environment,
        ..EngineOptions::default()
    })?;
    let context = RequestContext::new("quality");
    let scan = ScanRequest { wait: ScanWait::UntilDone, ..ScanRequest::default() };
    engine.scan(scan, &context)?;
    for query in std::io::stdin().lock().lines() {
        let query = query?;
        let symbols = looked_up(&engine, &context, &query)?;
        let search = searched(&engine, &context, &query)?;
        println!("{}", json!({ "symbols": symbols, "search": search }));
    }
    Ok(())
}

fn looked_up(
    engine: &InProcessEngine,
    context: &RequestContext,
    query: &str,
) -> Result<Option<Value>, ToolError> {
    let request = LookupSymbolRequest { query: query.into(), limit: Some(1), ..Default::default() };
    let answer = engine.lookup_symbol(request, context)?;
    Ok(answer.symbols.first().map(|hit| {
        json!({ "name": hit.qualified_name, "kind": hit.kind.as_str(), "file": hit.file,
            "first": hit.span.start_line, "last": hit.span.end_line })
    }))
}

fn searched(
    engine: &InProcessEngine,
    context: &RequestContext,
    query: &str,
) -> Result<Option<Value>, ToolError> {
    let request = SearchRequest { query: query.into(), limit: Some(1), ..Default::default() };
    let answer = engine.search(request, context)?;
    Ok(answer.hits.first().map(|hit| {
        json!({ "name": hit.name, "kind": hit.kind.as_str(), "file": hit.file,
            "first": hit.start_line, "last": hit.end_line })
    }))
}
