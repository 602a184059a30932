//! `clew parse`: the syntax tree and syntax errors of a text.

use clap::Args;
use clew_protocol::{MAX_PARSE_NODES, Node, ParseSourceAnswer, ParseSourceRequest};

use super::check;
use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::{bad, faint, kind};
use crate::report::Report;
use crate::session::Session;
use crate::source::SourceOptions;

/// Show the syntax tree and syntax errors of a file or of stdin
///
/// Ends with exit code 1 when the text has syntax errors.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew parse src/cart.py\n  \
    echo 'fn main() {' | clew parse --language rust --errors")]
pub(crate) struct Parse {
    #[command(flatten)]
    source: SourceOptions,
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
    pub(crate) fn run(self, session: &Session, global: &GlobalOptions) -> anyhow::Result<Report> {
        let source = self.source.read(global)?;
        let request = ParseSourceRequest {
            source: source.text,
            language: source.language,
            tab_size: self.tab_size,
            max_depth: self.max_depth,
            max_nodes: Some(self.max_nodes.unwrap_or(MAX_PARSE_NODES)),
        };
        let answer = session.ask(|engine, context| engine.parse_source(request, context))?;
        let exit = if answer.ok { Exit::Found } else { Exit::Nothing };
        if self.output.json {
            return Report::json(&answer, exit);
        }
        let mut text = diagnostics_text(&source.name, &answer);
        if !self.errors {
            push_node(&mut text, &answer.ast, 0);
        }
        let mut report = Report::new(text, exit);
        report.hints.clone_from(&answer.notes);
        Ok(report)
    }
}

fn diagnostics_text(file: &str, answer: &ParseSourceAnswer) -> String {
    answer.diagnostics.iter().map(|found| check::line(found, file)).collect()
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
