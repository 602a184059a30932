//! The verbs, one file for each.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod daemon;
pub(crate) mod daemon_run;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod graph;
pub(crate) mod imports;
pub(crate) mod languages;
pub(crate) mod logs;
pub(crate) mod man;
pub(crate) mod map;
pub(crate) mod mcp;
pub(crate) mod mcp_http;
pub(crate) mod mcp_install;
pub(crate) mod outline;
pub(crate) mod parse;
pub(crate) mod refs;
pub(crate) mod rename;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod setup;
pub(crate) mod similar;
pub(crate) mod stats;
pub(crate) mod status;
pub(crate) mod symbols;

use crate::cli::{Cli, Verb};
use crate::report::Report;
use crate::session::Session;
use crate::wiring::Purpose;

/// Runs the verb of `cli`.
pub(crate) fn run(cli: Cli) -> anyhow::Result<Report> {
    let global = cli.global;
    let session = || Session::start(&global, Purpose::Workspace);
    let fragments = || Session::start(&global, Purpose::Fragment);
    match cli.verb {
        Verb::Scan(verb) => verb.run(&session()?),
        Verb::Search(verb) => verb.run(&session()?),
        Verb::Similar(verb) => verb.run(&session()?),
        Verb::Symbols(verb) => verb.run(&session()?),
        Verb::Refs(verb) => verb.run(&session()?),
        Verb::Graph(verb) => verb.run(&session()?),
        Verb::Outline(verb) => verb.run(&session()?, &global),
        Verb::Imports(verb) => verb.run(&session()?, &global),
        Verb::Parse(verb) => verb.run(&fragments()?, &global),
        Verb::Check(verb) => verb.run(&session()?, &global),
        Verb::Fmt(verb) => verb.run(&fragments()?, &global),
        Verb::Explain(verb) => verb.run(&fragments()?),
        Verb::Rename(verb) => verb.run(&fragments()?, &global),
        Verb::Map(verb) => verb.run(&session()?),
        Verb::Status(verb) => verb.run(&session()?),
        Verb::Stats(verb) => verb.run(&session()?),
        Verb::Logs(verb) => verb.run(&session()?),
        Verb::Doctor(verb) => verb.run(&global),
        Verb::Languages(verb) => verb.run(&fragments()?),
        Verb::Mcp(verb) => verb.run(&global),
        Verb::Daemon(verb) => verb.run(&global),
        Verb::Setup(verb) => verb.run(&global),
        Verb::Config(verb) => verb.run(&global),
        Verb::Completions(verb) => verb.run(),
        Verb::Man(verb) => verb.run(),
    }
}
