//! `clew explain`: what a diagnostic code means.

use clap::Args;
use clew_protocol::ExplainDiagnosticRequest;

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{bad, faint, name, plain};
use crate::report::Report;
use crate::session::Session;

/// Show what a diagnostic code means and how to repair the code
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew explain E1001\n  clew explain E1001 --lang zh")]
pub(crate) struct Explain {
    /// The code
    #[arg(value_name = "CODE")]
    code: String,
    /// Language of the text, `en` or `zh`
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
}

impl Explain {
    /// Prints title, description, example and help.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let request = ExplainDiagnosticRequest {
            code: self.code,
            lang: self.lang.or_else(|| Some(session.context.lang.clone())),
        };
        let answer = session.ask(|engine, context| engine.explain_diagnostic(request, context))?;
        if self.output.json {
            return Report::json(&answer, Exit::Found);
        }
        let mut text = format!(
            "{} {} {}\n\n{}\n",
            bad(&plain(&answer.code)),
            name(&plain(&answer.title)),
            faint(&format!("({})", plain(&answer.category))),
            plain(&answer.description)
        );
        if !answer.example.is_empty() {
            text.push('\n');
        }
        for line in answer.example.lines() {
            text.push_str(&format!("    {}\n", plain(line)));
        }
        text.push_str(&format!("\n{}\n", plain(&answer.help)));
        Ok(Report::new(text, Exit::Found))
    }
}
