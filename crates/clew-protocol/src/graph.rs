//! graph: who is connected with whom, and how to get from one to another.

use clew_model::Certainty;
use serde::{Deserialize, Serialize};

use crate::{Stamp, SymbolType};

/// Asks for the surroundings of a symbol or the path between two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphRequest {
    /// Qualified name or file path to start from.
    pub from: String,
    /// Name or path to trace to; absent for the surroundings of `from`.
    #[serde(default)]
    pub to: Option<String>,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Steps to follow, 1 to [`crate::MAX_GRAPH_DEPTH`].
    pub depth: u32,
    /// How the answer is given.
    #[serde(default)]
    pub format: GraphFormat,
    /// Edges to follow.
    pub edge_types: Vec<EdgeKind>,
    /// Which way to follow them; ignored when tracing.
    #[serde(default)]
    pub direction: Direction,
    /// Drops nodes that have no file in the project.
    #[serde(default)]
    pub internal_only: bool,
    /// Most nodes to return.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from the answer before.
    #[serde(default)]
    pub cursor: Option<String>,
}

impl GraphRequest {
    /// Callees of `from`, one step, as text.
    pub fn new(from: impl Into<String>) -> Self {
        GraphRequest {
            from: from.into(),
            to: None,
            root: None,
            depth: 1,
            format: GraphFormat::Text,
            edge_types: EdgeKind::DEFAULT.to_vec(),
            direction: Direction::Down,
            internal_only: true,
            limit: None,
            cursor: None,
        }
    }
}

/// How a graph is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphFormat {
    /// Indented lines.
    #[default]
    Text,
    /// Nodes and edges.
    Json,
    /// A mermaid flowchart.
    Mermaid,
}

/// Which way edges are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// To what is called, contained, inherited.
    #[default]
    Down,
    /// To callers, containers, heirs.
    Up,
    /// Both ways.
    Both,
}

/// What connects two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// The first encloses the second.
    Contains,
    /// The first calls the second.
    Call,
    /// The first is a subclass of the second.
    Inherits,
    /// The first implements the second.
    Implements,
}

impl EdgeKind {
    /// All kinds.
    pub const ALL: [EdgeKind; 4] =
        [EdgeKind::Contains, EdgeKind::Call, EdgeKind::Inherits, EdgeKind::Implements];
    /// The kinds followed when the caller names none.
    pub const DEFAULT: [EdgeKind; 3] = [EdgeKind::Call, EdgeKind::Implements, EdgeKind::Inherits];

    /// Name as written in requests and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            EdgeKind::Contains => "contains",
            EdgeKind::Call => "call",
            EdgeKind::Inherits => "inherits",
            EdgeKind::Implements => "implements",
        }
    }
}

/// A graph in the asked format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphAnswer {
    /// Qualified name of the start.
    pub from: String,
    /// Qualified name of the goal, when tracing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Steps followed.
    pub depth: u32,
    /// How the answer is given.
    pub format: GraphFormat,
    /// A path longer than `depth`, or no path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// `found`, `no_path` or `cut`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The graph as lines, when so asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The graph as a mermaid flowchart, when so asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mermaid: Option<String>,
    /// The nodes, when asked as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<GraphNode>>,
    /// The edges, when asked as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<GraphEdge>>,
    /// Where to go on, if there are more nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// A symbol or file of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphNode {
    /// Qualified name, or path of a file.
    pub name: String,
    /// Coarse type.
    #[serde(rename = "type")]
    pub symbol_type: SymbolType,
    /// File relative to the root; empty for what lies outside.
    pub file: String,
    /// First line, 1-based; 0 for what lies outside.
    pub start_line: u32,
    /// Last line, 1-based, inclusive; 0 for what lies outside.
    pub end_line: u32,
}

/// A connection of two nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphEdge {
    /// Name of the first node.
    pub from: String,
    /// Name of the second node.
    pub to: String,
    /// What connects them.
    #[serde(rename = "type")]
    pub kind: EdgeKind,
    /// How sure the connection is.
    pub certainty: Certainty,
}
