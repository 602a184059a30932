//! Paths: `a::B::<C>::d`, `Self`, `crate`, `<T as U>::v`.

use clew_model::{Binding, Expression, ExpressionId, Role};
use tree_sitter::Node;

use super::{Kind, Receiver, Walk, kind};
use crate::builder::Namespace;

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Reads a path: reports its names and gives what the last one means.
    pub(super) fn path(
        &mut self,
        node: Node<'_>,
        role: Role,
        namespace: Namespace,
    ) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.path_inner(node, role, namespace))
    }

    fn path_inner(&mut self, node: Node<'_>, role: Role, namespace: Namespace) -> ExpressionId {
        match kind(node) {
            Kind::Identifier => {
                match self.builder.node_text(node) {
                    "Self" => return self.own_type(node, role),
                    "_" => return self.builder.unknown(),
                    _ => {}
                }
                let occurrence = self.builder.reference_in(node, role, namespace);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::Scoped => self.scoped(node, role),
            Kind::CrateKeyword | Kind::SuperKeyword | Kind::SelfKeyword => {
                let occurrence = self.builder.occurrence(node, Role::Read, Binding::Free);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::GenericType | Kind::BracketedType | Kind::Primitive => {
                self.type_expression(node, role)
            }
            _ => self.builder.unknown(),
        }
    }

    fn scoped(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let Some(name) = node.field(Field::Name) else { return self.builder.unknown() };
        let base = node.field(Field::Path).map(|path| {
            let last = self.last_segment(path);
            let is_type = last.starts_with(|c: char| c.is_uppercase());
            let role = if is_type { Role::Type } else { Role::Read };
            self.path(path, role, Namespace::Path)
        });
        let occurrence = match base {
            Some(base) => self.builder.member(base, name, role),
            None => self.builder.occurrence(name, role, Binding::Free),
        };
        self.builder.occurrence_expression(occurrence)
    }

    fn last_segment(&self, path: Node<'_>) -> &'text str {
        let name = path.field(Field::Name).or_else(|| path.field(Field::Type));
        self.builder.node_text(name.unwrap_or(path))
    }

    /// `Self`, which makes a value where it is called.
    fn own_type(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match self.receiver {
            Some(Receiver::Named(owner)) if role == Role::Call => {
                self.builder.stand_in_for(node, role, owner);
            }
            Some(Receiver::Declared(symbol)) if role == Role::Call => {
                self.builder.stand_in(node, role, symbol);
            }
            _ => {}
        }
        self.self_type()
    }

    /// What `Self` means here.
    pub(super) fn self_type(&mut self) -> ExpressionId {
        match self.receiver {
            Some(Receiver::Named(owner)) => owner,
            Some(Receiver::Declared(symbol)) => {
                self.builder.expression(Expression::SelfType(symbol))
            }
            None => self.builder.unknown(),
        }
    }
}
