//! Sending spans: OTLP over HTTP as JSON, through the one door.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use clew_door::{Door, DoorError, Endpoint, EndpointError, Limits, Method, Sanitizer};
use serde_json::{Value, json};

use super::Message;

/// Spans sent together.
const BATCH: usize = 256;

/// Longest time that a span waits for others.
const LINGER: Duration = Duration::from_secs(1);

/// Longest wait for the collector.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Port of a collector whose address names none.
const PORT: u16 = 4318;

/// Where spans are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Collector {
    endpoint: Endpoint,
    path: String,
}

impl Collector {
    /// Reads an address such as `http://127.0.0.1:4318`: `http` on this machine,
    /// `https` elsewhere. A path is taken as it is, and `/v1/traces` where there is
    /// none.
    pub(crate) fn parse(text: &str) -> Result<Self, EndpointError> {
        let text = text.trim();
        let scheme = text.find("://").map_or(0, |at| at + 3);
        let end = text[scheme..].find('/').map_or(text.len(), |at| scheme + at);
        let path = Some(text[end..].trim_matches('/')).filter(|path| !path.is_empty());
        let has_port = text[scheme..end].rsplit(':').next().is_some_and(|port| {
            port.len() < end - scheme && port.bytes().all(|byte| byte.is_ascii_digit())
        });
        let port = if has_port { String::new() } else { format!(":{PORT}") };
        let path = path.unwrap_or("v1/traces").to_owned();
        // The path is judged with the host, and sent apart from it.
        Endpoint::parse(&format!("{}{port}/{path}", &text[..end]))?;
        Ok(Collector { endpoint: Endpoint::parse(&format!("{}{port}", &text[..end]))?, path })
    }
}

/// The body of the thread: sends spans until told to end.
pub(super) fn run(collector: Collector, receiver: &Receiver<Message>) {
    let Collector { endpoint, path } = collector;
    let limits = Limits { timeout: TIMEOUT, retries: 0, ..Limits::default() };
    let door = Door::new(endpoint, None, limits);
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
            let sent = send(&door, &path, std::mem::take(&mut waiting));
            if let (Err(error), false) = (&sent, has_failed) {
                tracing::warn!("spans are not taken by the collector: {error}");
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

fn send(door: &Door, path: &str, spans: Vec<Value>) -> Result<(), DoorError> {
    let service = json!({ "key": "service.name", "value": { "stringValue": "clew" } });
    let version = env!("CARGO_PKG_VERSION");
    let body = json!({ "resourceSpans": [{
        "resource": { "attributes": [service] },
        "scopeSpans": [{ "scope": { "name": "clew", "version": version }, "spans": spans }],
    }] });
    let (body, _) = Sanitizer::default().json(&body);
    match door.send(path, Method::Post(&body), &|| false) {
        // What a collector says beside its good status is of no interest.
        Ok(_) | Err(DoorError::Unreadable { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let found = Collector::parse(text).ok();
        let found = found.as_ref().map(|one| (one.endpoint.as_str(), one.path.as_str()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn addresses_are_read() {
        check("http://127.0.0.1:4318", Some(("http://127.0.0.1:4318", "v1/traces")));
        check("http://localhost/", Some(("http://localhost:4318", "v1/traces")));
        check("http://[::1]:9/x/y", Some(("http://[::1]:9", "x/y")));
        check("http://[::1]", Some(("http://[::1]:4318", "v1/traces")));
        check("https://example.org/t", Some(("https://example.org:4318", "t")));
        check("http://example.org", None);
        check("http://", None);
        check("http://user@host", None);
        check("http://a b", None);
        check("http://localhost/a b", None);
        check("ftp://host", None);
        check("", None);
    }
}
