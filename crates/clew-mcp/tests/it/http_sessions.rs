//! Sessions over HTTP: begin, streams, resuming, cancelling, end.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clew_mcp::{HttpLimits, HttpOptions, SsePolicy};
use serde_json::{Value, json};

use crate::harness::{initialize, legacy, modern};
use crate::site::{Connection, Site, borrowed, limited, modern_headers, open, search};

fn until(complaint: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "{complaint}");
        std::thread::yield_now();
    }
}

fn event(connection: &mut Connection) -> Value {
    serde_json::from_str(&connection.until("data: {")["data: ".len()..]).unwrap()
}

/// The messages in the lines of a stream.
fn events(lines: &[String]) -> Vec<Value> {
    let data = lines.iter().filter_map(|line| line.strip_prefix("data: {"));
    data.map(|data| serde_json::from_str(&format!("{{{data}")).unwrap()).collect()
}

fn waiting(site: &Site) -> bool {
    site.engine.waiting.load(Ordering::SeqCst) > 0
}

#[test]
fn sessions_are_named_and_end() {
    let site = Site::start(open());
    let (one, two) = (site.session("2025-11-25"), site.session("2025-11-25"));
    assert!(one != two && one.len() >= 32 && one.bytes().all(|byte| byte.is_ascii_graphic()));
    let ping = legacy(1, "ping", json!({}));
    let check = |headers: &[(&str, &str)], status: u16| {
        let answer = site.post(headers, &ping);
        assert_eq!(answer.status, status, "{headers:?}: {answer:?}");
    };
    check(&[], 400);
    check(&[("Mcp-Session-Id", "unknown")], 404);
    check(&[("Mcp-Session-Id", &one), ("Mcp-Session-Id", &two)], 400);
    check(&[("Mcp-Session-Id", &one)], 200);
    let end = |id: &str| site.ask("DELETE /mcp", &[("Mcp-Session-Id", id)], "").status;
    assert_eq!(end(&one), 200);
    assert_eq!(end(&one), 404);
    let lost = site.post(&[("Mcp-Session-Id", &one)], &ping);
    assert_eq!((lost.status, &lost.json()["error"]["code"]), (404, &json!(-32001)));
    check(&[("Mcp-Session-Id", &two)], 200);
    site.end();
}

#[test]
fn a_handshake_that_fails_opens_no_session() {
    let site = Site::start(open());
    let broken = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize" });
    let answer = site.post(&[], &broken);
    assert_eq!(answer.json()["error"]["code"], -32602);
    assert_eq!(answer.header("mcp-session-id"), None);
    site.end();
}

#[test]
fn unused_sessions_end_and_their_number_is_bounded() {
    let site = Site::start(limited(HttpLimits { sessions: 2, ..HttpLimits::default() }));
    let ids: Vec<String> = (0..3).map(|_| site.session("2025-06-18")).collect();
    let status = |id: &str| site.search(id, 1, "a").status;
    assert_eq!([&ids[0], &ids[1], &ids[2]].map(|id| status(id)), [404, 200, 200]);
    let held = site.send("GET /mcp", &[("Mcp-Session-Id", &ids[1])], "");
    let session = [("Mcp-Session-Id", ids[2].as_str())];
    let call = site.send("POST /mcp", &session, &search(9, "wait").to_string());
    until("the work does not start", || waiting(&site));
    let full = site.post(&[], &initialize("2025-06-18"));
    assert_eq!(full.status, 503, "none of them can give way: {full:?}");
    drop((held, call));
    site.end();
    let limits = HttpLimits { session_idle: Duration::ZERO, ..HttpLimits::default() };
    let site = Site::start(limited(limits));
    let opened = site.post(&[], &initialize("2025-06-18"));
    let id = opened.header("mcp-session-id").unwrap();
    until("the session stays", || site.search(id, 1, "a").status == 404);
    site.end();
}

#[test]
fn answers_are_json_or_a_stream_by_what_there_is_to_say() {
    let site = Site::start(open());
    let id = site.session("2025-06-18");
    let quick = site.search(&id, 1, "a");
    assert_eq!(quick.header("content-type"), Some("application/json"));
    let mut held = search(2, "hold");
    held["params"]["_meta"] = json!({ "progressToken": "t" });
    let headers = [("Mcp-Session-Id", id.as_str())];
    let mut stream = site.send("POST /mcp", &headers, &held.to_string());
    stream.until("content-type: text/event-stream");
    let progress = event(&mut stream);
    assert_eq!(progress["method"], "notifications/progress");
    assert_eq!(progress["params"]["progressToken"], "t");
    assert_eq!(site.search(&id, 3, "a").status, 200, "other requests go on meanwhile");
    site.engine.release();
    assert_eq!(event(&mut stream)["id"], 2);
    let wanted = [headers[0], ("Accept", "text/event-stream, application/json")];
    let asked = site.post(&wanted, &search(4, "a"));
    assert_eq!(asked.header("content-type"), Some("text/event-stream"));
    assert_eq!(asked.header("x-accel-buffering"), Some("no"));
    assert_eq!(asked.json()["id"], 4);
    site.end();
}

#[test]
fn a_broken_stream_is_gone_on_with() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = ("Mcp-Session-Id", id.as_str());
    let mut stream = site.send("POST /mcp", &[session], &search(1, "hold").to_string());
    let event_id = stream.until("id: ")["id: ".len()..].to_string();
    stream.until("retry: ");
    drop(stream);
    // A legacy client that goes away has not cancelled anything.
    site.engine.release();
    let resume = |event_id: &str| site.ask("GET /mcp", &[session, ("Last-Event-ID", event_id)], "");
    let resumed = resume(&event_id);
    assert_eq!(resumed.status, 200);
    assert_eq!(resumed.json()["id"], 1, "{resumed:?}");
    assert_eq!(resume(&event_id).json()["id"], 1, "it is kept for a while");
    for broken in ["nonsense", "77-1", "1-x", "1-99", "0-1", "1-18446744073709551616", "-1"] {
        assert_eq!(resume(broken).status, 400, "{broken}");
    }
    site.end();
}

#[test]
fn streams_carry_their_own_messages_alone() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = ("Mcp-Session-Id", id.as_str());
    let mut common = site.send("GET /mcp", &[session], "");
    common.until("content-type: text/event-stream");
    let mut streams: Vec<(i64, Connection, String)> = (1..=3)
        .map(|number| {
            let mut held = search(number, "hold");
            held["params"]["_meta"] = json!({ "progressToken": format!("token {number}") });
            let mut stream = site.send("POST /mcp", &[session], &held.to_string());
            let primed = stream.until("id: ")["id: ".len()..].to_string();
            stream.until("retry: ");
            assert_eq!(stream.line(), "data:", "the first event has no data");
            (number, stream, primed)
        })
        .collect();
    for (number, stream, _) in &mut streams {
        let progress = event(stream);
        assert_eq!(progress["params"]["progressToken"], format!("token {number}"));
    }
    site.engine.release();
    let mut ids = Vec::new();
    for (number, stream, primed) in streams {
        let answer = events(&stream.rest());
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert_eq!(answer[0]["id"], number);
        let resumed = site.ask("GET /mcp", &[session, ("Last-Event-ID", &primed)], "");
        let lines: Vec<String> = resumed.body.lines().map(str::to_string).collect();
        let data = events(&lines);
        assert_eq!(data.len(), 2, "progress and reply of this stream: {resumed:?}");
        assert_eq!(data[0]["params"]["progressToken"], format!("token {number}"));
        assert_eq!(data[1]["id"], number);
        ids.extend(lines.iter().filter_map(|line| line.strip_prefix("id: ").map(str::to_string)));
        ids.push(primed);
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are unique in the session: {ids:?}");
    assert_eq!(site.ask("DELETE /mcp", &[session], "").status, 200);
    assert!(events(&common.rest()).is_empty(), "nothing was for the common stream");
    site.end();
}

#[test]
fn streams_of_stateless_requests_have_no_ids() {
    let site = Site::start(open());
    let mut call = modern(1, "tools/call", search(1, "hold")["params"].clone());
    call["params"]["_meta"]["progressToken"] = json!("t");
    let headers = modern_headers(&call);
    let mut stream = site.send("POST /mcp", &borrowed(&headers), &call.to_string());
    let head = stream.head();
    for line in ["content-type: text/event-stream", "x-accel-buffering: no"] {
        assert!(head.contains(&line.to_string()), "{head:?}");
    }
    assert!(!head.iter().any(|line| line.starts_with("mcp-session-id")), "{head:?}");
    let failing = modern(2, "tools/call", search(2, "fail")["params"].clone());
    assert_eq!(site.modern(&failing).status, 200);
    site.engine.release();
    let lines = stream.rest();
    let events = events(&lines);
    assert_eq!(events.last().unwrap()["id"], 1);
    for event in &events[..events.len() - 1] {
        assert_eq!(event["params"]["progressToken"], "t", "{event}");
    }
    assert!(!lines.iter().any(|line| line.starts_with("id:")), "{lines:?}");
    site.end();
}

#[test]
fn older_clients_get_no_event_without_data() {
    let site = Site::start(open());
    let id = site.session("2025-06-18");
    let headers = [("Mcp-Session-Id", id.as_str())];
    let mut stream = site.send("POST /mcp", &headers, &search(1, "hold").to_string());
    stream.until("content-type: text/event-stream");
    while !stream.line().is_empty() {}
    site.engine.release();
    let _size_of_the_chunk = stream.line();
    assert_eq!(stream.line(), "event: message");
    site.end();
}

#[test]
fn cancelled_calls_end_without_a_reply() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let stream = site.send("POST /mcp", &session, &search(1, "wait").to_string());
    until("the work does not start", || waiting(&site));
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 1, "reason": "no longer wanted" } });
    assert_eq!(site.post(&session, &cancel).status, 202);
    let answer = stream.answer();
    assert!(!answer.body.contains("\"id\":1"), "{answer:?}");
    until("the work goes on", || site.engine.cancelled.load(Ordering::SeqCst) == 1);
    assert_eq!(site.post(&session, &cancel).status, 202, "late ones are ignored");
    assert_eq!(site.search(&id, 2, "a").status, 200);
    site.end();
}

#[test]
fn a_stateless_client_that_goes_away_cancels() {
    let site = Site::start(open());
    let params = json!({ "name": "search", "arguments": { "query": "wait" } });
    let call = modern(1, "tools/call", params);
    let headers = modern_headers(&call);
    let stream = site.send("POST /mcp", &borrowed(&headers), &call.to_string());
    until("the work does not start", || waiting(&site));
    drop(stream);
    until("the work goes on", || site.engine.cancelled.load(Ordering::SeqCst) == 1);
    let mut late = site.send("POST /mcp", &borrowed(&headers), &call.to_string());
    late.until("content-type: text/event-stream");
    drop(late);
    until("the work goes on", || site.engine.cancelled.load(Ordering::SeqCst) == 2);
    site.end();
}

#[test]
fn the_same_id_cannot_run_twice_in_a_session() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let _stream = site.send("POST /mcp", &session, &search(1, "wait").to_string());
    until("the work does not start", || waiting(&site));
    assert_eq!(site.search(&id, 1, "a").json()["error"]["code"], -32600);
    let other = site.session("2025-11-25");
    assert!(site.search(&other, 1, "a").json()["result"].is_object(), "sessions are apart");
    site.end();
}

#[test]
fn the_common_stream_carries_what_belongs_to_no_request() {
    let site = Site::start(open());
    let id = site.session("2025-06-18");
    let session = [("Mcp-Session-Id", id.as_str())];
    let level = legacy(1, "logging/setLevel", json!({ "level": "warning" }));
    assert_eq!(site.post(&session, &level).json()["result"], json!({}));
    let mut stream = site.send("GET /mcp", &session, "");
    stream.until("content-type: text/event-stream");
    site.search(&id, 2, "fail");
    assert_eq!(event(&mut stream)["method"], "notifications/message");
    assert_eq!(site.ask("GET /mcp", &[], "").status, 400);
    assert_eq!(site.ask("DELETE /mcp", &session, "").status, 200);
    assert!(stream.answer_ends(), "the stream ends with its session");
    site.end();
}

#[test]
fn the_older_transport_answers_on_its_stream() {
    let site = Site::start(HttpOptions { sse: SsePolicy::Served, ..open() });
    let mut stream = site.send("GET /sse", &[], "");
    stream.until("event: endpoint");
    let place = stream.until("data: ")["data: ".len()..].to_string();
    let post = |message: &Value| site.ask(&format!("POST {place}"), &[], &message.to_string());
    let answer = post(&initialize("2024-11-05"));
    assert_eq!((answer.status, answer.body.as_str()), (202, ""));
    assert_eq!(event(&mut stream)["result"]["protocolVersion"], "2024-11-05");
    post(&search(1, "a"));
    assert_eq!(event(&mut stream)["id"], 1);
    post(&json!([1]));
    assert_eq!(event(&mut stream)["error"]["code"], -32600);
    assert_eq!(site.ask(&format!("POST {place}"), &[], "{").status, 400);
    assert_eq!(site.ask("POST /messages?session=unknown", &[], "{}").status, 404);
    post(&search(2, "wait"));
    until("the work does not start", || waiting(&site));
    drop(stream);
    until("the work goes on", || site.engine.cancelled.load(Ordering::SeqCst) == 1);
    until("the session stays", || post(&search(3, "a")).status == 404);
    site.end();
}
