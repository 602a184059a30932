//! The wire: lines, messages, errors and the words of the protocol.

pub(crate) mod call;
pub(crate) mod error;
pub(crate) mod hello;
pub(crate) mod line;
pub(crate) mod message;
pub(crate) mod method;

/// Version of the protocol; another number means another endpoint.
pub const PROTOCOL_MAJOR: u32 = 1;
/// Grows with every addition to the protocol.
pub const PROTOCOL_MINOR: u32 = 0;
/// Longest line that either side takes, in bytes (10 MiB), for requests.
pub const MAX_LINE_BYTES: usize = 10 * 1024 * 1024;
