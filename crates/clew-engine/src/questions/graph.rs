//! graph: breadth-first surroundings of a symbol, or the path between two.

use std::ops::Range;
use std::sync::Arc;

use clew_bind::{Binder, FileId, Source};
use clew_index::DocumentId;
use clew_model::Certainty;
use clew_protocol::{
    Direction, EdgeKind, GraphAnswer, GraphEdge, GraphFormat, GraphNode, GraphRequest,
    MAX_GRAPH_DEPTH, SymbolType, ToolError,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::relations::{Edge, EdgeFilter, Node, canonical, edges, node_name};
use super::{absent, check_length, graph_text, render, unknown_symbol};
use crate::api::{Progress, RequestContext};
use crate::cursor::Page;
use crate::names::{
    NamePath, candidates_text, case_note, full_name, resolve_name, stands_for_another,
};
use crate::workspace::{View, Workspace};

/// Nodes of one answer when the request gives no limit.
const DEFAULT_NODES: u32 = 100;

/// Most nodes that cursors can reach, and that are looked at while tracing a path.
const MAX_REACH: usize = 20_000;

/// A graph with its nodes in the order they were reached.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) levels: Vec<u32>,
    pub(super) edges: Vec<(usize, usize, EdgeKind)>,
    known_edges: FxHashSet<(usize, usize, EdgeKind)>,
    index: FxHashMap<Node, usize>,
    /// Whether there are more nodes than were taken in.
    more: bool,
    /// Whether some edges could not be looked for.
    partial: bool,
}

impl Graph {
    fn add(&mut self, node: Node, level: u32) -> usize {
        if let Some(index) = self.index.get(&node) {
            return *index;
        }
        let index = self.nodes.len();
        self.index.insert(node.clone(), index);
        self.nodes.push(node);
        self.levels.push(level);
        index
    }

    fn connect(&mut self, from: usize, to: usize, kind: EdgeKind) {
        if self.known_edges.insert((from, to, kind)) {
            self.edges.push((from, to, kind));
        }
    }
}

pub(crate) fn graph(
    workspace: &Arc<Workspace>,
    request: &GraphRequest,
    context: &RequestContext,
) -> Result<GraphAnswer, ToolError> {
    check(request)?;
    check_length(&request.from)?;
    check_length(request.to.as_deref().unwrap_or(""))?;
    let question = question(request);
    let limit = request.limit.unwrap_or(DEFAULT_NODES);
    let page = Page::read(Some(limit), request.cursor.as_deref(), &question)?;
    let reach = page.offset.saturating_add(page.limit).min(MAX_REACH);
    let view = workspace.current(context)?;
    let mut case_notes = Vec::new();
    let from = start_node(&view, &request.from, ("from", context), &mut case_notes)?;
    let mut warning = None;
    let graph = match &request.to {
        None => surroundings(&view, from, request, reach, context)?,
        Some(to) => {
            let to = start_node(&view, to, ("to", context), &mut case_notes)?;
            let (graph, length) = trace(&view, from, to, request, context)?;
            warning = longer(length, request.depth);
            graph
        }
    };
    let mut stamp = workspace.stamp_of(&view);
    stamp.notes.append(&mut case_notes);
    let known = graph.nodes.len() + usize::from(graph.more);
    let cursor = if reach < MAX_REACH { page.next(known, &question) } else { None };
    if graph.partial || (graph.more && cursor.is_none()) {
        stamp.notes.push(format!(
            "the graph was cut at {} nodes; lower the depth or ask for fewer kinds of edges",
            graph.nodes.len()
        ));
    }
    let no_path = request.to.is_some() && graph.edges.is_empty() && graph.nodes.len() > 1;
    let part = page.range(graph.nodes.len());
    let nodes = shown_nodes(workspace, &view, &graph, &part, context)?;
    let shown = Shown::new(&graph, &nodes, part);
    let mut answer = GraphAnswer {
        from: request.from.clone(),
        to: request.to.clone(),
        depth: request.depth,
        format: request.format,
        warning,
        status: no_path.then(|| "no path found".into()),
        text: None,
        mermaid: None,
        nodes: None,
        edges: None,
        cursor,
        stamp,
    };
    encode(&shown, request, &mut answer);
    Ok(answer)
}

/// A word about a path with more steps than were asked for.
fn longer(length: u32, depth: u32) -> Option<String> {
    (length > depth)
        .then(|| format!("the path has {length} steps, more than depth {depth}; it is shown whole"))
}

/// What tells questions apart, for cursors.
fn question(request: &GraphRequest) -> String {
    format!(
        "graph {} {:?} {} {:?} {:?} {:?} {}",
        request.from,
        request.to,
        request.depth,
        request.format,
        request.edge_types,
        request.direction,
        request.internal_only
    )
}

/// The nodes as answers show them, those of `part` with their lines.
fn shown_nodes(
    workspace: &Workspace,
    view: &View,
    graph: &Graph,
    part: &Range<usize>,
    context: &RequestContext,
) -> Result<Vec<GraphNode>, ToolError> {
    let mut nodes = Vec::with_capacity(graph.nodes.len());
    for (index, node) in graph.nodes.iter().enumerate() {
        context.check()?;
        nodes.push(shown_node(workspace, view, node, part.contains(&index)));
    }
    Ok(nodes)
}

/// The part of a graph that one answer shows: some of its nodes, and the edges
/// that lead from them to each other or to nodes before them.
pub(super) struct Shown<'graph> {
    pub(super) graph: &'graph Graph,
    /// All nodes, with their names; those of the part also with their lines.
    pub(super) nodes: &'graph [GraphNode],
    /// Which of them are shown.
    pub(super) part: Range<usize>,
    /// Names that several nodes have.
    shared_names: FxHashSet<&'graph str>,
}

impl<'graph> Shown<'graph> {
    fn new(graph: &'graph Graph, nodes: &'graph [GraphNode], part: Range<usize>) -> Self {
        let names = nodes.iter().map(|node| node.name.as_str());
        let mut seen = FxHashSet::default();
        let shared_names = names.filter(|name| !seen.insert(*name)).collect();
        Shown { graph, nodes, part, shared_names }
    }

    /// The node's name, with its file in front where another node has the same.
    pub(super) fn name(&self, index: usize) -> String {
        let GraphNode { name, file, .. } = &self.nodes[index];
        let is_shared = self.shared_names.contains(name.as_str());
        if is_shared && !file.is_empty() && file != name {
            return format!("{file}::{name}");
        }
        name.clone()
    }

    /// The edges of the part.
    pub(super) fn edges(&self) -> impl DoubleEndedIterator<Item = &(usize, usize, EdgeKind)> {
        self.graph.edges.iter().filter(|(from, to, _)| self.part.contains(from.max(to)))
    }
}

/// Fills the part of the answer that the format asks for.
fn encode(shown: &Shown<'_>, request: &GraphRequest, answer: &mut GraphAnswer) {
    let nodes = shown.nodes;
    match request.format {
        GraphFormat::Text => answer.text = Some(graph_text::text(shown, request)),
        GraphFormat::Mermaid => answer.mermaid = Some(graph_text::mermaid(shown)),
        GraphFormat::Json => {
            let name = |index: usize| shown.name(index);
            let edge = |(from, to, kind): &(usize, usize, EdgeKind)| GraphEdge {
                from: name(*from),
                to: name(*to),
                kind: *kind,
                certainty: Certainty::Bound,
            };
            answer.edges = Some(shown.edges().map(edge).collect());
            let named = |index: usize| GraphNode { name: name(index), ..nodes[index].clone() };
            answer.nodes = Some(shown.part.clone().map(named).collect());
        }
    }
}

fn check(request: &GraphRequest) -> Result<(), ToolError> {
    if request.from.trim().is_empty() {
        return Err(ToolError::invalid_input("from is empty", "name a symbol or a file"));
    }
    if request.depth == 0 || request.depth > MAX_GRAPH_DEPTH {
        return Err(ToolError::invalid_input(
            format!("depth {} is not between 1 and {MAX_GRAPH_DEPTH}", request.depth),
            "give a depth from 1 to 100",
        ));
    }
    if request.edge_types.is_empty() {
        return Err(ToolError::invalid_input(
            "no edge type is wanted",
            "give some of contains, call, inherits, implements",
        ));
    }
    Ok(())
}

/// The node that a name or path means; an ambiguous name is an error that lists
/// the candidates. `notes` gets what is to be said of what was taken.
fn start_node(
    view: &View,
    name: &str,
    (argument, context): (&str, &RequestContext),
    notes: &mut Vec<String>,
) -> Result<Node, ToolError> {
    let trimmed = name.trim();
    let file = trimmed.trim_start_matches("./");
    if let Some(found) = view.file_at(file).filter(|_| absent::at(view, file).is_none()) {
        return Ok(Node::File(found));
    }
    let path = NamePath::parse(trimmed);
    let mut found = resolve_name(view, &path, context)?;
    notes.extend(case_note(&path, &found));
    let all = found.clone();
    found.retain(|one| !stands_for_another(one, &all));
    let candidates = candidates_text(&found);
    match found.first() {
        None => match file_by_tail(view, trimmed) {
            Some(file) => Ok(Node::File(file)),
            None => Err(unknown_symbol(view, trimmed, context)),
        },
        Some(first) if candidates.len() == 1 => Ok(Node::Symbol(first.symbol)),
        Some(first) => {
            // A single definition in product code among tests and declarations is meant.
            let best: Vec<_> = found.iter().filter(|one| one.rank == first.rank).collect();
            let exact = candidates.iter().any(|candidate| candidate == trimmed);
            if exact || best.iter().all(|one| full_name(one) == full_name(first)) && first.rank < 4
            {
                return Ok(Node::Symbol(first.symbol));
            }
            Err(ToolError::ambiguous(
                format!("{argument} {trimmed:?} means {} symbols", candidates.len()),
                candidates.into_iter().take(20).collect(),
            ))
        }
    }
}

/// The only file whose path ends with the given text.
fn file_by_tail(view: &View, tail: &str) -> Option<FileId> {
    let name = tail.rsplit('/').next()?;
    let mut fitting = view.files_called(name).into_iter().filter(|file| {
        view.path(*file).is_some_and(|path| path.ends_with(&format!("/{tail}")) || path == tail)
    });
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

fn surroundings(
    view: &View,
    from: Node,
    request: &GraphRequest,
    reach: usize,
    context: &RequestContext,
) -> Result<Graph, ToolError> {
    let stop = || context.check().is_err();
    let binder = Binder::new(view).until(&stop);
    let filter = EdgeFilter { kinds: &request.edge_types, internal_only: request.internal_only };
    let mut graph = Graph::default();
    graph.add(one_for_all(&binder, from), 0);
    let directions: &[Direction] = match request.direction {
        Direction::Both => &[Direction::Down, Direction::Up],
        Direction::Down => &[Direction::Down],
        Direction::Up => &[Direction::Up],
    };
    let mut next = 0;
    while next < graph.nodes.len() {
        context.check()?;
        report(context, next, Some(graph.nodes.len()));
        let (node, level) = (graph.nodes[next].clone(), graph.levels[next]);
        if level < request.depth {
            for direction in directions {
                for edge in edges(&binder, &node, *direction, &filter) {
                    add_edge(&mut graph, next, level, edge, *direction, reach);
                }
            }
        }
        next += 1;
    }
    context.check()?;
    graph.partial |= binder.is_exhausted();
    Ok(graph)
}

/// Tells the caller how many nodes were looked at, of those known so far.
fn report(context: &RequestContext, done: usize, known: Option<usize>) {
    context.progress.report(&Progress {
        done: done as u64,
        total: known.map(|known| known as u64),
        message: "following edges".into(),
    });
}

/// The node that stands for all overloads of a name.
fn one_for_all(binder: &Binder<'_>, node: Node) -> Node {
    match node {
        Node::Symbol(symbol) => Node::Symbol(canonical(binder, symbol)),
        other => other,
    }
}

fn add_edge(
    graph: &mut Graph,
    at: usize,
    level: u32,
    edge: Edge,
    direction: Direction,
    reach: usize,
) {
    if graph.nodes.len() >= reach && !graph.index.contains_key(&edge.to) {
        graph.more = true;
        return;
    }
    let kind = edge.kind;
    let to = graph.add(edge.to, level + 1);
    match direction {
        Direction::Up => graph.connect(to, at, kind),
        _ => graph.connect(at, to, kind),
    }
}

/// The shortest path along the asked edges, as a graph and its number of steps.
fn trace(
    view: &View,
    from: Node,
    to: Node,
    request: &GraphRequest,
    context: &RequestContext,
) -> Result<(Graph, u32), ToolError> {
    let stop = || context.check().is_err();
    let binder = Binder::new(view).until(&stop);
    let filter = EdgeFilter { kinds: &request.edge_types, internal_only: request.internal_only };
    let upwards = request.direction == Direction::Up;
    let direction = if upwards { Direction::Up } else { Direction::Down };
    let (from, to) = (one_for_all(&binder, from), one_for_all(&binder, to));
    let mut search = Graph::default();
    let mut parents: Vec<Option<(usize, EdgeKind)>> = vec![None];
    search.add(from.clone(), 0);
    let mut next = 0;
    let mut reached = (from == to).then_some(0);
    while reached.is_none() && next < search.nodes.len() && search.nodes.len() < MAX_REACH {
        context.check()?;
        report(context, next, None);
        let (node, level) = (search.nodes[next].clone(), search.levels[next]);
        for edge in edges(&binder, &node, direction, &filter) {
            let known = search.nodes.len();
            let index = search.add(edge.to.clone(), level + 1);
            if index == known {
                parents.push(Some((next, edge.kind)));
            }
            if edge.to == to {
                reached = Some(index);
                break;
            }
        }
        next += 1;
    }
    context.check()?;
    let partial = search.nodes.len() >= MAX_REACH || binder.is_exhausted();
    let mut graph = Graph { partial: partial && reached.is_none(), ..Graph::default() };
    let Some(mut at) = reached else {
        graph.add(from, 0);
        graph.add(to, 1);
        return Ok((graph, 0));
    };
    let mut steps = Vec::new();
    while let Some((parent, kind)) = parents[at] {
        steps.push((parent, at, kind));
        at = parent;
    }
    steps.reverse();
    graph.add(from, 0);
    for (number, (parent, child, kind)) in steps.iter().enumerate() {
        let a = graph.add(search.nodes[*parent].clone(), number as u32);
        let b = graph.add(search.nodes[*child].clone(), number as u32 + 1);
        if upwards { graph.connect(b, a, *kind) } else { graph.connect(a, b, *kind) }
    }
    Ok((graph, steps.len() as u32))
}

/// The node as answers show it; its lines only if they are wanted, since its file
/// is read for them.
fn shown_node(workspace: &Workspace, view: &View, node: &Node, with_lines: bool) -> GraphNode {
    let name = node_name(view, node);
    match node {
        Node::Symbol(symbol) => {
            let id = DocumentId(symbol.file.0);
            let file = view.path(symbol.file).unwrap_or_default();
            let facts = view.facts(symbol.file);
            let found = facts.as_ref().and_then(|facts| facts.symbol(symbol.symbol));
            let text = if with_lines { workspace.text(view, id) } else { None };
            let lines = found.zip(text);
            let (start_line, end_line) =
                lines.map_or((0, 0), |(found, text)| render::lines(&text, found.range));
            let symbol_type = found.map_or(SymbolType::Member, |found| SymbolType::of(found.kind));
            GraphNode { name, symbol_type, file, start_line, end_line }
        }
        Node::File(file) => {
            let id = DocumentId(file.0);
            // Its lines are counted in the index, and hold as long as its text is the same.
            let is_same = with_lines && workspace.text(view, id).is_some();
            let document = view.snapshot.document(id).filter(|_| is_same);
            let end_line = document.map_or(0, |document| document.lines);
            GraphNode {
                file: name.clone(),
                name,
                symbol_type: SymbolType::Namespace,
                start_line: u32::from(is_same),
                end_line,
            }
        }
        Node::External(_) => GraphNode {
            name,
            symbol_type: SymbolType::Dependency,
            file: String::new(),
            start_line: 0,
            end_line: 0,
        },
    }
}
