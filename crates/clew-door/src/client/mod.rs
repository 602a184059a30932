//! The workspace's only HTTP client.

mod door;
mod endpoint;
mod error;
mod retry;

pub use door::{Answer, Door, Limits, Method};
pub use endpoint::{Endpoint, EndpointError, Key};
pub use error::DoorError;

#[cfg(test)]
mod tests;
