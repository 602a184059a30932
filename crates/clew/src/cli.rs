//! The arguments of the program.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::exit;
use crate::verbs;

/// Answers questions about code by name and by meaning.
///
/// The first question in a folder builds its index; later ones re-read only
/// what changed. Nothing in the folder is written but `.clew/`.
#[derive(Debug, Parser)]
#[command(name = "clew", version, max_term_width = 100, after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES.as_str(), propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Options of every verb.
    #[command(flatten)]
    pub(crate) global: GlobalOptions,
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// How the program is called.
pub(crate) const EXAMPLES: &str = "\
Examples:
  clew search \"where are retries handled\"
  clew symbols Cart.total
  clew refs Cart.total --role call
  clew graph Cart.total --direction up --depth 2
  clew mcp                        serve an AI agent on stdin and stdout";

static LONG_EXAMPLES: std::sync::LazyLock<String> =
    std::sync::LazyLock::new(|| format!("{EXAMPLES}\n\n{}\n\n{}", exit::TABLE, ENVIRONMENT));

/// Variables that it reads.
pub(crate) const ENVIRONMENT: &str = "\
Environment (the ZNT_ names work too):
  CLEW_PROJECT_ROOT               project root, like --project-root
  CLEW_DATA_DIR                   where indexes are kept
  CLEW_STANDALONE                 1: no daemon, like --standalone
  CLEW_DAEMON_IDLE_EXIT           seconds without clients after which the daemon
                                  that is started ends, or never; default 1800
  CLEW_ENDPOINT                   socket of the daemon, else by the data folder
  CLEW_ENDPOINT_DIR               folder of its socket and log
  CLEW_CONFIG                     configuration file to read in place of your own
  CLEW_MCP_REQUEST_TIMEOUT_MS     longest time of one tool call, default 30000
  CLEW_MCP_TOKEN                  token that clients of `clew mcp --http` must show
  CLEW_MCP_METRICS_FILE           usage log, default .clew/mcp-usage.jsonl
  CLEW_LOG                        log filter, e.g. debug; default warn
  CLEW_LOG_FILE                   file for the log; default standard error
  CLEW_OTLP_ENDPOINT              collector of spans, e.g. http://127.0.0.1:4318; default none
  CLEW_MEMORY_BUDGET_MIB          memory of all open workspaces, default 1024
  NO_COLOR                        no colours";

impl Cli {
    /// The file that this process logs to, if not standard error.
    pub(crate) fn log_file(&self) -> Option<PathBuf> {
        match &self.verb {
            Verb::Daemon(daemon) => daemon.log_file(),
            _ => None,
        }
    }
}

/// Options of every verb.
#[derive(Clone, Debug, Args)]
pub(crate) struct GlobalOptions {
    /// Project root; else found upwards from the current folder
    #[arg(long, global = true, value_name = "DIR", help_heading = "Options of every verb")]
    pub(crate) project_root: Option<PathBuf>,
    /// Another folder that arguments may name as a root (repeatable)
    #[arg(long, global = true, value_name = "DIR", help_heading = "Options of every verb")]
    pub(crate) allow_root: Vec<PathBuf>,
    /// Run the engine inside this process instead of asking the daemon
    #[arg(long, global = true, help_heading = "Options of every verb")]
    pub(crate) standalone: bool,
    /// Where indexes are kept; else the user's data folder
    #[arg(long, global = true, value_name = "DIR", help_heading = "Options of every verb")]
    pub(crate) data_dir: Option<PathBuf>,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto,
        value_name = "WHEN", help_heading = "Options of every verb")]
    pub(crate) color: Color,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Output of the reading verbs.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputOptions {
    /// Print the structured answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Size of a list.
#[derive(Clone, Debug, Args)]
pub(crate) struct PageOptions {
    /// Most items to print
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Go on where an earlier answer ended
    #[arg(long, value_name = "CURSOR")]
    pub(crate) cursor: Option<String>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Bring the index up to date
    Scan(verbs::scan::Scan),
    /// Find code by what it does or by name
    Search(verbs::search::Search),
    /// Find code that is similar to a symbol's, or to a snippet
    Similar(verbs::similar::Similar),
    /// Find definitions by name
    Symbols(verbs::symbols::Symbols),
    /// Find the uses of a symbol
    Refs(verbs::refs::Refs),
    /// Show callers, callees, supertypes, or the path between two symbols
    Graph(verbs::graph::Graph),
    /// Show the symbols of a file
    Outline(verbs::outline::Outline),
    /// Show the imports of a file and where they come from
    Imports(verbs::imports::Imports),
    /// Show the syntax tree and syntax errors of a file or of stdin
    Parse(verbs::parse::Parse),
    /// Show errors and warnings in files
    Check(verbs::check::Check),
    /// Print a text in the language's usual layout
    Fmt(verbs::fmt::Fmt),
    /// Show what a diagnostic code means
    Explain(verbs::explain::Explain),
    /// Print a text with a symbol renamed
    Rename(verbs::rename::Rename),
    /// Show the most central symbols
    Map(verbs::map::Map),
    /// Show what is indexed and how fresh it is
    Status(verbs::status::Status),
    /// Show how the tools are used
    Stats(verbs::stats::Stats),
    /// Show the last messages of the engine
    Logs(verbs::logs::Logs),
    /// Show what a report of a fault needs
    Doctor(verbs::doctor::Doctor),
    /// Show the languages that clew reads
    Languages(verbs::languages::Languages),
    /// Serve AI agents over MCP on stdin and stdout, or over HTTP
    Mcp(verbs::mcp::Mcp),
    /// Start, stop or look at the daemon that all front ends share
    Daemon(verbs::daemon::Daemon),
    /// Choose a provider of models; nothing requires one
    Setup(verbs::setup::Setup),
    /// Show or check the configuration file
    Config(verbs::config::Config),
    /// Print a completion script for a shell
    Completions(verbs::completions::Completions),
    /// Print the manual page
    Man(verbs::man::Man),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_verb_shows_an_example() {
        for verb in Cli::command().get_subcommands() {
            let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("clew "), "{} has no example", verb.get_name());
        }
    }
}
