//! Round trips over MCP stdio.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context;
use serde_json::{Value, json};

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
    let mut child = Command::new(clew)
        .arg("--project-root")
        .arg(root)
        .arg("mcp")
        .env("CLEW_DATA_DIR", data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().context("no stdin")?;
    let mut output = BufReader::new(child.stdout.take().context("no stdout")?);
    let mut ask = |message: Value| -> anyhow::Result<Value> {
        writeln!(input, "{message}")?;
        input.flush()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        serde_json::from_str(&line).context("reply")
    };
    ask(json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "1" }
        }
    }))?;
    let mut times = Vec::new();
    for (id, name) in names.iter().enumerate() {
        let start = Instant::now();
        ask(json!({
            "jsonrpc": "2.0", "id": id + 1, "method": "tools/call",
            "params": { "name": "lookup_symbol", "arguments": { "query": name } }
        }))?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    drop(input);
    child.wait()?;
    Ok(times)
}
