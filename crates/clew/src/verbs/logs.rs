//! `clew logs`: the last messages of the engine.

use clap::Args;
use clew_protocol::LogsRequest;

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{bad, faint, plain};
use crate::report::Report;
use crate::session::Session;

/// Show the last messages of the engine
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew logs\n  clew logs --stream-id S --after-id 40 --json")]
pub(crate) struct Logs {
    /// Stream of an earlier answer
    #[arg(long, requires = "after_id", value_name = "ID")]
    stream_id: Option<String>,
    /// Last id that is known
    #[arg(long, requires = "stream_id", value_name = "N")]
    after_id: Option<u64>,
    /// Most messages to print, the last ones
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    #[command(flatten)]
    output: OutputOptions,
}

impl Logs {
    /// Prints the messages, oldest first.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let request = LogsRequest { stream_id: self.stream_id, after_id: self.after_id };
        let mut answer = session.ask(|engine, context| engine.logs(request, context))?;
        let limit = self.limit.map_or(usize::MAX, |limit| limit as usize);
        answer.entries.drain(..answer.entries.len().saturating_sub(limit));
        if self.output.json {
            return Report::json(&answer, Exit::Found);
        }
        let mut text = String::new();
        for entry in &answer.entries {
            let level = match entry.level.as_str() {
                "error" | "warning" => bad(&entry.level),
                _ => faint(&plain(&entry.level)),
            };
            text.push_str(&format!("{} {level} {}\n", entry.time, plain(&entry.message)));
        }
        Ok(Report::new(text, Exit::Found))
    }
}
