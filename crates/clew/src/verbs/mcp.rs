//! `clew mcp`: serves an AI agent on standard input and output.

use std::io;

use anyhow::Context;
use clap::{Args, Subcommand};
use clew_mcp::{ServeOptions, ToolSet};

use super::mcp_install::Install;
use crate::cli::GlobalOptions;
use crate::environment;
use crate::exit::Exit;
use crate::report::Report;
use crate::session::Session;

/// Serve an AI agent over MCP on stdin and stdout
///
/// Speaks every protocol revision from 2024-11-05 to 2026-07-28. Standard
/// output carries the protocol only; logs go to standard error.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  clew mcp\n  clew mcp --project-root . --tools core\n  \
    clew mcp install claude-code"
)]
pub(crate) struct Mcp {
    #[command(subcommand)]
    action: Option<Action>,
    /// Tools to offer: `all`, `core`, or names such as `search,graph`
    #[arg(long, value_name = "SET", default_value = "all")]
    tools: ToolSet,
}

/// What else there is to do about MCP.
#[derive(Debug, Subcommand)]
enum Action {
    Install(Install),
}

impl Mcp {
    /// Serves until standard input ends, or sets a client up.
    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        if let Some(Action::Install(install)) = self.action {
            return install.run(global);
        }
        let session = Session::start(global)?;
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
