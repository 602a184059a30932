//! Floods, garbage, slow clients and stopping over HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clew_mcp::{HttpLimits, ServeOptions};
use serde_json::json;

use crate::harness::{legacy, modern};
use crate::site::{Site, limited, open, search};

fn short() -> HttpLimits {
    HttpLimits { read_timeout: Duration::from_millis(200), ..HttpLimits::default() }
}

#[test]
fn garbage_is_answered_and_life_goes_on() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for body in ["", "{", "nonsense", "\u{0}", "{\"jsonrpc\":\"2.0\"", deep.as_str(), "[", "7"] {
        for headers in [&session[..], &[("MCP-Protocol-Version", "2026-07-28")]] {
            let answer = site.ask("POST /mcp", headers, body);
            let reply = answer.json();
            assert_eq!(answer.status, 400, "{reply}");
            let code = reply["error"]["code"].as_i64().unwrap();
            assert!([-32700, -32600, -32020].contains(&code), "{reply}");
        }
    }
    let nested = format!(
        r#"{{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{{"name":"search","arguments":{}1{}}}}}"#,
        "[".repeat(500),
        "]".repeat(500)
    );
    let answer = site.ask("POST /mcp", &session, &nested);
    assert_eq!(answer.json()["result"]["isError"], true, "{answer:?}");
    assert_eq!(site.search(&id, 1, "a").status, 200);
    site.end();
}

#[test]
fn bodies_are_bounded() {
    let limits = HttpLimits { body: 100_000, ..HttpLimits::default() };
    let site = Site::start(limited(limits));
    let id = site.session("2025-11-25");
    assert_eq!(site.search(&id, 1, &"x".repeat(50_000)).status, 200);
    let over = site.search(&id, 2, &"x".repeat(200_000));
    assert_eq!(over.status, 413);
    assert!(over.json()["error"].as_str().unwrap().contains("100000 bytes"));
    let chunked = site.ask(
        "POST /mcp",
        &[("Transfer-Encoding", "chunked"), ("Content-Length", "")],
        &format!("{:x}\r\n{}\r\n0\r\n\r\n", 200_000, "x".repeat(200_000)),
    );
    assert_eq!(chunked.status, 413, "also when the size is not announced");
    assert_eq!(site.search(&id, 3, "a").status, 200);
    site.end();
}

#[test]
fn a_panic_is_the_answer_to_one_request() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    assert_eq!(site.search(&id, 1, "panic").json()["error"]["code"], -32603);
    let params = json!({ "name": "search", "arguments": { "query": "panic" } });
    let answer = site.modern(&modern(2, "tools/call", params));
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (200, &json!(-32603)));
    assert_eq!(site.search(&id, 3, "a").status, 200);
    site.end();
}

/// What the server says to these bytes until it closes the connection.
fn exchange(site: &Site, bytes: &str) -> String {
    let mut stream = TcpStream::connect(site.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut said = Vec::new();
    // A reset is as good an end as any other.
    let _ = stream.read_to_end(&mut said);
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn slow_clients_are_let_go() {
    let site = Site::start(limited(short()));
    let start = Instant::now();
    assert_eq!(exchange(&site, ""), "");
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
    exchange(&site, head);
    let rest = "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{";
    let said = exchange(&site, &format!("{head}{rest}"));
    assert!(said.starts_with("HTTP/1.1 408 "), "{said}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    let id = site.session("2025-11-25");
    assert_eq!(site.search(&id, 1, "a").status, 200);
    site.end();
}

#[test]
fn heads_are_bounded() {
    let site = Site::start(open());
    let long =
        format!("GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(200_000));
    let said = exchange(&site, &long);
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 431 "), "{said}");
    for (length, expected) in [(60_000, false), (70_000, true), (100_000, true)] {
        let said = exchange(
            &site,
            &format!(
                "GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: {}\r\n\r\n",
                "x".repeat(length)
            ),
        );
        assert_eq!(said.starts_with("HTTP/1.1 431 "), expected, "{length}: {said}");
    }
    let many = format!("GET /mcp HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(1000));
    let said = exchange(&site, &many);
    assert!(said.starts_with("HTTP/1.1 431 "), "{said}");
    assert!(exchange(&site, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
    site.end();
}

#[test]
fn connections_over_the_bound_are_told_so() {
    let limits = HttpLimits { connections: 20, ..HttpLimits::default() };
    let site = Site::start(limited(limits));
    let held: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(site.address).unwrap()).collect();
    let said = exchange(&site, "");
    let (head, body) = said.split_once("\r\n\r\n").expect(&said);
    assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
    assert!(head.contains(&format!("Content-Length: {}", body.len())), "{head}");
    drop(held);
    let start = Instant::now();
    while exchange(&site, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .starts_with("HTTP/1.1 503 ")
    {
        assert!(start.elapsed() < Duration::from_secs(20), "room is not given back");
    }
    site.end();
}

#[test]
fn thousands_of_connections_leave_the_server_well() {
    let site = Site::start(limited(HttpLimits { connections: 100, ..short() }));
    let id = site.session("2025-11-25");
    for round in 0..10 {
        let held: Vec<TcpStream> =
            (0..200).filter_map(|_| TcpStream::connect(site.address).ok()).collect();
        assert!(held.len() > 100, "round {round}");
    }
    let start = Instant::now();
    while exchange(&site, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .starts_with("HTTP/1.1 503 ")
    {
        assert!(start.elapsed() < Duration::from_secs(20), "room is not given back");
    }
    assert_eq!(site.search(&id, 1, "a").status, 200);
    site.end();
}

#[test]
fn requests_of_a_session_are_bounded() {
    let site = Site::start(open());
    let id = site.session("2025-03-26");
    let session = [("Mcp-Session-Id", id.as_str())];
    let mut streams = Vec::new();
    for round in 0..3 {
        let batch: Vec<_> = (0..100).map(|number| search(round * 100 + number, "wait")).collect();
        streams.push(site.send("POST /mcp", &session, &json!(batch).to_string()));
    }
    let other = site.session("2025-03-26");
    assert_eq!(site.search(&other, 1, "a").status, 200, "another client has its own share");
    site.end();
}

#[test]
fn late_calls_are_answered_with_a_way_out() {
    let options = ServeOptions { timeout: Duration::from_millis(150), ..ServeOptions::default() };
    let site = Site::with(options, open());
    let id = site.session("2025-11-25");
    let text = site.search(&id, 1, "wait").json()["result"]["content"][0]["text"].to_string();
    assert!(text.starts_with("\"MCP-TIMEOUT: "), "{text}");
    site.end();
}

#[test]
fn stopping_lets_open_requests_end_and_frees_the_port() {
    let mut site = Site::start(open());
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let mut common = site.send("GET /mcp", &session, "");
    common.until("content-type: text/event-stream");
    let mut held = search(1, "hold");
    held["params"]["_meta"] = json!({ "progressToken": 1 });
    let mut call = site.send("POST /mcp", &session, &held.to_string());
    call.until("data: {");
    site.ask_to_stop();
    assert!(common.answer_ends(), "streams that wait for nothing close at once");
    site.engine.release();
    call.until("data: {\"jsonrpc\":\"2.0\",\"id\":1");
    let address = site.address;
    site.end();
    std::net::TcpListener::bind(address).unwrap();
}

#[test]
fn stopping_does_not_wait_for_ever() {
    let limits = HttpLimits { stop_timeout: Duration::from_millis(100), ..HttpLimits::default() };
    let site = Site::start(limited(limits));
    let id = site.session("2025-11-25");
    let session = [("Mcp-Session-Id", id.as_str())];
    let _call = site.send("POST /mcp", &session, &search(1, "wait").to_string());
    let start = Instant::now();
    while site.engine.waiting.load(Ordering::SeqCst) == 0 {
        assert!(start.elapsed() < Duration::from_secs(20), "the work does not start");
        std::thread::yield_now();
    }
    let engine = site.engine.clone();
    let start = Instant::now();
    site.end();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    while engine.cancelled.load(Ordering::SeqCst) == 0 {
        assert!(start.elapsed() < Duration::from_secs(20), "the work goes on");
        std::thread::yield_now();
    }
}

#[test]
fn one_connection_carries_many_requests() {
    let site = Site::start(open());
    let id = site.session("2025-11-25");
    let ping = legacy(1, "ping", json!({})).to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nContent-Type: application/json\r\n\
         Mcp-Session-Id: {id}\r\nContent-Length: {}\r\n\r\n{ping}",
        ping.len()
    );
    let last = request.replace("Host: localhost\r\n", "Host: localhost\r\nConnection: close\r\n");
    let said = exchange(&site, &format!("{request}{request}{last}"));
    assert_eq!(said.matches("HTTP/1.1 200 OK").count(), 3, "{said}");
    site.end();
}
