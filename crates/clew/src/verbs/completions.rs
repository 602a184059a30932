//! `clew completions`: a completion script for a shell.

use clap::builder::PossibleValue;
use clap::{Args, Command, CommandFactory};
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
        let mut program = Cli::command();
        program.build();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "clew", &mut script);
        let mut script = String::from_utf8(script)?;
        let mut places = Vec::new();
        collect(&program, &mut Vec::new(), &mut places);
        match self.shell {
            Shell::Fish => script.extend(places.iter().map(fish)),
            Shell::PowerShell => {
                insert(&mut script, &places, |path| format!("'{path}' {{\n"), power_shell)
            }
            Shell::Elvish => {
                insert(&mut script, &places, |path| format!("&'{path}'= {{\n"), elvish)
            }
            // The others know the values of arguments without a name already.
            _ => {}
        }
        Ok(Report::new(script, Exit::Found))
    }
}

/// A verb with the values that its arguments without a name may have.
struct Place {
    /// The words before, the program's name first.
    path: Vec<String>,
    values: Vec<PossibleValue>,
}

/// Finds the places below `command`.
fn collect(command: &Command, path: &mut Vec<String>, places: &mut Vec<Place>) {
    path.push(command.get_name().to_string());
    let values = command
        .get_positionals()
        .flat_map(|argument| argument.get_value_parser().possible_values().into_iter().flatten());
    let values: Vec<PossibleValue> = values.filter(|value| !value.is_hide_set()).collect();
    if !values.is_empty() {
        places.push(Place { path: path.clone(), values });
    }
    for verb in
        command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help")
    {
        collect(verb, path, places);
    }
    path.pop();
}

/// The lines that fish lacks for a place.
fn fish(place: &Place) -> String {
    let [_, verb, below @ ..] = place.path.as_slice() else { return String::new() };
    let mut condition = format!("__fish_clew_using_subcommand {verb}");
    if let Some(last) = below.last() {
        condition.push_str(&format!("; and __fish_seen_subcommand_from {last}"));
    }
    let line = |value: &PossibleValue| {
        let (name, help) = (value.get_name(), help(value).replace('\'', "\\'"));
        format!("complete -c clew -n \"{condition}\" -f -a \"{name}\" -d '{help}'\n")
    };
    place.values.iter().map(line).collect()
}

fn power_shell(name: &str, help: &str) -> String {
    format!(
        "[CompletionResult]::new('{name}', '{name}', [CompletionResultType]::ParameterValue, '{help}')"
    )
}

fn elvish(name: &str, help: &str) -> String {
    format!("cand {name} '{help}'")
}

/// Puts a line for each value where the script begins to list what may stand at the
/// end of a path.
fn insert(
    script: &mut String,
    places: &[Place],
    opening: impl Fn(&str) -> String,
    line: impl Fn(&str, &str) -> String,
) {
    for place in places {
        let opening = opening(&place.path.join(";"));
        let Some(at) = script.find(&opening) else { continue };
        let lines = place.values.iter().map(|value| {
            let help = help(value).replace('\'', "''");
            format!("            {}\n", line(value.get_name(), &help))
        });
        script.insert_str(at + opening.len(), &lines.collect::<String>());
    }
}

fn help(value: &PossibleValue) -> String {
    value.get_help().map_or_else(|| value.get_name().to_string(), ToString::to_string)
}
