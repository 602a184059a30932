//! Type expressions.

use clew_model::{Expression, ExpressionId, LiteralKind, Role};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Namespace, named_children};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Reads a type: reports its names and gives the type. References, pointers
    /// and `dyn`/`impl` are looked through.
    pub(super) fn type_expression(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.type_inner(node, role))
    }

    fn type_inner(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match kind(node) {
            Kind::Identifier | Kind::Scoped => self.path(node, role, Namespace::Path),
            Kind::GenericType => self.generic_type(node, role),
            Kind::PointerType => self.field_type(node, "type", role),
            Kind::AbstractType => self.field_type(node, "trait", role),
            Kind::BoundedType | Kind::TraitBounds => self.bounds(node, role),
            Kind::ArrayType => {
                if let Some(length) = node.field(Field::Length) {
                    self.expression(length, Role::Read);
                }
                let element = self.field_type(node, "element", Role::Type);
                self.builder.expression(Expression::ListOf(element))
            }
            Kind::TupleType => {
                let parts = named_children(node)
                    .into_iter()
                    .map(|part| self.type_expression(part, Role::Type))
                    .collect();
                self.builder.expression(Expression::TupleOf(parts))
            }
            Kind::FunctionType => self.function_type(node),
            Kind::BracketedType => match node.named_child(0) {
                Some(inner) => self.type_expression(inner, role),
                None => self.builder.unknown(),
            },
            Kind::QualifiedType => {
                let parts = vec![
                    self.field_type(node, "type", Role::Type),
                    self.field_type(node, "alias", Role::Type),
                ];
                self.builder.expression(Expression::Union(parts))
            }
            Kind::Primitive => self.primitive(node),
            Kind::Unit => self.builder.expression(Expression::Literal(LiteralKind::Nothing)),
            Kind::MacroInvocation => self.macro_invocation(node),
            _ if node.kind() == "higher_ranked_trait_bound" => self.field_type(node, "type", role),
            _ if node.kind() == "removed_trait_bound" => self.bounds(node, role),
            _ => self.builder.unknown(),
        }
    }

    fn field_type(&mut self, node: Node<'_>, field: &str, role: Role) -> ExpressionId {
        match node.child_by_field_name(field) {
            Some(inner) => self.type_expression(inner, role),
            None => self.builder.unknown(),
        }
    }

    fn generic_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let head = node.field(Field::Type).or_else(|| node.named_child(0));
        let base = match head {
            Some(head) => self.path(head, role, Namespace::Path),
            None => self.builder.unknown(),
        };
        match node.field(Field::TypeArguments) {
            Some(list) => self.apply_arguments(base, list),
            None => base,
        }
    }

    /// Applies `<A, Item = B>` to a type or function.
    pub(super) fn apply_arguments(&mut self, base: ExpressionId, list: Node<'_>) -> ExpressionId {
        let mut arguments = Vec::new();
        for argument in named_children(list) {
            match kind(argument) {
                Kind::Label | Kind::Comment => {}
                Kind::TypeBinding => {
                    if let Some(bound) = argument.field(Field::Type) {
                        arguments.push(self.type_expression(bound, Role::Type));
                    }
                }
                Kind::Block => {
                    self.expression(argument, Role::Read);
                }
                _ => arguments.push(self.type_expression(argument, Role::Type)),
            }
        }
        if arguments.is_empty() {
            return base;
        }
        self.builder.expression(Expression::Generic(base, arguments))
    }

    /// `A + B + 'a`: one type, or several of which each gives members.
    pub(super) fn bounds(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let mut parts: Vec<ExpressionId> = Vec::new();
        for part in named_children(node) {
            if kind(part) != Kind::Label && part.kind() != "use_bounds" {
                parts.push(self.type_expression(part, role));
            }
        }
        match parts.as_slice() {
            [] => self.builder.unknown(),
            [one] => *one,
            _ => self.builder.expression(Expression::Union(parts)),
        }
    }

    /// `fn(A) -> B`, `Fn(A) -> B`, `extern "C" fn()`.
    fn function_type(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(name) = node.field(Field::Trait) {
            self.path(name, Role::Type, Namespace::Path);
        }
        if let Some(parameters) = node.field(Field::Parameters) {
            for parameter in named_children(parameters) {
                let declared = parameter.field(Field::Type).unwrap_or(parameter);
                self.type_expression(declared, Role::Type);
            }
        }
        let result = self.field_type(node, "return_type", Role::Type);
        self.builder.expression(Expression::FunctionOf(result))
    }

    fn primitive(&mut self, node: Node<'_>) -> ExpressionId {
        let literal = match self.builder.node_text(node) {
            "bool" => LiteralKind::Boolean,
            "str" | "char" => LiteralKind::String,
            _ => LiteralKind::Number,
        };
        self.builder.expression(Expression::Literal(literal))
    }
}
