//! The client: the engine's trait over the socket, and the daemon's start.

mod choices;
mod connector;
mod documents;
mod launch;
mod link;
mod own;
mod pulse;
mod reach;
mod remote;

pub use connector::{Connector, ConnectorOptions, PULSE, RemoteError};
pub use launch::Launch;
pub use own::MakeEngine;
pub use remote::RemoteEngine;
