//! Ids and progress tokens come back as they were sent, on every transport.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clew_mcp::{HttpOptions, SsePolicy};
use proptest::prelude::*;
use serde_json::json;

use crate::harness::{Wire, initialize};
use crate::site::{Site, open, with_token};

/// Ids of every kind, as they are written in JSON.
const IDS: [&str; 12] = [
    "1",
    "-7",
    "9223372036854775808",
    "18446744073709551615",
    "1180591620717411303424",
    "-1180591620717411303424",
    "1.5",
    "-0",
    "9e99",
    "\"\"",
    "\"a\"",
    "\"\\u0000clew #1\"",
];

const DESCRIBED: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A request with an id that is written this way.
fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// A call of search with an id and a progress token that are written this way.
fn search(id: &str, query: &str) -> String {
    let params = format!(
        r#"{{"name":"search","arguments":{{"query":"{query}"}},"_meta":{{"progressToken":{id}}}}}"#
    );
    request(id, "tools/call", &params)
}

fn cancellation(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

/// What asks for a result, an error of the method and one of the arguments.
fn requests(id: &str) -> [String; 3] {
    [request(id, "ping", "{}"), request(id, "nonsense", "{}"), request(id, "tools/call", "{}")]
}

fn check_id(reply: &str, id: &str) {
    let held = [format!("\"id\":{id},"), format!("\"id\":{id}}}")];
    assert!(held.iter().any(|held| reply.contains(held)), "{id}: {reply}");
}

fn until(complaint: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "{complaint}");
        std::thread::yield_now();
    }
}

#[test]
fn over_pipes_results_and_errors_name_the_id_as_sent() {
    let mut wire = Wire::legacy("2025-11-25");
    for id in IDS {
        for line in requests(id) {
            check_id(&wire.ask_line(&line), id);
        }
        let modern = request(id, "tools/list", &format!("{{{DESCRIBED}}}"));
        check_id(&wire.ask_line(&modern), id);
        check_id(&wire.ask_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":5}}"#)), id);
        let unreadable = request(id, "tools/list", "{\"a\":\"\\ud800\"}");
        check_id(&wire.ask_line(&unreadable), id);
    }
    let digits = "7".repeat(2000);
    check_id(&wire.ask_line(&request(&digits, "ping", "{}")), &digits);
}

#[test]
fn over_pipes_progress_and_cancellation_know_every_id() {
    let mut wire = Wire::legacy("2025-11-25");
    for (count, id) in (1..).zip(IDS) {
        wire.send_line(&search(id, "wait"));
        until("the work does not start", || wire.engine.waiting.load(Ordering::SeqCst) == count);
        assert!(wire.ask_line(&request(id, "ping", "{}")).contains("belongs to a running request"));
        wire.send_line(&cancellation(id));
        until("the work goes on", || wire.engine.cancelled.load(Ordering::SeqCst) == count);
    }
    for id in IDS {
        let scan = search(id, "a").replace("\"search\"", "\"scan\"");
        let progress = wire.ask_line(&scan);
        assert!(progress.contains(&format!("\"progressToken\":{id},")), "{id}: {progress}");
        check_id(&wire.receive_line(), id);
    }
}

#[test]
fn over_pipes_a_batch_names_each_id() {
    let mut wire = Wire::legacy("2025-03-26");
    let batch: Vec<String> = IDS.iter().map(|id| request(id, "ping", "{}")).collect();
    let replies = wire.ask_line(&format!("[{}]", batch.join(",")));
    for id in IDS {
        check_id(&replies, id);
    }
}

#[test]
fn over_http_replies_and_streams_name_the_id_as_sent() {
    let site = Site::start(open());
    let session = site.session("2025-11-25");
    let headers = [("Mcp-Session-Id", session.as_str())];
    let streamed = [headers[0], ("Accept", "text/event-stream, application/json")];
    for id in IDS {
        for body in requests(id) {
            check_id(&site.ask("POST /mcp", &headers, &body).body, id);
            check_id(&site.ask("POST /mcp", &streamed, &body).body, id);
        }
        let stateless = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list")];
        let body = request(id, "tools/list", &format!("{{{DESCRIBED}}}"));
        check_id(&site.ask("POST /mcp", &stateless, &body).body, id);
        let refused = site.ask("POST /mcp", &stateless[..1], &body);
        assert_eq!(refused.status, 400);
        check_id(&refused.body, id);
    }
    for id in ["null", "[1]", "{}", "true"] {
        let answer = site.ask("POST /mcp", &headers, &request(id, "ping", "{}"));
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32600)), "{id}");
    }
    site.end();
}

#[test]
fn over_http_progress_and_cancellation_know_every_id() {
    let site = Site::start(with_token());
    let token = ("Authorization", "Bearer 0123456789abcdef0123456789abcdef");
    let opened = site.post(&[token], &initialize("2025-11-25"));
    let headers = [token, ("Mcp-Session-Id", opened.header("mcp-session-id").unwrap())];
    for (count, id) in (1..).zip(IDS) {
        let stream = site.send("POST /mcp", &headers, &search(id, "wait"));
        until("the work does not start", || site.engine.waiting.load(Ordering::SeqCst) == count);
        assert_eq!(site.ask("POST /mcp", &headers, &cancellation(id)).status, 202);
        until("the work goes on", || site.engine.cancelled.load(Ordering::SeqCst) == count);
        assert!(!stream.answer().body.contains("\"result\""), "{id}");
    }
    for id in IDS {
        let scan = search(id, "a").replace("\"search\"", "\"scan\"");
        let body = site.ask("POST /mcp", &headers, &scan).body;
        assert!(body.contains(&format!("\"progressToken\":{id},")), "{id}: {body}");
        check_id(&body, id);
    }
    site.end();
}

#[test]
fn over_the_older_transport_replies_name_the_id_as_sent() {
    let site = Site::start(HttpOptions { sse: SsePolicy::Served, ..open() });
    let mut stream = site.send("GET /sse", &[], "");
    let place = stream.until("data: ")["data: ".len()..].to_string();
    let mut ask = |body: &str| {
        assert_eq!(site.ask(&format!("POST {place}"), &[], body).status, 202);
        stream.until("data: {")
    };
    ask(&initialize("2024-11-05").to_string());
    for id in IDS {
        for body in requests(id) {
            check_id(&ask(&body), id);
        }
    }
    site.end();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn any_legal_id_comes_back_byte_for_byte(
        numbers in prop::collection::vec("-?[1-9][0-9]{0,80}", 30),
        texts in prop::collection::vec(any::<String>(), 10),
    ) {
        let mut wire = Wire::legacy("2025-06-18");
        let texts = texts.iter().map(|text| serde_json::to_string(text).unwrap());
        for id in numbers.into_iter().chain(texts) {
            for line in requests(&id) {
                check_id(&wire.ask_line(&line), &id);
            }
        }
    }
}
