//! Newline-separated JSON over a pair of byte streams.
//!
//! The protocol library reads and answers well-formed messages. What is not
//! well-formed, batches, notifications out of season and ids in use twice are
//! settled here, so that nothing a client sends ends the process.

mod batch;
mod connection;
mod era;
mod json;
mod lines;
mod salvage;
#[cfg(test)]
mod tests;
mod transport;
mod writer;

pub(crate) use connection::{Connection, Room, Step, error_reply};
pub(crate) use era::{described_version, describes_itself};
pub(crate) use json::{parse, write};
pub(crate) use transport::StdioTransport;
