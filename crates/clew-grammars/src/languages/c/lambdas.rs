//! Lambdas.

use clew_model::{Expression, ExpressionId, LiteralKind, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, named_children, range_of};

impl Walk<'_, '_> {
    /// `[captures](parameters) -> result { … }`
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExpressionId {
        let captures = node.child_by_field_name("captures");
        let mut initialised = Vec::new();
        for capture in captures.map(named_children).unwrap_or_default() {
            if capture.kind() == "lambda_capture_initializer" {
                let value =
                    capture.child_by_field_name("right").map(|value| self.expression(value));
                initialised.push((capture.child_by_field_name("left"), capture, value));
            } else if capture.kind() != "lambda_default_capture" {
                self.expression(capture);
            }
        }
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        for (name, capture, value) in initialised {
            let Some(name) = name else { continue };
            let mut declaration =
                Declaration::new(self.builder, SymbolKind::Variable, name, capture);
            declaration.flags = SymbolFlags::LOCAL;
            let symbol = self.builder.declare(declaration);
            if let Some(value) = value {
                self.builder.add_value(symbol, value);
            }
        }
        if let Some(parameters) = node.child_by_field_name("template_parameters") {
            self.template_parameters(parameters);
        }
        let mut result = None;
        if let Some(declarator) = node.child_by_field_name("declarator") {
            if let Some(parameters) = declarator.child_by_field_name("parameters") {
                self.parameters(parameters, declarator);
            }
            result = self.trailing_return(declarator);
        }
        for child in named_children(node) {
            if self.kind(child) == Kind::TrailingReturn {
                result = child.named_child(0).and_then(|result| self.type_descriptor(result));
            }
        }
        if let Some(body) = node.child_by_field_name("body") {
            self.statements(body);
        }
        self.builder.close_scope();
        match result {
            Some(result) => self.builder.expression(Expression::FunctionOf(result)),
            None => self.builder.expression(Expression::Literal(LiteralKind::Function)),
        }
    }
}
