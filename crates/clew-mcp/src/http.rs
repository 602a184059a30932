//! The protocol over HTTP, on loopback addresses alone.
//!
//! One endpoint serves every revision: requests of the stateless one by
//! themselves, those of the handshake revisions in sessions. Messages are
//! judged by the same rules as on standard input and answered by the same
//! handler; this module adds who may connect, how much they may send, and
//! which stream an answer travels on.

mod body;
mod edge;
mod endpoint;
mod gate;
mod headers;
mod legacy_sse;
mod modern;
mod options;
mod outlet;
mod reply;
mod server;
mod session;
mod sessions;
mod signals;
mod sse;
mod streamed;

use std::future::Future;
use std::net::SocketAddr;

use rmcp::ServerHandler;

pub(crate) use edge::MakeHandler;
pub use options::{
    DEFAULT_ADDRESS, HttpError, HttpLimits, HttpOptions, SsePolicy, Token, TokenError,
};

/// Serves handlers from `make` until `stop`, or a signal, comes. `ready` is
/// told the address once connections are accepted.
pub(crate) fn serve_handlers<H: ServerHandler>(
    make: MakeHandler<H>,
    version: String,
    options: HttpOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), HttpError> {
    let listening = server::listen(options.address)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("mcp-http")
        .enable_all()
        .build()
        .map_err(HttpError::Start)?;
    let served = runtime.block_on(async {
        let stop = async {
            tokio::select! {
                () = stop => {}
                () = signals::stop() => {}
            }
        };
        // The listener's queue takes connections from here on.
        ready(listening.address);
        server::serve(listening, make, version, options, stop).await
    });
    // Calls that do not look at their cancellation are left behind.
    runtime.shutdown_background();
    served
}

/// Reads `data` as what names a place in a stream.
#[cfg(feature = "fuzzing")]
pub(crate) fn fuzz_ids(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && let Some((stream, number)) = sse::parse_id(text)
    {
        assert_eq!(sse::parse_id(&format!("{stream}-{number}")), Some((stream, number)));
    }
}
