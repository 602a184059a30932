//! Encodings, duplicate members, ends of lines and sizes that a hostile or
//! careless client sends.

use std::time::{Duration, Instant};

use clew_mcp::{HttpLimits, HttpOptions, SsePolicy};
use serde_json::{Value, json};

use crate::harness::{Wire, initialize, legacy};
use crate::site::{Site, limited, open, search};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

fn until(complaint: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "{complaint}");
        std::thread::yield_now();
    }
}

/// Sends bytes over pipes, then a ping; what came before its answer.
#[track_caller]
fn replies(bytes: &[u8]) -> Vec<Value> {
    let mut wire = Wire::legacy("2025-11-25");
    wire.send_bytes(bytes);
    wire.send(&legacy("last", "ping", json!({})));
    let mut replies = Vec::new();
    loop {
        let reply = wire.receive();
        if reply["id"] == "last" {
            return replies;
        }
        replies.push(reply);
    }
}

fn codes(replies: &[Value]) -> Vec<i64> {
    replies.iter().map(|reply| reply["error"]["code"].as_i64().unwrap_or(0)).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn over_pipes_every_line_has_its_answer() {
    for (bytes, expected) in [
        // A mark at the beginning is no fault, whatever ends the line.
        (format!("\u{feff}{PING}\n").into_bytes(), vec![0]),
        (format!("{PING}\r\n\r\n\n{}\n", PING.replace('1', "7")).into_bytes(), vec![0, 0]),
        // Two messages on a line are no JSON, a carriage return is no end of one.
        (format!("{PING} {PING}\n").into_bytes(), vec![-32700]),
        (format!("{PING}\r{PING}\n").into_bytes(), vec![-32700]),
        // The newline of UTF-16 cuts the next character in two.
        ([utf16(PING), vec![b'\n']].concat(), vec![-32700]),
        (b"\xff\xfe\x00\n".to_vec(), vec![-32700]),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\n\"method\":\"ping\"}\n".to_vec(), vec![-32700, -32700]),
    ] {
        let replies = replies(&bytes);
        assert_eq!(codes(&replies), expected, "{}: {replies:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_last_of_duplicate_members_counts_everywhere() {
    let twice =
        r#"{"jsonrpc":"1.0","jsonrpc":"2.0","id":1,"id":7,"method":"none","method":"ping"}"#;
    let odd = twice.replace("\"id\":7", "\"id\":18446744073709551616");
    let answers = replies(format!("{twice}\n{odd}\n").as_bytes());
    assert_eq!(codes(&answers), [0, 0], "{answers:?}");
    assert_eq!(answers[0]["id"], 7);
    let site = Site::start(open());
    let described = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"server/discover","params":{{{described}}}}}"#
    );
    let ask = |method| {
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method)];
        site.ask("POST /mcp", &headers, &body).status
    };
    assert_eq!([ask("server/discover"), ask("tools/list")], [200, 400]);
    site.end();
}

#[test]
fn over_pipes_lines_of_any_length_leave_the_server_well() {
    let long = format!("{}\n", "x".repeat(20 << 20));
    assert_eq!(codes(&replies(long.as_bytes())), [-32700], "no JSON");
    let over = format!("\"{}\"\n", "x".repeat(40 << 20));
    assert_eq!(codes(&replies(over.as_bytes())), [-32600], "too long");
    let deep = format!("{}{}\n", "[".repeat(8 << 20), "]".repeat(8 << 20));
    assert_eq!(codes(&replies(deep.as_bytes())), [-32700], "deep");
    let wide = format!("[{}1]\n", "1,".repeat(8 << 20));
    assert_eq!(codes(&replies(wide.as_bytes())), [-32600], "wide");
}

#[test]
fn over_http_encodings_are_told_apart() {
    let site = Site::start(HttpOptions { sse: SsePolicy::Served, ..open() });
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    assert_eq!(site.ask("POST /mcp", &session, &format!("\u{feff}{PING}")).json()["id"], 1);
    assert_eq!(site.ask("POST /mcp", &session, &format!("\r\n{PING}\r\n")).json()["id"], 1);
    let wide = String::from_utf8(PING.bytes().flat_map(|byte| [byte, 0]).collect()).unwrap();
    let refused = site.ask("POST /mcp", &session, &wide);
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!(-32700)));
    let mut stream = site.send("GET /sse", &[], "");
    let place = stream.until("data: ")["data: ".len()..].to_string();
    let marked = format!("\u{feff}{}", initialize("2024-11-05"));
    assert_eq!(site.ask(&format!("POST {place}"), &[], &marked).status, 202);
    assert!(stream.until("data: {").contains("2024-11-05"));
    site.end();
}

#[test]
fn floods_of_cancellations_change_nothing() {
    let mut wire = Wire::legacy("2025-11-25");
    let cancel = |id: Value| json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
    for number in 0..5_000 {
        wire.send(&cancel(json!(number)));
        wire.send(&cancel(json!(format!("{number}"))));
    }
    wire.send(&cancel(json!([1])));
    wire.send(&cancel(json!({ "a": 1 })));
    assert_eq!(wire.ask(&legacy(3, "ping", json!({})))["result"], json!({}));
    assert!(wire.end().is_empty());
}

#[test]
fn silent_streams_do_not_keep_other_clients_out() {
    let limits = HttpLimits { sessions: 4, connections: 40, ..HttpLimits::default() };
    let site = Site::start(limited(limits));
    let sessions: Vec<String> = (0..4).map(|_| site.session("2025-11-25")).collect();
    let held: Vec<_> = sessions
        .iter()
        .map(|id| {
            let mut stream = site.send("GET /mcp", &[("Mcp-Session-Id", id)], "");
            stream.until("content-type: text/event-stream");
            stream
        })
        .collect();
    assert_eq!(site.post(&[], &initialize("2025-11-25")).status, 503, "all are in use");
    let params = json!({ "name": "search", "arguments": { "query": "a" } });
    let stateless = crate::harness::modern(1, "tools/call", params);
    assert_eq!(site.modern(&stateless).status, 200, "stateless clients need none");
    assert_eq!(site.search(&sessions[0], 1, "a").status, 200, "and those in use work");
    drop(held);
    until("no session gives way", || site.post(&[], &initialize("2025-11-25")).status == 200);
    site.end();
}

#[test]
fn a_client_that_reads_nothing_holds_up_nobody() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let unread: Vec<_> = (0..50)
        .map(|number| site.send("POST /mcp", &session, &search(number, "many").to_string()))
        .collect();
    let other = site.session("2025-11-25");
    assert_eq!(site.search(&other, 1, "a").status, 200);
    drop(unread);
    assert_eq!(site.search(&id, 99, "a").status, 200);
    site.end();
}
