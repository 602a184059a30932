//! The client: the engine's trait over the socket, and the daemon's start.

mod connector;
mod documents;
mod launch;
mod link;
mod remote;

pub use connector::{Connector, ConnectorOptions, RemoteError};
pub use launch::Launch;
pub use remote::RemoteEngine;
