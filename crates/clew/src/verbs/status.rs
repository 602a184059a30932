//! `clew status`: what is indexed and how fresh it is.

use clap::Args;
use clew_protocol::{DescriptionState, MakingPhase, StatusAnswer, StatusRequest, VectorState};

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{name, plain};
use crate::report::Report;
use crate::session::Session;

/// Show what is indexed and how fresh it is
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew status\n  clew status ../shop --json")]
pub(crate) struct Status {
    /// Folder to ask about; else the project root
    #[arg(value_name = "DIR")]
    project_path: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
}

impl Status {
    /// Prints the state; exit code 1 when there is no index.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let request = StatusRequest { project_path: self.project_path };
        let answer = session.ask(|engine, context| engine.status(request, context))?;
        let exit = if answer.has_index { Exit::Found } else { Exit::Nothing };
        if self.output.json {
            return Report::json(&answer, exit);
        }
        Ok(Report::new(text(&answer), exit).with_stamp(&answer.stamp))
    }
}

fn text(answer: &StatusAnswer) -> String {
    let mut text = format!("{}\n", name(&plain(&answer.current_project)));
    let mut line = |title: &str, value: String| {
        text.push_str(&format!("  {title:<12}{value}\n"));
    };
    let stats = &answer.stats;
    line("state", format!("{:?}", answer.daemon_status).to_lowercase());
    if !answer.is_exact_project {
        line("served", plain(&answer.daemon_project));
    }
    line("files", stats.files.to_string());
    line(
        "symbols",
        format!(
            "{} declarations, {} functions, {} members, {} imports",
            stats.declarations, stats.functions, stats.members, stats.dependencies
        ),
    );
    line("edges", stats.edges.to_string());
    if !answer.languages.is_empty() {
        let shown: Vec<String> =
            answer.languages.iter().map(|(id, files)| format!("{id} {files}")).collect();
        line("languages", shown.join(", "));
    }
    let freshness = &answer.stamp.freshness;
    if let Some(revision) = &freshness.revision {
        line("revision", plain(revision));
    }
    line(
        "freshness",
        format!("{} changed files, {} pending", freshness.dirty_files, freshness.pending),
    );
    if let Some(vectors) = &answer.vectors {
        line("vectors", self::vectors(vectors));
    }
    if let Some(descriptions) = &answer.descriptions {
        line("described", self::descriptions(descriptions));
    }
    if let Some(error) = &answer.scan.last_error {
        line("last error", plain(error));
    }
    text.push_str(&super::scan::left_out(&answer.left_out));
    text
}

/// What is going on, behind how far it is.
fn phase(phase: MakingPhase) -> &'static str {
    match phase {
        MakingPhase::Complete => "",
        MakingPhase::Working => ", in the making",
        MakingPhase::Waiting => ", waiting for the provider",
        MakingPhase::Incomplete => ", incomplete",
    }
}

/// Descriptions by a model in one line.
fn descriptions(state: &DescriptionState) -> String {
    let total = state.total.map_or_else(String::new, |total| format!(" of {total}"));
    let (model, language) = (plain(&state.model), plain(&state.language));
    let mut text = format!("{}{total} symbols by {model} ({language})", state.done);
    text.push_str(phase(state.state));
    if let Some(message) = &state.message {
        text.push_str(&format!("; {}", plain(message)));
    }
    text
}

/// Vectors by a provider's model in one line.
fn vectors(vectors: &VectorState) -> String {
    let mut text =
        format!("{} of {} chunks by {}", vectors.done, vectors.total, plain(&vectors.model));
    if let Some(dimensions) = vectors.dimensions {
        text.push_str(&format!(" ({dimensions} numbers)"));
    }
    text.push_str(phase(vectors.state));
    if vectors.serving != vectors.model {
        text.push_str(&format!("; {} answers", plain(&vectors.serving)));
    }
    if let Some(message) = &vectors.message {
        text.push_str(&format!("; {}", plain(message)));
    }
    text
}
