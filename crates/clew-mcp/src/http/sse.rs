//! Server-sent events as the body of a response.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::Frame;
use tokio::time::{Instant, Sleep, sleep};
use tokio_util::sync::DropGuard;

use super::outlet::{Event, Reader};

/// Time between two comment lines on a stream that is silent otherwise.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// How long a client should wait before it connects again.
const RETRY_MS: u64 = 1_000;

/// Whether events carry ids, by which a client can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ids {
    /// None.
    Without,
    /// `<stream>-<number>`.
    OfStream(u64),
}

/// A stream of events that follows an outlet.
pub(super) struct EventStream {
    reader: Reader,
    ids: Ids,
    /// Sent before everything else.
    head: Option<Bytes>,
    silence: Pin<Box<Sleep>>,
    /// Cancels the work behind the stream when the client goes away.
    guard: Option<DropGuard>,
}

impl EventStream {
    /// Follows `reader`.
    pub(super) fn new(reader: Reader, ids: Ids) -> Self {
        EventStream { reader, ids, head: None, silence: Box::pin(sleep(KEEP_ALIVE)), guard: None }
    }

    /// Starts with an event without data that tells the client where to go on.
    pub(super) fn primed(mut self) -> Self {
        let id = match self.ids {
            Ids::OfStream(stream) => format!("id: {stream}-{}\n", self.reader.position()),
            Ids::Without => String::new(),
        };
        self.head = Some(format!("{id}retry: {RETRY_MS}\ndata:\n\n").into());
        self
    }

    /// Starts with an event of this kind.
    pub(super) fn opening(mut self, kind: &str, data: &str) -> Self {
        self.head = Some(format!("event: {kind}\ndata: {data}\n\n").into());
        self
    }

    /// Drops `guard` when the stream is left before its end.
    pub(super) fn guarded(mut self, guard: DropGuard) -> Self {
        self.guard = Some(guard);
        self
    }

    /// The response that carries the stream.
    pub(super) fn into_response(self) -> Response {
        let mut response = Response::new(Body::new(UnsyncBoxBody::new(self)));
        *response.status_mut() = StatusCode::OK;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-store"));
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
        response
    }

    fn encode(&self, event: &Event) -> Bytes {
        let mut text = Vec::with_capacity(event.data.len() + 64);
        text.extend_from_slice(b"event: message\n");
        if let Ids::OfStream(stream) = self.ids {
            text.extend_from_slice(format!("id: {stream}-{}\n", event.number).as_bytes());
        }
        // JSON on one line, as the encoder writes it.
        text.extend_from_slice(b"data: ");
        text.extend_from_slice(&event.data);
        text.extend_from_slice(b"\n\n");
        text.into()
    }
}

impl HttpBody for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        if let Some(head) = this.head.take() {
            return Poll::Ready(Some(Ok(Frame::data(head))));
        }
        match this.reader.poll_next(context) {
            Poll::Ready(Some(event)) => {
                this.silence.as_mut().reset(Instant::now() + KEEP_ALIVE);
                Poll::Ready(Some(Ok(Frame::data(this.encode(&event)))))
            }
            Poll::Ready(None) => {
                // The work is done; there is nothing left to cancel.
                if let Some(guard) = this.guard.take() {
                    guard.disarm();
                }
                Poll::Ready(None)
            }
            Poll::Pending => match this.silence.as_mut().poll(context) {
                Poll::Ready(()) => {
                    this.silence.as_mut().reset(Instant::now() + KEEP_ALIVE);
                    Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b": alive\n\n")))))
                }
                Poll::Pending => Poll::Pending,
            },
        }
    }
}

/// The stream and the number of an event id.
pub(super) fn parse_id(id: &str) -> Option<(u64, u64)> {
    let (stream, number) = id.trim().split_once('-')?;
    Some((stream.parse().ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;
    use crate::http::outlet::{Outlet, Weight};

    async fn read(stream: EventStream) -> String {
        let bytes = stream.into_response().into_body().collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    fn outlet() -> Outlet {
        let outlet = Outlet::default();
        outlet.push("{\"a\":1}".into(), Weight::Passing);
        outlet.push("{\"b\":2}".into(), Weight::Lasting);
        outlet.end();
        outlet
    }

    #[tokio::test]
    async fn events_have_ids_and_a_priming_event_where_wanted() {
        let plain = read(EventStream::new(outlet().follow(1), Ids::Without)).await;
        assert_eq!(plain, "event: message\ndata: {\"b\":2}\n\n");
        let primed = read(EventStream::new(outlet().follow(1), Ids::OfStream(7)).primed()).await;
        assert_eq!(
            primed,
            "id: 7-1\nretry: 1000\ndata:\n\nevent: message\nid: 7-2\ndata: {\"b\":2}\n\n"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn silent_streams_show_that_they_live() {
        let outlet = Outlet::default();
        let stream = EventStream::new(outlet.follow(0), Ids::Without).opening("endpoint", "/m");
        let mut body = stream.into_response().into_body();
        let mut frames = Vec::new();
        for _ in 0..2 {
            frames.push(body.frame().await.unwrap().unwrap().into_data().unwrap());
        }
        assert_eq!(frames, ["event: endpoint\ndata: /m\n\n", ": alive\n\n"]);
    }

    #[test]
    fn ids_are_read_back() {
        assert_eq!(parse_id("12-3"), Some((12, 3)));
        for broken in ["", "12", "a-1", "1-b", "-", "99999999999999999999-1"] {
            assert_eq!(parse_id(broken), None, "{broken}");
        }
    }
}
