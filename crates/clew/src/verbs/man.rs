//! `clew man`: the manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use crate::cli::Cli;
use crate::exit::Exit;
use crate::report::Report;

/// Print the manual page, or write the pages of all verbs to a folder
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew man | man -l -\n  clew man --dir ~/.local/share/man/man1"
)]
pub(crate) struct Man {
    /// Write one page for the program and one for each verb to this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages.
    pub(crate) fn run(self) -> anyhow::Result<Report> {
        if let Some(dir) = self.dir {
            std::fs::create_dir_all(&dir)
                .with_context(|| format!("cannot create {}", dir.display()))?;
            clap_mangen::generate_to(Cli::command(), &dir)
                .with_context(|| format!("cannot write to {}", dir.display()))?;
            return Ok(Report::new(String::new(), Exit::Found));
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        Ok(Report::new(String::from_utf8(page)?, Exit::Found))
    }
}
