//! Programs of the workspace, built on demand.

use std::path::PathBuf;
use std::process::{Command, Output};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::cargo;

/// The `clew` binary. It is built together with the tests, so that both share
/// their dependencies.
pub(crate) fn clew() -> anyhow::Result<PathBuf> {
    program(cargo().args(["test", "--no-run", "--workspace"]), "clew", "bin")
}

/// The `clew` binary as it is shipped.
pub(crate) fn released_clew() -> anyhow::Result<PathBuf> {
    program(cargo().args(["build", "--release", "--package", "clew"]), "clew", "bin")
}

/// The server that the conformance suite expects.
pub(crate) fn conformance_fixture() -> anyhow::Result<PathBuf> {
    let name = "conformance-fixture";
    let features = ["--features", "clew-mcp/fixture"];
    let build = ["build", "--workspace", "--example", name];
    program(cargo().args(build).args(features), name, "example")
}

fn program(command: &mut Command, name: &str, kind: &str) -> anyhow::Result<PathBuf> {
    let output =
        command.args(["--quiet", "--message-format", "json"]).output().context("starting cargo")?;
    if !output.status.success() {
        bail!("{name} cannot be built\n{}", said(&output));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let program = messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let program = message.get("executable")?.as_str()?;
        let is_program = message["target"]["name"] == name
            && message["target"]["kind"][0] == kind
            && message["profile"]["test"] == false;
        is_program.then(|| PathBuf::from(program))
    });
    program.with_context(|| format!("cargo named no {name}"))
}

/// The end of what a program said.
pub(crate) fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text);
    let from = text.len().saturating_sub(3000);
    let from = (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(from);
    text[from..].to_string()
}
