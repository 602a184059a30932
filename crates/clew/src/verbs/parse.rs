//! `clew parse`: the syntax tree and syntax errors of a text.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clew_protocol::{
    MAX_PARSE_NODES, MAX_SOURCE_BYTES, Node, ParseSourceAnswer, ParseSourceRequest, ToolError,
};

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::{bad, faint, kind, place, plain};
use crate::report::Report;
use crate::session::Session;

/// Show the syntax tree and syntax errors of a file or of stdin
///
/// Ends with exit code 1 when the text has syntax errors.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew parse src/cart.py\n  \
    echo 'fn main() {' | clew parse --language rust --errors")]
pub(crate) struct Parse {
    /// File to parse; stdin when absent or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Language id or file extension; else by the file's name and text
    #[arg(short, long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Columns of a tab
    #[arg(long, value_name = "N")]
    tab_size: Option<u32>,
    /// Levels of the tree
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_depth: Option<u32>,
    /// Nodes of the tree
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_nodes: Option<u32>,
    /// Show only the errors
    #[arg(long)]
    errors: bool,
    #[command(flatten)]
    output: OutputOptions,
}

impl Parse {
    /// Parses and prints errors, then the tree.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let file = self.file.filter(|file| file != Path::new("-"));
        let shown = match &file {
            Some(file) => file.to_string_lossy().into_owned(),
            None => "<stdin>".to_string(),
        };
        let source = read(file.as_deref())?;
        let extension = file.as_deref().and_then(Path::extension);
        let request = ParseSourceRequest {
            source,
            language: self.language.or(extension.map(|ext| ext.to_string_lossy().into_owned())),
            tab_size: self.tab_size,
            max_depth: self.max_depth,
            max_nodes: Some(self.max_nodes.unwrap_or(MAX_PARSE_NODES)),
        };
        let answer = session.ask(|engine, context| engine.parse_source(request, context))?;
        let exit = if answer.ok { Exit::Found } else { Exit::Nothing };
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let mut text = diagnostics_text(&shown, &answer);
        if !self.errors {
            push_node(&mut text, &answer.ast, 0);
        }
        let mut report = Report::new(text, exit);
        report.hints.clone_from(&answer.notes);
        Ok(report)
    }
}

fn read(file: Option<&Path>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that there is too much.
    let limit = MAX_SOURCE_BYTES as u64 + 1;
    match file {
        Some(file) => {
            let input = std::fs::File::open(file).map_err(|error| {
                ToolError::not_found(
                    format!("cannot read {}: {error}", file.display()),
                    "name an existing file, or - for stdin",
                    Vec::new(),
                )
            })?;
            input.take(limit).read_to_end(&mut bytes)
        }
        None => std::io::stdin().lock().take(limit).read_to_end(&mut bytes),
    }
    .context("cannot read the source")?;
    if bytes.len() > MAX_SOURCE_BYTES {
        let limit = MAX_SOURCE_BYTES / 1024 / 1024;
        let message = format!("the source is over {limit} MiB");
        return Err(ToolError::invalid_input(message, "parse a smaller file").into());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn diagnostics_text(file: &str, answer: &ParseSourceAnswer) -> String {
    let mut text = String::new();
    for diagnostic in &answer.diagnostics {
        let span = diagnostic.span;
        let at = format!("{}:{}:{}", plain(file), span.start_line, span.start_column);
        let severity = bad(diagnostic.severity.as_str());
        text.push_str(&format!("{}: {severity}: {}\n", place(&at), plain(&diagnostic.message)));
    }
    text
}

/// Prints a node and its children; the engine bounds the depth.
fn push_node(text: &mut String, node: &Node, depth: usize) {
    let field = node.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let span = node.span;
    let at =
        format!("{}:{}-{}:{}", span.start_line, span.start_column, span.end_line, span.end_column);
    text.push_str(&format!("{}{field}{} {}", "  ".repeat(depth), kind(&node.kind), faint(&at)));
    if node.missing {
        text.push_str(&bad(" missing"));
    }
    if node.error {
        text.push_str(&bad(" error"));
    }
    if let Some(leaf) = &node.text {
        text.push_str(&format!(" {:?}", leaf));
    }
    text.push('\n');
    for child in &node.children {
        push_node(text, child, depth + 1);
    }
    if let Some(cut) = node.truncated {
        text.push_str(&format!("{}… {cut} more\n", "  ".repeat(depth + 1)));
    }
}
