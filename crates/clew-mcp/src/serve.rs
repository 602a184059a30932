//! Serving one connection to its end.

use std::io::{self, Read, Write};
use std::sync::Arc;

use clew_engine::Engine;

use crate::handler::Handler;
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
    let handler = Handler::new(engine, options);
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
