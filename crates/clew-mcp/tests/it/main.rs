//! The server over a pair of pipes, as clients see it.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod answers;
mod engine;
mod harness;
mod hostile;
mod http_limits;
mod http_rules;
mod http_sessions;
mod ids;
mod legacy;
mod modern;
mod offers;
mod plenty;
mod site;
mod tool_calls;
mod work;
