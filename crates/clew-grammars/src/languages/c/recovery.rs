//! What can be told from text that fits no rule.

use clew_model::{ScopeKind, SymbolFlags, SymbolId, SymbolKind};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::declarations::{Place, Specifiers};
use super::kinds::Kind;
use crate::builder::{named_children, range_of};

impl Walk<'_, '_> {
    /// Reads the parts of an error. A function head before an opening brace is
    /// taken as a definition, whatever stands around it.
    pub(super) fn error(&mut self, node: Node<'_>) {
        let at_top = !self.builder.in_function();
        for child in named_children(node) {
            if at_top && self.kind(child) == Kind::FunctionDeclarator {
                self.deeper((), |walk| walk.headless_function(child));
            } else {
                self.deeper((), |walk| match at_top {
                    true => walk.item(child),
                    false => walk.statement(child),
                });
            }
        }
    }

    /// A body that the grammar did not join to its head, the function `head`.
    pub(super) fn body_of(&mut self, head: Option<SymbolId>, body: Node<'_>) {
        if let Some(head) = head {
            self.builder.make_definition(head, body.end_byte());
            self.builder.enter(head);
        }
        self.builder.open_scope(ScopeKind::Function, range_of(body), head);
        self.statements(body);
        self.builder.close_scope();
        if head.is_some() {
            self.builder.leave();
        }
    }

    fn headless_function(&mut self, function: Node<'_>) {
        let declarator = self.declarator(function);
        let (Some(name), Some(inner)) = (declarator.name, declarator.function) else { return };
        if self.kind(name) != Kind::Identifier {
            return;
        }
        let rest = self.builder.text().get(function.end_byte()..).unwrap_or("");
        let is_definition = rest.trim_start().starts_with('{');
        let place =
            Place { whole: function, doc: None, specifiers: Specifiers::default(), declared: None };
        let mut declaration = self.draft(SymbolKind::Function, name, place);
        if !is_definition {
            declaration.flags.set(SymbolFlags::DECLARATION);
        }
        self.builder.declare(declaration);
        if let Some(parameters) = inner.field(Field::Parameters) {
            self.parameter_types(parameters);
        }
    }
}
