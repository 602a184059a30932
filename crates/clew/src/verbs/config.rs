//! `clew config`: the configuration file, its defaults and its faults.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clew_setup::judge;

use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::plain;
use crate::report::Report;
use crate::set_up;

/// Show or check the configuration of model providers
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew config show\n  clew config validate\n  clew config defaults > config.yaml"
)]
pub(crate) struct Config {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print every key with its default and what it is for
    Defaults,
    /// Check a file: unknown keys, wrong types, bad globs, by line and column
    Validate(Validate),
    /// Print what is in use; keys in plain text are hidden
    Show(OutputOptions),
}

#[derive(Debug, Args)]
struct Validate {
    /// File to check; else the one in use
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The same, without the option's name
    #[arg(value_name = "FILE", conflicts_with = "config")]
    file: Option<PathBuf>,
    /// Ask the provider in use for its models, too
    #[arg(long, conflicts_with_all = ["config", "file"])]
    check_provider: bool,
}

impl Config {
    /// Prints defaults, faults or settings.
    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        match self.action {
            Action::Defaults => Ok(Report::new(clew_config::defaults_yaml(), Exit::Found)),
            Action::Validate(validate) => validate.run(global),
            Action::Show(output) => show(output, global),
        }
    }
}

impl Validate {
    fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        let desk = set_up::desk(global)?;
        let (path, mut problems) = match self.config.or(self.file) {
            Some(path) => {
                let problems = judge(&path)?;
                (path, problems)
            }
            None => (desk.places().config(), desk.in_use().problems),
        };
        if self.check_provider {
            let check = desk.status(true, &|| false).provider_check;
            problems.extend(check.and_then(|check| check.message));
        }
        let shown = path.display();
        let lines: Vec<String> =
            problems.iter().map(|problem| plain(&format!("{shown}:{problem}")) + "\n").collect();
        let exit = if lines.is_empty() { Exit::Found } else { Exit::Nothing };
        let mut report = Report::new(lines.concat(), exit);
        if problems.is_empty() {
            report.hints.push(format!("{shown}: nothing is wrong"));
        }
        Ok(report)
    }
}

fn show(output: OutputOptions, global: &GlobalOptions) -> anyhow::Result<Report> {
    let desk = set_up::desk(global)?;
    if output.json {
        return Report::json(&desk.status(false, &|| false), Exit::Found);
    }
    let used = desk.in_use();
    let mut report = Report::new(clew_config::to_yaml(&used.settings), Exit::Found);
    let from = desk.places().config();
    report.hints.push(match used.is_written {
        true => format!("from {}", from.display()),
        false => format!("defaults; {} is not there", from.display()),
    });
    report.hints.extend(used.problems);
    Ok(report)
}
