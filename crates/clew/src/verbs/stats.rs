//! `clew stats`: how the tools are used.

use clap::Args;
use clew_protocol::StatsAnswer;

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{faint, plain};
use crate::report::Report;
use crate::session::Session;

/// Show how the tools are used
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew stats\n  clew stats --json")]
pub(crate) struct Stats {
    #[command(flatten)]
    output: OutputOptions,
}

impl Stats {
    /// Prints the figures by tool.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let answer = session.ask(|engine, context| engine.stats(context))?;
        if self.output.json {
            return Report::json(&answer, Exit::Found);
        }
        Ok(Report::new(text(&answer), Exit::Found))
    }
}

fn text(answer: &StatsAnswer) -> String {
    let mut text = format!(
        "{} calls, {} in this session, {} tokens answered\n",
        answer.lifetime_calls, answer.session_calls, answer.total_output_tokens
    );
    if !answer.top_tools.is_empty() {
        text.push_str(&format!("{:<20}{:>8}{:>10}{:>10}\n", "tool", "calls", "mean ms", "tokens"));
    }
    for tool in &answer.top_tools {
        text.push_str(&format!(
            "{:<20}{:>8}{:>10.1}{:>10.0}\n",
            plain(&tool.tool_name),
            tool.calls,
            tool.avg_ms,
            tool.avg_output_tokens
        ));
    }
    text.push_str(&format!("{}\n", faint(&plain(&answer.persistence))));
    for note in &answer.notes {
        text.push_str(&format!("{}\n", plain(note)));
    }
    text
}
