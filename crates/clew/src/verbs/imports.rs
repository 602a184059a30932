//! `clew imports`: the imports of a file and where they come from.

use std::path::PathBuf;

use clap::Args;
use clew_protocol::{ImportEntry, ListImportsRequest};

use crate::cli::{GlobalOptions, OutputOptions, PageOptions};
use crate::exit::Exit;
use crate::palette::{faint, file_line, kind, name, plain};
use crate::paths::file_argument;
use crate::report::Report;
use crate::session::Session;

/// Show the imports of a file and where they come from
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew imports src/cart.py")]
pub(crate) struct Imports {
    /// File in the project
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Imports {
    /// Prints the imports in source order.
    pub(crate) fn run(self, session: &Session, global: &GlobalOptions) -> anyhow::Result<Report> {
        let request = ListImportsRequest {
            file_path: file_argument(&self.file, global),
            root: None,
            limit: Some(self.page.limit.unwrap_or(1000)),
            cursor: self.page.cursor,
        };
        let answer = session.ask(|engine, context| engine.list_imports(request, context))?;
        let exit = Exit::by_count(answer.imports.len());
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text: String =
            answer.imports.iter().map(|entry| entry_text(&answer.file, entry)).collect();
        Ok(Report::new(text, exit).with_stamp(&answer.stamp).with_rest(
            answer.imports.len(),
            answer.total,
            answer.cursor.as_deref(),
        ))
    }
}

fn entry_text(file: &str, entry: &ImportEntry) -> String {
    let items: Vec<String> = entry
        .items
        .iter()
        .map(|item| match &item.alias {
            Some(alias) => format!("{} as {alias}", item.name),
            None => item.name.clone(),
        })
        .collect();
    let items = match items.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", plain(&items.join(", "))),
    };
    let source = match &entry.source_file {
        Some(source) => faint(&format!(" -> {}", plain(source))),
        None => String::new(),
    };
    format!(
        "{}: {} {}{items}{source}\n",
        file_line(&plain(file), entry.span.start_line),
        kind(entry.kind.as_str()),
        name(&plain(&entry.module)),
    )
}
