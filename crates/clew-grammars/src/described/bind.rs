//! Patterns, loops and assignments.

use clew_model::{Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId};
use tree_sitter::Node;

use super::rule::{Assigning, From, Let, Part, Position, Sight};
use super::{Rule, Walk};
use crate::builder::{Declaration, Visible, range_of};

impl<'text> Walk<'_, 'text> {
    /// Visits a node that binds names: type and initial value first, then the
    /// pattern, then the rest. Gives the initial value.
    pub(crate) fn bind(&mut self, node: Node<'_>, binding: &'static Let) -> ExpressionId {
        if binding.own_scope {
            self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        }
        let doc = self.doc.take();
        let parts = self.parts(node);
        let mut declared = self.shared_type;
        let mut value = None;
        for (child, part) in &parts {
            match part {
                Part::Type => {
                    let written = self.visit(*child, Position::Type(Role::Type));
                    if self.is_known(written) {
                        declared = Some(written);
                    }
                }
                Part::Initial => {
                    let initial = self.visit(*child, Position::Value);
                    value.get_or_insert(initial);
                }
                _ => {}
            }
        }
        self.doc = doc;
        for (child, part) in &parts {
            if *part == Part::Bind {
                let symbols = self.bind_pattern(*child, binding);
                self.give_values(*child, &symbols, binding, declared, value);
            }
        }
        self.doc = None;
        for (child, part) in &parts {
            if !matches!(part, Part::Type | Part::Initial | Part::Bind | Part::Skip) {
                self.visit_part(*child, *part, Position::Value);
            }
        }
        if binding.own_scope {
            self.builder.close_scope();
        }
        value.unwrap_or_else(|| self.builder.unknown())
    }

    /// Declares the names of a pattern.
    pub(crate) fn bind_pattern(&mut self, node: Node<'_>, binding: &'static Let) -> Vec<SymbolId> {
        let outer = std::mem::replace(&mut self.binding, binding);
        let before = std::mem::take(&mut self.bound);
        self.visit(node, Position::Bind);
        self.binding = outer;
        std::mem::replace(&mut self.bound, before)
    }

    /// Declares the names of a part of a pattern; gives those of this part.
    pub(crate) fn bind_nested(&mut self, node: Node<'_>) -> Vec<SymbolId> {
        let before = self.bound.len();
        self.visit(node, Position::Bind);
        self.bound.get(before..).map(<[SymbolId]>::to_vec).unwrap_or_default()
    }

    /// Tells what a bound name holds, where the pattern is that name alone.
    pub(crate) fn give_values(
        &mut self,
        pattern: Node<'_>,
        symbols: &[SymbolId],
        binding: &Let,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        let [symbol] = symbols else { return };
        let name = self.builder.symbol(*symbol).map(|symbol| symbol.name_range);
        let inner = name.is_some_and(|name| {
            let text = self.text(pattern);
            let name = name.slice(self.builder.text());
            text.split([':', ' ']).next() == Some(name)
        });
        if !inner {
            return;
        }
        match (declared, value) {
            (Some(declared), _) => self.builder.set_type(*symbol, declared),
            (None, Some(value)) => {
                let value = match binding.from {
                    From::Whole => value,
                    From::Element => self.builder.expression(Expression::Iterated(value)),
                    From::Unwrapped => self.builder.expression(Expression::Unwrap(value)),
                };
                self.builder.add_value(*symbol, value);
            }
            (None, None) => {}
        }
    }

    /// Declares a name of a pattern as the current binding says.
    pub(crate) fn bind_name(&mut self, node: Node<'_>) {
        if let Some(known) = self.bound_before(node) {
            self.builder.bound(node, Role::Read, known);
            return;
        }
        self.forget(self.text(node));
        let binding = self.binding;
        let mut declaration = Declaration::new(self.builder, binding.kind, node, node);
        declaration.flags = binding.flags;
        if self.is_in_type()
            && let Some(kind) = binding.in_type
        {
            declaration.kind = kind;
        }
        declaration.visible = match self.seen_from {
            Some(from) => Visible::From(from),
            None => self.visible(binding.sight, node.end_byte()),
        };
        declaration.doc_range = self.doc.take();
        declaration.visibility =
            (self.table.description.visibility)(self.builder, declaration.name);
        let symbol = self.builder.declare(declaration);
        self.bound.push(symbol);
    }

    /// What another alternative of the pattern has bound under the same name.
    fn bound_before(&mut self, node: Node<'_>) -> Option<SymbolId> {
        let alternatives = self.alternatives?;
        let (scope, name) = (self.builder.scope(), self.text(node));
        let known = self.bound.iter().copied().find(|id| {
            self.builder.symbol_name(*id) == name
                && self.builder.symbol(*id).is_some_and(|symbol| {
                    symbol.scope == scope && alternatives.start <= symbol.name_range.start
                })
        });
        known.filter(|_| alternatives.end >= range_of(node).end)
    }

    /// `target = value`, with what the language says of unknown targets.
    pub(crate) fn assign(&mut self, node: Node<'_>) -> ExpressionId {
        let parts = self.parts(node);
        let named = parts.iter().position(|(_, part)| *part == Part::Target);
        let target = named.unwrap_or(0);
        let doc = self.doc.take();
        let mut value = self.builder.unknown();
        for (index, (child, part)) in parts.iter().enumerate() {
            if index != target && *part != Part::Skip {
                value = self.visit_part(*child, *part, Position::Value);
            }
        }
        self.doc = doc;
        if let Some((target, _)) = parts.get(target) {
            self.assign_to(*target, node, Some(value));
        }
        value
    }

    /// Writes to a target; a name alone takes the value.
    pub(crate) fn assign_to(
        &mut self,
        target: Node<'_>,
        whole: Node<'_>,
        value: Option<ExpressionId>,
    ) {
        let before = self.bound.len();
        let doc = self.take_doc(whole.start_byte());
        self.visit(target, Position::Write);
        let assigned = self.bound.split_off(before.min(self.bound.len()));
        let ([symbol], true) = (assigned.as_slice(), matches!(self.rule(target), Rule::Name))
        else {
            return;
        };
        if let Some(value) = value {
            self.builder.add_value(*symbol, value);
        }
        let made_here = self
            .builder
            .symbol(*symbol)
            .is_some_and(|symbol| symbol.name_range == range_of(target));
        if made_here && let Some(symbol) = self.builder.symbol_mut(*symbol) {
            symbol.range = range_of(whole);
            symbol.doc_range = doc;
        }
    }

    /// A plain name that is assigned to where assignments declare.
    pub(super) fn assign_name(&mut self, target: Node<'_>) -> ExpressionId {
        let name = self.text(target);
        let symbol = match self.builder.visible_in_function(name) {
            Some(known) => {
                self.builder.bound(target, Role::Write, known);
                known
            }
            None => self.declare_assigned(target, target),
        };
        self.bound.push(symbol);
        self.builder.unknown()
    }

    /// Declares the variable that a first assignment makes.
    pub(crate) fn declare_assigned(&mut self, target: Node<'_>, whole: Node<'_>) -> SymbolId {
        let in_function = self.table.description.assigning == Assigning::DeclaresInFunction;
        let mut declaration =
            Declaration::new(self.builder, clew_model::SymbolKind::Variable, target, whole);
        declaration.visible = Visible::Whole;
        declaration.doc_range = self.take_doc(whole.start_byte());
        declaration.visibility =
            (self.table.description.visibility)(self.builder, declaration.name);
        if in_function {
            declaration.scope = Some(self.builder.nearest_non_block());
        } else if self.builder.scope_kind(self.builder.scope()) == ScopeKind::Block {
            declaration.flags.set(SymbolFlags::LOCAL);
        }
        declaration.visible = self.visible(Sight::Ordered, target.start_byte());
        self.builder.declare(declaration)
    }
}
