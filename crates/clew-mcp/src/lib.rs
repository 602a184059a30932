//! The MCP edge: decodes tool calls, asks the engine, encodes answers.
//!
//! Serves the handshake revisions 2024-11-05 to 2025-11-25 and the stateless
//! revision 2026-07-28 on one connection. Protocol types stay inside: the
//! public face is [`serve`] and its options. The crate answers nothing by
//! itself; every tool is one question to an [`clew_engine::Engine`].

mod arguments;
mod handler;
mod instructions;
mod legacy_log;
mod listing;
mod options;
mod outcome;
mod progress;
mod result;
mod schema;
mod serve;
mod size;
mod stdio;
mod text;
mod toolbox;
mod tools;

pub use listing::tool_list;
pub use options::{DEFAULT_TIMEOUT, ServeOptions, ToolSet, ToolSetError};
pub use serve::{ServeError, serve};
