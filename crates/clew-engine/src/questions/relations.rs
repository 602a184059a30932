//! Edges between symbols, computed when asked.

use clew_bind::{Binder, FileId, Source, SymbolRef, Target};
use clew_model::{HeritageKind, SymbolFlags, SymbolId, SymbolKind};
use clew_protocol::{Direction, EdgeKind};

use crate::workspace::View;

/// A node of the symbol graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// A symbol of the workspace.
    Symbol(SymbolRef),
    /// A file of the workspace.
    File(FileId),
    /// Something outside the workspace, by its name.
    External(String),
}

/// An edge from the asked node to `to` (down) or from `to` to it (up).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Edge {
    pub(super) to: Node,
    pub(super) kind: EdgeKind,
}

/// Which edges are followed.
pub(super) struct EdgeFilter<'request> {
    pub(super) kinds: &'request [EdgeKind],
    pub(super) internal_only: bool,
}

impl EdgeFilter<'_> {
    fn wants(&self, kind: EdgeKind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// Edges that leave (`Down`) or reach (`Up`) a node, without repetition, in a
/// fixed order. `Both` is not a direction here.
pub(super) fn edges(
    binder: &Binder<'_>,
    node: &Node,
    direction: Direction,
    filter: &EdgeFilter<'_>,
) -> Vec<Edge> {
    let mut found = match (node, direction) {
        (Node::Symbol(symbol), Direction::Up) => up(binder, *symbol, filter),
        (Node::Symbol(symbol), _) => down(binder, *symbol, filter),
        (Node::File(file), Direction::Up) => file_up(binder, *file, filter),
        (Node::File(file), _) => file_down(binder, *file, filter),
        (Node::External(_), _) => Vec::new(),
    };
    if filter.internal_only {
        found.retain(|edge| !matches!(edge.to, Node::External(_)));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|edge| seen.insert(edge.clone()));
    found
}

fn down(binder: &Binder<'_>, symbol: SymbolRef, filter: &EdgeFilter<'_>) -> Vec<Edge> {
    let mut found = Vec::new();
    if filter.wants(EdgeKind::Contains) {
        found.extend(
            children(binder, symbol)
                .into_iter()
                .map(|child| Edge { to: Node::Symbol(child), kind: EdgeKind::Contains }),
        );
    }
    if filter.wants(EdgeKind::Call) {
        found.extend(calls_down(binder, symbol));
    }
    if filter.wants(EdgeKind::Inherits) || filter.wants(EdgeKind::Implements) {
        for edge in binder.supertypes(symbol) {
            let kind = heritage(edge.kind);
            if filter.wants(kind) {
                found.push(Edge { to: Node::Symbol(edge.base), kind });
            }
        }
    }
    found
}

/// What a symbol calls. All overloads of a name count as one. A type calls what
/// its own body runs, and its constructors: making one does not call its methods.
fn calls_down(binder: &Binder<'_>, symbol: SymbolRef) -> Vec<Edge> {
    let symbol = binder.definition(symbol).unwrap_or(symbol);
    let Some(facts) = binder.facts(symbol.file) else { return Vec::new() };
    let is_type = facts.symbol(symbol.symbol).is_some_and(|found| found.kind.is_type());
    let call = |to| Edge { to, kind: EdgeKind::Call };
    let mut found = Vec::new();
    if is_type {
        let constructors = children(binder, symbol).into_iter().filter(|child| {
            facts.symbol(child.symbol).is_some_and(|one| one.kind == SymbolKind::Constructor)
        });
        found.extend(constructors.map(|child| call(Node::Symbol(canonical(binder, child)))));
    }
    for one in binder.overloads(symbol) {
        for made in binder.callees(one) {
            if is_type && made.caller != Some(one) {
                continue;
            }
            found.extend(target_node(binder, &made.callee).map(call));
        }
    }
    found
}

/// The symbol that stands for all overloads of a name and for its declarations:
/// the first that is defined, in another file if need be.
pub(super) fn canonical(binder: &Binder<'_>, symbol: SymbolRef) -> SymbolRef {
    let all = binder.overloads(symbol);
    let is_defined = |one: &&SymbolRef| {
        binder.facts(one.file).is_some_and(|facts| {
            facts.symbol(one.symbol).is_some_and(|found| !found.flags.has(SymbolFlags::DECLARATION))
        })
    };
    if let Some(defined) = all.iter().find(is_defined) {
        return *defined;
    }
    let announced = all.iter().find_map(|one| binder.definition(*one));
    announced.or(all.first().copied()).unwrap_or(symbol)
}

fn up(binder: &Binder<'_>, symbol: SymbolRef, filter: &EdgeFilter<'_>) -> Vec<Edge> {
    let mut found = Vec::new();
    if filter.wants(EdgeKind::Contains) {
        found.push(Edge { to: parent(binder, symbol), kind: EdgeKind::Contains });
    }
    if filter.wants(EdgeKind::Call) {
        for call in binder.callers(&binder.overloads(symbol)) {
            let to = call
                .caller
                .map_or(Node::File(call.file), |caller| Node::Symbol(canonical(binder, caller)));
            found.push(Edge { to, kind: EdgeKind::Call });
        }
    }
    let is_type = binder
        .facts(symbol.file)
        .is_some_and(|facts| facts.symbol(symbol.symbol).is_some_and(|found| found.kind.is_type()));
    if is_type && (filter.wants(EdgeKind::Inherits) || filter.wants(EdgeKind::Implements)) {
        for edge in binder.subtypes(symbol) {
            let kind = heritage(edge.kind);
            if filter.wants(kind) {
                found.push(Edge { to: Node::Symbol(edge.derived), kind });
            }
        }
    }
    found
}

/// Calls and members at file level; for `contains` the top-level symbols.
fn file_down(binder: &Binder<'_>, file: FileId, filter: &EdgeFilter<'_>) -> Vec<Edge> {
    let Some(facts) = binder.facts(file) else { return Vec::new() };
    let top: Vec<SymbolRef> = facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| symbol.container.is_none() && !symbol.is_local())
        .map(|(index, _)| SymbolRef { file, symbol: SymbolId(index as u32) })
        .collect();
    let mut found = Vec::new();
    if filter.wants(EdgeKind::Contains) {
        found.extend(
            top.iter().map(|symbol| Edge { to: Node::Symbol(*symbol), kind: EdgeKind::Contains }),
        );
    }
    for symbol in &top {
        let others = EdgeFilter {
            kinds: &filter
                .kinds
                .iter()
                .copied()
                .filter(|kind| *kind != EdgeKind::Contains)
                .collect::<Vec<_>>(),
            internal_only: filter.internal_only,
        };
        found.extend(down(binder, *symbol, &others));
    }
    if filter.wants(EdgeKind::Call) {
        for (index, occurrence) in facts.occurrences.iter().enumerate() {
            if occurrence.enclosing.is_none() && occurrence.role == clew_model::Role::Call {
                let id = clew_model::OccurrenceId(index as u32);
                for target in binder.resolve(file, id).targets() {
                    found.extend(
                        target_node(binder, target).map(|to| Edge { to, kind: EdgeKind::Call }),
                    );
                }
            }
        }
    }
    found
}

/// Who calls or derives from anything at the top of the file, from outside it.
fn file_up(binder: &Binder<'_>, file: FileId, filter: &EdgeFilter<'_>) -> Vec<Edge> {
    let Some(facts) = binder.facts(file) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, symbol) in facts.symbols.iter().enumerate() {
        if symbol.container.is_some() || symbol.is_local() || binder.is_exhausted() {
            continue;
        }
        let symbol = SymbolRef { file, symbol: SymbolId(index as u32) };
        found.extend(up(binder, symbol, filter).into_iter().filter(|edge| match &edge.to {
            Node::Symbol(other) => other.file != file,
            Node::File(other) => *other != file,
            Node::External(_) => true,
        }));
    }
    found
}

/// Members that a symbol declares, in its body or (Go, Rust, C++) from outside.
pub(super) fn children(binder: &Binder<'_>, symbol: SymbolRef) -> Vec<SymbolRef> {
    let Some(facts) = binder.facts(symbol.file) else { return Vec::new() };
    facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, other)| other.container == Some(symbol.symbol) && !other.is_local())
        .map(|(index, _)| SymbolRef { file: symbol.file, symbol: SymbolId(index as u32) })
        .collect()
}

fn parent(binder: &Binder<'_>, symbol: SymbolRef) -> Node {
    let container = binder
        .facts(symbol.file)
        .and_then(|facts| facts.symbol(symbol.symbol).and_then(|symbol| symbol.container));
    match container {
        Some(container) => Node::Symbol(SymbolRef { symbol: container, ..symbol }),
        None => Node::File(symbol.file),
    }
}

/// A call target as a node; locals stand for the symbol that they are in.
fn target_node(binder: &Binder<'_>, target: &Target) -> Option<Node> {
    match target {
        Target::Symbol(symbol) => {
            let facts = binder.facts(symbol.file)?;
            let found = facts.symbol(symbol.symbol)?;
            (!found.is_local()).then(|| Node::Symbol(canonical(binder, *symbol)))
        }
        Target::Module(file) => Some(Node::File(*file)),
        Target::Folder(_) => None,
        Target::External(name) => Some(Node::External(name.to_string())),
    }
}

fn heritage(kind: HeritageKind) -> EdgeKind {
    match kind {
        HeritageKind::Extends => EdgeKind::Inherits,
        HeritageKind::Implements => EdgeKind::Implements,
    }
}

/// The name that answers show for a node: qualified for symbols, the path for files.
pub(super) fn node_name(view: &View, node: &Node) -> String {
    match node {
        Node::Symbol(symbol) => match view.facts(symbol.file) {
            Some(facts) => {
                let path = view.path(symbol.file).unwrap_or_default();
                crate::names::shown_name(&facts, symbol.symbol, &path)
            }
            None => String::new(),
        },
        Node::File(file) => view.path(*file).unwrap_or_default(),
        Node::External(name) => name.clone(),
    }
}
