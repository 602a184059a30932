//! `clew mcp`: serves AI agents, on standard input and output or over HTTP.

use std::io;

use anyhow::Context;
use clap::{Args, Subcommand};
use clew_mcp::{ServeOptions, ToolSet};

use super::mcp_http::Http;
use super::mcp_install::Install;
use crate::cli::GlobalOptions;
use crate::environment;
use crate::exit::Exit;
use crate::report::Report;
use crate::session::Session;
use crate::wiring::Purpose;

/// Serve AI agents over MCP on stdin and stdout, or over HTTP
///
/// Speaks every protocol revision from 2024-11-05 to 2026-07-28. Standard
/// output carries the protocol only; logs go to standard error.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  clew mcp\n  clew mcp --project-root . --tools core\n  \
    clew mcp --http --token-file ~/.clew-token\n  clew mcp install claude-code"
)]
pub(crate) struct Mcp {
    #[command(subcommand)]
    action: Option<Action>,
    /// Tools to offer: `all`, `core`, or names such as `search,graph` or `core,logs`
    #[arg(long, value_name = "SET", default_value = "all")]
    tools: ToolSet,
    #[command(flatten)]
    http: Http,
}

/// What else there is to do about MCP.
#[derive(Debug, Subcommand)]
enum Action {
    Install(Install),
}

impl Mcp {
    /// Serves until standard input ends or a signal comes, or sets a client up.
    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        if let Some(Action::Install(install)) = self.action {
            return install.run(global);
        }
        let session = Session::start(global, Purpose::Serving)?;
        let options = ServeOptions {
            tools: self.tools,
            timeout: environment::request_timeout(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            ..ServeOptions::default()
        };
        if self.http.wanted() {
            self.http.serve(&session, options)?;
            return Ok(Report::new(String::new(), Exit::Found));
        }
        clew_mcp::serve(session.engine.clone(), options, io::stdin(), io::stdout())
            .context("the MCP server stopped")?;
        Ok(Report::new(String::new(), Exit::Found))
    }
}
