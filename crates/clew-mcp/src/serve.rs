//! Serving one connection to its end.

use std::future::Future;
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use clew_engine::Engine;

use crate::access::Access;
use crate::guarded::Guarded;
use crate::handler::{Handler, Shared};
use crate::http::{self, HttpError, HttpOptions};
use crate::options::ServeOptions;
use crate::stdio::StdioTransport;

/// A server that could not start or ended badly.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// No runtime for the connection.
    #[error("the server's threads cannot be started")]
    Start(#[source] io::Error),
    /// The connection's task failed.
    #[error("the connection failed")]
    Connection(#[source] tokio::task::JoinError),
}

/// Serves `engine` on `input` and `output` until the input ends.
///
/// Writes nothing but protocol to `output`. Calls that still run at the end
/// get up to five seconds to answer, then they are cancelled.
pub fn serve(
    engine: Arc<dyn Engine>,
    options: ServeOptions,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(ServeError::Start)?;
    let version = options.version.clone();
    let shared = Arc::new(Shared::new(engine, options, Access::Local));
    let handler = Guarded(Handler::new(shared, "stdio"));
    let (transport, writer) =
        StdioTransport::start(input, output, version).map_err(ServeError::Start)?;
    let ended = runtime.block_on(async {
        rmcp::service::serve_directly::<rmcp::RoleServer, _, _, _, _>(handler, transport, None)
            .waiting()
            .await
    });
    runtime.shutdown_background();
    writer.finish();
    ended.map(|_| ()).map_err(ServeError::Connection)
}

/// Serves `engine` over HTTP until a signal, or `stop`, asks to stop.
///
/// `ready` is told the address once connections are taken. With a token all
/// tools are offered, without one only those that change nothing; arguments
/// may name the start root and the folders that were allowed at start. Open
/// requests get a few seconds to end, then they are cancelled.
///
/// Fails if the address is no loopback address, is in use or cannot be
/// listened on.
pub fn serve_http(
    engine: Arc<dyn Engine>,
    options: ServeOptions,
    http: HttpOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), HttpError> {
    let access = if http.token.is_some() { Access::Token } else { Access::Open };
    let version = options.version.clone();
    let shared = Arc::new(Shared::new(engine, options, access));
    let make = Box::new(move |client: &str| Handler::new(shared.clone(), client));
    http::serve_handlers(make, version, http, ready, stop)
}
