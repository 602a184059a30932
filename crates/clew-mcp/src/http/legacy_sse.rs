//! The transport of 2024-11-05: one stream of events, and messages by POST.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use rmcp::ServerHandler;
use serde_json::Value;

use super::body;
use super::edge::Edge;
use super::endpoint::unknown_session;
use super::gate::{accepts, takes_body};
use super::reply::{empty, refusal};
use super::session::{COMMON, Routing, Taken};
use super::sse::{EventStream, Ids};

/// Where messages are sent to.
pub(super) const MESSAGES: &str = "/messages";

/// Opens a session and its stream; the session ends with the stream.
pub(super) async fn listen<H: ServerHandler>(
    State(edge): State<Arc<Edge<H>>>,
    request: Request,
) -> Response {
    if request.method() != Method::GET {
        let next = "open the stream with GET; messages go where its first event says";
        return refusal(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed", next);
    }
    if !accepts(request.headers(), "text/event-stream") {
        let next = "send `Accept: text/event-stream`";
        return refusal(StatusCode::NOT_ACCEPTABLE, "the answer is a stream of events", next);
    }
    let session = match edge.open_session(Routing::Common) {
        Ok(session) => session,
        Err(refused) => return *refused,
    };
    let Some(outlet) = session.stream(COMMON) else { return unknown_session() };
    let place = format!("{MESSAGES}?session={}", session.id());
    EventStream::new(outlet.follow(0), Ids::Without)
        .opening("endpoint", &place)
        .guarded(session.ending())
        .into_response()
}

/// Takes a message; its answer comes on the stream.
pub(super) async fn post<H: ServerHandler>(
    State(edge): State<Arc<Edge<H>>>,
    request: Request,
) -> Response {
    let (parts, content) = request.into_parts();
    if parts.method != Method::POST {
        let next = "send messages with POST";
        return refusal(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed", next);
    }
    let session = session_id(&parts.uri).and_then(|id| edge.sessions.find(id));
    let Some(session) = session else { return unknown_session() };
    match read(&edge, &parts.headers, content).await {
        Ok(Ok(message)) => match session.take(message) {
            Taken::Busy => {
                let error = "too many requests of this session run";
                let next = "wait for some of the answers and ask again";
                refusal(StatusCode::SERVICE_UNAVAILABLE, error, next)
            }
            _ => empty(StatusCode::ACCEPTED),
        },
        Ok(Err(bytes)) => {
            super::reply::message(StatusCode::BAD_REQUEST, &session.unreadable(&bytes))
        }
        Err(refused) => *refused,
    }
}

async fn read<H: ServerHandler>(
    edge: &Edge<H>,
    headers: &axum::http::HeaderMap,
    content: Body,
) -> Result<Result<Value, Vec<u8>>, super::gate::Refused> {
    takes_body(headers)?;
    let mut received = body::read(headers, content, &edge.bodies, &edge.limits).await?;
    let bytes = std::mem::take(&mut received.bytes);
    Ok(crate::stdio::parse(&bytes).ok_or(bytes))
}

fn session_id(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("session="))
}
