//! `clew config`: the configuration file, its defaults and its faults.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use clew_protocol::ToolError;
use clew_setup::{SettingsOf, judge};
use clew_vfs::RealFs;
use clew_vfs::config::{CONFIG_FILES, load_config};

use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::plain;
use crate::report::Report;
use crate::{folders, set_up};

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
    /// File to check; else yours in use and that of the workspace
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
        let named = self.config.or(self.file);
        // Of a workspace's own file not all keys count, whoever asks.
        let of_workspace = match &named {
            None => folders::project(global)
                .map(|root| load_config(&RealFs, &root).messages(&root))
                .unwrap_or_default(),
            Some(_) => Vec::new(),
        };
        let (path, mut problems) = match named {
            Some(path) => {
                let problems = judge(&path, whose(&path)).map_err(|error| {
                    let what = format!("{error}: {}", error.source);
                    ToolError::not_found(what, "name a configuration file", Vec::new())
                })?;
                (path, problems)
            }
            None => (desk.places().config(), desk.in_use().problems),
        };
        if self.check_provider {
            let check = desk.status(true, &|| false).provider_check;
            problems.extend(check.and_then(|check| check.message));
        }
        let shown = path.display();
        let own = problems.iter().map(|problem| format!("{shown}:{problem}"));
        let lines: Vec<String> =
            own.chain(of_workspace).map(|problem| plain(&problem) + "\n").collect();
        let exit = if lines.is_empty() { Exit::Found } else { Exit::Nothing };
        let mut report = Report::new(lines.concat(), exit);
        if lines.is_empty() {
            report.hints.push(format!("{shown}: nothing is wrong"));
        }
        Ok(report)
    }
}

/// Whose settings the file of that path would hold.
fn whose(path: &Path) -> SettingsOf {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match CONFIG_FILES.iter().any(|name| full.ends_with(name)) {
        true => SettingsOf::Workspace,
        false => SettingsOf::User,
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
    let problems = used.problems.iter().map(|problem| format!("{}:{problem}", from.display()));
    report.hints.extend(problems);
    Ok(report)
}
