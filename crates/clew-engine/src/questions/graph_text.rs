//! Graphs as indented text and as mermaid.

use std::cmp::Ordering;
use std::fmt::Write as _;

use clew_protocol::{Direction, EdgeKind, GraphNode, GraphRequest};

use super::graph::Shown;

/// A tree from the first node: each node once with its edges, later mentions
/// marked with `…`. A later part is a list of edges.
pub(super) fn text(part: &Shown<'_>, request: &GraphRequest) -> String {
    let (graph, nodes) = (part.graph, part.nodes);
    let mut out = String::new();
    if nodes.is_empty() {
        return out;
    }
    if part.part.start > 0 {
        return further_edges(part);
    }
    if request.to.is_some() && graph.edges.is_empty() && nodes.len() > 1 {
        let _ = writeln!(out, "no path from {} to {}", place(nodes, 0), place(nodes, 1));
        return out;
    }
    // Edges that lead away from the start, by the node that they begin at.
    let mut away: Vec<Vec<(usize, String)>> = vec![Vec::new(); nodes.len()];
    for (from, to, kind) in part.edges() {
        match graph.levels[*to].cmp(&graph.levels[*from]) {
            Ordering::Greater => away[*from].push((*to, format!("-{}-> ", kind.as_str()))),
            Ordering::Less => away[*to].push((*from, format!("<-{}- ", kind.as_str()))),
            Ordering::Equal => {}
        }
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
        for (to, label) in std::mem::take(&mut away[index]).into_iter().rev() {
            stack.push((to, indent + 1, label));
        }
    }
    cross_edges(&mut out, part);
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
fn cross_edges(out: &mut String, part: &Shown<'_>) {
    for (from, to, kind) in part.edges() {
        if part.graph.levels[*from] == part.graph.levels[*to] {
            let _ =
                writeln!(out, "also: {} -{}-> {}", part.name(*from), kind.as_str(), part.name(*to));
        }
    }
}

/// The edges of a later part, each with the place of the nodes that are new.
fn further_edges(part: &Shown<'_>) -> String {
    let mut out = String::new();
    let name = |index: usize| match part.part.contains(&index) {
        true => place(part.nodes, index),
        false => part.name(index),
    };
    for (from, to, kind) in part.edges() {
        let _ = writeln!(out, "{} -{}-> {}", name(*from), kind.as_str(), name(*to));
    }
    out
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
pub(super) fn mermaid(part: &Shown<'_>) -> String {
    let mut out = String::from("flowchart LR\n");
    let mut drawn: Vec<usize> = part.edges().flat_map(|(from, to, _)| [*from, *to]).collect();
    drawn.extend(part.part.clone());
    drawn.sort_unstable();
    drawn.dedup();
    for index in drawn {
        let _ = writeln!(out, "    n{index}[\"{}\"]", label(&part.name(index)));
    }
    for (from, to, kind) in part.edges() {
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
