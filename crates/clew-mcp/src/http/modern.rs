//! Requests of the stateless revision: each is served by itself.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rmcp::RoleServer;
use rmcp::ServerHandler;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::serve_directly_with_ct;
use rmcp::transport::Transport;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::gate::{Preference, preference};
use super::headers;
use super::outlet::{Outlet, Weight};
use super::reply::{empty, json, message, status_of};
use super::sse::{EventStream, Ids};
use super::streamed::{Opened, open};
use crate::guarded::Guarded;
use crate::stdio::{Connection, Step, described_version, error_reply, write};

/// The code of a header that says something else than the body.
const HEADER_MISMATCH: i32 = -32020;

/// Answers a stateless message. When the client goes away, the work behind it
/// is cancelled; `stop` does so too.
pub(super) async fn answer<H: ServerHandler>(
    handler: H,
    version: &str,
    headers: &HeaderMap,
    body: Value,
    stop: &CancellationToken,
) -> Response {
    let id = body.get("id").cloned().filter(|id| id.is_string() || id.is_number());
    let is_request = body.get("id").is_some();
    let mismatch = mismatch(&handler, headers, &body);
    let mut connection = Connection::new(version.to_string());
    let mut steps = connection.message(body, None);
    let step = match (steps.pop(), mismatch) {
        // What lacks its description is told so first.
        (Some(Step::Reply(reply)), _) => return judged(&reply),
        (_, Err(reason)) => {
            let reply = error_reply(id.unwrap_or_default(), HEADER_MISMATCH, &reason);
            return message(StatusCode::BAD_REQUEST, &reply);
        }
        (step, Ok(())) => step,
    };
    match step {
        Some(Step::Deliver(request)) if is_request => {
            run(handler, connection, *request, preference(headers), stop).await
        }
        // Notifications mean nothing here: a request ends with its connection.
        _ => empty(StatusCode::ACCEPTED),
    }
}

fn mismatch<H: ServerHandler>(
    handler: &H,
    headers: &HeaderMap,
    body: &Value,
) -> Result<(), String> {
    let tool = body.pointer("/params/name").and_then(Value::as_str);
    let schema = tool.and_then(|tool| handler.get_tool(tool)).map(|tool| tool.input_schema);
    let version = described_version(body.get("params"));
    headers::check(headers, body, version, schema.as_deref())
}

/// The response to a request that is answered without being run.
fn judged(reply: &Value) -> Response {
    let status = match reply.pointer("/error/code").and_then(Value::as_i64) {
        None => StatusCode::OK,
        Some(-32601) => StatusCode::NOT_FOUND,
        Some(_) => StatusCode::BAD_REQUEST,
    };
    message(status, reply)
}

async fn run<H: ServerHandler>(
    handler: H,
    connection: Connection,
    request: ClientJsonRpcMessage,
    preference: Preference,
    stop: &CancellationToken,
) -> Response {
    let outlet = Outlet::default();
    let code = Arc::new(AtomicI32::new(0));
    let work = stop.child_token();
    let guard = work.clone().drop_guard();
    let transport = Once {
        message: Some(request),
        connection,
        outlet: outlet.clone(),
        answered: CancellationToken::new(),
        code: code.clone(),
    };
    let running = serve_directly_with_ct(Guarded(handler), transport, None, work);
    let served = outlet.clone();
    tokio::spawn(async move {
        if let Err(error) = running.waiting().await {
            tracing::error!(%error, "a request failed");
        }
        served.end();
    });
    let reader = match open(&outlet).await {
        Opened::Reply(data, reader) => {
            let status = status_of(code.load(Ordering::Acquire));
            if status != StatusCode::OK || preference == Preference::Json {
                guard.disarm();
                return json(status, data);
            }
            reader
        }
        Opened::Stream(reader) => reader,
    };
    EventStream::new(reader, Ids::Without).guarded(guard).into_response()
}

/// One request and what is sent in answer to it, as the protocol library's
/// transport.
struct Once {
    message: Option<ClientJsonRpcMessage>,
    connection: Connection,
    outlet: Outlet,
    answered: CancellationToken,
    /// The code of an error reply; 0 before and without one.
    code: Arc<AtomicI32>,
}

impl Transport<RoleServer> for Once {
    type Error = Infallible;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        let is_reply =
            matches!(item, ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_));
        if let ServerJsonRpcMessage::Error(error) = &item {
            self.code.store(error.error.code.0, Ordering::Release);
        }
        let weight = if is_reply { Weight::Last } else { Weight::Passing };
        let message = serde_json::to_value(&item).unwrap_or_default();
        if let (Some(message), _) = self.connection.outgoing(message) {
            self.outlet.push(write(&message).into(), weight);
        }
        if is_reply {
            self.answered.cancel();
        }
        std::future::ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        match self.message.take() {
            Some(message) => Some(message),
            None => {
                self.answered.cancelled().await;
                None
            }
        }
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
