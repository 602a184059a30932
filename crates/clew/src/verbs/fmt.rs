//! `clew fmt`: a text in the language's usual layout.

use clap::Args;
use clew_protocol::{FormatSourceRequest, Hunk};

use super::check;
use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::{faint, plain, uncoloured};
use crate::report::Report;
use crate::session::Session;
use crate::source::SourceOptions;

/// Print a text in the language's usual layout, or write it back
///
/// Without --write no file is changed. Ends with exit code 1 when the text does
/// not parse, or with --check when the layout differs.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew fmt src/main.yx\n  clew fmt --check --diff src/main.yx\n  clew fmt --write src/main.yx\n  clew fmt -l yx - < fragment"
)]
pub(crate) struct Fmt {
    #[command(flatten)]
    source: SourceOptions,
    /// Columns of an indentation step
    #[arg(long, value_name = "N")]
    tab_size: Option<u32>,
    /// Print the difference instead of the text
    #[arg(long)]
    diff: bool,
    /// Print nothing; tell by the exit code whether the layout differs
    #[arg(long)]
    check: bool,
    /// Put the formatted text in the place of the file
    #[arg(long, conflicts_with = "check")]
    write: bool,
    #[command(flatten)]
    output: OutputOptions,
}

impl Fmt {
    /// Formats and prints the text or the difference.
    pub(crate) fn run(self, session: &Session, global: &GlobalOptions) -> anyhow::Result<Report> {
        let source = self.source.read(global)?.exact()?;
        let request = FormatSourceRequest {
            source: source.text.clone(),
            language: source.language.clone(),
            tab_size: self.tab_size,
        };
        let answer = session.ask(|engine, context| engine.format_source(request, context))?;
        let failed = !answer.diagnostics.is_empty() && !answer.changed;
        let exit =
            if failed || (self.check && answer.changed) { Exit::Nothing } else { Exit::Found };
        if self.write && answer.changed {
            source.replace(&answer.formatted)?;
        }
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text = match (self.diff, self.check || self.write) {
            (true, _) => answer.diff.iter().map(hunk_text).collect(),
            (false, true) => String::new(),
            (false, false) => answer.formatted,
        };
        let mut report = Report::new(text, exit);
        if self.check && answer.changed {
            report.explained = true;
            report.hints.push(format!("{}: the layout differs; --diff shows where", source.name));
        }
        report.hints.extend(answer.notes.iter().cloned());
        if failed {
            let found = answer.diagnostics.iter().map(|found| check::line(found, &source.name));
            report.hints.extend(found.map(|line| uncoloured(line.trim_end())));
        }
        Ok(report)
    }
}

/// A hunk as text, with control characters replaced.
pub(super) fn hunk_text(hunk: &Hunk) -> String {
    let head = format!(
        "@@ -{},{} +{},{} @@",
        hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines
    );
    let mut text = format!("{}\n", faint(&head));
    for line in &hunk.lines {
        text.push_str(&format!("{}\n", plain(line)));
    }
    text
}
