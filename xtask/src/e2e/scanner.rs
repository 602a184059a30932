//! Names, descriptions and schemas of all tools, read by a scanner for what could
//! mislead a model. Its rules are files; it needs no network.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::plan::{Stage, TOOLS};
use super::say;

/// Scans the server of the stage; every tool must be found safe.
pub(super) fn check(scanner: &Path, stage: &Stage) -> anyhow::Result<()> {
    let output = Command::new(scanner)
        .args(["--analyzers", "yara", "--format", "raw", "config", "--config-path"])
        .arg(&stage.config)
        .output()
        .context("starting the scanner")?;
    // Its warnings come first.
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text.find('{').and_then(|at| serde_json::from_str::<Value>(&text[at..]).ok());
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    let found = found.with_context(|| format!("the scanner gave no result\n{}", said()))?;
    let items = found["scan_results"].as_array().context("no results")?;
    let safe = |name: &str| {
        let of_tool = |item: &&Value| item["item_type"] == "tool" && item["tool_name"] == name;
        items.iter().find(of_tool).is_some_and(|item| item["is_safe"] == true)
    };
    let unsafe_ones = items.iter().filter(|item| item["is_safe"] != true).count();
    let missing: Vec<&str> = TOOLS.into_iter().filter(|name| !safe(name)).collect();
    if unsafe_ones > 0 || !missing.is_empty() {
        bail!("{unsafe_ones} unsafe, not found safe: {missing:?}\n{text}");
    }
    say(&format!("ok    scanner: {} tools, 0 unsafe", TOOLS.len()));
    Ok(())
}
