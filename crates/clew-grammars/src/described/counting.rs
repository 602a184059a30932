//! What callables take and what calls give, in languages whose overloads differ in it.

use clew_model::{Arity, ExpressionId, SymbolId};
use tree_sitter::Node;

use super::Walk;

/// How a language writes parameters and arguments.
#[derive(Clone, Copy)]
pub(crate) struct Counting {
    /// What the callable that a node declares takes; `None` where that is not told.
    pub(crate) parameters: fn(Node<'_>, &str) -> Option<Arity>,
    /// The arguments that a node that calls gives; `None` where they are not told.
    pub(crate) arguments: for<'tree> fn(Node<'tree>) -> Option<Vec<Argument<'tree>>>,
}

/// One argument of a call: its value, where that stands for the parameter in its place.
pub(crate) type Argument<'tree> = Option<Node<'tree>>;

/// Arguments whose values are looked at, at most, one in another.
const MOST_AWAITED: usize = 4_096;

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

    /// Notes how many arguments a call gives to what it names, and what they are once they
    /// are visited.
    pub(crate) fn count_arguments(&mut self, node: Node<'_>, called: ExpressionId) {
        let Some(counting) = self.table.description.counting else { return };
        let Some(mut given) = (counting.arguments)(node) else { return };
        given.truncate(usize::from(u8::MAX));
        let unknown = self.builder.unknown();
        let Some(call) = self.builder.set_arguments(called, vec![unknown; given.len()]) else {
            return;
        };
        for (index, value) in given.into_iter().enumerate() {
            let Some(value) = value.filter(|_| self.awaited.len() < MOST_AWAITED) else { continue };
            self.awaited.insert(value.id(), (call, index));
        }
    }

    /// Takes the value of a node that was visited as an argument, if it is one.
    pub(super) fn note_argument(&mut self, node: Node<'_>, value: ExpressionId) {
        if let Some((call, index)) = self.awaited.remove(&node.id()) {
            self.builder.set_argument(call, index, value);
        }
    }
}
