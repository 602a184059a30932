//! `clew outline`: the symbols of a file.

use std::path::PathBuf;

use clap::Args;
use clew_protocol::{OutlineItem, OutlineRequest};

use crate::cli::{GlobalOptions, OutputOptions, PageOptions};
use crate::exit::Exit;
use crate::palette::{faint, file_line, kind, name, plain};
use crate::paths::file_argument;
use crate::report::Report;
use crate::session::Session;

/// Show the symbols of a file
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clew outline src/cart.py\n  clew outline src/cart.py --depth 1"
)]
pub(crate) struct Outline {
    /// File in the project
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Levels of nesting, 1 for the top level
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Outline {
    /// Prints the symbols in source order.
    pub(crate) fn run(self, session: &Session, global: &GlobalOptions) -> anyhow::Result<Report> {
        let request = OutlineRequest {
            file_path: file_argument(&self.file, global),
            root: None,
            max_depth: self.depth,
            limit: Some(self.page.limit.unwrap_or(1000)),
            cursor: self.page.cursor,
        };
        let answer = session.ask(|engine, context| engine.outline(request, context))?;
        let exit = Exit::by_count(answer.symbols.len());
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let text: String =
            answer.symbols.iter().map(|item| item_text(&answer.file, item)).collect();
        Ok(Report::new(text, exit).with_stamp(&answer.stamp).with_rest(
            answer.symbols.len(),
            answer.total,
            answer.cursor.as_deref(),
        ))
    }
}

fn item_text(file: &str, item: &OutlineItem) -> String {
    let indent = "  ".repeat(item.depth.min(40) as usize);
    let signature = match &item.signature {
        Some(signature) => faint(&format!("  {}", plain(signature))),
        None => String::new(),
    };
    format!(
        "{}: {indent}{} {}{signature}\n",
        file_line(&plain(file), item.line),
        kind(item.kind.as_str()),
        name(&plain(&item.name)),
    )
}
