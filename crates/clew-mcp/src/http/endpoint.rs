//! The endpoint `/mcp`: every revision over POST, GET and DELETE.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use rmcp::ServerHandler;
use rmcp::model::ProtocolVersion;
use serde_json::{Value, json};

use super::edge::Edge;
use super::gate::{Preference, accepts, preference, takes_body};
use super::headers::{LAST_EVENT_ID, PROTOCOL_VERSION, SESSION_ID, single};
use super::outlet::Outlet;
use super::reply::{self, empty, message, refusal};
use super::session::{COMMON, Routing, Session, Taken};
use super::sse::{EventStream, Ids, parse_id};
use super::streamed::{Opened, open};
use super::{body, modern};
use crate::stdio::{Connection, describes_itself, parse};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
/// Bodies larger than this are parsed aside, since that takes long.
const LARGE: usize = 256 * 1024;

/// Answers a request to the endpoint.
pub(super) async fn serve<H: ServerHandler>(
    State(edge): State<Arc<Edge<H>>>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    match parts.method {
        Method::POST => post(&edge, &parts.headers, body).await,
        Method::GET => listen(&edge, &parts.headers),
        Method::DELETE => end(&edge, &parts.headers),
        _ => {
            let next = "use POST, GET or DELETE";
            let mut response =
                refusal(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed", next);
            let allowed = HeaderValue::from_static("POST, GET, DELETE");
            response.headers_mut().insert(header::ALLOW, allowed);
            response
        }
    }
}

async fn post<H: ServerHandler>(
    edge: &Edge<H>,
    headers: &HeaderMap,
    body: axum::body::Body,
) -> Response {
    if !accepts(headers, JSON) || !accepts(headers, EVENTS) {
        let next = "send `Accept: application/json, text/event-stream`";
        return refusal(StatusCode::NOT_ACCEPTABLE, "the answer may be JSON or events", next);
    }
    if let Err(refused) = takes_body(headers) {
        return *refused;
    }
    let received = match body::read(headers, body, &edge.bodies, &edge.limits).await {
        Ok(received) => received,
        Err(refused) => return *refused,
    };
    let bytes = received.bytes.as_slice();
    let parsed = if bytes.len() > LARGE {
        tokio::task::block_in_place(|| parse(bytes))
    } else {
        parse(bytes)
    };
    match parsed {
        Some(body) => dispatch(edge, headers, body).await,
        None => {
            let reply = match edge.session(headers) {
                Ok(session) => session.unreadable(bytes),
                Err(_) => Connection::new(edge.version.clone()).unreadable(bytes),
            };
            plain_reply(&reply)
        }
    }
}

/// Which rules a message is served by.
enum Kind {
    /// Those of the stateless revision.
    Modern,
    /// The handshake, which opens a session.
    Handshake,
    /// Those of its session.
    Legacy,
}

fn kind_of(headers: &HeaderMap, body: &Value) -> Result<Kind, String> {
    let described = describes_itself(body.get("params"));
    let method = body.get("method").and_then(Value::as_str);
    let version = single(headers, PROTOCOL_VERSION)?;
    let modern = ProtocolVersion::V_2026_07_28;
    if described || version.is_some_and(|version| version >= modern.as_str()) {
        return Ok(Kind::Modern);
    }
    let known =
        |version: &str| ProtocolVersion::KNOWN_VERSIONS.iter().any(|it| it.as_str() == version);
    if let Some(version) = version.filter(|version| !known(version)) {
        return Err(format!("the revision `{version}` in header {PROTOCOL_VERSION} is not known"));
    }
    match method {
        Some("initialize") => Ok(Kind::Handshake),
        Some("server/discover") if !headers.contains_key(SESSION_ID) => Ok(Kind::Modern),
        _ => Ok(Kind::Legacy),
    }
}

async fn dispatch<H: ServerHandler>(edge: &Edge<H>, headers: &HeaderMap, body: Value) -> Response {
    match kind_of(headers, &body) {
        Ok(Kind::Modern) => {
            let handler = edge.handler(&modern_client(&body));
            modern::answer(handler, &edge.version, headers, body, &edge.stop_now).await
        }
        Ok(Kind::Handshake) => match edge.open_session(Routing::PerRequest) {
            Ok(session) => handshake(edge, &session, headers, body).await,
            Err(refused) => *refused,
        },
        Ok(Kind::Legacy) => match edge.session(headers) {
            Ok(session) => answer(&session, session.take(body), preference(headers)).await,
            Err(refused) => *refused,
        },
        Err(error) => {
            let known: Vec<&str> =
                ProtocolVersion::KNOWN_VERSIONS.iter().map(ProtocolVersion::as_str).collect();
            let next = format!("use one of {}", known.join(", "));
            refusal(StatusCode::BAD_REQUEST, &error, &next)
        }
    }
}

/// Who asks, as far as a stateless request says.
fn modern_client(body: &Value) -> String {
    let name = body
        .get("params")
        .and_then(|params| params.get("_meta"))
        .and_then(|meta| meta.get("io.modelcontextprotocol/clientInfo")?.get("name")?.as_str());
    name.unwrap_or("unnamed").chars().take(80).collect()
}

/// Answers `initialize`; a session whose handshake failed is not kept.
async fn handshake<H: ServerHandler>(
    edge: &Edge<H>,
    session: &Arc<Session>,
    headers: &HeaderMap,
    body: Value,
) -> Response {
    let taken = session.take(body);
    let mut response = answer(session, taken, preference(headers)).await;
    if session.agreed().is_none() {
        edge.sessions.end(session.id());
        return response;
    }
    if let Ok(id) = HeaderValue::from_str(session.id()) {
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}

async fn answer(session: &Session, taken: Taken, preference: Preference) -> Response {
    match taken {
        Taken::Nothing => empty(StatusCode::ACCEPTED),
        Taken::Reply(reply) => plain_reply(&reply),
        Taken::Busy => {
            let next = "wait for some of the answers and ask again";
            refusal(StatusCode::SERVICE_UNAVAILABLE, "too many requests of this session run", next)
        }
        Taken::Stream(number, outlet) => stream(session, number, &outlet, preference).await,
    }
}

async fn stream(
    session: &Session,
    number: u64,
    outlet: &Outlet,
    preference: Preference,
) -> Response {
    match open(outlet).await {
        Opened::Reply(data, _) if preference == Preference::Json => {
            session.forget(number);
            reply::json(StatusCode::OK, data)
        }
        Opened::Reply(_, reader) | Opened::Stream(reader) => {
            let stream = EventStream::new(reader, Ids::OfStream(number));
            // Older clients take an event without data for a broken message.
            let primes = session.agreed().is_some_and(|version| version.as_str() >= "2025-11-25");
            if primes { stream.primed().into_response() } else { stream.into_response() }
        }
    }
}

/// A reply that was known at once: one without an id is a bad request.
fn plain_reply(reply: &Value) -> Response {
    let bad = reply.get("id").is_some_and(Value::is_null) || reply.get("id").is_none();
    let status = if bad && !reply.is_array() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    message(status, reply)
}

/// Opens the stream of what belongs to no request, or goes on with a stream
/// that broke off.
fn listen<H: ServerHandler>(edge: &Edge<H>, headers: &HeaderMap) -> Response {
    if !accepts(headers, EVENTS) {
        let next = "send `Accept: text/event-stream`";
        return refusal(StatusCode::NOT_ACCEPTABLE, "the answer is a stream of events", next);
    }
    let session = match edge.session(headers) {
        Ok(session) => session,
        Err(refused) => return *refused,
    };
    let (number, after) = match headers.get(LAST_EVENT_ID) {
        None => (COMMON, 0),
        Some(id) => match id.to_str().ok().and_then(parse_id) {
            Some(place) => place,
            None => {
                let next = "send the id of the last event, or no Last-Event-ID";
                return refusal(StatusCode::BAD_REQUEST, "the event id has a wrong shape", next);
            }
        },
    };
    match session.stream(number) {
        Some(outlet) if outlet.newest() < after => {
            let next = "send the id of the last event that came, or no Last-Event-ID";
            refusal(StatusCode::BAD_REQUEST, "the event of this id was never sent", next)
        }
        Some(outlet) => {
            EventStream::new(outlet.follow(after), Ids::OfStream(number)).into_response()
        }
        None => {
            let next = "ask again; answers are kept for a minute";
            refusal(StatusCode::BAD_REQUEST, "the stream of this event is not kept", next)
        }
    }
}

/// Ends a session.
fn end<H: ServerHandler>(edge: &Edge<H>, headers: &HeaderMap) -> Response {
    match edge.session(headers) {
        Ok(session) => {
            edge.sessions.end(session.id());
            empty(StatusCode::OK)
        }
        Err(refused) => *refused,
    }
}

/// The refusal of a request whose session is unknown. Clients look for this
/// code to begin again.
pub(super) fn unknown_session() -> Response {
    let error = json!({
        "code": -32001,
        "message": "Session not found: it is unknown or has ended; send initialize again",
    });
    message(StatusCode::NOT_FOUND, &json!({ "jsonrpc": "2.0", "id": null, "error": error }))
}
