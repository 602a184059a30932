//! The page over real connections: honest, curious and hostile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use clew_protocol::{SetupMode, SetupRequest};
use clew_setup::{Asker, Desk, FileKeys, NoKeys, Page, Places};
use serde_json::{Value, json};

use crate::server::Pages;
use crate::{Rights, SetupPage, open};

struct Stage {
    folder: tempfile::TempDir,
    desk: Arc<Desk>,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places { folder: folder.path().join("clew"), external: None, workspace: None };
        let desk = Arc::new(Desk::new(places, Arc::new(NoKeys), Arc::new(|_| None)));
        Stage { folder, desk }
    }

    fn page(&self, rights: Rights) -> SetupPage {
        open(&self.desk, rights).unwrap()
    }
}

/// A page that was entered: its host, cookie and token.
struct Visit {
    host: String,
    cookie: String,
    token: String,
}

fn ask(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

fn host_of(page: &SetupPage) -> String {
    page.bare_url.trim_start_matches("http://").trim_end_matches('/').to_owned()
}

fn enter(page: &SetupPage) -> Visit {
    let host = host_of(page);
    let path = page.url.split_once(&host).unwrap().1;
    let answer = ask(&host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert_eq!(status(&answer), 303, "{answer}");
    let cookie = answer.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap().to_owned();
    let html = ask(&host, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"));
    assert_eq!(status(&html), 200);
    let token = html.split("clew-token\" content=\"").nth(1).unwrap()[..32].to_owned();
    Visit { host, cookie, token }
}

impl Visit {
    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let headers = [
            format!("Origin: http://{}", self.host),
            format!("Cookie: {}", self.cookie),
            format!("X-Clew-Token: {}", self.token),
            "Content-Type: application/json".into(),
        ];
        self.post_with(path, body, &headers.join("\r\n"))
    }

    fn post_with(&self, path: &str, body: &Value, headers: &str) -> (u16, Value) {
        let (body, host) = (body.to_string(), &self.host);
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let answer = ask(host, &request);
        let said = answer.split_once("\r\n\r\n").unwrap().1;
        (status(&answer), serde_json::from_str(said).unwrap_or(Value::Null))
    }
}

fn outside() -> Value {
    json!({ "interactive": false, "mode": "openapi", "provider_url": "https://api.example.com/v1" })
}

#[test]
fn a_person_saves_and_the_page_ends() {
    let stage = Stage::new();
    let page = stage.page(Rights::Person);
    let visit = enter(&page);
    let body = json!({ "mode": "openapi", "provider_url": "https://api.example.com/v1",
        "key": "k-secret-1", "key_file": true, "interactive": false });
    let (status, said) = visit.post("/save", &body);
    assert_eq!(status, 200, "{said}");
    assert!(!said.to_string().contains("k-secret-1"));
    page.wait();
    let used = stage.desk.in_use().settings;
    assert_eq!(used.llm.url.as_deref(), Some("https://api.example.com/v1"));
    let yaml = std::fs::read_to_string(stage.desk.places().config()).unwrap();
    assert!(
        !yaml.contains("k-secret-1") && yaml.contains("clew-keyring://openapi/api.example.com")
    );
    assert!(FileKeys::new(&stage.folder.path().join("clew")).is_there());
}

#[test]
fn without_consent_a_key_is_not_put_into_a_file() {
    let stage = Stage::new();
    let page = stage.page(Rights::Person);
    let mut body = outside();
    body["key"] = json!("k-secret-1");
    let (status, said) = enter(&page).post("/save", &body);
    assert_eq!(status, 422, "{said}");
    assert!(said["error"].as_str().unwrap().contains("keyring"), "{said}");
    assert!(!stage.desk.in_use().is_written && page.is_open());
}

#[test]
fn the_nonce_works_once_and_for_get_alone() {
    let stage = Stage::new();
    let page = stage.page(Rights::Person);
    let host = host_of(&page);
    let path = page.url.split_once(&host).unwrap().1.to_owned();
    let head = ask(&host, &format!("HEAD {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert_eq!(status(&head), 403);
    let wrong = ask(&host, &format!("GET /?n=0 HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert_eq!(status(&wrong), 403);
    enter(&page);
    let again = ask(&host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert_eq!(status(&again), 403);
    assert!(!again.contains("set-cookie"));
}

#[test]
fn every_check_counts() {
    let stage = Stage::new();
    let page = stage.page(Rights::Person);
    let visit = enter(&page);
    let good = [
        format!("Origin: http://{}", visit.host),
        format!("Cookie: {}", visit.cookie),
        format!("X-Clew-Token: {}", visit.token),
        "Content-Type: application/json".to_owned(),
    ];
    for left_out in 0..good.len() {
        let mut some = good.to_vec();
        some.remove(left_out);
        assert_eq!(visit.post_with("/save", &outside(), &some.join("\r\n")).0, 403, "{left_out}");
    }
    let port = visit.host.rsplit(':').next().unwrap();
    for changed in [
        "Origin: https://evil.example".to_owned(),
        format!("Origin: http://localhost:{port}"),
        "Origin: null".to_owned(),
        "Sec-Fetch-Site: cross-site".to_owned(),
    ] {
        let name = changed.split(':').next().unwrap();
        let mut some: Vec<String> =
            good.iter().filter(|line| !line.starts_with(name)).cloned().collect();
        some.push(changed.clone());
        assert_eq!(visit.post_with("/save", &outside(), &some.join("\r\n")).0, 403, "{changed}");
    }
    let (host, cookie) = (&visit.host, &visit.cookie);
    for name in ["evil.example", "localhost", "127.0.0.1"] {
        let request = format!("GET / HTTP/1.1\r\nHost: {name}:{port}0\r\nCookie: {cookie}\r\n\r\n");
        assert_eq!(status(&ask(host, &request)), 421, "{name}");
    }
    let request = format!("GET /state HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert_eq!(status(&ask(host, &request)), 403);
    assert!(!stage.desk.in_use().is_written);
}

#[test]
fn the_page_is_strict_about_what_it_runs_and_holds_no_secret() {
    let stage = Stage::new();
    let page = stage.page(Rights::Person);
    let visit = enter(&page);
    let (host, cookie) = (&visit.host, &visit.cookie);
    let html = ask(host, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"));
    let policy = html.split("content-security-policy: ").nth(1).unwrap();
    let policy = policy.split("\r\n").next().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    let nonce = policy.split("script-src 'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert_eq!(html.matches(&format!("nonce=\"{nonce}\"")).count(), 2);
    assert!(!html.contains("__NONCE__") && !html.contains("onclick") && !html.contains(" style="));
    assert!(html.contains("cache-control: no-store"));
}

#[test]
fn a_page_whose_address_a_program_knows_can_do_what_a_program_can() {
    let stage = Stage::new();
    let page = stage.page(Rights::Program);
    let visit = enter(&page);
    let near = json!({ "interactive": false, "mode": "openapi",
        "provider_url": "http://127.0.0.1:9/sub/v1" });
    for (body, reason) in [
        (outside(), "parts of your code would be sent to api.example.com"),
        (near, "the address holds more than a host, a port and /v1"),
    ] {
        let (status, said) = visit.post("/models", &body);
        assert_eq!(status, 422, "{said}");
        let error = said["error"].as_str().unwrap();
        assert!(error.contains(&format!("in a terminal: {reason}")), "{error}");
    }
    assert_eq!(visit.post("/confirm", &json!({ "digest": "x" })).0, 403);
    let mut keyed = outside();
    keyed["key"] = json!("k-1");
    assert_eq!(visit.post("/save", &keyed).0, 422);
    let (status, said) = visit.post("/save", &outside());
    assert_eq!((status, &said["waits"]), (200, &json!(true)));
    assert!(!stage.desk.in_use().is_written);
    assert!(stage.desk.pending().is_some());
}

#[test]
fn a_person_confirms_what_a_program_asked_for() {
    let stage = Stage::new();
    let request = SetupRequest {
        mode: Some(SetupMode::Openapi),
        provider_url: Some("https://api.example.com/v1".into()),
        ..SetupRequest::default()
    };
    stage.desk.change(&request, Asker::Program).unwrap();
    let page = stage.page(Rights::Person);
    let visit = enter(&page);
    assert_eq!(visit.post("/confirm", &json!({ "digest": "other" })).0, 422);
    let digest = stage.desk.pending().unwrap().digest;
    assert_eq!(visit.post("/confirm", &json!({ "digest": digest })).0, 200);
    assert!(stage.desk.in_use().is_written);
}

#[test]
fn a_program_learns_the_nonce_only_where_no_browser_has_it() {
    let stage = Stage::new();
    let shown = Pages::new(Arc::new(|_: &str| true)).open(&stage.desk).unwrap();
    assert!(shown.is_shown && !shown.url.contains("n="));
    let pages = Pages::new(Arc::new(|_: &str| false));
    let told = pages.open(&stage.desk).unwrap();
    assert!(!told.is_shown && told.url.contains("?n="));
    assert_eq!(pages.open(&stage.desk).unwrap(), told, "one page at a time");
}

#[test]
fn broken_forms_are_refused_without_an_echo() {
    let stage = Stage::new();
    let page = stage.page(Rights::Person);
    let visit = enter(&page);
    let (status, said) = visit.post("/save", &json!({ "mode": "k-secret", "key": 3 }));
    assert_eq!(status, 422);
    assert!(!said.to_string().contains("k-secret"), "{said}");
    assert!(page.is_open());
}
