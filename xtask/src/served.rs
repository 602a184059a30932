//! A server over HTTP that runs while clients talk to it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

/// The token that clients of the tests show.
pub(crate) const TOKEN: &str = "00112233445566778899aabbccddeeff";

/// A server; it is ended when this is dropped.
pub(crate) struct Served {
    child: Child,
    /// Address of the endpoint.
    pub(crate) url: String,
    /// Address of the older transport, if it is served.
    pub(crate) sse: String,
}

impl Served {
    /// Starts a program that says as JSON on standard error where it listens,
    /// and wants the token to be shown.
    pub(crate) fn start<S: AsRef<OsStr>>(program: &Path, arguments: &[S]) -> anyhow::Result<Self> {
        Served::run(Command::new(program).env("CLEW_MCP_TOKEN", TOKEN), arguments)
    }

    /// Starts it without a token.
    pub(crate) fn start_openly<S: AsRef<OsStr>>(
        program: &Path,
        arguments: &[S],
    ) -> anyhow::Result<Self> {
        Served::run(Command::new(program).env_remove("CLEW_MCP_TOKEN"), arguments)
    }

    fn run<S: AsRef<OsStr>>(command: &mut Command, arguments: &[S]) -> anyhow::Result<Self> {
        let program = command.get_program().to_string_lossy().into_owned();
        let mut child = command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {program}"))?;
        let mut said = BufReader::new(child.stderr.take().context("no stderr")?);
        let mut line = String::new();
        while !line.starts_with('{') {
            line.clear();
            if said.read_line(&mut line)? == 0 {
                bail!("{program} ended before it listened ({})", child.wait()?);
            }
        }
        // Read on, so that a talkative server never waits.
        std::thread::spawn(move || said.read_to_end(&mut Vec::new()));
        let said: Value = serde_json::from_str(&line).context("the line of the server")?;
        let text = |name: &str| said[name].as_str().unwrap_or_default().to_string();
        Ok(Served { child, url: text("url"), sse: text("sse_url") })
    }

    /// Process id of the server.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
