//! `clew graph`: callers, callees, supertypes, or the path between symbols.

use clap::{Args, ValueEnum};
use clew_protocol::{Direction, EdgeKind, GraphFormat, GraphRequest, MAX_GRAPH_DEPTH};

use crate::cli::OutputOptions;
use crate::exit::Exit;
use crate::palette::plain;
use crate::report::Report;
use crate::session::Session;

/// Show callers, callees, supertypes, or the path between two symbols
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew graph Cart.total --direction up --depth 2\n  \
    clew graph main --to Cart.total\n  clew graph Cart --edges inherits,implements --format mermaid")]
pub(crate) struct Graph {
    /// Symbol or file to start from
    #[arg(value_name = "FROM")]
    from: String,
    /// Trace the path to this symbol
    #[arg(long, value_name = "SYMBOL")]
    to: Option<String>,
    /// Steps to follow
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GRAPH_DEPTH)))]
    depth: u32,
    /// Which way to follow edges
    #[arg(long, value_enum, default_value_t = Way::Down)]
    direction: Way,
    /// Edges to follow
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND",
        default_values_t = [Edge::Call, Edge::Implements, Edge::Inherits])]
    edges: Vec<Edge>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show what lies outside the project too
    #[arg(long)]
    external: bool,
    /// Most nodes to print
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Go on where an earlier answer ended
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    Down,
    Up,
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Edge {
    Contains,
    Call,
    Inherits,
    Implements,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Mermaid,
}

impl Graph {
    /// Walks the graph and prints it.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let format = match (self.output.json, self.format) {
            (true, _) | (_, Format::Json) => GraphFormat::Json,
            (_, Format::Text) => GraphFormat::Text,
            (_, Format::Mermaid) => GraphFormat::Mermaid,
        };
        let request = GraphRequest {
            from: self.from,
            to: self.to,
            root: None,
            depth: self.depth,
            format,
            edge_types: self.edges.into_iter().map(edge_kind).collect(),
            direction: match self.direction {
                Way::Down => Direction::Down,
                Way::Up => Direction::Up,
                Way::Both => Direction::Both,
            },
            internal_only: !self.external,
            limit: self.limit,
            cursor: self.cursor,
        };
        let answer = session.ask(|engine, context| engine.graph(request, context))?;
        let exit = match answer.status {
            Some(_) => Exit::Nothing,
            None => Exit::Found,
        };
        if format == GraphFormat::Json {
            return Report::json(&answer, exit);
        }
        let drawn = answer.text.as_deref().or(answer.mermaid.as_deref()).unwrap_or_default();
        let mut report =
            Report::new(format!("{}\n", plain(drawn.trim_end())), exit).with_stamp(&answer.stamp);
        report.hints.extend(answer.warning.clone());
        let cursor = answer.cursor.map(|cursor| format!("more with --limit or --cursor {cursor}"));
        report.hints.extend(cursor);
        Ok(report)
    }
}

fn edge_kind(edge: Edge) -> EdgeKind {
    match edge {
        Edge::Contains => EdgeKind::Contains,
        Edge::Call => EdgeKind::Call,
        Edge::Inherits => EdgeKind::Inherits,
        Edge::Implements => EdgeKind::Implements,
    }
}
