//! What the grammar reads otherwise than the language means it.

use clew_model::{Expression, ExpressionId, LiteralKind, Role};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::described::{Position, Walk, field};

/// `name<Type> { … }` is read as two comparisons; it calls.
pub(super) fn binary(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let Some((callee, argument, lambda)) = generic_call(node) else {
        walk.each(node, Position::Value);
        return walk.builder.unknown();
    };
    let callee = walk.visit(callee, Position::Callee);
    walk.visit(argument, Position::Type(Role::Type));
    walk.visit(lambda, Position::Value);
    walk.builder.expression(Expression::Call(callee))
}

/// The name, the type and the block of a call that was read as comparisons.
fn generic_call<'tree>(node: Node<'tree>) -> Option<(Node<'tree>, Node<'tree>, Node<'tree>)> {
    let has = |node: Node<'tree>, mark: &str| node.child(1).is_some_and(|one| one.kind() == mark);
    let block = field(node, "right").filter(|right| right.kind() == "lambda_literal")?;
    let inner = field(node, "left").filter(|left| left.kind() == "binary_expression")?;
    if !has(node, ">") || !has(inner, "<") {
        return None;
    }
    let callee = field(inner, "left")
        .filter(|left| matches!(left.kind(), "identifier" | "navigation_expression"))?;
    Some((callee, field(inner, "right")?, block))
}

/// `"… $name …"`: the mark and the name are pieces of text for the grammar.
pub(super) fn text(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut marked = None;
    for (child, _) in walk.parts(node) {
        if child.kind() != "string_content" {
            walk.visit(child, Position::Value);
            continue;
        }
        if marked == Some(child.start_byte()) {
            template_name(walk, child);
        }
        marked = (walk.text(child) == "$").then_some(child.end_byte());
    }
    walk.literal(LiteralKind::String)
}

fn template_name(walk: &mut Walk<'_, '_>, piece: Node<'_>) {
    let text = walk.text(piece);
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let name = &text[..end];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_name && !matches!(name, "it" | "this" | "field") {
        let start = piece.start_byte();
        walk.builder.reference_at(TextRange::new(start, start + end), Role::Read);
    }
}
