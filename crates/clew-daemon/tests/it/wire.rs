//! Lines, ids, limits, cancelling: what every method has in common.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::held::Held;
use crate::stage::{Running, Stage, Talker};

const SEARCH: &str = "clew/search";

fn held() -> (Stage, Arc<Held>, Running, Talker) {
    let stage = Stage::new();
    let engine = Arc::new(Held::default());
    let running = stage.serve(engine.clone());
    let mut talker = stage.talker();
    talker.good("hello", json!({ "client": "test", "session": { "start": stage.root() } }));
    (stage, engine, running, talker)
}

fn search(id: impl Into<Value>, query: &str) -> String {
    let params = json!({ "request": { "query": query } });
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": SEARCH, "params": params }).to_string()
}

#[test]
fn what_is_no_request_gets_an_error_and_the_next_is_answered() {
    let (_stage, _engine, _running, mut talker) = held();
    let mut check = |line: &str, id: Value, code: i32| {
        let reply = talker.line(line);
        assert_eq!((&reply["id"], &reply["error"]["code"]), (&id, &json!(code)), "{line}: {reply}");
    };
    check("{", Value::Null, -32700);
    check("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"info\"}]", Value::Null, -32700);
    check("{\"jsonrpc\":\"1.0\",\"id\":4,\"method\":\"info\"}", json!(4), -32600);
    check("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"\"}", json!(5), -32600);
    check("{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"dance\"}", json!(6), -32601);
    check("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"info\",\"params\":[]}", json!(7), -32602);
    check("{\"jsonrpc\":\"2.0\",\"method\":\"dance\"}", Value::Null, -32601);
    check(&search(8, "panic"), json!(8), -32603);
    assert_eq!(talker.line(&search("nine", "x"))["id"], "nine");
}

#[test]
fn a_line_of_more_than_10_mib_is_skipped() {
    let (_stage, _engine, _running, mut talker) = held();
    let reply = talker.line(&"x".repeat(10 * 1024 * 1024 + 1));
    assert_eq!(reply["error"]["code"], -32600);
    assert!(reply["error"]["message"].as_str().unwrap().contains("10485760"), "{reply}");
    assert!(talker.line(&search(1, &"x".repeat(9 * 1024 * 1024)))["result"].is_object());
}

#[test]
fn requests_run_side_by_side_and_are_matched_by_id() {
    let (_stage, engine, _running, mut talker) = held();
    talker.send(&search("slow", "hold"));
    engine.wait_for_held(1);
    assert_eq!(talker.line(&search("quick", "x"))["id"], "quick");
    // An id that is in use is refused; the running one goes on.
    let again = talker.line(&search("slow", "x"));
    assert_eq!(again["error"]["code"], -32600, "{again}");
    engine.release();
    let slow = talker.next();
    assert_eq!((&slow["id"], slow["result"].is_object()), (&json!("slow"), true));
    assert!(talker.line(&search("slow", "x"))["result"].is_object(), "the id is free again");
}

#[test]
fn cancelling_stops_one_request() {
    let (_stage, engine, _running, mut talker) = held();
    talker.send(&search(1, "hold"));
    talker.send(&search(2, "hold"));
    engine.wait_for_held(2);
    talker.send(r#"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}"#);
    let reply = talker.next();
    assert_eq!(
        (&reply["id"], &reply["error"]["data"]["errorCode"]),
        (&json!(1), &json!("MCP-TIMEOUT"))
    );
    engine.wait_for_held(1);
    engine.release();
    assert!(talker.next()["result"].is_object());
}

/// Ids as they are written in JSON, in forms that a number would not keep.
const IDS: [&str; 9] = [
    "1e2",
    "1.0",
    "-0",
    "18446744073709551616",
    "-1180591620717411303424",
    "1E400",
    "2.50e-3",
    "\"\"",
    "\"\\u0000clew #1\"",
];

#[test]
fn ids_come_back_as_they_were_sent() {
    let (_stage, engine, _running, mut talker) = held();
    let request = |id: &str, method: &str, params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
    };
    let hold = r#"{"progress":true,"request":{"query":"hold"}}"#;
    for id in IDS {
        let named = [format!("\"id\":{id},"), format!("\"id\":{id}}}")];
        let check = |reply: &str| {
            assert!(named.iter().any(|named| reply.contains(named)), "{id}: {reply}");
        };
        for line in [
            request(id, "$/ping", "{}"),
            request(id, "info", "{}"),
            request(id, "dance", "{}"),
            request(id, SEARCH, r#"{"request":{"query":"x"}}"#),
            request(id, SEARCH, r#"{"request":{"query":"panic"}}"#),
            request(id, SEARCH, "[]"),
            format!(r#"{{"jsonrpc":"1.0","id":{id},"method":"info"}}"#),
        ] {
            talker.send(&line);
            check(&talker.next_text());
        }
        talker.send(&request(id, SEARCH, hold));
        let progress = talker.next_text();
        assert!(progress.contains("$/progress"), "{progress}");
        check(&progress);
        engine.wait_for_held(1);
        talker.send(&request(id, SEARCH, hold));
        let answer = |talker: &mut Talker| loop {
            let line = talker.next_text();
            if !line.contains("$/progress") {
                return line;
            }
            check(&line);
        };
        let again = answer(&mut talker);
        check(&again);
        assert!(again.contains("is running"), "{again}");
        let cancel = format!(r#"{{"jsonrpc":"2.0","method":"$/cancel","params":{{"id":{id}}}}}"#);
        talker.send(&cancel);
        let cancelled = answer(&mut talker);
        check(&cancelled);
        assert!(cancelled.contains("MCP-TIMEOUT"), "{cancelled}");
    }
}

#[test]
fn a_closed_connection_stops_its_work_alone() {
    let (stage, engine, _running, mut talker) = held();
    let mut other = stage.talker();
    other.good("hello", json!({ "session": { "start": stage.root() } }));
    let document = json!({ "file_path": "a.py", "version": 1, "text": "" });
    talker.good("document/open", json!({ "request": document }));
    talker.send(&search(1, "hold"));
    talker.send(&search(2, "hold"));
    other.send(&search(1, "hold"));
    engine.wait_for_held(3);
    drop(talker);
    engine.wait_for_cancelled(2);
    engine.wait_for_closed(1);
    engine.release();
    assert!(other.next()["result"].is_object());
}

#[cfg(unix)]
#[test]
fn a_client_that_only_ends_its_requests_still_gets_its_answers() {
    let (_stage, engine, _running, mut talker) = held();
    talker.send(&search(1, "hold"));
    engine.wait_for_held(1);
    talker.output.shutdown(std::net::Shutdown::Write).unwrap();
    engine.release();
    assert!(talker.next()["result"].is_object());
    assert_eq!(talker.next(), Value::Null);
}

#[test]
fn deadlines_end_requests() {
    let (_stage, engine, _running, mut talker) = held();
    let error =
        talker.bad(SEARCH, json!({ "request": { "query": "hold" }, "timeout_ms": 20 }), -32603);
    assert_eq!(error["data"]["errorCode"], "MCP-TIMEOUT", "{error}");
    engine.wait_for_cancelled(1);
}

#[test]
fn one_connection_cannot_queue_without_end() {
    let (_stage, engine, _running, mut talker) = held();
    for number in 0..257 {
        talker.send(&search(number, "hold"));
    }
    let refused = talker.next();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(256), &json!(-32001)));
    engine.wait_for_held(16);
    engine.release();
    let mut answered: Vec<u64> = (0..256).map(|_| talker.next()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert_eq!(answered, (0..256).collect::<Vec<_>>());
}

#[test]
fn a_client_that_does_not_read_is_let_go() {
    let (stage, _engine, _running, mut talker) = held();
    // All answers become ready while nothing is read from this side.
    for number in 0..120 {
        let line = search(number, "size 1000000") + "\n";
        if std::io::Write::write_all(&mut talker.output, line.as_bytes()).is_err() {
            break;
        }
    }
    let mut read = 0;
    while read < 120 && talker.next() != Value::Null {
        read += 1;
    }
    // Either it was held up until it read, or it was disconnected.
    assert!(stage.talker().good("info", json!({}))["methods"].is_array());
}

#[test]
fn progress_is_told_to_those_who_ask() {
    let (_stage, engine, _running, mut talker) = held();
    let params = json!({ "request": { "query": "hold" }, "progress": true });
    let request = json!({ "jsonrpc": "2.0", "id": 3, "method": SEARCH, "params": params });
    talker.send(&request.to_string());
    let report = talker.next();
    assert_eq!(report["method"], "$/progress");
    assert_eq!(report["params"], json!({ "id": 3, "done": 1, "total": 2, "message": "held" }));
    engine.release();
    assert_eq!(talker.next()["id"], 3);
}

#[test]
fn a_newer_client_is_told_what_is_missing() {
    let stage = Stage::new();
    let _running = stage.serve(stage.engine());
    let mut talker = stage.talker();
    let hello = json!({ "wants": ["cancel", "telepathy"], "questions": ["search", "foresee"] });
    let info = talker.good("hello", hello);
    assert_eq!(info["lacks"], json!(["telepathy", "foresee"]));
    assert_eq!((&info["protocol"], &info["server_version"]), (&json!([1, 0]), &json!("1.2.3")));
}

/// Lines as a client may send them: whole requests, damaged ones, anything.
fn lines() -> impl proptest::strategy::Strategy<Value = Vec<String>> {
    use proptest::prelude::*;

    let methods = prop::sample::select(vec![
        "hello",
        "info",
        "status",
        "scan",
        "scan_status",
        "logs",
        "semantic_search",
        "subgraph",
        "find_similar",
        "file_outline",
        "clew/search",
        "clew/stats",
        "clew/workspaces",
        "document/open",
        "clew/close_client",
        "dance",
    ]);
    let values = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z./]{0,8}".prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "query",
        "request",
        "from",
        "depth",
        "mode",
        "limit",
        "stream_id",
        "after_id",
        "file_path",
        "session",
        "timeout_ms",
        "connection",
        "client",
        "wants",
    ]);
    let params = prop::collection::btree_map(names.prop_map(String::from), values, 0..5);
    let whole = (methods, params, 0..3_u8).prop_map(|(method, params, id)| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    });
    let line = prop_oneof![
        3 => whole.clone(),
        1 => (whole, 0..40_usize).prop_map(|(line, at)| line.chars().skip(at).collect()),
        1 => "[^\n]{0,40}",
    ];
    prop::collection::vec(
        line.prop_filter("empty lines have no reply", |line| !line.is_empty()),
        0..12,
    )
}

proptest::proptest! {
    #[test]
    fn every_line_has_one_reply(lines in lines()) {
        let hello = r#"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"session":{"start":"/"}}}"#;
        let input = format!("{hello}\n{}", lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        let replies = clew_daemon::serve_line(Arc::new(Held::default()), input.as_bytes());
        let replies: Vec<&[u8]> =
            replies.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
        proptest::prop_assert_eq!(replies.len(), lines.len() + 1);
        for reply in replies {
            let reply: Value = serde_json::from_slice(reply).unwrap();
            proptest::prop_assert!(reply.get("result").is_some() != reply.get("error").is_some());
        }
    }
}
