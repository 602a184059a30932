//! Running the clients.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use super::install::{Clients, scripts};
use super::plan::Stage;
use crate::built::said;
use crate::served::{Served, TOKEN};

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
pub(crate) fn say(line: &str) {
    // A closed standard output stops nothing here.
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// How a client reaches the server.
#[derive(Clone, Copy, PartialEq)]
enum Transport {
    Stdio,
    Http,
    Sse,
}

impl Transport {
    fn name(self) -> &'static str {
        match self {
            Transport::Stdio => "stdio",
            Transport::Http => "http",
            Transport::Sse => "sse",
        }
    }
}

/// All clients, over each transport and in the eras they know.
pub(super) fn jobs(clew: &Path, clients: &Clients, stage: &Stage, served: &Served) -> Vec<Job> {
    let script = |program: &Path, script: PathBuf, era: &str, transport: Transport| {
        let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command.arg(script).arg(&stage.plan).arg(era).arg(transport.name());
        match transport {
            Transport::Stdio => command.arg(clew).arg("mcp").args(stage.server_arguments()),
            Transport::Http => command.arg(&served.url).env("E2E_TOKEN", TOKEN),
            Transport::Sse => command.arg(&served.sse).env("E2E_TOKEN", TOKEN),
        };
        let name = format!("{name} {era} {}", transport.name());
        Job { name, commands: vec![(command, Expected::Success)] }
    };
    let python = |name: &str, era: &str, transport| {
        script(&clients.python, scripts().join(name), era, transport)
    };
    let node = clients.node_programs().join("node");
    let node = |name: &str, era: &str, transport| {
        script(&node, clients.node_folder.join(name), era, transport)
    };
    let mut jobs = Vec::new();
    for transport in [Transport::Stdio, Transport::Http, Transport::Sse] {
        jobs.push(python("python_mcp.py", "legacy", transport));
        jobs.push(python("python_fastmcp.py", "modern", transport));
        jobs.push(node("ts_sdk1.mjs", "legacy", transport));
        jobs.push(node("ts_client2.mjs", "legacy", transport));
        jobs.push(inspector(clients, stage, served, "legacy", transport));
        if transport != Transport::Sse {
            jobs.push(python("python_mcp.py", "modern", transport));
            jobs.push(node("ts_client2.mjs", "modern", transport));
            jobs.push(inspector(clients, stage, served, "modern", transport));
        }
    }
    jobs
}

/// The inspector: the strict check of the list, then one call of each tool
/// and kind of outcome; over the older transport one call of each tool.
fn inspector(
    clients: &Clients,
    stage: &Stage,
    served: &Served,
    era: &str,
    transport: Transport,
) -> Job {
    let base = || {
        let programs = clients.node_programs();
        let mut command = Command::new(programs.join("mcp-inspector"));
        command.arg("--cli");
        let url = match transport {
            Transport::Stdio => None,
            Transport::Http => Some((&served.url, "http")),
            Transport::Sse => Some((&served.sse, "sse")),
        };
        match url {
            None => command.arg("--config").arg(&stage.config).args(["--server", "clew"]),
            Some((url, kind)) => command
                .args([url.as_str(), "--transport", kind, "--header"])
                .arg(format!("Authorization: Bearer {TOKEN}")),
        };
        command.args(["--protocol-era", era]);
        command.env("MCP_INSPECTOR_SECRET_STORE", "memory");
        command.env("PATH", clients.path());
        command
    };
    let mut list = base();
    list.args(["--method", "tools/list", "--strict", "--quiet"]);
    let mut commands = vec![(list, Expected::Success)];
    let mut done = Vec::new();
    for call in &stage.calls {
        let outcome = if transport == Transport::Sse { &Value::Null } else { &call["outcome"] };
        let kind = (&call["tool"], outcome);
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
    Job { name: format!("inspector {era} {}", transport.name()), commands }
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
