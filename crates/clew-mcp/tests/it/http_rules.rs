//! Who is let in over HTTP, and what each kind of message is answered with.

use std::net::SocketAddr;

use clew_mcp::{HttpError, HttpOptions, ServeOptions, SsePolicy, serve_http};
use serde_json::{Value, json};

use crate::harness::{initialize, legacy, modern};
use crate::site::{Answer, Site, TOKEN, borrowed, modern_headers, open, search, with_token};

fn check_status(site: &Site, head: &str, headers: &[(&str, &str)], body: &Value, expected: u16) {
    let answer = site.ask(head, headers, &body.to_string());
    assert_eq!(answer.status, expected, "{head} {headers:?} {body}: {answer:?}");
}

fn list() -> Value {
    modern(1, "tools/list", json!({}))
}

#[test]
fn strangers_are_turned_away() {
    let site = Site::start(open());
    let headers = modern_headers(&list());
    for (name, value, status) in [
        ("Host", "evil.example", 403),
        ("Host", "localhost:1", 200),
        ("Origin", "http://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://localhost:6274", 200),
    ] {
        let given = [borrowed(&headers), vec![(name, value)]].concat();
        check_status(&site, "POST /mcp", &given, &list(), status);
    }
    site.end();
    let site = Site::start(HttpOptions { sse: SsePolicy::Served, ..open() });
    for (name, value) in [("Host", "evil.example"), ("Host", "localhost:x"), ("Origin", "null")] {
        for head in ["GET /sse", "POST /messages?session=1", "GET /mcp", "DELETE /mcp", "GET /"] {
            check_status(&site, head, &[(name, value)], &json!({}), 403);
        }
    }
    site.end();
}

#[test]
fn the_token_is_asked_for_everywhere() {
    let site = Site::start(with_token());
    let headers = modern_headers(&list());
    let bearer = format!("Bearer {TOKEN}");
    for (value, status) in [(bearer.as_str(), 200), ("Bearer wrong-wrong-wrong", 401)] {
        let given = [borrowed(&headers), vec![("Authorization", value)]].concat();
        check_status(&site, "POST /mcp", &given, &list(), status);
    }
    for head in ["GET /mcp", "DELETE /mcp", "GET /sse", "POST /messages?session=1", "GET /"] {
        check_status(&site, head, &[], &json!({}), 401);
    }
    let refused = site.modern(&list());
    assert_eq!(refused.header("www-authenticate"), Some("Bearer realm=\"clew\""));
    assert!(refused.json()["next"].as_str().unwrap().contains("Authorization: Bearer"));
    site.end();
}

#[test]
fn without_a_token_nothing_can_be_changed() {
    let names = |answer: &Answer| -> Vec<String> {
        let tools = answer.json()["result"]["tools"].take();
        tools.as_array().unwrap().iter().map(|tool| tool["name"].to_string()).collect()
    };
    let open_site = Site::start(open());
    let open_names = names(&open_site.modern(&list()));
    assert!(!open_names.contains(&"\"scan\"".to_string()), "{open_names:?}");
    let scan = modern(2, "tools/call", json!({ "name": "scan", "arguments": {} }));
    assert_eq!(open_site.modern(&scan).json()["error"]["code"], -32602);
    open_site.end();
    let site = Site::start(with_token());
    let bearer = format!("Bearer {TOKEN}");
    let headers = modern_headers(&list());
    let given = [borrowed(&headers), vec![("Authorization", bearer.as_str())]].concat();
    let all = names(&site.post(&given, &list()));
    assert!(all.contains(&"\"scan\"".to_string()) && all.len() > open_names.len());
    site.end();
}

#[test]
fn kinds_of_content_are_checked() {
    let site = Site::start(open());
    let headers = modern_headers(&list());
    for (name, value, status) in [
        ("Accept", "application/json", 406),
        ("Accept", "text/event-stream", 406),
        ("Accept", "*/*", 200),
        ("Content-Type", "text/plain", 415),
        ("Content-Type", "application/json; charset=utf-8", 200),
        ("Content-Type", "application/json; charset=utf-16", 415),
    ] {
        let given = [borrowed(&headers), vec![(name, value)]].concat();
        check_status(&site, "POST /mcp", &given, &list(), status);
    }
    check_status(&site, "PUT /mcp", &[], &json!({}), 405);
    check_status(&site, "OPTIONS /mcp", &[], &json!({}), 405);
    let lost = site.ask("POST /", &[], "{}");
    assert_eq!((lost.status, lost.json()["next"].as_str()), (404, Some("the endpoint is /mcp")));
    check_status(&site, "GET /sse", &[], &json!({}), 404);
    site.end();
}

fn check_modern(site: &Site, message: &Value, status: u16, code: i64) {
    let answer = site.modern(message);
    let reply = answer.json();
    assert_eq!((answer.status, reply["error"]["code"].as_i64()), (status, Some(code)), "{reply}");
    assert_eq!(reply["id"], message["id"], "every error has the id of its request");
}

#[test]
fn errors_of_stateless_requests_have_their_status() {
    let site = Site::start(open());
    for method in [
        "ping",
        "logging/setLevel",
        "nonsense",
        "initialize",
        "resources/subscribe",
        "resources/unsubscribe",
        "subscriptions/listen",
        "tasks/get",
    ] {
        check_modern(
            &site,
            &modern("a", method, json!({ "uri": "x", "level": "info" })),
            404,
            -32601,
        );
    }
    let unknown = modern(7, "tools/call", json!({ "name": "grep" }));
    check_modern(&site, &unknown, 200, -32602);
    let mut lacking = modern(8, "tools/list", json!({}));
    lacking["params"]["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    check_modern(&site, &lacking, 400, -32602);
    check_modern(&site, &legacy(9, "tools/list", json!({})), 400, -32602);
    let mut other = modern(10, "tools/list", json!({}));
    other["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let headers = [("MCP-Protocol-Version", "2031-01-01"), ("Mcp-Method", "tools/list")];
    let answer = site.post(&headers, &other);
    let reply = answer.json();
    assert_eq!((answer.status, reply["error"]["code"].as_i64()), (400, Some(-32022)));
    assert_eq!(
        (&reply["id"], &reply["error"]["data"]["requested"]),
        (&json!(10), &json!("2031-01-01"))
    );
    site.end();
}

/// What a client that tries the newer revision first makes of an answer: that the
/// server knows the revision, or that it may fall back.
fn knows_the_revision(answer: &Answer) -> bool {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let code = body["error"]["code"].as_i64();
    body["jsonrpc"] == "2.0" && code.is_some_and(|code| code != -32001) && !body["id"].is_null()
}

#[test]
fn clients_can_tell_a_refused_request_from_another_transport() {
    let site = Site::start(HttpOptions { sse: SsePolicy::Served, ..open() });
    for message in [modern(1, "nonsense", json!({})), legacy(1, "tools/list", json!({}))] {
        assert!(knows_the_revision(&site.modern(&message)), "{message}");
    }
    let mut wrong = modern_headers(&list());
    wrong.retain(|(name, _)| name != "Mcp-Method");
    assert!(knows_the_revision(&site.post(&borrowed(&wrong), &list())));
    // An older client posts to the address of the stream first, and then opens it.
    for (head, status) in [("POST /sse", 405), ("POST /", 404), ("POST /messages?session=1", 404)] {
        let answer = site.ask(head, &[], &initialize("2025-11-25").to_string());
        assert_eq!(answer.status, status, "{head}: {answer:?}");
        assert!(!knows_the_revision(&answer), "{head}: {answer:?}");
    }
    let id = [("Mcp-Session-Id", "ended")];
    for headers in [&id[..], &[]] {
        let answer = site.post(headers, &legacy(1, "ping", json!({})));
        assert_eq!(answer.status, if headers.is_empty() { 400 } else { 404 });
        assert!(!knows_the_revision(&answer), "{answer:?}");
    }
    let mut stream = site.send("GET /sse", &[], "");
    stream.until("event: endpoint");
    site.end();
}

/// What the protocol has for a server of the newer revision, and of the older ones.
const CODES: [i64; 8] = [-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022];
const OLDER_CODES: [i64; 7] = [-32700, -32600, -32601, -32602, -32603, -32002, -32001];

#[test]
fn codes_are_those_of_the_protocol() {
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let bad = [
        ("nonsense", json!({})),
        ("tools/call", json!({})),
        ("tools/call", call("grep", json!({}))),
        ("tools/call", call("search", json!({ "query": "panic" }))),
        ("tools/list", json!({ "cursor": "x" })),
        ("prompts/get", call("none", json!({}))),
        ("prompts/get", call("impact_of_change", json!({}))),
        ("resources/read", json!({ "uri": "clew://file/none.py" })),
        ("resources/read", json!({ "uri": "clew://file/..%2Fa" })),
        ("resources/read", json!({})),
        ("completion/complete", json!({ "ref": {}, "argument": {} })),
        ("logging/setLevel", json!({ "level": "loud" })),
        ("initialize", json!({ "protocolVersion": 5 })),
    ];
    let site = Site::start(open());
    let session = site.session("2025-11-25");
    let check = |answer: &Answer, known: &[i64]| {
        let code = answer.json()["error"]["code"].as_i64().unwrap();
        assert!(known.contains(&code), "{answer:?}");
    };
    for (method, params) in bad {
        check(&site.modern(&modern(1, method, params.clone())), &CODES);
        let headers = [("Mcp-Session-Id", session.as_str())];
        check(&site.post(&headers, &legacy(1, method, params)), &OLDER_CODES);
    }
    for body in ["", "{", "[]", "7", "null", "{}", "\u{0}"] {
        for version in ["2026-07-28", "2025-11-25"] {
            let headers = [("MCP-Protocol-Version", version), ("Mcp-Session-Id", session.as_str())];
            let known = if version == "2026-07-28" { &CODES[..] } else { &OLDER_CODES };
            check(&site.ask("POST /mcp", &headers, body), known);
        }
    }
    site.end();
}

#[test]
fn headers_that_contradict_the_body_are_refused() {
    let site = Site::start(open());
    let call = modern(3, "tools/call", json!({ "name": "stats" }));
    for (name, value) in [
        ("Mcp-Name", "search"),
        ("Mcp-Name", "Stats"),
        ("Mcp-Method", "tools/list"),
        ("MCP-Protocol-Version", "2025-11-25"),
        ("Mcp-Name", ""),
        ("Mcp-Method", ""),
    ] {
        let mut headers = modern_headers(&call);
        headers.retain(|(key, _)| key != name);
        headers.push((name.to_string(), value.to_string()));
        let answer = site.post(&borrowed(&headers), &call);
        let reply = answer.json();
        assert_eq!(answer.status, 400, "{name} {value}: {reply}");
        assert_eq!((&reply["error"]["code"], &reply["id"]), (&json!(-32020), &json!(3)));
    }
    let lower: Vec<(String, String)> =
        modern_headers(&call).into_iter().map(|(key, value)| (key.to_lowercase(), value)).collect();
    assert_eq!(site.post(&borrowed(&lower), &call).status, 200);
    site.end();
}

#[test]
fn stateless_answers_are_whole_and_leave_no_session() {
    let site = Site::start(open());
    let discover = site.modern(&modern("d", "server/discover", json!({})));
    assert_eq!(discover.status, 200);
    assert_eq!(discover.header("mcp-session-id"), None);
    assert_eq!(discover.json()["result"]["resultType"], "complete");
    let mut headers = modern_headers(&list());
    headers.push(("Mcp-Session-Id".into(), "unknown".into()));
    headers.push(("Last-Event-ID".into(), "9-9".into()));
    assert_eq!(site.post(&borrowed(&headers), &list()).status, 200, "both are ignored");
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 1 } });
    let answer = site.modern(&cancelled);
    assert_eq!((answer.status, answer.body.as_str()), (202, ""));
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let mut stream = site.send("GET /mcp", &session, "");
    stream.until("content-type: text/event-stream");
    assert_eq!(site.modern(&list()).status, 200, "older clients are served beside it");
    assert_eq!(site.ask("DELETE /mcp", &session, "").status, 200);
    site.end();
}

#[test]
fn revisions_are_agreed_on_and_unknown_ones_refused() {
    let site = Site::start(open());
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
    ] {
        let answer = site.post(&[], &initialize(asked));
        assert_eq!(answer.json()["result"]["protocolVersion"], agreed);
    }
    let id = site.session("2025-06-18");
    let ping = legacy(1, "ping", json!({}));
    let session = ("Mcp-Session-Id", id.as_str());
    for (version, status) in
        [("2025-06-18", 200), ("2025-03-26", 200), ("2020-01-01", 400), ("nonsense", 400)]
    {
        check_status(
            &site,
            "POST /mcp",
            &[session, ("MCP-Protocol-Version", version)],
            &ping,
            status,
        );
    }
    site.end();
}

#[test]
fn batches_belong_to_one_revision() {
    let site = Site::start(open());
    let batch =
        json!([legacy(1, "ping", json!({})), search(2, "a"), legacy(3, "nonsense", json!({}))]);
    let old = site.session("2025-03-26");
    let answer = site.post(&[("Mcp-Session-Id", &old)], &batch);
    let mut ids: Vec<i64> = answer
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|reply| reply["id"].as_i64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2, 3]);
    let notes = json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }]);
    check_status(&site, "POST /mcp", &[("Mcp-Session-Id", &old)], &notes, 202);
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let id = site.session(version);
        let answer = site.post(&[("Mcp-Session-Id", &id)], &batch);
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32600)));
    }
    let headers = [("MCP-Protocol-Version", "2026-07-28")];
    check_status(&site, "POST /mcp", &headers, &batch, 400);
    site.end();
}

#[test]
fn addresses_are_checked_before_anything_is_served() {
    let start = |address: SocketAddr| {
        let engine = std::sync::Arc::new(crate::engine::Scripted::default());
        let http = HttpOptions { address, ..HttpOptions::default() };
        serve_http(engine, ServeOptions::default(), http, |_| {}, std::future::ready(()))
    };
    for address in ["0.0.0.0:0", "[::]:0", "192.168.0.1:80", "8.8.8.8:80"] {
        let error = start(address.parse().unwrap()).unwrap_err();
        assert!(matches!(error, HttpError::NotLoopback(_)), "{address}: {error}");
    }
    let site = Site::start(open());
    let error = start(site.address).unwrap_err();
    assert!(matches!(error, HttpError::InUse(..)) && error.to_string().contains("in use"));
    let address = site.address;
    site.end();
    start(address).unwrap();
}

#[test]
fn the_other_loopback_works_too() {
    let address: SocketAddr = "[::1]:0".parse().unwrap();
    let site = Site::start(HttpOptions { address, ..HttpOptions::default() });
    assert_eq!(site.modern(&list()).status, 200);
    site.end();
}
