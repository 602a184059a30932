//! The real binary over its command line and over MCP.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod command_line;
mod crash;
mod daemon;
mod doctor;
mod errors;
mod full_disk;
mod hostile;
mod mcp;
mod mcp_confined;
mod mcp_http;
mod mcp_install;
mod project;
mod setup;
mod streams;
