//! `clew rename`: a new name inside a text.

use clap::Args;
use clew_protocol::{RenameScope, RenameSymbolRequest, ToolError};

use super::check;
use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::uncoloured;
use crate::report::Report;
use crate::session::Session;
use crate::source::SourceOptions;

/// Print a text with a symbol renamed by its scope; no file is changed
///
/// Ends with exit code 1 when the rename is refused.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew rename tmp total src/main.yx\n  \
    clew rename x y --scope function:area src/main.yx\n  \
    clew rename Point.x left src/main.yx")]
pub(crate) struct Rename {
    /// Name now; a member of a type may be written `Type.name`
    #[arg(value_name = "OLD")]
    old_name: String,
    /// Name afterwards
    #[arg(value_name = "NEW")]
    new_name: String,
    /// Where it is defined: `module`, or `function:NAME` of a function, method or type
    #[arg(long, value_name = "SCOPE", default_value = "module")]
    scope: String,
    #[command(flatten)]
    source: SourceOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Rename {
    /// Renames and prints the text.
    pub(crate) fn run(self, session: &Session, global: &GlobalOptions) -> anyhow::Result<Report> {
        let scope = RenameScope::parse(&self.scope).ok_or_else(|| {
            let message = format!("unknown scope `{}`", self.scope);
            ToolError::invalid_input(message, "use module or function:NAME")
        })?;
        let source = self.source.read(global)?.exact()?;
        let request = RenameSymbolRequest {
            source: source.text,
            old_name: self.old_name,
            new_name: self.new_name,
            scope,
            language: source.language,
        };
        let answer = session.ask(|engine, context| engine.rename_symbol(request, context))?;
        let exit = Exit::by_count(answer.edits.len());
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let mut report = Report::new(answer.source, exit);
        let found = answer.diagnostics.iter().map(|found| check::line(found, &source.name));
        report.hints.extend(found.map(|line| uncoloured(line.trim_end())));
        report.hints.extend(answer.notes);
        Ok(report)
    }
}
