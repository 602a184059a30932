//! Callers and callees that hits of a search carry.

use clew_bind::{Binder, SymbolRef};
use clew_protocol::{Direction, EdgeKind, RelatedHit, SymbolType};
use rustc_hash::FxHashSet;

use super::relations::{EdgeFilter, Node, canonical, edges, node_name};
use super::render;
use crate::workspace::{View, Workspace};

/// Most relations attached to one hit.
const MAX_RELATED: usize = 20;

/// Most levels of relations.
const MAX_LEVEL: u32 = 5;

/// Callers and callees of hits.
pub(super) struct Related<'question, 'view> {
    pub(super) workspace: &'question Workspace,
    pub(super) view: &'view View,
    pub(super) binder: &'question Binder<'view>,
}

impl Related<'_, '_> {
    /// Relations of a symbol in one direction, over so many levels.
    pub(super) fn of(
        &self,
        symbol: SymbolRef,
        direction: Direction,
        levels: u32,
    ) -> Vec<RelatedHit> {
        let filter = EdgeFilter {
            kinds: &[EdgeKind::Call, EdgeKind::Inherits, EdgeKind::Implements],
            internal_only: true,
        };
        let mut seen: FxHashSet<Node> = FxHashSet::from_iter([
            Node::Symbol(symbol),
            Node::Symbol(canonical(self.binder, symbol)),
        ]);
        let mut level_nodes = vec![Node::Symbol(symbol)];
        let mut related = Vec::new();
        for _ in 0..levels.min(MAX_LEVEL) {
            let mut next = Vec::new();
            for node in &level_nodes {
                for edge in edges(self.binder, node, direction, &filter) {
                    if related.len() >= MAX_RELATED {
                        return related;
                    }
                    if seen.insert(edge.to.clone()) {
                        related.extend(self.shown(&edge.to, edge.kind));
                        next.push(edge.to);
                    }
                }
            }
            level_nodes = next;
        }
        related
    }

    fn shown(&self, node: &Node, kind: EdgeKind) -> Option<RelatedHit> {
        let name = node_name(self.view, node);
        let (file, range, symbol_type) = match node {
            Node::Symbol(symbol) => {
                let facts = self.binder.facts(symbol.file)?;
                let found = facts.symbol(symbol.symbol)?;
                (symbol.file, Some(found.range), SymbolType::of(found.kind))
            }
            Node::File(file) => (*file, None, SymbolType::Namespace),
            Node::External(_) => return None,
        };
        let id = clew_index::DocumentId(file.0);
        let text = self.workspace.text(self.view, id)?;
        let (start_line, end_line) = match range {
            Some(range) => render::lines(&text, range),
            None => (1, text.lines.line_count() as u32),
        };
        Some(RelatedHit {
            name,
            symbol_type,
            file: self.view.snapshot.path(id)?.to_string(),
            start_line,
            end_line,
            edge_type: kind.as_str().to_string(),
        })
    }
}
