//! Blocks that a macro heads: `vmcase(OP_MOVE) { … }`, `dispatch (kind(code)) { … }`.
//!
//! With one argument the grammar takes the macro for a type, the argument for a name
//! in parentheses, and all of it for a function inside the function.

use clew_model::Role;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Namespace, named_children};

impl Walk<'_, '_> {
    /// Reads such a block; tells whether `node` is one.
    pub(super) fn macro_block(&mut self, node: Node<'_>) -> bool {
        let (Some(head), Some(argument), Some(body)) =
            (node.field(Field::Type), node.field(Field::Declarator), node.field(Field::Body))
        else {
            return false;
        };
        if !self.builder.in_function()
            || self.in_type()
            || self.kind(head) != Kind::TypeIdentifier
            || self.kind(argument) != Kind::ParenthesizedDeclarator
        {
            return false;
        }
        self.builder.reference_in(head, Role::Call, Namespace::Term);
        self.macro_argument(argument);
        self.deeper((), |walk| walk.statement(body));
        true
    }

    /// An expression that was read as a declarator.
    fn macro_argument(&mut self, node: Node<'_>) {
        match self.kind(node) {
            Kind::Identifier | Kind::TypeIdentifier => {
                self.builder.reference_in(node, Role::Read, Namespace::Term);
            }
            Kind::FunctionDeclarator => {
                match node.field(Field::Declarator) {
                    Some(name) if self.kind(name) == Kind::Identifier => {
                        self.builder.reference_in(name, Role::Call, Namespace::Term);
                    }
                    Some(inner) => self.deeper((), |walk| walk.macro_argument(inner)),
                    None => {}
                }
                if let Some(parameters) = node.field(Field::Parameters) {
                    self.deeper((), |walk| walk.macro_argument(parameters));
                }
            }
            Kind::Comment => {}
            _ => {
                for child in named_children(node) {
                    self.deeper((), |walk| walk.macro_argument(child));
                }
            }
        }
    }
}
