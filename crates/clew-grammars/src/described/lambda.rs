//! Functions and classes without name, and parameter lists.

use clew_model::{
    Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;
use super::rule::{Part, Position, Sight};
use crate::builder::{Declaration, Visible, range_of};

/// The value whose members plain names in a function without name mean first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Receiver {
    /// `this` is that value.
    Certain(ExpressionId),
    /// It is what the last parameter of a callable says, if that says any.
    Told(ExpressionId),
}

impl Walk<'_, '_> {
    /// Declares the names of a parameter list that are not declared by rules.
    pub(crate) fn parameters(&mut self, list: Node<'_>) {
        self.children(list, |walk, child, part| match part {
            Part::Skip => {}
            _ if walk.is_comment(child) => {}
            _ => {
                walk.bind_pattern(child, &LAMBDA_PARAMETER);
            }
        });
    }

    /// Declares a class without name around the members of `body`.
    pub(crate) fn anonymous_class(
        &mut self,
        node: Node<'_>,
        body: impl FnOnce(&mut Self, SymbolId),
    ) -> SymbolId {
        let start = node.start_byte();
        let symbol = self.builder.declare(Declaration {
            name: "<anonymous>",
            name_range: TextRange::new(start, start),
            kind: SymbolKind::Class,
            range: range_of(node),
            signature_range: None,
            doc_range: None,
            visible: Visible::MemberOnly,
            visibility: Visibility::Private,
            flags: SymbolFlags::ANONYMOUS,
            owner: None,
            scope: None,
        });
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
        let function = self.function.take();
        let this = self.this.take();
        body(self, symbol);
        self.this = this;
        self.function = function;
        self.builder.close_scope();
        self.builder.leave();
        symbol
    }

    /// A function without name that is given [`Walk::argument_ahead`], under the name of
    /// its first parameter if it has one.
    pub(crate) fn lambda_given(&mut self, node: Node<'_>, first: Option<Node<'_>>) -> ExpressionId {
        let given = self.argument_ahead.take();
        let outer = std::mem::replace(&mut self.argument, given.filter(|_| first.is_none()));
        let before = self.builder.symbol_count();
        let result = self.lambda(node);
        self.argument = outer;
        let Some((first, given)) = first.zip(given) else { return result };
        let named = (before..self.builder.symbol_count()).map(SymbolId).find(|id| {
            let symbol = self.builder.symbol(*id);
            symbol.is_some_and(|symbol| symbol.name_range == range_of(first))
        });
        if let Some(symbol) = named
            && self.builder.symbol(symbol).is_some_and(|symbol| symbol.declared_type.is_none())
        {
            self.builder.add_value(symbol, given);
        }
        result
    }

    /// A function without name: its parameters and body in a scope.
    pub(crate) fn lambda(&mut self, node: Node<'_>) -> ExpressionId {
        let outer = self.function.take();
        let outer_this = self.this;
        let receiver = self.receiver_ahead.take();
        let result = self.in_scope(node, ScopeKind::Function, |walk| {
            let mut result = None;
            if let Some(receiver) = receiver {
                walk.receive(node, receiver);
            }
            walk.children(node, |walk, child, part| match part {
                Part::Skip => {}
                _ if walk.is_comment(child) => {}
                Part::Type => {
                    result = Some(walk.visit(child, Position::Type(Role::Type)));
                }
                Part::Bind => {
                    walk.bind_pattern(child, &LAMBDA_PARAMETER);
                }
                Part::Body => {
                    let value = walk.visit(child, Position::Value);
                    result.get_or_insert(value);
                }
                _ => {
                    let value = walk.visit_part(child, part, Position::Value);
                    if walk.table.description.lambda_gives_last {
                        result = Some(value);
                    }
                }
            });
            result
        });
        self.function = outer;
        self.this = outer_this;
        match result.filter(|result| self.is_known(*result)) {
            Some(result) => self.builder.expression(Expression::FunctionOf(result)),
            None => self.literal(clew_model::LiteralKind::Function),
        }
    }
}

impl Walk<'_, '_> {
    /// Declares what a function without name is called on, as its parameter `this`.
    pub(super) fn receive(&mut self, node: Node<'_>, receiver: Receiver) {
        let value = match receiver {
            Receiver::Certain(value) => {
                self.this = Some(value);
                value
            }
            Receiver::Told(callee) => {
                let taken = Expression::Item(callee, Expression::LAST);
                let taken = self.builder.expression(taken);
                self.builder.expression(Expression::Item(taken, 0))
            }
        };
        let start = node.start_byte();
        let name_range = TextRange::new(start, start);
        let kind = SymbolKind::Parameter;
        let mut declaration = Declaration::member_at(kind, "this", name_range, range_of(node));
        declaration.flags = SymbolFlags::ANONYMOUS.with(SymbolFlags::LOCAL);
        let symbol = self.builder.declare(declaration);
        self.builder.add_value(symbol, value);
    }
}

static LAMBDA_PARAMETER: super::Let = super::Let {
    kind: SymbolKind::Parameter,
    in_type: None,
    sight: Sight::Whole,
    flags: SymbolFlags::LOCAL,
    from: super::From::Whole,
    own_scope: false,
};
