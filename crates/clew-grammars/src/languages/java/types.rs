//! Types as they are written.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Namespace, named_children};

impl<'text> Walk<'_, 'text> {
    /// Reads a type; `role` is what happens to its last name.
    pub(super) fn type_expression(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.type_inner(node, role))
    }

    fn type_inner(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match kind(node) {
            Kind::TypeIdentifier | Kind::Identifier => {
                let occurrence = self.builder.reference_in(node, role, Namespace::Type);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::GenericType => self.generic_type(node, role),
            Kind::ScopedType | Kind::ScopedIdentifier => self.scoped_type(node, role),
            Kind::ArrayType => self.array_type(node, role),
            Kind::AnnotatedType => {
                let mut result = self.builder.unknown();
                for child in named_children(node) {
                    match kind(child) {
                        Kind::Annotation => {
                            self.annotation(child);
                        }
                        _ => result = self.type_expression(child, role),
                    }
                }
                result
            }
            Kind::Wildcard => self.wildcard(node),
            Kind::WholeType if self.builder.text().get(node.byte_range()) == Some("char") => {
                self.literal(LiteralKind::Character)
            }
            Kind::WholeType => self.literal(LiteralKind::Whole),
            Kind::FractionType => self.literal(LiteralKind::Fraction),
            Kind::BooleanType => self.literal(LiteralKind::Boolean),
            Kind::VoidType => self.literal(LiteralKind::Nothing),
            _ => self.builder.unknown(),
        }
    }

    fn generic_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let mut base = self.builder.unknown();
        let mut arguments = Vec::new();
        for child in named_children(node) {
            match kind(child) {
                Kind::TypeArguments => arguments = self.type_arguments(child),
                Kind::Comment => {}
                _ => base = self.type_expression(child, role),
            }
        }
        self.builder.expression(Expression::Generic(base, arguments))
    }

    /// `<A, ? extends B>`
    pub(super) fn type_arguments(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        named_children(node)
            .into_iter()
            .filter(|child| kind(*child) != Kind::Comment)
            .map(|child| self.type_expression(child, Role::Type))
            .collect()
    }

    fn wildcard(&mut self, node: Node<'_>) -> ExpressionId {
        let mut result = self.builder.unknown();
        let mut lower = false;
        for child in named_children(node) {
            match kind(child) {
                Kind::Annotation => {
                    self.annotation(child);
                }
                Kind::Super => lower = true,
                _ => {
                    let bound = self.type_expression(child, Role::Type);
                    if !lower {
                        result = bound;
                    }
                }
            }
        }
        result
    }

    /// `a.b.C`: packages are read, types are types.
    fn scoped_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let mut base: Option<ExpressionId> = None;
        for child in named_children(node) {
            base = Some(match (kind(child), base) {
                (Kind::Annotation, Some(base)) => {
                    self.annotation(child);
                    base
                }
                (Kind::Annotation | Kind::Comment, _) => continue,
                (Kind::ScopedType | Kind::ScopedIdentifier | Kind::GenericType, _) => {
                    self.type_expression(child, Role::Type)
                }
                (_, None) => {
                    let role = self.qualifier_role(child);
                    let occurrence = self.builder.reference_in(child, role, Namespace::Type);
                    self.builder.occurrence_expression(occurrence)
                }
                (_, Some(base)) => {
                    let occurrence = self.builder.member(base, child, role);
                    self.builder.occurrence_expression(occurrence)
                }
            });
        }
        base.unwrap_or_else(|| self.builder.unknown())
    }

    /// Types begin with a capital, packages do not.
    fn qualifier_role(&self, node: Node<'_>) -> Role {
        let text = self.builder.node_text(node);
        if text.starts_with(char::is_uppercase) { Role::Type } else { Role::Read }
    }

    fn array_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let element = node.field(Field::Element);
        let element = match element {
            Some(element) => self.type_expression(element, role),
            None => self.builder.unknown(),
        };
        self.with_dimensions(element, node)
    }

    /// Wraps `element` in a list for each `[]` of the `dimensions` child of `node`.
    pub(super) fn with_dimensions(
        &mut self,
        element: ExpressionId,
        node: Node<'_>,
    ) -> ExpressionId {
        let Some(dimensions) = node.field(Field::Dimensions) else { return element };
        let count = self.builder.node_text(dimensions).matches('[').count();
        (0..count.min(255))
            .fold(element, |element, _| self.builder.expression(Expression::ListOf(element)))
    }

    /// Declares `<T extends A & B>` in the current scope.
    pub(super) fn type_parameters(&mut self, list: Node<'_>) {
        let mut bounds = Vec::new();
        for parameter in named_children(list) {
            if kind(parameter) != Kind::TypeParameter {
                continue;
            }
            for child in named_children(parameter) {
                match kind(child) {
                    Kind::TypeIdentifier => {
                        let mut declaration = Declaration::new(
                            self.builder,
                            SymbolKind::TypeParameter,
                            child,
                            parameter,
                        );
                        declaration.flags = SymbolFlags::LOCAL;
                        let symbol = self.builder.declare(declaration);
                        bounds.push((symbol, None));
                    }
                    Kind::Annotation => {
                        self.annotation(child);
                    }
                    _ => {
                        if let Some(last) = bounds.last_mut() {
                            last.1 = Some(child);
                        }
                    }
                }
            }
        }
        for (symbol, bound) in bounds {
            let Some(bound) = bound else { continue };
            let mut first = None;
            for part in named_children(bound) {
                let part = self.type_expression(part, Role::Type);
                first.get_or_insert(part);
            }
            if let Some(first) = first {
                self.builder.set_type(symbol, first);
            }
        }
    }
}
