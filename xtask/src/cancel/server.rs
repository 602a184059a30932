//! A server whose calls are cancelled.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::questions::{Data, Question};
use super::tree::Tree;
use crate::processor::Processor;

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Processor time of 50 ms in which nothing goes on.
const QUIET: Duration = Duration::from_micros(500);

/// How long a cancelled call is watched.
const WATCHED: Duration = Duration::from_millis(400);

/// Where the engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    /// In the server's process.
    InProcess,
    /// In the daemon.
    Daemon,
}

impl Engine {
    /// Its name in the figures.
    pub(super) fn name(self) -> &'static str {
        match self {
            Engine::InProcess => "inside",
            Engine::Daemon => "daemon",
        }
    }
}

/// A running server.
pub(super) struct Server {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Value>,
    processor: Processor,
    calls: u64,
}

/// A call that was answered.
pub(super) struct Whole {
    /// From question to answer.
    pub(super) took: Duration,
}

impl Server {
    /// Starts it and waits until it has looked at the files.
    pub(super) fn start(
        tree: &Tree,
        engine: Engine,
        data: Data,
        timeout: Option<Duration>,
    ) -> anyhow::Result<Self> {
        // The daemon of an empty data folder would be a third process to follow.
        let standalone = engine == Engine::InProcess || data == Data::Empty;
        let arguments = if standalone { &["--standalone", "mcp"][..] } else { &["mcp"] };
        let mut command = tree.command(arguments);
        if data == Data::Empty {
            command.env("CLEW_DATA_DIR", tree.empty_data()?);
        }
        if let Some(timeout) = timeout {
            let timeout = timeout.as_millis().max(1).to_string();
            command.env("CLEW_MCP_REQUEST_TIMEOUT_MS", timeout);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("no stdin")?;
        let output = BufReader::new(child.stdout.take().context("no stdout")?);
        let (tell, replies) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let Ok(message) = serde_json::from_str::<Value>(&line) else { return };
                if message.get("id").is_some() && tell.send(message).is_err() {
                    return;
                }
            }
        });
        let processes = vec![child.id()];
        let processor = Processor::new(processes.clone())?;
        let mut server = Server { child, input, replies, processor, calls: 0 };
        if data == Data::Indexed {
            // Once without a word about the time it takes: the files are looked at.
            let small = json!({ "file_path": "django/__init__.py" });
            server.send("outline", &small)?;
            server.reply(PATIENCE)?.context("no first answer")?;
        }
        if !standalone {
            server.processor = Processor::new([processes, vec![tree.daemon()?]].concat())?;
        }
        if data == Data::Indexed {
            server.settle();
        }
        Ok(server)
    }

    /// Waits until what goes on beside the calls is over, for a while.
    fn settle(&mut self) {
        for _ in 0..20 {
            if self.processor.used_within(Duration::from_millis(50)) < QUIET {
                return;
            }
        }
    }

    fn send(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<()> {
        self.calls += 1;
        let call = json!({
            "jsonrpc": "2.0", "id": self.calls, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            } },
        });
        self.write(&call)
    }

    fn write(&mut self, message: &Value) -> anyhow::Result<()> {
        self.input.write_all(format!("{message}\n").as_bytes())?;
        Ok(self.input.flush()?)
    }

    /// The reply to the last call, if it comes in time.
    fn reply(&self, patience: Duration) -> anyhow::Result<Option<Value>> {
        match self.replies.recv_timeout(patience) {
            Ok(reply) if reply["id"] == self.calls => Ok(Some(reply)),
            Ok(reply) => bail!("unexpected reply {reply}"),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => bail!("the server ended"),
        }
    }

    /// Asks and waits for the answer, which must be one.
    pub(super) fn ask_whole(&mut self, question: &Question) -> anyhow::Result<Whole> {
        let start = Instant::now();
        self.send(question.tool, &question.arguments)?;
        let reply = self.reply(PATIENCE)?.context("no answer")?;
        if reply["result"]["isError"] != false {
            bail!("{reply}");
        }
        Ok(Whole { took: start.elapsed() })
    }

    /// Asks, cancels after a while and tells the processor time used since; none
    /// if the answer came first. A cancelled call must not be answered.
    pub(super) fn cancel(
        &mut self,
        question: &Question,
        after: Duration,
    ) -> anyhow::Result<Option<Duration>> {
        self.send(question.tool, &question.arguments)?;
        if self.reply(after)?.is_some() {
            return Ok(None);
        }
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": self.calls, "reason": "measured" },
        });
        self.write(&cancel)?;
        let used = self.processor.used_within(WATCHED);
        // It may have been on its way already.
        let crossed = self.reply(Duration::ZERO)?.is_some();
        Ok((!crossed).then_some(used))
    }

    /// Asks what takes too long and tells the processor time used since the
    /// answer, which must say so; none if there was an answer in time.
    pub(super) fn too_late(
        &mut self,
        question: &Question,
        patience: Duration,
    ) -> anyhow::Result<Option<Duration>> {
        let start = Instant::now();
        self.send(question.tool, &question.arguments)?;
        std::thread::sleep(patience.saturating_sub(start.elapsed()));
        let used = self.processor.used_within(WATCHED);
        let reply = self.reply(PATIENCE)?.context("no answer")?;
        if reply["result"]["isError"] == false {
            return Ok(None);
        }
        let text = reply["result"]["content"][0]["text"].as_str().unwrap_or_default();
        if !text.starts_with("MCP-TIMEOUT") {
            bail!("not a time-out: {reply}");
        }
        Ok(Some(used))
    }

    /// Ends the server.
    pub(super) fn end(mut self) -> anyhow::Result<()> {
        drop(self.input);
        self.child.wait()?;
        Ok(())
    }
}
