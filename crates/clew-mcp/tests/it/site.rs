//! A server over HTTP and a client that writes raw requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;

use clew_mcp::{HttpLimits, HttpOptions, ServeOptions, SsePolicy, Token, serve_http};
use serde_json::{Value, json};

use crate::engine::Scripted;
use crate::harness::{initialize, legacy};

/// Longest wait for bytes; only reached by a test that fails.
const PATIENCE: Duration = Duration::from_secs(20);
/// The token of servers that have one.
pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A running server.
pub(crate) struct Site {
    pub(crate) engine: Arc<Scripted>,
    pub(crate) address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    server: Option<JoinHandle<()>>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The body as JSON, also if it came as the last of several events.
    pub(crate) fn json(&self) -> Value {
        let last = self.body.lines().filter_map(|line| line.strip_prefix("data: ")).next_back();
        serde_json::from_str(last.unwrap_or(&self.body)).expect(&self.body)
    }
}

/// Default options and no token.
pub(crate) fn open() -> HttpOptions {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    HttpOptions { address, ..HttpOptions::default() }
}

/// Default options with a token and the older transport.
pub(crate) fn with_token() -> HttpOptions {
    HttpOptions { token: Some(Token::new(TOKEN).unwrap()), sse: SsePolicy::Served, ..open() }
}

/// No token, other bounds.
pub(crate) fn limited(limits: HttpLimits) -> HttpOptions {
    HttpOptions { limits, ..open() }
}

impl Site {
    /// A server with these options.
    pub(crate) fn start(http: HttpOptions) -> Self {
        let options = ServeOptions { version: "9.9.9".into(), ..ServeOptions::default() };
        Site::with(options, http)
    }

    /// A server with these options.
    pub(crate) fn with(options: ServeOptions, http: HttpOptions) -> Self {
        let engine = Arc::new(Scripted::default());
        let served = engine.clone();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (tell, told) = channel();
        let server = std::thread::spawn(move || {
            let ready = |address| tell.send(address).unwrap();
            let stop = async {
                // Dropping the sender stops the server too.
                let _ = stopped.await;
            };
            serve_http(served, options, http, ready, stop).unwrap();
        });
        let address = told.recv_timeout(PATIENCE).expect("the address of the server");
        Site { engine, address, stop: Some(stop), server: Some(server) }
    }

    /// Sends a request and returns the connection, to read as it comes.
    pub(crate) fn send(&self, head: &str, headers: &[(&str, &str)], body: &str) -> Connection {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut text = format!("{head} HTTP/1.1\r\n");
        let given = |name: &str| headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
        let host = self.address.to_string();
        let length = body.len().to_string();
        for (name, value) in [
            ("Host", host.as_str()),
            ("Content-Length", &length),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("Connection", "close"),
        ] {
            if !given(name) {
                text.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{text}\r\n{body}").as_bytes()).unwrap();
        Connection(BufReader::new(stream))
    }

    /// Sends a request and reads the whole answer.
    pub(crate) fn ask(&self, head: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        self.send(head, headers, body).answer()
    }

    /// Posts a message to the endpoint.
    pub(crate) fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        self.ask("POST /mcp", headers, &message.to_string())
    }

    /// Posts a stateless request with the headers that belong to it.
    pub(crate) fn modern(&self, message: &Value) -> Answer {
        self.post(&borrowed(&modern_headers(message)), message)
    }

    /// Opens a session of this revision; returns its id.
    pub(crate) fn session(&self, version: &str) -> String {
        let answer = self.post(&[], &initialize(version));
        assert_eq!(answer.status, 200, "{answer:?}");
        let id = answer.header("mcp-session-id").unwrap().to_string();
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let answer = self.post(&[("Mcp-Session-Id", &id)], &ready);
        assert_eq!((answer.status, answer.body.as_str()), (202, ""));
        id
    }

    /// Calls search in a session.
    pub(crate) fn search(&self, session: &str, id: i64, query: &str) -> Answer {
        self.post(&[("Mcp-Session-Id", session)], &search(id, query))
    }

    /// Stops the server, which must end.
    pub(crate) fn end(mut self) {
        drop(self.stop.take());
        self.server.take().unwrap().join().unwrap();
    }

    /// Asks the server to stop, without waiting.
    pub(crate) fn ask_to_stop(&mut self) {
        drop(self.stop.take());
    }
}

/// A call of search, of the handshake revisions.
pub(crate) fn search(id: i64, query: &str) -> Value {
    legacy(id, "tools/call", json!({ "name": "search", "arguments": { "query": query } }))
}

/// The headers that belong to a stateless request.
pub(crate) fn modern_headers(message: &Value) -> Vec<(String, String)> {
    let mut headers = vec![
        ("MCP-Protocol-Version".to_string(), "2026-07-28".to_string()),
        ("Mcp-Method".to_string(), message["method"].as_str().unwrap_or_default().to_string()),
    ];
    let subject = message.pointer("/params/name").or_else(|| message.pointer("/params/uri"));
    if let Some(name) = subject.and_then(Value::as_str) {
        headers.push(("Mcp-Name".to_string(), name.to_string()));
    }
    headers
}

/// Headers as they are sent.
pub(crate) fn borrowed(headers: &[(String, String)]) -> Vec<(&str, &str)> {
    headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// A connection whose answer is read as it comes.
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    /// The next line of whatever comes, without its end; empty at the end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// Skips to the line that starts with this.
    pub(crate) fn until(&mut self, start: &str) -> String {
        for _ in 0..200 {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
        panic!("no line starts with {start}");
    }

    /// Whether the answer ends, after whatever else comes.
    pub(crate) fn answer_ends(mut self) -> bool {
        self.0.read_to_end(&mut Vec::new()).is_ok()
    }

    /// The lines of the head.
    pub(crate) fn head(&mut self) -> Vec<String> {
        let mut lines = vec![self.line()];
        while lines.last().is_some_and(|line| !line.is_empty()) {
            lines.push(self.line());
        }
        lines
    }

    /// What follows to the end, line by line.
    pub(crate) fn rest(self) -> Vec<String> {
        self.0.lines().map_while(Result::ok).collect()
    }

    /// Reads the answer to its end.
    pub(crate) fn answer(mut self) -> Answer {
        let status = self.line();
        let status = status.split(' ').nth(1).unwrap_or_default().parse().expect(&status);
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_string(), value.to_string()));
        }
        let chunked = headers.iter().any(|(name, value)| {
            name.eq_ignore_ascii_case("transfer-encoding") && value == "chunked"
        });
        let mut body = Vec::new();
        if chunked {
            loop {
                let size = usize::from_str_radix(&self.line(), 16).unwrap_or(0);
                let mut chunk = vec![0; size];
                self.0.read_exact(&mut chunk).unwrap();
                if size == 0 {
                    break;
                }
                body.extend(chunk);
                self.line();
            }
        } else {
            self.0.read_to_end(&mut body).unwrap();
        }
        Answer { status, headers, body: String::from_utf8(body).unwrap() }
    }
}
