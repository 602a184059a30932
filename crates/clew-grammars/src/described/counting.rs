//! What callables take and what calls give, in languages whose overloads differ in it.

use clew_model::{Arity, ExpressionId, SymbolId};
use tree_sitter::Node;

use super::Walk;

/// How a language writes parameters and arguments.
#[derive(Clone, Copy)]
pub(crate) struct Counting {
    /// What the callable that a node declares takes; `None` where that is not told.
    pub(crate) parameters: fn(Node<'_>, &str) -> Option<Arity>,
    /// How many arguments a node that calls gives; `None` where that is not told.
    pub(crate) arguments: fn(Node<'_>) -> Option<usize>,
}

/// How often a parameter may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// Once.
    Once,
    /// Once or not at all.
    Perhaps,
    /// Any number of times.
    Often,
}

/// What parameters take together.
pub(crate) fn arity_of(parameters: &[Given]) -> Arity {
    let least = parameters.iter().filter(|one| **one == Given::Once).count();
    let is_open = parameters.contains(&Given::Often);
    let least = u8::try_from(least).unwrap_or(Arity::ANY);
    let most = u8::try_from(parameters.len()).unwrap_or(Arity::ANY);
    Arity { least, most: if is_open { Arity::ANY } else { most } }
}

impl Walk<'_, '_> {
    /// Notes what a declared callable takes.
    pub(super) fn count_parameters(&mut self, node: Node<'_>, symbol: SymbolId) {
        let Some(counting) = self.table.description.counting else { return };
        if !self.builder.symbol(symbol).is_some_and(|symbol| symbol.kind.is_callable()) {
            return;
        }
        if let Some(arity) = (counting.parameters)(node, self.builder.text()) {
            self.builder.set_arity(symbol, arity);
        }
    }

    /// Notes how many arguments a call gives to what it names.
    pub(crate) fn count_arguments(&mut self, node: Node<'_>, called: ExpressionId) {
        let Some(counting) = self.table.description.counting else { return };
        if let Some(count) = (counting.arguments)(node) {
            let unknown = self.builder.unknown();
            self.builder.set_arguments(called, vec![unknown; count.min(usize::from(u8::MAX))]);
        }
    }
}
