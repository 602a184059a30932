//! `clew languages`: the languages that clew reads.

use clap::Args;

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{faint, plain};
use crate::report::Report;
use crate::session::Session;

/// Show the languages that clew reads, and how deep
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew languages")]
pub(crate) struct Languages {
    #[command(flatten)]
    output: OutputOptions,
}

impl Languages {
    /// Prints one language a line.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let answer = session.ask(|engine, context| engine.languages(context))?;
        if self.output.json {
            return Report::json(&answer, Exit::Found);
        }
        let mut text = String::new();
        for language in &answer.languages {
            let extensions = language.extensions.join(" ");
            text.push_str(&format!(
                "{:<16}{:<10}{}\n",
                plain(&language.id),
                language.depth.as_str(),
                faint(&extensions)
            ));
            if !language.extracts.is_empty() {
                text.push_str(&format!("{:<26}{}\n", "", faint(&language.extracts)));
            }
            if !language.verified.is_empty() {
                text.push_str(&format!("{:<26}{}\n", "", faint(&language.verified)));
            }
        }
        Ok(Report::new(text, Exit::Found))
    }
}
