//! Names, selectors, cascades and patterns.

use clew_model::{Expression, ExpressionId, LiteralKind, Role};
use tree_sitter::Node;

use crate::described::{Let, Part, Position, Walk, child_of_kind, field};

/// Builtin types and discards.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    if node.kind() == "type_identifier"
        && let Some(known) = prefixed(walk, node, position)
    {
        return Some(known);
    }
    let kind = match (walk.text(node), position) {
        ("_", _) => return Some(walk.builder.unknown()),
        ("String", Position::Type(Role::Type)) => LiteralKind::String,
        ("int" | "double" | "num", Position::Type(Role::Type)) => LiteralKind::Number,
        ("bool", Position::Type(Role::Type)) => LiteralKind::Boolean,
        ("dynamic" | "Object" | "var", Position::Type(Role::Type)) => {
            return Some(walk.builder.unknown());
        }
        _ => return None,
    };
    Some(walk.literal(kind))
}

/// `prefix.Type`, which the grammar shows as two types side by side.
fn prefixed(walk: &mut Walk<'_, '_>, node: Node<'_>, position: Position) -> Option<ExpressionId> {
    let text = walk.builder.text().as_bytes();
    if text.get(node.end_byte()) == Some(&b'.') {
        let occurrence = walk.builder.reference(node, Role::Read);
        walk.object = Some(walk.builder.occurrence_expression(occurrence));
        return Some(walk.builder.unknown());
    }
    if node.start_byte().checked_sub(1).and_then(|at| text.get(at)) != Some(&b'.') {
        return None;
    }
    let base = walk.object.take()?;
    let occurrence = walk.builder.member(base, node, position.role());
    Some(walk.builder.occurrence_expression(occurrence))
}

/// `object.name`, `object?.name`, `object[index]`
pub(super) fn selector(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let parts: Vec<_> = walk
        .parts(node)
        .into_iter()
        .filter(|(child, part)| *part != Part::Skip && !child.kind().ends_with("_operator"))
        .collect();
    let [(object, _), (member, _), ..] = parts.as_slice() else {
        return walk.each(node, at);
    };
    let base = walk.visit(*object, Position::Value);
    if member.kind() == "identifier" {
        return walk.member_of(base, *member, at);
    }
    walk.visit(*member, Position::Value);
    walk.builder.expression(Expression::Element(base))
}

/// `target..a()..b = c`
pub(super) fn cascade(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let Some(target) = field(node, "target") else { return walk.each(node, Position::Value) };
    let base = walk.visit(target, Position::Value);
    let outer = walk.object.replace(base);
    for (child, _) in walk.parts(node) {
        if child != target {
            walk.visit(child, Position::Value);
        }
    }
    walk.object = outer;
    base
}

/// The member that a cascade names.
pub(super) fn cascade_selector(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    let base = walk.object.unwrap_or_else(|| walk.builder.unknown());
    match child_of_kind(node, "identifier") {
        Some(member) => walk.member_of(base, member, at),
        None => walk.each(node, Position::Value),
    }
}

/// `name: value`: the name is that of a parameter.
pub(super) fn named_argument(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut value = walk.builder.unknown();
    for (child, _) in walk.parts(node) {
        if child.kind() != "label" {
            value = walk.visit(child, Position::Value);
        }
    }
    value
}

static BOUND: Let = Let { own_scope: false, ..Let::inner() };

/// `var name`, `final Type name` in a pattern.
pub(super) fn variable_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let mut declared = None;
    for (child, part) in walk.parts(node) {
        if part == Part::Type {
            declared = Some(walk.visit(child, Position::Type(Role::Type)));
        } else if child.kind() == "identifier" {
            let symbols = walk.bind_pattern(child, &BOUND);
            walk.give_values(child, &symbols, &BOUND, declared, None);
        }
    }
    walk.builder.unknown()
}

/// `var (a, b) = value`
pub(super) fn pattern_declaration(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let parts = walk.parts(node);
    let is_pattern = |child: &Node<'_>| child.kind().ends_with("_pattern");
    for (child, part) in &parts {
        if !is_pattern(child) && *part != Part::Skip {
            walk.visit(*child, Position::Value);
        }
    }
    for (child, _) in parts.iter().filter(|(child, _)| is_pattern(child)) {
        walk.bind_pattern(*child, &BOUND);
    }
    walk.builder.unknown()
}

/// `Type(name: pattern)`: names before colons are those of members.
pub(super) fn object_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    let mut of = walk.builder.unknown();
    for (child, part) in walk.parts(node) {
        match (part, child.kind()) {
            (Part::Type, _) => {
                let ty = walk.visit(child, Position::Type(Role::Type));
                of = walk.builder.expression(Expression::TypeOf(ty));
            }
            (_, "identifier") => {
                walk.member_of(of, child, Position::Value);
            }
            _ => {
                walk.visit(child, at);
            }
        }
    }
    of
}

/// `try { … } on Type catch (e) { … }`: a clause and the block behind it share a scope.
pub(super) fn try_statement(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut is_open = false;
    for (child, part) in walk.parts(node) {
        if child.kind() == "catch_clause" && !is_open {
            let range = clew_text::TextRange::new(child.start_byte(), node.end_byte());
            walk.builder.open_scope(clew_model::ScopeKind::Block, range, None);
            is_open = true;
        }
        let at = if part == Part::Type { Position::Type(Role::Type) } else { Position::Value };
        walk.visit(child, at);
        if child.kind() == "block" && is_open {
            walk.builder.close_scope();
            is_open = false;
        }
    }
    if is_open {
        walk.builder.close_scope();
    }
    walk.builder.unknown()
}
