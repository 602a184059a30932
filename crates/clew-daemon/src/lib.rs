//! The daemon: one engine that many processes ask over a local socket.
//!
//! [`Server`] puts an [`clew_engine::Engine`] on an [`Endpoint`];
//! [`RemoteEngine`] is the same trait on the other side, and starts the daemon
//! when there is none. The wire is JSON-RPC 2.0, one object a line; it is
//! written down in `docs/wire.md`.
//!
//! Everything blocks and runs on threads: the engine is synchronous, and the
//! connections of one user are few. The crate reads no environment variable.

mod client;
mod endpoint;
mod life;
mod server;
mod transport;
mod wire;

pub use client::{
    Connector, ConnectorOptions, Launch, MakeEngine, PULSE, RemoteEngine, RemoteError,
};
pub use endpoint::{Endpoint, EndpointError, MAX_SOCKET_PATH};
pub use life::detach::{detach_from_terminal, keep_descriptors_private};
pub use life::lock::{LockError, LockFile};
pub use life::log_file::LogFile;
pub use life::process::Process;
pub use server::{Ended, Server, ServerError, ServerOptions, Stopper, serve_line};
pub use wire::hello::{CAPABILITIES, DaemonInfo, DaemonState};
pub use wire::{MAX_LINE_BYTES, PROTOCOL_MAJOR, PROTOCOL_MINOR};
