//! Clients that call one tool as fast as they get answers.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio as Piped};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};

use crate::e2e::Stage;
use crate::served::TOKEN;

const NAMES: [&str; 5] = ["Cart.total", "price_of", "retry", "checkout", "render"];

fn call(id: usize) -> Value {
    let arguments = json!({ "query": NAMES[id % NAMES.len()] });
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {
            "name": format!("load-{}", id % super::CLIENTS), "version": "1"
        },
    });
    json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": "lookup_symbol", "arguments": arguments, "_meta": meta },
    })
}

fn check(reply: &Value, id: usize) -> anyhow::Result<()> {
    if reply["id"] != id || reply["result"]["isError"] != false {
        bail!("call {id} was answered with {reply}");
    }
    Ok(())
}

type Waiting = Arc<Mutex<HashMap<usize, Sender<Value>>>>;

/// One server on standard input and output, called by many at once.
pub(super) struct Stdio {
    child: Child,
    input: Mutex<ChildStdin>,
    waiting: Waiting,
    reader: JoinHandle<()>,
    next: std::sync::atomic::AtomicUsize,
}

impl Stdio {
    /// Starts it.
    pub(super) fn start(stage: &Stage, clew: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(clew)
            .arg("mcp")
            .args(stage.server_arguments())
            .stdin(Piped::piped())
            .stdout(Piped::piped())
            .spawn()?;
        let input = Mutex::new(child.stdin.take().context("no stdin")?);
        let output = BufReader::new(child.stdout.take().context("no stdout")?);
        let waiting = Waiting::default();
        let told = waiting.clone();
        let reader = std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let Ok(reply) = serde_json::from_str::<Value>(&line) else { return };
                let id = reply["id"].as_u64().unwrap_or_default() as usize;
                let waits = told.lock().ok().and_then(|mut waiting| waiting.remove(&id));
                // Who gave up waiting has failed the run already.
                let _ = waits.map(|waits| waits.send(reply));
            }
        });
        Ok(Stdio { child, input, waiting, reader, next: 0.into() })
    }

    /// Process id of the server.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Makes so many calls by so many clients; returns the time of each.
    pub(super) fn call(&self, clients: usize, calls: usize) -> anyhow::Result<Vec<Duration>> {
        in_parallel(clients, calls, |_, share| {
            (0..share).map(|_| self.call_once()).collect::<anyhow::Result<Vec<_>>>()
        })
    }

    fn call_once(&self) -> anyhow::Result<Duration> {
        let id = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let line = format!("{}\n", call(id));
        let (tell, told) = channel();
        self.waiting.lock().map_err(|_| anyhow!("a client failed"))?.insert(id, tell);
        let start = Instant::now();
        self.input.lock().map_err(|_| anyhow!("a client failed"))?.write_all(line.as_bytes())?;
        let reply = told.recv_timeout(Duration::from_secs(60)).context("no answer")?;
        let took = start.elapsed();
        check(&reply, id)?;
        Ok(took)
    }

    /// Ends the server, which must end well.
    pub(super) fn end(mut self) -> anyhow::Result<()> {
        drop(self.input);
        let status = self.child.wait()?;
        if !status.success() || self.reader.join().is_err() {
            bail!("the server ended with {status}");
        }
        Ok(())
    }
}

/// Makes so many calls over so many connections, half of them in sessions of
/// the handshake revisions; returns the time of each.
pub(super) fn over_http(url: &str, clients: usize, calls: usize) -> anyhow::Result<Vec<Duration>> {
    let authority = url.trim_start_matches("http://").trim_end_matches("/mcp");
    in_parallel(clients, calls, |client, share| {
        let mut connection = Http::connect(authority)?;
        if client % 2 == 1 {
            connection.open_session()?;
        }
        (0..share).map(|number| connection.call(client + number * clients)).collect()
    })
}

fn in_parallel(
    clients: usize,
    calls: usize,
    work: impl Fn(usize, usize) -> anyhow::Result<Vec<Duration>> + Sync,
) -> anyhow::Result<Vec<Duration>> {
    let work = &work;
    std::thread::scope(|scope| {
        let share = |client| calls / clients + usize::from(client < calls % clients);
        let threads: Vec<_> =
            (0..clients).map(|client| scope.spawn(move || work(client, share(client)))).collect();
        let mut times = Vec::new();
        for thread in threads {
            times.extend(thread.join().map_err(|_| anyhow!("a client failed"))??);
        }
        Ok(times)
    })
}

/// One connection that is kept.
struct Http {
    stream: BufReader<TcpStream>,
    authority: String,
    session: Option<String>,
}

impl Http {
    fn connect(authority: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(authority)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let authority = authority.to_string();
        Ok(Http { stream: BufReader::new(stream), authority, session: None })
    }

    fn open_session(&mut self) -> anyhow::Result<()> {
        let initialize = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": { "name": "load", "version": "1" },
            },
        });
        let (head, _) = self.exchange(&initialize, "")?;
        let id = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
        self.session = Some(id.context("no session")?.trim().to_string());
        Ok(())
    }

    fn call(&mut self, id: usize) -> anyhow::Result<Duration> {
        let mut message = call(id);
        let headers = match &self.session {
            Some(session) => {
                message["params"].as_object_mut().map(|params| params.shift_remove("_meta"));
                format!("Mcp-Session-Id: {session}\r\n")
            }
            None => "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n\
                Mcp-Name: lookup_symbol\r\n"
                .to_string(),
        };
        let start = Instant::now();
        let (_, body) = self.exchange(&message, &headers)?;
        let took = start.elapsed();
        check(&serde_json::from_slice(&body).context("no JSON")?, id)?;
        Ok(took)
    }

    fn exchange(&mut self, message: &Value, headers: &str) -> anyhow::Result<(String, Vec<u8>)> {
        let body = message.to_string();
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\n{headers}\
             Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.authority,
            body.len(),
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                bail!("the connection ended after {head:?}");
            }
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length = length.with_context(|| format!("no length in {head}"))?.trim().parse()?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        if !head.starts_with("HTTP/1.1 200") {
            bail!("{head}{}", String::from_utf8_lossy(&body));
        }
        Ok((head, body))
    }
}
