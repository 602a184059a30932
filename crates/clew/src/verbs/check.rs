//! `clew check`: errors and warnings in files.

use std::path::PathBuf;

use clap::Args;
use clew_engine::RequestContext;
use clew_protocol::{Diagnostic, TypecheckMode, TypecheckRequest};

use crate::cli::{GlobalOptions, OutputOptions, PageOptions};
use crate::exit::Exit;
use crate::palette::{bad, faint, place, plain};
use crate::paths::file_argument;
use crate::report::Report;
use crate::session::Session;

/// Show errors and warnings in files, folders or globs
///
/// Ends with exit code 1 when there are errors or a file is not there, 2 when nothing that is
/// named has a checker.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew check src/\n  clew check 'lib/**/*.yx' --fast")]
pub(crate) struct Check {
    /// Files, folders or globs in the project
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Check syntax and names only
    #[arg(long)]
    fast: bool,
    /// Language of the messages, `en` or `zh`; else as the locale says
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Check {
    /// Checks the files and prints the findings by file and line.
    pub(crate) fn run(self, session: &Session, global: &GlobalOptions) -> anyhow::Result<Report> {
        let request = TypecheckRequest {
            file_paths: self.paths.iter().map(|path| file_argument(path, global)).collect(),
            root: None,
            mode: if self.fast { TypecheckMode::Fast } else { TypecheckMode::Full },
            limit: Some(self.page.limit.unwrap_or(1000)),
            cursor: self.page.cursor,
        };
        let answer = session.ask(|engine, context| {
            let lang = self.lang.unwrap_or_else(|| context.lang.clone());
            engine.typecheck(request, &RequestContext { lang, ..context.clone() })
        });
        let answer = answer?;
        let exit = match (answer.summary.files_checked, answer.summary.errors) {
            (0, _) => Exit::Usage,
            (_, 0) => Exit::Found,
            _ => Exit::Nothing,
        };
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text: String = answer.diagnostics.iter().map(|found| line(found, "")).collect();
        let counts = &answer.summary;
        let total = counts.errors + counts.warnings + counts.notes;
        let mut report = Report::new(text, exit).with_stamp(&answer.stamp).with_rest(
            answer.diagnostics.len(),
            total,
            answer.cursor.as_deref(),
        );
        report.hints.push(format!(
            "{} files, {} errors, {} warnings",
            counts.files_checked, counts.errors, counts.warnings
        ));
        Ok(report)
    }
}

/// One finding as `file:line:column: severity[code]: message`, with its help.
pub(super) fn line(diagnostic: &Diagnostic, file: &str) -> String {
    let file = diagnostic.file.as_deref().unwrap_or(file);
    let span = diagnostic.span;
    let at = format!("{}:{}:{}", plain(file), span.start_line, span.start_column);
    let label = format!("{}[{}]", diagnostic.severity.as_str(), plain(&diagnostic.code));
    let mut text = format!("{}: {}: {}\n", place(&at), bad(&label), plain(&diagnostic.message));
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("    {}\n", faint(&plain(help))));
    }
    text
}
