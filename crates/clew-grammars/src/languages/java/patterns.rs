//! Patterns, and the labels of `switch`.

use clew_model::{Expression, ExpressionId, Role, SymbolFlags, SymbolKind};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Namespace, Visible, named_children};

impl<'text> Walk<'_, 'text> {
    /// `case A, B`, `case Type name when guard`
    pub(super) fn switch_label(&mut self, node: Node<'_>, condition: Option<ExpressionId>) {
        for child in named_children(node) {
            match (kind(child), condition) {
                (Kind::Identifier, Some(condition)) => {
                    self.builder.reference_or_member(condition, child, Namespace::Value);
                }
                _ if child.kind() == "pattern" => {
                    for pattern in named_children(child) {
                        self.pattern(pattern);
                    }
                }
                _ if child.kind() == "guard" => self.statements(child),
                _ => {
                    self.expression(child);
                }
            }
        }
    }

    /// A type or record pattern; its names are visible from here on.
    pub(super) fn pattern(&mut self, node: Node<'_>) {
        self.deeper((), |walk| match kind(node) {
            Kind::TypePattern => walk.type_pattern(node),
            Kind::RecordPattern => {
                for child in named_children(node) {
                    match child.kind() {
                        "record_pattern_body" => {
                            for part in named_children(child) {
                                walk.pattern(part);
                            }
                        }
                        _ => {
                            walk.type_expression(child, Role::Type);
                        }
                    }
                }
            }
            _ => {}
        });
    }

    fn type_pattern(&mut self, node: Node<'_>) {
        let children: Vec<_> =
            named_children(node).into_iter().filter(|node| kind(*node) != Kind::Comment).collect();
        let [.., declared, name] = children.as_slice() else { return };
        let declared = match self.is_var(*declared) {
            true => None,
            false => Some(self.type_expression(*declared, Role::Type)),
        };
        self.pattern_variable(*name, node, declared);
    }

    pub(super) fn pattern_variable(
        &mut self,
        name: Node<'_>,
        whole: Node<'_>,
        declared: Option<ExpressionId>,
    ) {
        if kind(name) != Kind::Identifier {
            return;
        }
        let mut declaration = Declaration::new(self.builder, SymbolKind::Variable, name, whole);
        declaration.flags = SymbolFlags::LOCAL;
        declaration.visible = Visible::From(ByteOffset::from(name.end_byte()));
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = declared {
            self.builder.set_type(symbol, declared);
        }
    }

    /// `value instanceof Type name`, `value instanceof Record(var a, B b)`
    pub(super) fn instance_of(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(left) = node.field(Field::Left) {
            self.expression(left);
        }
        if let Some(pattern) = node.field(Field::Pattern) {
            self.pattern(pattern);
        }
        if let Some(right) = node.field(Field::Right) {
            let declared = self.type_expression(right, Role::Type);
            if let Some(name) = node.field(Field::Name) {
                self.pattern_variable(name, node, Some(declared));
            }
        }
        self.builder.expression(Expression::Literal(clew_model::LiteralKind::Boolean))
    }
}
