//! `clew mcp`: serves an AI agent on standard input and output.

use std::io;

use anyhow::Context;
use clap::Args;
use clew_mcp::{ServeOptions, ToolSet};

use crate::environment;
use crate::exit::Exit;
use crate::report::Report;
use crate::session::Session;

/// Serve an AI agent over MCP on stdin and stdout
///
/// Speaks every protocol revision from 2024-11-05 to 2026-07-28. Standard
/// output carries the protocol only; logs go to standard error.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew mcp\n  clew mcp --project-root . --tools core\n  \
    claude mcp add clew -- clew mcp")]
pub(crate) struct Mcp {
    /// Tools to offer: `all`, `core`, or names such as `search,graph`
    #[arg(long, value_name = "SET", default_value = "all")]
    tools: ToolSet,
}

impl Mcp {
    /// Serves until standard input ends.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let options = ServeOptions {
            tools: self.tools,
            timeout: environment::request_timeout(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            ..ServeOptions::default()
        };
        clew_mcp::serve(session.engine.clone(), options, io::stdin(), io::stdout())
            .context("the MCP server stopped")?;
        Ok(Report::new(String::new(), Exit::Found))
    }
}
