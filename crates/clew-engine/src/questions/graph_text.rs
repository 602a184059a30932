//! Graphs as indented text and as mermaid.

use std::fmt::Write as _;

use clew_protocol::{Direction, EdgeKind, GraphNode, GraphRequest};

use super::graph::{Graph, unique_name};

/// A tree from the first node: each node once with its edges, later mentions
/// marked with `…`.
pub(super) fn text(graph: &Graph, nodes: &[GraphNode], request: &GraphRequest) -> String {
    let mut out = String::new();
    if nodes.is_empty() {
        return out;
    }
    if request.to.is_some() && graph.edges.is_empty() && nodes.len() > 1 {
        let _ = writeln!(out, "no path from {} to {}", place(nodes, 0), place(nodes, 1));
        return out;
    }
    let mut shown = vec![false; nodes.len()];
    let mut stack: Vec<(usize, usize, String)> = vec![(0, 0, String::new())];
    while let Some((index, indent, label)) = stack.pop() {
        let again = shown[index];
        let _ = writeln!(
            out,
            "{}{label}{}{}",
            "  ".repeat(indent),
            place(nodes, index),
            if again { " …" } else { "" }
        );
        if again {
            continue;
        }
        shown[index] = true;
        for (from, to, kind) in graph.edges.iter().rev() {
            let level = graph.levels[index];
            if *from == index && graph.levels[*to] > level {
                stack.push((*to, indent + 1, format!("-{}-> ", kind.as_str())));
            } else if *to == index && graph.levels[*from] > level {
                stack.push((*from, indent + 1, format!("<-{}- ", kind.as_str())));
            }
        }
    }
    cross_edges(&mut out, graph, nodes);
    if graph.edges.is_empty() {
        let kinds: Vec<_> = request.edge_types.iter().map(|kind| kind.as_str()).collect();
        let way = match request.direction {
            Direction::Up => "lead here",
            Direction::Down => "lead from here",
            Direction::Both => "lead here or from here",
        };
        let _ = writeln!(out, "no {} edges that could be bound {way}", kinds.join("/"));
    }
    out
}

/// Edges between nodes of one level or back towards the start.
fn cross_edges(out: &mut String, graph: &Graph, nodes: &[GraphNode]) {
    for (from, to, kind) in &graph.edges {
        if graph.levels[*from] == graph.levels[*to] {
            let _ = writeln!(
                out,
                "also: {} -{}-> {}",
                unique_name(nodes, *from),
                kind.as_str(),
                unique_name(nodes, *to)
            );
        }
    }
}

fn place(nodes: &[GraphNode], index: usize) -> String {
    let node = &nodes[index];
    if node.file.is_empty() {
        format!("{} (external)", node.name)
    } else if node.file == node.name {
        node.name.clone()
    } else {
        format!("{} ({}:{})", node.name, node.file, node.start_line)
    }
}

/// A mermaid flowchart: numbered ids, quoted labels.
pub(super) fn mermaid(graph: &Graph, nodes: &[GraphNode]) -> String {
    let mut out = String::from("flowchart LR\n");
    for index in 0..nodes.len() {
        let _ = writeln!(out, "    n{index}[\"{}\"]", label(&unique_name(nodes, index)));
    }
    for (from, to, kind) in &graph.edges {
        let arrow = match kind {
            EdgeKind::Call => "-->",
            EdgeKind::Contains => "-.->",
            EdgeKind::Inherits | EdgeKind::Implements => "==>",
        };
        let _ = writeln!(out, "    n{from} {arrow}|{}| n{to}", kind.as_str());
    }
    out
}

/// Text inside mermaid's quoted label: quotes, angle brackets and the like as
/// entities.
fn label(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '"' => out.push_str("#quot;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '#' => out.push_str("#35;"),
            '&' => out.push_str("#amp;"),
            '`' => out.push_str("#96;"),
            // `%%{` begins a directive, wherever it stands.
            '%' => out.push_str("#37;"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
