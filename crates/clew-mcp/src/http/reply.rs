//! Responses that are no streams.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::stdio::write;

/// JSON with this status.
pub(super) fn json(status: StatusCode, body: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Body::from(body.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A message of the protocol with this status.
pub(super) fn message(status: StatusCode, message: &Value) -> Response {
    json(status, write(message))
}

/// No content.
pub(super) fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// A refusal of the transport, which is no message of the protocol: what is
/// wrong and what to do next.
pub(super) fn refusal(status: StatusCode, error: &str, next: &str) -> Response {
    let body = json!({ "error": error, "next": next });
    let mut response = message(status, &body);
    if status == StatusCode::UNAUTHORIZED {
        let value = HeaderValue::from_static("Bearer realm=\"clew\"");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, value);
    }
    response
}

/// The status of a reply to a stateless request, by the code of its error; 0
/// for none.
pub(super) fn status_of(code: i32) -> StatusCode {
    match code {
        -32601 => StatusCode::NOT_FOUND,
        -32022..=-32020 | -32700 | -32600 => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}
