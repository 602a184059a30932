//! The real binary as an MCP server over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::project::Project;

/// The token of servers that have one.
pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A running `clew mcp --http`.
pub(crate) struct Server {
    child: Child,
    stderr: BufReader<std::process::ChildStderr>,
    /// What it said before it listened.
    warned: String,
    /// The line that says where it listens.
    said: Value,
}

impl Server {
    fn start(project: &Project, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Server::spawn(project.command(&[]), arguments, variables)
    }

    /// The same by a command that has no arguments yet.
    pub(crate) fn spawn(
        mut command: Command,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        command.args(["mcp", "--http", "--addr", "127.0.0.1:0"]).args(arguments);
        command.envs(variables.iter().copied());
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let (mut warned, mut line) = (String::new(), String::new());
        while !line.starts_with('{') {
            warned.push_str(&std::mem::take(&mut line));
            assert!(stderr.read_line(&mut line).unwrap() > 0, "it ended before it listened");
        }
        Server { child, stderr, warned, said: serde_json::from_str(&line).unwrap() }
    }

    /// Calls a tool with a request that describes itself.
    fn call(&self, token: Option<&str>, tool: &str, arguments: Value) -> (u16, Value) {
        self.ask(token, "tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Sends a request that describes itself; gives status and body.
    pub(crate) fn ask(&self, token: Option<&str>, method: &str, mut params: Value) -> (u16, Value) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        });
        let named = params.get("name").or(params.get("uri")).and_then(Value::as_str);
        let named = named.map_or(String::new(), |name| format!("Mcp-Name: {name}\r\n"));
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let body = body.to_string();
        let authorization =
            token.map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
        let port = self.said["port"].as_u64().unwrap();
        let mut stream = TcpStream::connect(("127.0.0.1", port as u16)).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n{authorization}\
             Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{named}\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        let (head, body) = said.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Ends the process as the system would; returns its exit code and what
    /// else it said.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        stop(&mut self.child);
        let mut rest = String::new();
        self.stderr.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for Server {
    /// A failed test leaves no process behind.
    fn drop(&mut self) {
        // Fails only where it has ended.
        let _ = self.child.kill();
    }
}

#[cfg(unix)]
fn stop(child: &mut Child) {
    let status = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(status.success());
}

#[cfg(not(unix))]
fn stop(child: &mut Child) {
    child.kill().unwrap();
}

fn check_refused(arguments: &[&str], code: i32, said: &str) {
    let run = Project::new().run(&[&["mcp", "--http"], arguments].concat());
    assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    assert!(run.stderr.contains(said), "{arguments:?}: `{said}` is not in {}", run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
}

#[test]
fn it_says_where_it_listens_and_stops_on_a_signal() {
    let project = Project::new();
    let server = Server::start(&project, &[], &[]);
    let port = server.said["port"].as_u64().unwrap();
    assert_eq!(server.said["url"], format!("http://127.0.0.1:{port}/mcp"));
    assert_eq!(server.said["access"], "read-only");
    let (status, reply) = server.call(None, "lookup_symbol", json!({ "query": "Cart.total" }));
    assert_eq!(status, 200);
    let text = reply["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("shop/cart.py"), "{text}");
    let start = Instant::now();
    let (code, rest) = server.end();
    if cfg!(unix) {
        assert_eq!((code, rest.as_str()), (Some(0), ""));
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    TcpListener::bind(("127.0.0.1", port as u16)).unwrap();
}

#[test]
fn without_a_token_other_folders_and_changes_are_closed() {
    let (project, other) = (Project::new(), Project::new());
    let server = Server::start(&project, &[], &[]);
    assert_eq!(server.call(None, "scan", json!({})).1["error"]["code"], -32602);
    let elsewhere = json!({ "query": "Cart", "workspace_root": other.root() });
    assert_eq!(server.call(None, "lookup_symbol", elsewhere.clone()).1["result"]["isError"], true);
    server.end();
    let root = other.root();
    let server = Server::start(&project, &["--allow-root", root.to_str().unwrap()], &[]);
    let (_, reply) = server.call(None, "lookup_symbol", elsewhere);
    assert_eq!(reply["result"]["isError"], false, "{reply}");
    server.end();
}

#[test]
fn tokens_come_from_a_file_the_environment_or_an_argument() {
    let project = Project::new();
    project.write("../token", &format!("{TOKEN}\n"));
    let check = |arguments: &[&str], variables: &[(&str, &str)], warns: bool| {
        let server = Server::start(&project, arguments, variables);
        assert_eq!(server.said["access"], "token");
        assert_eq!(server.call(None, "status", json!({})).0, 401);
        assert_eq!(server.call(Some("wrong"), "status", json!({})).0, 401);
        assert_eq!(server.call(Some(TOKEN), "status", json!({})).0, 200);
        assert_eq!(server.call(Some(TOKEN), "scan", json!({})).0, 200);
        assert_eq!(server.warned.contains("visible to other users"), warns, "{}", server.warned);
        server.end();
    };
    check(&["--token-file", "../token"], &[], false);
    check(&[], &[("CLEW_MCP_TOKEN", TOKEN)], false);
    check(&["--require-token", TOKEN], &[], true);
}

#[test]
fn what_cannot_be_served_safely_is_refused_at_start() {
    check_refused(&["--addr", "0.0.0.0:0"], 2, "other machines");
    check_refused(&["--addr", "[::]:7325"], 2, "other machines");
    check_refused(&["--addr", "example.com:80"], 2, "127.0.0.1:7325");
    check_refused(&["--require-token", "0123456789"], 2, "16 characters");
    check_refused(&["--require-token", "correct-horse-battery"], 2, "hexadecimal");
    check_refused(&["--token-file", "no/such"], 2, "cannot be read");
    check_refused(&["--token-file", "."], 2, "no regular file");
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large");
    std::fs::write(&large, "a".repeat(70_000)).unwrap();
    check_refused(&["--token-file", large.to_str().unwrap()], 2, "64 KiB");
    if cfg!(unix) {
        check_refused(&["--token-file", "/dev/zero"], 2, "no regular file");
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    check_refused(&["--addr", &address], 4, "in use");
    let run = Project::new().run(&["mcp", "--sse"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}
