//! Whether an answer is one reply or a stream of messages.

use std::time::Duration;

use axum::body::Bytes;

use super::outlet::{Outlet, Reader, Weight};

/// Within this time an answer may come as plain JSON; afterwards the response
/// is a stream that shows the client that the call lives.
const OPEN_AFTER: Duration = Duration::from_secs(1);

/// How an answer travels.
pub(super) enum Opened {
    /// This reply is all there is; the reader has not passed it yet.
    Reply(Bytes, Reader),
    /// Messages come one by one.
    Stream(Reader),
}

/// Waits for the first message of a request's stream.
pub(super) async fn open(outlet: &Outlet) -> Opened {
    let mut reader = outlet.follow(0);
    let first = tokio::time::timeout(OPEN_AFTER, reader.peek()).await;
    match first {
        Ok(Some(event)) if event.weight == Weight::Last => Opened::Reply(event.data, reader),
        _ => Opened::Stream(reader),
    }
}
