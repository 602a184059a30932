//! The stateless revision.

use clew_mcp::ServeOptions;
use serde_json::{Value, json};

use crate::harness::{Wire, initialize, legacy, modern};

#[test]
fn discovery_needs_no_handshake() {
    let mut wire = Wire::start();
    let result = wire.ask(&modern(1, "server/discover", json!({})))["result"].take();
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["supportedVersions"],
        json!(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    );
    let offered = json!({ "completions": {}, "prompts": {}, "resources": {}, "tools": {} });
    assert_eq!(result["capabilities"], offered);
    assert!(result["ttlMs"].is_u64() && result["cacheScope"] == "private");
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "clew");
}

#[test]
fn discovery_and_lists_do_not_wait_for_the_engine() {
    let mut wire = Wire::with(ServeOptions { parallel_calls: 1, ..ServeOptions::default() });
    let held = json!({ "name": "search", "arguments": { "query": "hold" } });
    wire.send(&modern("held", "tools/call", held.clone()));
    wire.send(&modern("waits", "tools/call", held));
    for method in ["server/discover", "tools/list", "prompts/list", "resources/templates/list"] {
        assert!(wire.ask(&modern(1, method, json!({})))["result"].is_object(), "{method}");
    }
    assert!(wire.ask(&initialize("2025-11-25"))["result"].is_object());
    assert_eq!(wire.ask(&legacy(2, "ping", json!({})))["result"], json!({}));
    wire.engine.release();
    let mut answered = [wire.receive()["id"].clone(), wire.receive()["id"].clone()];
    answered.sort_by_key(Value::to_string);
    assert_eq!(answered, ["held", "waits"]);
}

#[test]
fn both_eras_get_the_same_instructions() {
    let mut wire = Wire::start();
    let discovered = wire.ask(&modern(1, "server/discover", json!({})));
    let initialized = wire.ask(&initialize("2025-11-25"));
    let instructions = |reply: &Value| reply["result"]["instructions"].clone();
    assert!(instructions(&discovered).is_string());
    assert_eq!(instructions(&discovered), instructions(&initialized));
}

#[test]
fn requests_without_their_description_are_refused() {
    let mut wire = Wire::start();
    for meta in [
        json!({}),
        json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" }),
        json!({ "io.modelcontextprotocol/clientCapabilities": {} }),
        json!({ "io.modelcontextprotocol/protocolVersion": 5,
                "io.modelcontextprotocol/clientCapabilities": {} }),
        json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [] }),
    ] {
        for method in ["server/discover", "tools/list"] {
            let reply = wire.ask(&legacy(1, method, json!({ "_meta": meta })));
            assert_eq!(reply["error"]["code"], -32602, "{meta} {method}: {reply}");
        }
    }
}

#[test]
fn unsupported_revisions_name_the_supported_ones() {
    let mut wire = Wire::start();
    let mut request = modern(1, "tools/list", json!({}));
    request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let error = wire.ask(&request)["error"].take();
    assert_eq!(error["code"], -32022, "{error}");
    assert_eq!(error["data"]["requested"], "2031-01-01");
    assert!(error["data"]["supported"].as_array().unwrap().contains(&json!("2026-07-28")));
}

#[test]
fn what_the_revision_dropped_is_unknown() {
    let mut wire = Wire::start();
    for (method, params) in [
        ("ping", json!({})),
        (
            "initialize",
            json!({ "protocolVersion": "2026-07-28", "capabilities": {},
                               "clientInfo": { "name": "t", "version": "1" } }),
        ),
        ("logging/setLevel", json!({ "level": "info" })),
        ("logging/setLevel", json!({ "level": "loud" })),
        ("resources/subscribe", json!({ "uri": "a" })),
        ("resources/unsubscribe", json!({ "uri": "a" })),
        ("subscriptions/listen", json!({ "notifications": {} })),
        ("tasks/get", json!({ "taskId": "1" })),
        ("nonsense", json!({})),
    ] {
        let reply = wire.ask(&modern(1, method, params));
        assert_eq!(reply["error"]["code"], -32601, "{method}: {reply}");
    }
}

#[test]
fn log_messages_are_for_those_who_ask_and_the_revision_has_none() {
    let mut wire = Wire::start();
    for level in [None, Some("debug")] {
        let mut call = modern(1, "tools/call", json!({ "name": "search", "arguments": {} }));
        if let Some(level) = level {
            call["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!(level);
        }
        assert_eq!(wire.ask(&call)["result"]["isError"], true);
    }
    assert!(wire.end().is_empty(), "a failure is logged to standard error alone");
}

#[test]
fn every_result_says_that_it_is_complete_and_whose_it_is() {
    let mut wire = Wire::start();
    let calls = [
        modern(1, "tools/list", json!({})),
        modern("a", "tools/call", json!({ "name": "stats", "arguments": {} })),
        modern("b", "tools/call", json!({ "name": "search", "arguments": {} })),
        modern("c", "tools/call", json!({ "name": "search", "arguments": { "query": "fail" } })),
        modern("d", "tools/call", json!({ "name": "search", "arguments": 5 })),
    ];
    for call in calls {
        let result = wire.ask(&call)["result"].take();
        assert_eq!(result["resultType"], "complete", "{result}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["version"], "9.9.9");
    }
    let list = wire.ask(&modern(1, "tools/list", json!({})))["result"].take();
    assert!(list["ttlMs"].is_u64() && list["cacheScope"].is_string());
}

#[test]
fn a_process_serves_both_eras_in_any_order() {
    let mut wire = Wire::start();
    let list = |id: &str| modern(id, "tools/list", json!({}));
    assert!(wire.ask(&list("before"))["result"]["resultType"].is_string());
    wire.ask(&initialize("2025-06-18"));
    let old = wire.ask(&legacy(1, "tools/list", json!({})))["result"].take();
    assert!(old.get("resultType").is_none() && old["tools"].is_array());
    assert!(wire.ask(&list("after"))["result"]["resultType"].is_string());
}

#[test]
fn a_handshake_changes_no_answer_to_requests_that_describe_themselves() {
    let mut wire = Wire::start();
    let call = |name: &str, arguments: Value| {
        modern(1, "tools/call", json!({ "name": name, "arguments": arguments })).to_string()
    };
    let unreadable = call("search", json!({ "query": "odd" })).replace("odd", "\\ud800");
    let lines = [
        modern(1, "server/discover", json!({})).to_string(),
        modern(1, "tools/list", json!({})).to_string(),
        modern(1, "prompts/list", json!({})).to_string(),
        modern(1, "resources/list", json!({})).to_string(),
        modern(1, "resources/read", json!({ "uri": "clew://file/none.py" })).to_string(),
        call("lookup_symbol", json!({ "query": "a" })),
        call("search", json!({ "query": "fail" })),
        modern(1, "tools/call", json!({ "name": "search", "arguments": 5 })).to_string(),
        unreadable,
    ];
    let ask_all = |wire: &mut Wire| lines.clone().map(|line| wire.ask_line(&line));
    let before = ask_all(&mut wire);
    for version in ["2024-11-05", "2025-11-25"] {
        wire = wire.handshake(version);
        let level = legacy(2, "logging/setLevel", json!({ "level": "debug" }));
        assert_eq!(wire.ask(&level)["result"], json!({}));
        wire.ask(&legacy(3, "tools/call", json!({ "name": "scan" })));
        assert_eq!(ask_all(&mut wire), before, "after the handshake of {version}");
    }
}

#[test]
fn the_list_is_the_same_every_time() {
    let mut wire = Wire::start();
    let first = wire.ask(&modern(1, "tools/list", json!({})));
    wire.call("scan", json!({}));
    assert_eq!(first, wire.ask(&modern(1, "tools/list", json!({}))));
}
