//! Reading bodies of requests with bounds on size, sum and time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue};
use axum::http::{StatusCode, header};
use http_body_util::BodyExt;

use super::gate::Refused;
use super::options::HttpLimits;
use super::reply::refusal;

/// The sum of the bodies at hand.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyBudget(Arc<AtomicUsize>);

/// A body; its bytes count until it is dropped.
#[derive(Debug)]
pub(super) struct Received {
    /// The bytes.
    pub(super) bytes: Vec<u8>,
    held: usize,
    budget: BodyBudget,
}

impl Drop for Received {
    fn drop(&mut self) {
        self.budget.0.fetch_sub(self.held, Ordering::Relaxed);
    }
}

impl Received {
    fn hold(&mut self, more: usize, limit: usize) -> bool {
        let before = self.budget.0.fetch_add(more, Ordering::Relaxed);
        self.held += more;
        before + more <= limit
    }
}

/// Reads the body of a request.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    budget: &BodyBudget,
    limits: &HttpLimits,
) -> Result<Received, Refused> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced.and_then(|text| text.parse::<usize>().ok()).is_some_and(|size| size > limits.body)
    {
        return Err(too_large(limits.body));
    }
    match tokio::time::timeout(limits.read_timeout, collect(body, budget, limits)).await {
        Ok(read) => read,
        Err(_) => Err(closing(refusal(
            StatusCode::REQUEST_TIMEOUT,
            "the body did not arrive in time",
            "send it at once",
        ))),
    }
}

async fn collect(
    mut body: Body,
    budget: &BodyBudget,
    limits: &HttpLimits,
) -> Result<Received, Refused> {
    let mut received = Received { bytes: Vec::new(), held: 0, budget: budget.clone() };
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            let error = "the body broke off";
            return Err(closing(refusal(StatusCode::BAD_REQUEST, error, "send it again")));
        };
        let Ok(data) = frame.into_data() else { continue };
        if received.bytes.len() + data.len() > limits.body {
            return Err(too_large(limits.body));
        }
        if !received.hold(data.len(), limits.bodies) {
            let error = "the server reads too much at once";
            let next = "ask again in a moment";
            return Err(closing(refusal(StatusCode::SERVICE_UNAVAILABLE, error, next)));
        }
        received.bytes.extend_from_slice(&data);
    }
    Ok(received)
}

fn too_large(limit: usize) -> Refused {
    let error = format!("the body has more than {limit} bytes");
    closing(refusal(StatusCode::PAYLOAD_TOO_LARGE, &error, "send less at once"))
}

/// The rest of the body is not read, so the connection cannot be used again.
fn closing(mut response: axum::response::Response) -> Refused {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    Box::new(response)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn limits() -> HttpLimits {
        HttpLimits { body: 10, bodies: 15, ..HttpLimits::default() }
    }

    async fn check_read(budget: &BodyBudget, body: Body, expected: Result<usize, u16>) {
        let read = read(&HeaderMap::new(), body, budget, &limits()).await;
        let found = match &read {
            Ok(received) => Ok(received.bytes.len()),
            Err(response) => Err(response.status().as_u16()),
        };
        assert_eq!(found, expected);
    }

    #[tokio::test]
    async fn bodies_are_bounded_one_by_one_and_together() {
        let budget = BodyBudget::default();
        check_read(&budget, Body::from("0123456789"), Ok(10)).await;
        check_read(&budget, Body::from("0123456789a"), Err(413)).await;
        let held = read(&HeaderMap::new(), Body::from("0123456789"), &budget, &limits()).await;
        check_read(&budget, Body::from("012345"), Err(503)).await;
        check_read(&budget, Body::from("01234"), Ok(5)).await;
        drop(held);
        assert_eq!(budget.0.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn announced_bodies_are_refused_unread() {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("11"));
        let refused = read(&headers, Body::empty(), &BodyBudget::default(), &limits()).await;
        assert_eq!(refused.unwrap_err().status(), StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test(start_paused = true)]
    async fn slow_bodies_time_out() {
        let outlet = crate::http::outlet::Outlet::default();
        let stream =
            crate::http::sse::EventStream::new(outlet.follow(0), crate::http::sse::Ids::Without);
        let slow = stream.into_response().into_body();
        let limits = HttpLimits { read_timeout: Duration::from_secs(2), ..HttpLimits::default() };
        let refused = read(&HeaderMap::new(), slow, &BodyBudget::default(), &limits).await;
        assert_eq!(refused.unwrap_err().status(), StatusCode::REQUEST_TIMEOUT);
    }
}
