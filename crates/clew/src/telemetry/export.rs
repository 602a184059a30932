//! Sending spans: OTLP over HTTP as JSON, without a library, for the one request
//! that it takes.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Message;

/// Spans sent together.
const BATCH: usize = 256;

/// Longest time that a span waits for others.
const LINGER: Duration = Duration::from_secs(1);

/// Longest wait for the collector.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Where spans are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// Host and port.
    authority: String,
    path: String,
}

impl Endpoint {
    /// Reads an address such as `http://127.0.0.1:4318`; a path is taken as it is,
    /// and `/v1/traces` where there is none.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let rest = text.trim().strip_prefix("http://").ok_or_else(|| {
            "a collector is reached by http:// alone; run one on this machine that \
             forwards what it gets"
                .to_string()
        })?;
        let (authority, path) = match rest.split_once('/') {
            Some((authority, path)) if !path.is_empty() => (authority, format!("/{path}")),
            Some((authority, _)) => (authority, "/v1/traces".to_string()),
            None => (rest, "/v1/traces".to_string()),
        };
        let is_plain = |c: char| c.is_ascii_graphic() && c != '@';
        if authority.is_empty() || !authority.chars().all(is_plain) {
            return Err(format!("{text:?} names no host"));
        }
        if !path.chars().all(|c| c.is_ascii_graphic()) {
            return Err(format!("{text:?} holds an odd path"));
        }
        let has_port =
            authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let authority = if has_port { authority.to_string() } else { format!("{authority}:4318") };
        Ok(Endpoint { authority, path })
    }
}

/// The body of the thread: sends spans until told to end.
pub(super) fn run(endpoint: &Endpoint, receiver: &Receiver<Message>) {
    let mut waiting = Vec::new();
    let mut since = Instant::now();
    let mut has_failed = false;
    loop {
        let message = receiver.recv_timeout(LINGER.saturating_sub(since.elapsed()));
        let is_end = matches!(message, Ok(Message::End) | Err(RecvTimeoutError::Disconnected));
        if let Ok(Message::Span(span)) = message {
            waiting.push(span.0);
        }
        let is_due = since.elapsed() >= LINGER || waiting.len() >= BATCH;
        if (is_due || is_end) && !waiting.is_empty() {
            let sent = send(endpoint, std::mem::take(&mut waiting));
            if let (Err(error), false) = (&sent, has_failed) {
                tracing::warn!("spans are not taken by {}: {error}", endpoint.authority);
            }
            has_failed = sent.is_err();
        }
        if is_end {
            return;
        }
        if is_due {
            since = Instant::now();
        }
    }
}

fn send(endpoint: &Endpoint, spans: Vec<Value>) -> std::io::Result<()> {
    let service = json!({ "key": "service.name", "value": { "stringValue": "clew" } });
    let version = env!("CARGO_PKG_VERSION");
    let body = json!({ "resourceSpans": [{
        "resource": { "attributes": [service] },
        "scopeSpans": [{ "scope": { "name": "clew", "version": version }, "spans": spans }],
    }] })
    .to_string();
    let address = endpoint.authority.to_socket_addrs()?.next();
    let address = address.ok_or_else(|| std::io::Error::other("the host is not known"))?;
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        endpoint.path,
        endpoint.authority,
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(1024).read_to_end(&mut answer)?;
    let status = String::from_utf8_lossy(&answer);
    match status.split(' ').nth(1) {
        Some(code) if code.starts_with('2') => Ok(()),
        code => Err(std::io::Error::other(format!("it answered {}", code.unwrap_or("nothing")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let found = Endpoint::parse(text).ok();
        let found = found.as_ref().map(|one| (one.authority.as_str(), one.path.as_str()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn addresses_are_read() {
        check("http://127.0.0.1:4318", Some(("127.0.0.1:4318", "/v1/traces")));
        check("http://localhost/", Some(("localhost:4318", "/v1/traces")));
        check("http://[::1]:9/x/y", Some(("[::1]:9", "/x/y")));
        check("https://example.org", None);
        check("http://", None);
        check("http://user@host", None);
        check("http://a b", None);
        check("http://host/a b", None);
        check("ftp://host", None);
    }
}
