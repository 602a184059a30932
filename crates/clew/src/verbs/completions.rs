//! `clew completions`: a completion script for a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::report::Report;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew completions bash > ~/.local/share/bash-completion/completions/clew\n  \
    clew completions fish > ~/.config/fish/completions/clew.fish"
)]
pub(crate) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(crate) fn run(self) -> anyhow::Result<Report> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "clew", &mut script);
        Ok(Report::new(String::from_utf8(script)?, Exit::Found))
    }
}
