//! The server over a pair of pipes, as clients see it.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod engine;
mod harness;
mod legacy;
mod modern;
mod offers;
mod tool_calls;
mod work;
