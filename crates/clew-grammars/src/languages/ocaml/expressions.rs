//! Operators, fields, labels and alternatives.

use clew_model::{Expression, ExpressionId, Role};
use tree_sitter::Node;

use super::names::{FIELDS, VALUES};
use crate::builder::{Namespace, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// Operators of the language and its first module, which nobody looks up.
const KNOWN: &[&str] = &[
    "+", "-", "*", "/", "=", "<>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "^", "@", ":=",
    "!", "|>", "@@", "**", "+.", "-.", "*.", "/.", "mod", "land", "lor", "lxor", "lsl", "lsr",
    "asr", "::", "or", "&", "~-", "~+", "~-.", "~+.", "^^",
];

/// Whether an operator is one of the language's own.
pub(super) fn is_known(operator: &str) -> bool {
    KNOWN.contains(&operator)
}

/// An operator as a use of what defines it.
pub(super) fn operator(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if !is_known(walk.text(node)) {
        walk.builder.reference_in(node, Role::Call, Namespace::Kinds(VALUES));
    }
    walk.builder.unknown()
}

/// `a + b`; `x |> f` and `f @@ x` call.
pub(super) fn infix(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let sign = field(node, "operator");
    let text = sign.map_or("", |sign| walk.text(sign));
    let (left_at, right_at) = match text {
        "|>" => (Position::Value, Position::Callee),
        "@@" => (Position::Callee, Position::Value),
        _ => (Position::Value, Position::Value),
    };
    let left = field(node, "left").map(|left| walk.visit(left, left_at));
    if let Some(sign) = sign {
        operator(walk, sign, Position::Value);
    }
    let right = field(node, "right").map(|right| walk.visit(right, right_at));
    match (text, left, right) {
        ("|>", _, Some(called)) | ("@@", Some(called), _) if walk.is_known(called) => {
            walk.builder.expression(Expression::Call(called))
        }
        _ => walk.builder.unknown(),
    }
}

/// `~label:value`, `?label`; a label alone is the value of that name.
pub(super) fn labeled_argument(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    match (field(node, "expression"), child_of_kind(node, "label_name")) {
        (None, Some(label)) => {
            walk.builder.reference_in(label, Role::Read, Namespace::Kinds(VALUES));
            walk.builder.unknown()
        }
        _ => walk.each(node, position),
    }
}

/// The last name of the path in a field's node, and the path if it has more parts.
fn field_name<'tree>(node: Node<'tree>) -> Option<(Node<'tree>, Option<Node<'tree>>)> {
    let path = child_of_kind(node, "field_path")?;
    let name = child_of_kind(path, "field_name")?;
    Some((name, child_of_kind(path, "module_path")))
}

fn reference_field(walk: &mut Walk<'_, '_>, name: Node<'_>, module: Option<Node<'_>>) {
    match module {
        Some(module) => {
            let base = walk.visit(module, Position::Qualifier);
            walk.builder.member(base, name, Role::Read);
        }
        None => {
            walk.builder.reference_in(name, Role::Read, Namespace::Kinds(FIELDS));
        }
    }
}

/// `{ name = value }`, `{ name }` in a record.
pub(super) fn field_expression(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let Some((name, module)) = field_name(node) else { return walk.each(node, position) };
    reference_field(walk, name, module);
    let body = field(node, "body");
    if let Some(written) = field(node, "type") {
        walk.visit(written, Position::Type(Role::Type));
    }
    match body {
        Some(body) => walk.visit(body, Position::Value),
        None => {
            let occurrence = walk.builder.reference_in(name, Role::Read, Namespace::Kinds(VALUES));
            walk.builder.occurrence_expression(occurrence)
        }
    }
}

/// `{ name = pattern }`, `{ name }` in a pattern.
pub(super) fn field_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let Some((name, module)) = field_name(node) else { return walk.each(node, position) };
    reference_field(walk, name, module);
    if let Some(written) = field(node, "type") {
        walk.visit(written, Position::Type(Role::Type));
    }
    match field(node, "pattern") {
        Some(pattern) => walk.visit(pattern, position),
        None => {
            walk.bind_name(name);
            walk.builder.unknown()
        }
    }
}

/// `record.name`
pub(super) fn field_get(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let base = field(node, "record").map(|record| walk.visit(record, Position::Value));
    let (Some(base), Some((name, module))) = (base, field_name(node)) else {
        return walk.each(node, Position::Value);
    };
    let role = position.role();
    let occurrence = match module {
        Some(module) => {
            let module = walk.visit(module, Position::Qualifier);
            walk.builder.member(module, name, role)
        }
        None => {
            let occurrence = walk.builder.reference_or_member(base, name, Namespace::Kinds(FIELDS));
            walk.builder.set_role(occurrence, role);
            occurrence
        }
    };
    walk.builder.occurrence_expression(occurrence)
}

/// `A x | B x`: the names of all alternatives are the same.
pub(super) fn either(walk: &mut Walk<'_, '_>, node: Node<'_>, position: Position) -> ExpressionId {
    let outer = walk.alternatives;
    walk.alternatives = outer.or(Some(range_of(node)));
    let value = walk.each(node, position);
    walk.alternatives = outer;
    value
}
