//! The door against a small server on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use expect_test::{Expect, expect};
use serde_json::json;

use super::{Door, DoorError, Endpoint, EndpointError, Key, Limits, Method};
use crate::Sanitizer;

/// Answers each request with the next of its replies, the last one again and again.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(replies: &'static [&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let count = AtomicUsize::new(0);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let index = count.fetch_add(1, Ordering::SeqCst).min(replies.len() - 1);
                seen.lock().unwrap().push(read_request(&stream));
                let mut stream = stream;
                let _ = stream.write_all(replies[index].as_bytes());
            }
        });
        Server { address, requests }
    }

    fn door(&self) -> Door {
        let limits = Limits {
            timeout: Duration::from_secs(5),
            backoff: Duration::from_millis(1),
            longest_wait: Duration::from_secs(1),
            answer_bytes: 1_000,
            ..Limits::default()
        };
        let endpoint = Endpoint::parse(&self.address).unwrap();
        Door::new(endpoint, Key::new("k-canary-0123456789"), limits)
    }
}

fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let start = head.len();
        if reader.read_line(&mut head).unwrap_or(0) == 0 || head[start..].trim().is_empty() {
            break;
        }
        let line = head[start..].to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    head + &String::from_utf8_lossy(&body)
}

const GOOD: &str =
    "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nConnection: close\r\n\r\n{\"ok\":true}";
const BUSY: &str =
    "HTTP/1.1 429 Too Many\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const LATER: &str =
    "HTTP/1.1 503 Later\r\nRetry-After: 3600\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const DENIED: &str = "HTTP/1.1 401 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const WRONG: &str = "HTTP/1.1 400 Bad\r\nContent-Length: 31\r\nConnection: close\r\n\r\nbad key k-canary-0123456789 !!!";
const GARBAGE: &str = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<a/>";
const MOVED: &str = "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.2:1/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

fn check_error(reply: &'static [&'static str], expected: Expect) {
    let server = Server::start(reply);
    let error = server.door().send("v1/models", Method::Get, &|| false).unwrap_err();
    let shown = error.to_string();
    assert!(!shown.contains("canary"));
    expected.assert_eq(&shown);
}

#[test]
fn a_body_reaches_the_provider_clean() {
    let server = Server::start(&[GOOD]);
    let (body, _) = Sanitizer::default().json(&json!({"input": ["password = 'hunter2!x'"]}));
    let answer = server.door().send("/v1/embeddings", Method::Post(&body), &|| false).unwrap();
    assert_eq!(answer.body, json!({"ok": true}));
    let requests = server.requests.lock().unwrap();
    assert!(requests[0].starts_with("POST /v1/embeddings HTTP/1.1"));
    assert!(requests[0].to_ascii_lowercase().contains("authorization: bearer k-canary"));
    assert!(requests[0].contains("REDACTED_PASSWORD_1"));
    assert!(!requests[0].contains("hunter2"));
}

#[test]
fn a_busy_provider_is_asked_again() {
    let server = Server::start(&[BUSY, BUSY, GOOD]);
    let answer = server.door().send("x", Method::Get, &|| false).unwrap();
    assert_eq!(answer.tries, 3);
}

#[test]
fn failures_say_what_to_do() {
    check_error(&[LATER], expect!["127.0.0.1 asks to wait 3600 s before the next request"]);
    check_error(
        &[DENIED],
        expect!["127.0.0.1 refused the key (status 401); set it again with `clew setup`"],
    );
    check_error(&[WRONG], expect!["127.0.0.1 answered with status 400: bad key REDACTED_KEY !!!"]);
    check_error(
        &[GARBAGE],
        expect!["the answer of 127.0.0.1 cannot be read: expected value at line 1 column 1"],
    );
    check_error(&[MOVED], expect!["127.0.0.1 answered with status 307: "]);
}

#[test]
fn nobody_there_is_a_passing_failure() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let limits = Limits { retries: 1, backoff: Duration::from_millis(1), ..Limits::default() };
    let door = Door::new(Endpoint::parse(&address).unwrap(), None, limits);
    let error = door.send("x", Method::Get, &|| false).unwrap_err();
    assert!(matches!(error, DoorError::Unreachable { .. }), "{error:?}");
    assert!(error.is_passing());
}

#[test]
fn a_cancelled_request_is_not_sent() {
    let server = Server::start(&[GOOD]);
    let error = server.door().send("x", Method::Get, &|| true).unwrap_err();
    assert!(matches!(error, DoorError::Cancelled { .. }));
    assert!(server.requests.lock().unwrap().is_empty());
}

fn check_endpoint(address: &str, expected: Result<(&str, bool), EndpointError>) {
    let parsed = Endpoint::parse(address);
    let seen = parsed.as_ref().map(|one| (one.host(), one.is_loopback())).map_err(Clone::clone);
    assert_eq!(seen, expected, "{address}");
}

#[test]
fn endpoints_are_encrypted_or_on_this_machine() {
    check_endpoint("https://api.host.dev/v1/", Ok(("api.host.dev", false)));
    check_endpoint("http://localhost:11434", Ok(("localhost", true)));
    check_endpoint("http://[::1]:11434/", Ok(("::1", true)));
    check_endpoint("HTTP://127.0.0.1", Ok(("127.0.0.1", true)));
    for plain in ["http://api.host.dev", "http://localhost.evil.dev", "http://10.0.0.1"] {
        check_endpoint(plain, Err(EndpointError::NotEncrypted(plain.into())));
    }
    check_endpoint(
        "https://u:pw@host.dev",
        Err(EndpointError::CarriesMore("https://…@host.dev".into())),
    );
    for wrong in ["", "host.dev", "ftp://host.dev", "https://", "https://a b", "https://h:99999"] {
        check_endpoint(wrong, Err(EndpointError::NotAnAddress(wrong.into())));
    }
}

#[test]
fn keys_are_never_shown() {
    let key = Key::new(" abc \n").unwrap();
    assert_eq!(format!("{key:?}"), "Key(…)");
    assert!(Key::new("  ").is_none());
    assert!(Key::new("a\nb").is_none());
}

#[test]
fn who_is_silent_is_asked_once_more() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = Endpoint::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let limits = Limits {
        timeout: Duration::from_millis(50),
        backoff: Duration::from_millis(1),
        ..Limits::default()
    };
    let error = Door::new(endpoint, None, limits).send("models", Method::Get, &|| false);
    assert!(matches!(error, Err(DoorError::Timeout { .. })), "{error:?}");
    listener.set_nonblocking(true).unwrap();
    assert_eq!(std::iter::from_fn(|| listener.accept().ok()).count(), 2);
}
