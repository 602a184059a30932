//! The handshake revisions.

use serde_json::json;

use crate::harness::{Wire, initialize, legacy};

fn check_version(asked: &str, agreed: &str) {
    let mut wire = Wire::start();
    let reply = wire.ask(&initialize(asked));
    assert_eq!(reply["result"]["protocolVersion"], agreed, "{asked}");
    assert!(wire.end().is_empty());
}

#[test]
fn known_revisions_are_echoed_and_others_answered_with_the_newest() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        check_version(version, version);
    }
    check_version("2099-01-01", "2025-11-25");
    check_version("2026-07-28", "2025-11-25");
    check_version("", "2025-11-25");
}

#[test]
fn the_handshake_says_who_and_what() {
    let mut wire = Wire::start();
    let result = wire.ask(&initialize("2025-06-18"))["result"].take();
    assert_eq!(result["serverInfo"]["name"], "clew");
    assert_eq!(result["serverInfo"]["version"], "9.9.9");
    let offered =
        json!({ "completions": {}, "logging": {}, "prompts": {}, "resources": {}, "tools": {} });
    assert_eq!(result["capabilities"], offered);
    assert!(result["instructions"].as_str().unwrap().contains("search"));
    assert!(result.get("resultType").is_none());
}

#[test]
fn a_handshake_without_its_params_is_refused_and_can_be_repeated() {
    let mut wire = Wire::start();
    let reply = wire.ask(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize" }));
    assert_eq!(reply["error"]["code"], -32602, "{reply}");
    assert!(wire.ask(&initialize("2025-06-18"))["result"].is_object());
}

#[test]
fn a_later_handshake_that_fails_leaves_the_session_as_it_was() {
    for broken in [
        json!({}),
        json!([]),
        json!({ "protocolVersion": 5 }),
        json!({ "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": "a" }),
    ] {
        let mut wire = Wire::legacy("2025-06-18");
        let again = legacy("again", "initialize", broken.clone());
        let reply = wire.ask(&again);
        assert_eq!(reply["error"]["code"], -32602, "{broken}: {reply}");
        let list = wire.ask(&legacy(1, "tools/list", json!({})));
        assert!(list["result"]["tools"].is_array(), "{broken}: {list}");
        wire.send(&json!([legacy(2, "ping", json!({}))]));
        let refused = wire.receive();
        assert_eq!(refused["error"]["code"], -32600, "batches are not of it: {refused}");
        assert!(wire.handshake("2025-03-26").end().is_empty());
    }
}

#[test]
fn pings_and_levels_are_answered_around_the_handshake() {
    let mut wire = Wire::start();
    assert_eq!(wire.ask(&legacy("p", "ping", json!({})))["result"], json!({}));
    wire.ask(&initialize("2025-06-18"));
    let level = |level: &str| legacy("l", "logging/setLevel", json!({ "level": level }));
    for known in ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] {
        assert_eq!(wire.ask(&level(known))["result"], json!({}), "{known}");
    }
    for unknown in ["loud", "", "Info", "warn"] {
        assert_eq!(wire.ask(&level(unknown))["error"]["code"], -32602, "{unknown}");
    }
    assert_eq!(wire.ask(&legacy("q", "ping", json!({})))["result"], json!({}));
}

#[test]
fn failures_are_logged_to_clients_that_asked() {
    let mut wire = Wire::legacy("2025-06-18");
    let call = legacy(5, "tools/call", json!({ "name": "search", "arguments": {"query": "fail"} }));
    assert_eq!(wire.ask(&call)["result"]["isError"], true);
    wire.ask(&legacy(6, "logging/setLevel", json!({ "level": "warning" })));
    wire.send(&call);
    let message = wire.receive();
    assert_eq!(message["method"], "notifications/message", "{message}");
    assert_eq!(message["params"]["level"], "warning");
    assert_eq!(wire.receive()["id"], 5);
}

#[test]
fn lists_and_results_have_the_old_shape() {
    let mut wire = Wire::legacy("2025-06-18");
    let list = wire.ask(&legacy(1, "tools/list", json!({})))["result"].take();
    assert_eq!(list.as_object().unwrap().keys().collect::<Vec<_>>(), ["tools"]);
    let call = legacy("c", "tools/call", json!({ "name": "stats" }));
    let result = wire.ask(&call)["result"].take();
    let keys: Vec<_> = result.as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["content", "structuredContent", "isError"]);
}

#[test]
fn unknown_methods_and_cursors_are_refused() {
    let mut wire = Wire::legacy("2025-11-25");
    let code = |reply: serde_json::Value| reply["error"]["code"].clone();
    for method in ["resources/subscribe", "roots/list", "nonsense"] {
        assert_eq!(code(wire.ask(&legacy(1, method, json!({ "uri": "x" })))), -32601, "{method}");
    }
    assert_eq!(code(wire.ask(&legacy(2, "tools/list", json!({ "cursor": "x" })))), -32602);
    assert!(wire.ask(&legacy(3, "tools/list", json!({ "cursor": "" })))["result"].is_object());
    let unknown = legacy(4, "tools/call", json!({ "name": "grep", "arguments": {} }));
    assert_eq!(code(wire.ask(&unknown)), -32602);
}

#[test]
fn broken_lines_do_not_end_the_server() {
    let mut wire = Wire::legacy("2025-06-18");
    for line in ["{\"jsonrpc\":", "\u{0}", "[[[[", "null"] {
        wire.send_line(line);
        let reply = wire.receive();
        assert!(reply["id"].is_null(), "{reply}");
    }
    assert_eq!(wire.ask(&legacy(1, "ping", json!({})))["result"], json!({}));
}

#[test]
fn batches_are_answered_as_one_array() {
    let mut wire = Wire::legacy("2025-03-26");
    let ping = legacy(1, "ping", json!({}));
    let list = legacy("two", "tools/list", json!({}));
    wire.send(&json!([ping, list, { "jsonrpc": "2.0", "method": "notifications/initialized" }]));
    let reply = wire.receive();
    assert_eq!(reply.as_array().map(Vec::len), Some(2), "{reply}");
}

#[test]
fn the_server_ends_with_its_input() {
    assert!(Wire::start().end().is_empty());
    assert!(Wire::legacy("2025-06-18").end().is_empty());
    let mut wire = Wire::start();
    wire.send_line("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"");
    assert_eq!(wire.receive()["error"]["code"], -32700);
}

#[test]
fn questions_before_the_end_are_still_answered() {
    let mut wire = Wire::legacy("2025-06-18");
    wire.send(&legacy(1, "tools/call", json!({ "name": "stats" })));
    let lines = wire.end();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("session_calls"));
}
