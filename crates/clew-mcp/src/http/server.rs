//! Listening, connections and stopping.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::any;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::ServerHandler;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::edge::{Edge, MakeHandler};
use super::options::{HttpError, HttpOptions, SsePolicy};
use super::reply::refusal;
use super::{body, endpoint, gate, legacy_sse, sessions};

/// Most bytes of the head of a request.
const MAX_HEAD: usize = 64 * 1024;
/// Most headers of a request.
const MAX_HEADERS: usize = 64;
/// Time between two looks for unused sessions.
const REAP_EVERY: Duration = Duration::from_secs(15);
/// Connections over the bound that may still end what they send, and for how long.
const MOST_LINGERING: usize = 64;
const LINGER: Duration = Duration::from_millis(500);
/// The answer to a connection over the bound.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n\
    Content-Length: 71\r\nRetry-After: 1\r\nConnection: close\r\n\r\n\
    {\"error\":\"too many connections\",\"next\":\"close some, or wait a moment\"}\n";

/// A server that listens and does not serve yet.
pub(super) struct Listening {
    listener: std::net::TcpListener,
    /// Where it listens.
    pub(super) address: SocketAddr,
}

/// Listens on a loopback address.
pub(super) fn listen(address: SocketAddr) -> Result<Listening, HttpError> {
    if !address.ip().is_loopback() {
        return Err(HttpError::NotLoopback(address));
    }
    let bound = std::net::TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Listening { listener, address })
    });
    bound.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => HttpError::InUse(address, SocketAddr::new(address.ip(), 0)),
        _ => HttpError::Bind(address, error),
    })
}

/// Serves until `stop`; then open requests get their time to end.
pub(super) async fn serve<H: ServerHandler>(
    listening: Listening,
    make: MakeHandler<H>,
    version: String,
    options: HttpOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), HttpError> {
    let address = listening.address;
    let listener = TcpListener::from_std(listening.listener)
        .map_err(|error| HttpError::Bind(address, error))?;
    let stop_timeout = options.limits.stop_timeout;
    let edge = Arc::new(Edge {
        make,
        version,
        token: options.token,
        limits: options.limits,
        sessions: sessions::Sessions::default(),
        bodies: body::BodyBudget::default(),
        stop_now: CancellationToken::new(),
    });
    let router = router(edge.clone(), options.sse);
    let stopping = CancellationToken::new();
    let connections = TaskTracker::new();
    tokio::select! {
        () = accept(&edge, &listener, &router, &connections, &stopping) => {}
        () = reap(&edge) => {}
        () = stop => {}
    }
    drop(listener);
    stopping.cancel();
    connections.close();
    edge.sessions.for_all(super::session::Session::close_common);
    if tokio::time::timeout(stop_timeout, connections.wait()).await.is_err() {
        tracing::warn!("some requests did not end in time and are cancelled");
    }
    edge.stop_now.cancel();
    edge.sessions.for_all(super::session::Session::end);
    Ok(())
}

fn router<H: ServerHandler>(edge: Arc<Edge<H>>, sse: SsePolicy) -> Router {
    let mut router = Router::new().route("/mcp", any(endpoint::serve::<H>));
    if sse == SsePolicy::Served {
        router = router
            .route("/sse", any(legacy_sse::listen::<H>))
            .route(legacy_sse::MESSAGES, any(legacy_sse::post::<H>));
    }
    router
        .fallback(no_such_path)
        .layer(middleware::from_fn_with_state(edge.clone(), admit::<H>))
        .with_state(edge)
}

async fn admit<H: ServerHandler>(
    State(edge): State<Arc<Edge<H>>>,
    request: Request,
    next: Next,
) -> Response {
    if head_size(&request) > MAX_HEAD {
        let next = "send fewer and shorter headers";
        let error = "the head of the request is over 64 KiB";
        let mut refused = refusal(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, error, next);
        refused.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        return refused;
    }
    match gate::admit(request.uri(), request.headers(), edge.token.as_ref()) {
        Ok(()) => next.run(request).await,
        Err(refused) => *refused,
    }
}

/// Bytes of the head of a request, about; the library bounds only its buffer, which
/// may hold more than it was asked for.
fn head_size(request: &Request) -> usize {
    let headers = request.headers().iter();
    let headers: usize = headers.map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    request.method().as_str().len() + target + " HTTP/1.1".len() + headers
}

async fn no_such_path() -> Response {
    refusal(StatusCode::NOT_FOUND, "there is nothing at this path", "the endpoint is /mcp")
}

async fn reap<H: ServerHandler>(edge: &Edge<H>) {
    loop {
        tokio::time::sleep(REAP_EVERY.min(edge.limits.session_idle)).await;
        edge.sessions.reap(edge.limits.session_idle);
    }
}

async fn accept<H: ServerHandler>(
    edge: &Arc<Edge<H>>,
    listener: &TcpListener,
    router: &Router,
    connections: &TaskTracker,
    stopping: &CancellationToken,
) {
    let room = Arc::new(Semaphore::new(edge.limits.connections));
    let lingering = Arc::new(Semaphore::new(MOST_LINGERING));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of descriptors, most likely: others must close first.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        match room.clone().try_acquire_owned() {
            Ok(permit) => {
                let connection = connection(
                    stream,
                    router.clone(),
                    edge.limits.read_timeout,
                    stopping.clone(),
                    edge.stop_now.clone(),
                );
                connections.spawn(async move {
                    connection.await;
                    drop(permit);
                });
            }
            Err(_) => turn_away(stream, &lingering),
        }
    }
}

/// Says why and closes. A client that is in the middle of its request would lose the
/// answer if the connection closed on what it sends, so it may end that, if not too
/// many do.
fn turn_away(stream: TcpStream, lingering: &Arc<Semaphore>) {
    let Ok(permit) = lingering.clone().try_acquire_owned() else { return drop_with_answer(stream) };
    tokio::spawn(async move {
        if tokio::time::timeout(LINGER, answer_full(stream)).await.is_err() {
            tracing::debug!("a connection over the bound went on sending");
        }
        drop(permit);
    });
}

async fn answer_full(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(FULL).await?;
    stream.shutdown().await?;
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// Says why and closes, without waiting for the client.
fn drop_with_answer(mut stream: TcpStream) {
    // The answer fits the socket's buffer, so this never waits.
    let mut write = std::pin::pin!(stream.write_all(FULL));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    if write.as_mut().poll(&mut context).is_pending() {
        tracing::debug!("a connection over the bound was closed without an answer");
    }
}

async fn connection(
    stream: TcpStream,
    router: Router,
    read_timeout: Duration,
    stopping: CancellationToken,
    stop_now: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection cannot be set up");
    }
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(read_timeout)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS);
    let served = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut served = std::pin::pin!(served);
    let mut stops = false;
    loop {
        tokio::select! {
            ended = served.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended");
                }
                return;
            }
            () = stopping.cancelled(), if !stops => {
                stops = true;
                served.as_mut().graceful_shutdown();
            }
            () = stop_now.cancelled() => return,
        }
    }
}
