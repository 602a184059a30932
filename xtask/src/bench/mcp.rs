//! Round trips over MCP stdio.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Context;
use serde_json::{Value, json};

use crate::mcp_session::Session;

/// Names of the workspace, from its map.
pub(super) fn names(
    clew: &Path,
    root: &Path,
    data: &Path,
    count: usize,
) -> anyhow::Result<Vec<String>> {
    let text = crate::shell::output(
        Command::new(clew)
            .arg("--project-root")
            .arg(root)
            .env("CLEW_DATA_DIR", data)
            .env("CLEW_STANDALONE", "1")
            .args(["map", "--json", "--tokens", "10000"]),
    )?;
    let map: Value = serde_json::from_str(&text).context("map --json")?;
    let mut names: Vec<String> = map["files"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|file| file["symbols"].as_array().into_iter().flatten())
        .filter_map(|symbol| symbol["name"].as_str()?.rsplit(['.', ':']).next().map(str::to_string))
        .collect();
    names.sort();
    names.dedup();
    names.truncate(count);
    Ok(names)
}

/// Milliseconds of one `lookup_symbol` call per name.
pub(super) fn round_trips(
    clew: &Path,
    root: &Path,
    data: &Path,
    names: &[String],
) -> anyhow::Result<Vec<f64>> {
    let mut session = Session::start(clew, root, data)?;
    let mut times = Vec::new();
    for name in names {
        let start = Instant::now();
        session.call("lookup_symbol", &json!({ "query": name }))?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    session.end()?;
    Ok(times)
}
