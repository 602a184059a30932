//! Serving other handlers on the same layer, for the conformance suite.

use std::net::SocketAddr;

use rmcp::ServerHandler;

use crate::http::{self, HttpError, HttpOptions};

/// Serves clones of `handler` over HTTP until a signal asks to stop.
pub fn serve_handler<H: ServerHandler + Clone + Sync>(
    handler: H,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), HttpError> {
    let options = HttpOptions { address, ..HttpOptions::default() };
    let make = Box::new(move |_client: &str| handler.clone());
    http::serve_handlers(make, "1.0.0".into(), options, ready, std::future::pending())
}
