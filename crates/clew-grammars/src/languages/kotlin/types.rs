//! Variables with their types.

use clew_model::{ExpressionId, Role};
use tree_sitter::Node;

use crate::described::{Part, Position, Walk};

/// `name: Type`: the name where it is declared; the type alone where the property
/// around has declared it.
pub(super) fn variable(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let mut result = walk.builder.unknown();
    let mut bound = Vec::new();
    for (child, part) in walk.parts(node) {
        match part {
            Part::Type => {
                result = walk.visit(child, Position::Type(Role::Type));
                for symbol in &bound {
                    walk.builder.set_type(*symbol, result);
                }
            }
            _ if child.kind() == "identifier" => {
                if at == Position::Bind {
                    bound.extend(walk.bind_nested(child));
                }
            }
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
    result
}
