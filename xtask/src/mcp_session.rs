//! A `clew mcp` process on stdio that is asked one tool call after another.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::{Value, json};

/// A running server.
pub struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    calls: u64,
}

impl Session {
    /// Starts `clew` on a project with its own data folder.
    pub fn start(clew: &Path, root: &Path, data: &Path) -> anyhow::Result<Session> {
        let mut child = Command::new(clew)
            .arg("--project-root")
            .arg(root)
            .arg("mcp")
            .env("CLEW_DATA_DIR", data)
            .env("CLEW_STANDALONE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| clew.display().to_string())?;
        let input = child.stdin.take().context("no stdin")?;
        let output = BufReader::new(child.stdout.take().context("no stdout")?);
        let mut session = Session { child, input, output, calls: 0 };
        let hello = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "1" }
        });
        session.ask("initialize", &hello)?;
        Ok(session)
    }

    /// The result of one tool call.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<Value> {
        self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    fn ask(&mut self, method: &str, params: &Value) -> anyhow::Result<Value> {
        self.calls += 1;
        let id = self.calls;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(self.input, "{message}")?;
        self.input.flush()?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the server ended before it answered {method}");
            }
            let reply: Value = serde_json::from_str(&line).context("reply")?;
            if reply["id"] == id {
                return Ok(reply["result"].clone());
            }
        }
    }

    /// Ends the server and waits for it.
    pub fn end(mut self) -> anyhow::Result<()> {
        drop(self.input);
        self.child.wait()?;
        Ok(())
    }
}
