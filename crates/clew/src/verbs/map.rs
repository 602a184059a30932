//! `clew map`: the most central symbols.

use clap::Args;
use clew_protocol::{MapFile, RepoMapRequest};

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{faint, file_line, kind, name, plain};
use crate::report::Report;
use crate::session::Session;

/// Show the most central symbols of the project or a folder
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew map\n  clew map src/ --tokens 4000")]
pub(crate) struct Map {
    /// Folder or glob, relative to the root
    #[arg(value_name = "PATH")]
    path: Option<String>,
    /// Size of the answer in tokens
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens: Option<u32>,
    /// Go on where an earlier answer ended
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
}

impl Map {
    /// Prints the files by weight, each with its symbols.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let request = RepoMapRequest {
            path: self.path,
            root: None,
            max_tokens: self.tokens,
            cursor: self.cursor,
        };
        let answer = session.ask(|engine, context| engine.repo_map(request, context))?;
        let exit = Exit::by_count(answer.files.len());
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text: String = answer.files.iter().map(file_text).collect();
        let mut report = Report::new(text, exit).with_stamp(&answer.stamp);
        let cursor = answer.cursor.map(|cursor| format!("more with --tokens or --cursor {cursor}"));
        report.hints.extend(cursor);
        Ok(report)
    }
}

fn file_text(file: &MapFile) -> String {
    let mut text = format!("{}\n", name(&plain(&file.file)));
    for symbol in &file.symbols {
        let shown = symbol.signature.as_ref().unwrap_or(&symbol.name);
        text.push_str(&format!(
            "  {}: {} {} {}\n",
            file_line(&plain(&file.file), symbol.line),
            kind(symbol.kind.as_str()),
            plain(&symbol.name),
            faint(&plain(shown)),
        ));
    }
    text
}
