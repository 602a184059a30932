//! Long, failing and cancelled calls.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clew_mcp::ServeOptions;
use serde_json::{Value, json};

use crate::harness::{Wire, legacy, modern};

fn search(id: i64, query: &str) -> Value {
    modern(id, "tools/call", json!({ "name": "search", "arguments": { "query": query } }))
}

fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"].as_str().unwrap()
}

fn until(complaint: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "{complaint}");
        std::thread::yield_now();
    }
}

fn quick() -> ServeOptions {
    ServeOptions { timeout: Duration::from_millis(150), parallel_calls: 1, ..Default::default() }
}

#[test]
fn a_panic_ends_one_call_only() {
    let mut wire = Wire::start();
    assert_eq!(wire.ask(&search(1, "panic"))["error"]["code"], -32603);
    assert!(text(&wire.ask(&search(2, "a"))).starts_with("No matching"));
}

#[test]
fn calls_run_side_by_side_and_progress_grows() {
    let mut wire = Wire::start();
    let mut held = search(1, "hold");
    held["params"]["_meta"]["progressToken"] = json!("token");
    wire.send(&held);
    let progress = wire.receive();
    assert_eq!(progress["method"], "notifications/progress", "{progress}");
    assert_eq!(progress["params"]["progressToken"], "token");
    assert_eq!(progress["params"]["progress"], 3.0);
    assert_eq!(progress["params"]["total"], 3.0);
    assert_eq!(progress["params"]["message"], "step 3");
    assert!(text(&wire.ask(&search(2, "a"))).starts_with("No matching"));
    wire.engine.release();
    assert_eq!(wire.receive()["id"], 1);
    assert!(wire.end().is_empty(), "nothing follows the reply");
}

#[test]
fn without_a_token_there_is_no_progress() {
    let mut wire = Wire::start();
    wire.send(&search(1, "hold"));
    assert!(text(&wire.ask(&search(2, "a"))).starts_with("No matching"));
    wire.engine.release();
    assert_eq!(wire.receive()["id"], 1);
}

#[test]
fn the_first_revision_has_no_message_with_progress() {
    for (version, has_message) in [("2024-11-05", false), ("2025-03-26", true)] {
        let mut wire = Wire::legacy(version);
        let params = json!({ "name": "scan", "_meta": { "progressToken": 1 } });
        wire.send(&legacy(1, "tools/call", params));
        let progress = wire.receive();
        assert_eq!(progress["params"].get("message").is_some(), has_message, "{progress}");
    }
}

#[test]
fn nothing_is_sent_but_replies_progress_and_the_log_asked_for() {
    for era in [legacy as fn(i64, &str, Value) -> Value, modern] {
        let options = ServeOptions { timeout: Duration::from_millis(150), ..Default::default() };
        let mut wire = Wire::with(options).handshake("2025-11-25");
        wire.ask(&legacy(0, "logging/setLevel", json!({ "level": "debug" })));
        for (id, query) in (1..).zip(["wait", "hold", "panic", "fail", "a"]) {
            let params = json!({ "name": "search", "arguments": { "query": query },
                "_meta": { "progressToken": id } });
            wire.send(&era(id, "tools/call", params));
        }
        wire.send(&era(6, "nonsense", json!({})));
        wire.send(&era(7, "resources/read", json!({ "uri": "clew://file/none.py" })));
        wire.send(&era(8, "tools/call", json!({ "name": "scan" })));
        until("the work does not start", || wire.engine.waiting.load(Ordering::SeqCst) == 1);
        wire.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": 1 } }));
        until("the work goes on", || wire.engine.cancelled.load(Ordering::SeqCst) == 1);
        wire.engine.release();
        for line in wire.end() {
            let message: Value = serde_json::from_str(&line).unwrap();
            match message["method"].as_str() {
                None => assert!(message["id"].is_i64(), "{line}"),
                Some(method) => {
                    let known = ["notifications/progress", "notifications/message"];
                    assert!(known.contains(&method), "{line}");
                    assert!(message.get("id").is_none(), "the server asks nothing: {line}");
                }
            }
        }
    }
}

#[test]
fn scans_show_that_they_started() {
    let mut wire = Wire::start();
    let mut scan = modern(1, "tools/call", json!({ "name": "scan" }));
    scan["params"]["_meta"]["progressToken"] = json!(7);
    wire.send(&scan);
    assert_eq!(wire.receive()["params"]["progressToken"], 7);
    assert_eq!(wire.receive()["id"], 1);
}

#[test]
fn cancelled_calls_stop_and_are_not_answered() {
    for era in [legacy as fn(i64, &str, Value) -> Value, modern] {
        let mut wire = Wire::start().handshake("2025-11-25");
        let params = json!({ "name": "search", "arguments": { "query": "wait" } });
        wire.send(&era(1, "tools/call", params));
        until("the work does not start", || wire.engine.waiting.load(Ordering::SeqCst) == 1);
        let cancelled = json!({ "requestId": 1, "reason": "no longer wanted" });
        wire.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled
        }));
        assert!(text(&wire.ask(&search(2, "a"))).starts_with("No matching"));
        until("the work goes on", || wire.engine.cancelled.load(Ordering::SeqCst) == 1);
        assert!(wire.end().is_empty());
    }
}

#[test]
fn unknown_notifications_and_late_cancellations_are_ignored() {
    for era in [legacy as fn(i64, &str, Value) -> Value, modern] {
        let mut wire = Wire::start().handshake("2025-11-25");
        let call = json!({ "name": "search", "arguments": { "query": "a" } });
        assert!(text(&wire.ask(&era(1, "tools/call", call.clone()))).starts_with("No matching"));
        for (method, params) in [
            ("notifications/unheard/of", json!({ "a": 1 })),
            ("notifications/roots/list_changed", json!({})),
            ("notifications/cancelled", json!({ "requestId": 1 })),
            ("notifications/cancelled", json!({ "requestId": "never sent" })),
            ("notifications/cancelled", json!({})),
        ] {
            wire.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        }
        assert!(text(&wire.ask(&era(2, "tools/call", call))).starts_with("No matching"));
        assert!(wire.end().is_empty());
    }
}

#[test]
fn late_calls_are_answered_with_a_way_out() {
    let mut wire = Wire::with(quick());
    let reply = wire.ask(&search(1, "wait"));
    assert_eq!(reply["result"]["isError"], true);
    assert!(text(&reply).starts_with("MCP-TIMEOUT: "), "{reply}");
    assert!(text(&wire.ask(&search(2, "a"))).starts_with("No matching"));
}

#[test]
fn calls_that_find_no_room_are_told_to_wait() {
    let mut wire = Wire::with(quick());
    wire.send(&search(1, "hold"));
    assert!(text(&wire.receive()).starts_with("MCP-TIMEOUT: "));
    let reply = wire.ask(&search(2, "a"));
    assert!(text(&reply).starts_with("MCP-BUSY: "), "{reply}");
    wire.engine.release();
}

#[test]
fn a_flood_is_answered_in_full() {
    let mut wire = Wire::legacy("2025-06-18");
    for id in 0..3000 {
        wire.send(&legacy(id, "ping", json!({})));
    }
    let mut seen: Vec<i64> = (0..3000).map(|_| wire.receive()["id"].as_i64().unwrap()).collect();
    seen.sort_unstable();
    assert!(seen.into_iter().eq(0..3000));
}
