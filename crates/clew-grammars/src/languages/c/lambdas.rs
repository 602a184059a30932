//! Lambdas.

use clew_model::{Expression, ExpressionId, LiteralKind, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, named_children, range_of};

impl Walk<'_, '_> {
    /// `[captures](parameters) -> result { … }`
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExpressionId {
        let captures = node.field(Field::Captures);
        let mut initialised = Vec::new();
        for capture in captures.map(named_children).unwrap_or_default() {
            if capture.kind() == "lambda_capture_initializer" {
                let value = capture.field(Field::Right).map(|value| self.expression(value));
                initialised.push((capture.field(Field::Left), capture, value));
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
        if let Some(parameters) = node.field(Field::TemplateParameters) {
            self.template_parameters(parameters);
        }
        let mut result = None;
        if let Some(declarator) = node.field(Field::Declarator) {
            if let Some(parameters) = declarator.field(Field::Parameters) {
                self.parameters(parameters, declarator);
            }
            result = self.trailing_return(declarator);
        }
        for child in named_children(node) {
            if self.kind(child) == Kind::TrailingReturn {
                result = child.named_child(0).and_then(|result| self.type_descriptor(result));
            }
        }
        if let Some(body) = node.field(Field::Body) {
            self.statements(body);
        }
        self.builder.close_scope();
        match result {
            Some(result) => self.builder.expression(Expression::FunctionOf(result)),
            None => self.builder.expression(Expression::Literal(LiteralKind::Function)),
        }
    }
}
