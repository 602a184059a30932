//! The server over a pair of pipes, as clients see it.

mod engine;
mod harness;
mod legacy;
mod modern;
mod tool_calls;
mod work;
