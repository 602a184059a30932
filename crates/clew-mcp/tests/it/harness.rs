//! A server on pipes and a client that writes raw lines.

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use clew_engine::Engine;
use clew_mcp::{ServeOptions, serve};
use serde_json::{Value, json};

use crate::engine::Scripted;

/// Longest wait for a line; only reached by a test that fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server and the client's ends of its pipes.
pub(crate) struct Wire {
    pub(crate) engine: Arc<Scripted>,
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    server: Option<JoinHandle<()>>,
}

impl Wire {
    /// A server with default options.
    pub(crate) fn start() -> Self {
        Wire::with(ServeOptions { version: "9.9.9".into(), ..ServeOptions::default() })
    }

    /// A server that offers these tools.
    pub(crate) fn with_tools(set: &str) -> Self {
        Wire::with(ServeOptions { tools: set.parse().unwrap(), ..ServeOptions::default() })
    }

    /// A server with these options.
    pub(crate) fn with(options: ServeOptions) -> Self {
        let engine = Arc::new(Scripted::default());
        Wire::serving(engine.clone(), engine, options)
    }

    /// A server with default options in front of another engine.
    pub(crate) fn over(engine: Arc<dyn Engine>) -> Self {
        Wire::serving(Arc::default(), engine, ServeOptions::default())
    }

    fn serving(engine: Arc<Scripted>, served: Arc<dyn Engine>, options: ServeOptions) -> Self {
        let (server_input, input) = std::io::pipe().unwrap();
        let (output, server_output) = std::io::pipe().unwrap();
        let server = std::thread::spawn(move || {
            serve(served, options, server_input, server_output).unwrap();
        });
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if line.is_err() || sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Wire { engine, input: Some(input), lines, server: Some(server) }
    }

    /// A server after the handshake of `version`.
    pub(crate) fn legacy(version: &str) -> Self {
        Wire::start().handshake(version)
    }

    /// Does the handshake of `version`.
    pub(crate) fn handshake(mut self, version: &str) -> Self {
        let reply = self.ask(&initialize(version));
        assert_eq!(reply["result"]["protocolVersion"], version);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        self
    }

    /// Sends one message.
    pub(crate) fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    /// Sends one line as it is.
    pub(crate) fn send_line(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line as it is.
    pub(crate) fn receive_line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line from the server")
    }

    /// The next line.
    pub(crate) fn receive(&self) -> Value {
        serde_json::from_str(&self.receive_line()).unwrap()
    }

    /// Sends one line and returns the next one as it is.
    pub(crate) fn ask_line(&mut self, line: &str) -> String {
        self.send_line(line);
        self.receive_line()
    }

    /// Sends a request and returns the next line.
    pub(crate) fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        let reply = self.receive();
        assert_eq!(reply["id"], message["id"], "{reply}");
        reply
    }

    /// Calls a tool; the request describes itself.
    pub(crate) fn call(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.ask(&modern(77, "tools/call", params))["result"].take()
    }

    /// Ends the input and waits for the server's end; returns what it still
    /// said.
    pub(crate) fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        self.server.take().unwrap().join().unwrap();
        self.lines.iter().collect()
    }
}

/// An `initialize` request.
pub(crate) fn initialize(version: &str) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" }
        }
    })
}

/// A request of the handshake revisions.
pub(crate) fn legacy(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// A request that describes itself.
pub(crate) fn modern(id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    let meta = params.get("_meta").cloned().unwrap_or_else(|| json!({}));
    params["_meta"] = meta;
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    legacy(id, method, params)
}
