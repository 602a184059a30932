//! A client that was written for the older daemon.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::stage::{Running, Stage, Talker};

/// A server, and a connection that has scanned the workspace to its end.
fn scanned() -> (Stage, Running, Talker) {
    let stage = Stage::new();
    let running = stage.serve(stage.engine());
    let mut talker = stage.talker();
    talker.good("scan", json!({ "file_path": stage.root(), "language": "auto" }));
    wait_for_scan(&mut talker);
    (stage, running, talker)
}

fn wait_for_scan(talker: &mut Talker) {
    let start = Instant::now();
    let mut last = (Value::Null, 0);
    loop {
        let progress = talker.good("scan_status", json!({}));
        let now = (progress["scan_id"].clone(), progress["percent"].as_u64().unwrap());
        assert!(now.0 != last.0 || now.1 >= last.1, "percent fell from {last:?}: {progress}");
        last = now;
        match progress["status"].as_str().unwrap() {
            "completed" => return,
            "error" => panic!("{progress}"),
            _ => assert!(start.elapsed() < Duration::from_secs(60), "{progress}"),
        }
    }
}

#[test]
fn info_is_the_handshake() {
    let stage = Stage::new();
    let _running = stage.serve(stage.engine());
    let info = stage.talker().good("info", Value::Null);
    assert_eq!(
        (&info["protocol_version"], &info["server_version"]),
        (&json!("1.0"), &json!("1.2.3"))
    );
    let methods = info["methods"].as_array().unwrap();
    for name in ["znatok_semantic_search", "subgraph", "file_outline", "stop", "scan_status"] {
        assert!(methods.contains(&json!(name)), "{name}");
    }
    assert!(info["languages"].as_array().unwrap().contains(&json!("python")));
    assert!(info["capabilities"].is_array());
}

#[test]
fn before_the_first_scan_there_is_no_project() {
    let stage = Stage::new();
    let _running = stage.serve(stage.engine());
    let mut talker = stage.talker();
    assert_eq!(talker.good("status", json!({}))["project_root"], "");
    assert_eq!(talker.good("scan_status", json!({}))["status"], "idle");
    talker.bad("semantic_search", json!({ "query": "x" }), -32603);
    talker.bad("subgraph", json!({ "from": "x" }), -32603);
    talker.bad("scan", json!({}), -32602);
}

#[test]
fn a_scan_makes_a_project_active() {
    let (stage, _running, mut talker) = scanned();
    let status = talker.good("status", json!({}));
    assert_eq!(status["project_root"], json!(stage.root()));
    assert_eq!(status["files"], 2);
    assert!(status["functions"].as_u64().unwrap() >= 3, "{status}");
    // A connection without a scan of its own asks about the active project.
    let hits = stage.talker().good("znatok_semantic_search", json!({ "q": "price_of" }));
    assert_eq!(hits[0]["name"], "price_of", "{hits}");
    let reply = talker.good("scan", json!({ "path": ".", "lang": "python" }));
    assert_eq!((&reply["status"], &reply["language"]), (&json!("scanning"), &json!("python")));
    assert_eq!(reply["path"], json!(stage.root()));
    assert!(reply["scan_id"].is_string() && reply["message"].is_string());
}

#[test]
fn scans_of_what_is_no_folder_are_refused() {
    let (stage, _running, mut talker) = scanned();
    talker.bad("scan", json!({ "file_path": stage.root().join("shop/cart.py") }), -32602);
    talker.bad("scan", json!({ "file_path": stage.root().join("none") }), -32004);
    talker.bad("scan", json!({ "file_path": stage.root(), "language": "klingon" }), -32602);
}

#[test]
fn searches_take_loose_types_and_strict_modes() {
    let (_stage, _running, mut talker) = scanned();
    let hits = talker.good(
        "semantic_search",
        json!({
            "query": "price_of", "limit": "3", "include_code": "true", "callers_level": 1.7,
            "type": "function", "role_boost": null, "file_pattern": "price.py", "mode": "lexical"
        }),
    );
    let hit = &hits[0];
    assert_eq!(hit["id"], "shop/price.py::price_of");
    assert_eq!((&hit["type"], &hit["start_line"]), (&json!("function"), &json!(1)));
    assert!(hit["code"].as_str().unwrap().contains("Looks the price up"), "{hit}");
    assert_eq!(hit["callers"][0]["edge_type"], "call", "{hit}");
    assert_eq!(talker.good("semantic_search", json!({ "query": "zzqqxx" })), json!([]));
    talker.bad("semantic_search", json!({ "query": "x", "mode": "telepathy" }), -32602);
    talker.bad("semantic_search", json!({ "query": "x", "mode": 3 }), -32602);
    talker.bad("semantic_search", json!({ "query": "" }), -32602);
    talker.bad("semantic_search", json!({ "query": "x", "limit": "many" }), -32602);
    talker.bad("semantic_search", json!({ "query": "x", "role": "king" }), -32602);
}

#[test]
fn graphs_are_checked_strictly() {
    let (_stage, _running, mut talker) = scanned();
    let graph =
        talker.good("znatok_get_subgraph", json!({ "from": "price_of", "format": " JSON " }));
    let names: Vec<&Value> =
        graph["nodes"].as_array().unwrap().iter().map(|node| &node["name"]).collect();
    // Both directions unless one is named.
    assert!(names.contains(&&json!("Cart.total")) && names.contains(&&json!("retry")), "{graph}");
    let path = talker.good("subgraph", json!({ "from": "checkout", "to": "retry" }));
    assert!(path["text"].as_str().unwrap().contains("price_of"), "{path}");
    let drawn = talker.good(
        "subgraph",
        json!({ "from": "price_of", "format": "mermaid", "edge_types": "call, contains", "direction": "up" }),
    );
    assert!(drawn["mermaid"].is_string() && drawn.get("nodes").is_none(), "{drawn}");
    for wrong in [
        json!({ "from": "" }),
        json!({ "from": "retry", "depth": 0 }),
        json!({ "from": "retry", "depth": 1.5 }),
        json!({ "from": "retry", "depth": "2" }),
        json!({ "from": "retry", "format": "png" }),
        json!({ "from": "retry", "edge_types": "love" }),
        json!({ "target": "retry" }),
    ] {
        talker.bad("subgraph", wrong, -32602);
    }
    talker.bad("subgraph", json!({ "from": "no_such_name" }), -32004);
}

#[test]
fn an_ambiguous_name_has_candidates() {
    let (stage, _running, mut talker) = scanned();
    stage.write("a.py", "def twice():\n    pass\n");
    stage.write("b.py", "def twice():\n    pass\n");
    talker.good("scan", json!({ "path": "." }));
    wait_for_scan(&mut talker);
    let error = talker.bad("subgraph", json!({ "from": "twice" }), -32009);
    assert_eq!(error["data"]["target"], "twice");
    assert_eq!(error["data"]["candidates"].as_array().unwrap().len(), 2, "{error}");
}

#[test]
fn outlines_are_texts_of_the_top_level() {
    let (_stage, _running, mut talker) = scanned();
    let outline = talker.good("file_outline", json!({ "filepath": "shop/cart.py" }));
    assert_eq!((&outline["file"], &outline["total_symbols"]), (&json!("shop/cart.py"), &json!(2)));
    let text = outline["formatted_text"].as_str().unwrap();
    assert!(text.starts_with("[file_outline] shop/cart.py (2 symbols)\n"), "{text}");
    let code = talker.good("file_outline", json!({ "file": "shop/cart.py", "include_code": 1 }));
    assert!(code["formatted_text"].as_str().unwrap().contains("| class Cart:"), "{code}");
    let error = talker.bad("znatok_file_outline", json!({ "path": "shop/crat.py" }), -32004);
    assert_eq!(error["data"]["file_path"], "shop/crat.py");
    talker.bad("file_outline", json!({ "path": "../../etc/passwd" }), -32602);
}

#[test]
fn alike_code_needs_a_target_or_a_query() {
    let (_stage, _running, mut talker) = scanned();
    for params in [json!({ "q": "price" }), json!({ "target": "price_of", "limit": "5" })] {
        let alike = talker.good("find_similar", params.clone());
        let itself = |one: &Value| params.get("target") == Some(&one["name"]);
        assert!(!alike.as_array().unwrap().iter().any(itself), "{alike}");
        for one in alike.as_array().unwrap() {
            let score = one["score"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&score) && one["relations"].is_object(), "{one}");
        }
    }
    talker.bad("find_similar", json!({}), -32602);
    talker.bad("znatok_find_similar", json!({ "symbol": "no_such_name" }), -32004);
}

#[test]
fn logs_go_by_their_cursor() {
    let (_stage, _running, mut talker) = scanned();
    let logs = talker.good("logs", json!({}));
    let (stream, cursor) = (logs["stream_id"].clone(), logs["next_cursor"].clone());
    assert!(!logs["entries"].as_array().unwrap().is_empty());
    let more = talker.good("logs", json!({ "stream_id": stream, "after_id": cursor }));
    assert_eq!((&more["truncated"], &more["next_cursor"]), (&json!(false), &cursor));
    let foreign = talker.good("logs", json!({ "stream_id": "other", "after_id": 1 }));
    assert_eq!(foreign["truncated"], true);
    for wrong in [
        json!({ "after_id": 1 }),
        json!({ "stream_id": "s" }),
        json!({ "stream_id": "", "after_id": 1 }),
        json!({ "stream_id": "s", "after_id": "1" }),
        json!({ "stream_id": "s", "after_id": 9_007_199_254_740_992_u64 }),
    ] {
        talker.bad("logs", wrong, -32602);
    }
}

#[test]
fn requests_without_id_are_answered_too() {
    let (_stage, _running, mut talker) = scanned();
    let reply = talker.line(r#"{"jsonrpc":"2.0","method":"status"}"#);
    assert_eq!((&reply["id"], reply["result"].is_object()), (&Value::Null, true));
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let (stage, _running, mut talker) = scanned();
    let missing = stage.root().join("no/such").display().to_string();
    for given in [missing.as_str(), "no/such"] {
        let reply = talker.ask("scan", json!({ "file_path": given }));
        let message = reply["error"]["message"].as_str().unwrap();
        assert!(message.contains(&missing), "{given}: {message}");
    }
}
