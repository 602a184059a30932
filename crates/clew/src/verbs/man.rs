//! `clew man`: the manual pages.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command, CommandFactory};

use crate::cli::{Cli, ENVIRONMENT, EXAMPLES};
use crate::exit::{self, Exit};
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
        let mut program = Cli::command()
            .disable_help_subcommand(true)
            .after_long_help(format!("{EXAMPLES}\n\n{ENVIRONMENT}"));
        program.build();
        if let Some(dir) = self.dir {
            std::fs::create_dir_all(&dir)
                .with_context(|| format!("cannot create {}", dir.display()))?;
            write_pages(&program, &dir)
                .with_context(|| format!("cannot write to {}", dir.display()))?;
            return Ok(Report::new(String::new(), Exit::Found));
        }
        let page = page(&program, Verbs::InFull)?;
        Ok(Report::new(String::from_utf8(page)?, Exit::Found))
    }
}

/// How a page shows the verbs below its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verbs {
    /// By name, since each has a page.
    Listed,
    /// With their options.
    InFull,
}

/// Writes the page of a command, and those of all below it.
fn write_pages(command: &Command, dir: &Path) -> io::Result<()> {
    let file = clap_mangen::Man::new(command.clone()).get_filename();
    std::fs::write(dir.join(file), page(command, Verbs::Listed)?)?;
    visible(command).try_for_each(|command| write_pages(command, dir))
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set())
}

fn page(command: &Command, verbs: Verbs) -> io::Result<Vec<u8>> {
    let manual = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    manual.render_title(&mut page)?;
    manual.render_name_section(&mut page)?;
    manual.render_synopsis_section(&mut page)?;
    manual.render_description_section(&mut page)?;
    manual.render_options_section(&mut page)?;
    match verbs {
        Verbs::InFull => push_verbs(command, command.get_name(), &mut page)?,
        Verbs::Listed if visible(command).next().is_some() => {
            manual.render_subcommands_section(&mut page)?;
        }
        Verbs::Listed => {}
    }
    push_exit_codes(&mut page);
    push_extra(command, &manual, &mut page)?;
    manual.render_version_section(&mut page)?;
    Ok(page)
}

/// A section for each verb below `command`: how it is called, its own options and
/// examples.
fn push_verbs(command: &Command, prefix: &str, page: &mut Vec<u8>) -> io::Result<()> {
    for verb in visible(command) {
        let own = verb.clone().mut_args(|argument| {
            let of_every_verb = argument.is_global_set()
                || matches!(argument.get_id().as_str(), "help" | "version");
            argument.hide(of_every_verb)
        });
        let name = format!("{prefix} {}", verb.get_name());
        let manual = clap_mangen::Man::new(own);
        let mut sections = Vec::new();
        manual.render_synopsis_section(&mut sections)?;
        manual.render_description_section(&mut sections)?;
        manual.render_options_section(&mut sections)?;
        push_extra(verb, &manual, &mut sections)?;
        page.extend(format!(".SH \"{}\"\n", name.to_uppercase()).into_bytes());
        page.extend(below(&String::from_utf8_lossy(&sections)).into_bytes());
        push_verbs(verb, &name, page)?;
    }
    Ok(())
}

/// Examples and what else stands below the options, if anything does.
fn push_extra(command: &Command, manual: &clap_mangen::Man, page: &mut Vec<u8>) -> io::Result<()> {
    if command.get_after_help().or(command.get_after_long_help()).is_none() {
        return Ok(());
    }
    manual.render_extra_section(page)
}

/// The same sections one level further down.
fn below(sections: &str) -> String {
    let lines = sections.lines().map(|line| match line.strip_prefix(".SH ") {
        Some(title) => format!(".SS {title}\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

fn push_exit_codes(page: &mut Vec<u8>) {
    page.extend(b".SH \"EXIT STATUS\"\n.nf\n");
    // The first line is the title of the table.
    let lines = exit::TABLE.lines().skip(1).map(|line| format!("{}\n", line.replace('-', "\\-")));
    page.extend(lines.collect::<String>().into_bytes());
    page.extend(b".fi\n");
}
