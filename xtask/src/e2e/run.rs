//! Running the clients.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use super::install::{Clients, scripts};
use super::plan::Stage;

/// One client in one era.
pub(super) struct Job {
    /// Name for people.
    pub(super) name: String,
    commands: Vec<(Command, Expected)>,
}

/// How a command must end.
#[derive(Clone, Copy)]
enum Expected {
    Success,
    /// The inspector's way to say that the tool answered with an error.
    ToolError,
}

impl Job {
    /// Runs the client; returns the seconds it took.
    pub(super) fn run(&self) -> anyhow::Result<f64> {
        let start = Instant::now();
        for (command, expected) in &self.commands {
            let output =
                rebuild(command).output().with_context(|| format!("starting {command:?}"))?;
            let wanted = match expected {
                Expected::Success => 0,
                Expected::ToolError => 5,
            };
            if output.status.code() != Some(wanted) {
                bail!("{command:?} ended with {}, not {wanted}\n{}", output.status, said(&output));
            }
        }
        Ok(start.elapsed().as_secs_f64())
    }
}

/// Prints a line.
pub(super) fn say(line: &str) {
    // A closed standard output stops nothing here.
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Builds the binary and returns its path. It is built together with the tests,
/// so that both share their dependencies.
pub(super) fn build_clew() -> anyhow::Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["test", "--no-run", "--quiet", "--workspace", "--message-format", "json"])
        .output()
        .context("starting cargo")?;
    if !output.status.success() {
        bail!("the binary cannot be built\n{}", said(&output));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let program = messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let program = message.get("executable")?.as_str()?;
        let is_program = message["target"]["name"] == "clew"
            && message["target"]["kind"][0] == "bin"
            && message["profile"]["test"] == false;
        is_program.then(|| PathBuf::from(program))
    });
    program.context("cargo named no binary")
}

/// All clients, each in the eras it knows.
pub(super) fn jobs(clew: &Path, clients: &Clients, stage: &Stage) -> Vec<Job> {
    let script = |program: &Path, script: PathBuf, era: &str| {
        let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command.arg(script).arg(&stage.plan).arg(era).arg(clew).arg("mcp");
        command.args(stage.server_arguments());
        Job { name: format!("{name} {era}"), commands: vec![(command, Expected::Success)] }
    };
    let python = |name: &str, era: &str| script(&clients.python, scripts().join(name), era);
    let node = clients.node_programs().join("node");
    let node = |name: &str, era: &str| script(&node, clients.node_folder.join(name), era);
    vec![
        python("python_mcp.py", "legacy"),
        python("python_mcp.py", "modern"),
        python("python_fastmcp.py", "modern"),
        node("ts_sdk1.mjs", "legacy"),
        node("ts_client2.mjs", "legacy"),
        node("ts_client2.mjs", "modern"),
        inspector(clients, stage, "legacy"),
        inspector(clients, stage, "modern"),
    ]
}

/// The inspector: the strict check of the list, then one call of each tool
/// and kind of outcome.
fn inspector(clients: &Clients, stage: &Stage, era: &str) -> Job {
    let base = || {
        let programs = clients.node_programs();
        let mut command = Command::new(programs.join("mcp-inspector"));
        command.arg("--cli").arg("--config").arg(&stage.config).args(["--server", "clew"]);
        command.args(["--protocol-era", era]);
        command.env("MCP_INSPECTOR_SECRET_STORE", "memory");
        // The launcher starts `node` again and needs a recent one.
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(programs).chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).unwrap_or(path.clone()));
        command
    };
    let mut list = base();
    list.args(["--method", "tools/list", "--strict", "--quiet"]);
    let mut commands = vec![(list, Expected::Success)];
    let mut done = Vec::new();
    for call in &stage.calls {
        let kind = (&call["tool"], &call["outcome"]);
        if done.contains(&kind) {
            continue;
        }
        done.push(kind);
        let mut command = base();
        command.args(["--method", "tools/call", "--tool-name"]);
        command.arg(call["tool"].as_str().unwrap_or_default());
        command.arg("--tool-args-json").arg(call["arguments"].to_string());
        let expected =
            if call["outcome"] == "error" { Expected::ToolError } else { Expected::Success };
        commands.push((command, expected));
    }
    Job { name: format!("inspector {era}"), commands }
}

/// A command that can be started again; `Command` itself cannot be cloned.
fn rebuild(command: &Command) -> Command {
    let mut copy = Command::new(command.get_program());
    copy.args(command.get_args());
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            copy.env(name, value);
        }
    }
    copy
}

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text);
    let from = text.len().saturating_sub(3000);
    let from = (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(from);
    text[from..].to_string()
}
