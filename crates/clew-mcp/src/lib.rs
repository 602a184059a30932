//! The MCP edge: decodes tool calls, asks the engine, encodes answers.
//!
//! Serves the handshake revisions 2024-11-05 to 2025-11-25 and the stateless
//! revision 2026-07-28, on standard input and output or over HTTP. Protocol
//! types stay inside: the public face is [`serve`], [`serve_http`] and their
//! options. The crate answers nothing by
//! itself; every tool is one question to an [`clew_engine::Engine`].

mod access;
mod arguments;
#[cfg(feature = "fixture")]
pub mod fixture;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod guarded;
mod handler;
mod http;
mod instructions;
mod legacy_log;
mod listing;
mod offers;
mod options;
mod outcome;
mod progress;
mod queue;
mod result;
mod schema;
mod serve;
mod size;
mod stdio;
mod text;
mod toolbox;
mod tools;
mod uri;

pub use http::{DEFAULT_ADDRESS, HttpError, HttpLimits, HttpOptions, SsePolicy, Token, TokenError};
pub use listing::tool_list;
pub use options::{DEFAULT_TIMEOUT, ServeOptions, ToolSet, ToolSetError};
pub use serve::{ServeError, serve, serve_http};
