//! Names, patterns and expressions.

use clew_model::{Expression, ExpressionId, HeritageKind, LiteralKind, Role};
use tree_sitter::Node;

use crate::described::{Let, Part, Position, Sight, Walk, child_of_kind, field};

/// `this` and `super` are written like names; in patterns only names that begin
/// with a small letter are bound.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let text = walk.text(node);
    match (text, position) {
        ("this", _) => return Some(walk.self_value()),
        ("super", _) => return Some(walk.super_value()),
        ("_" | "???", _) => return Some(walk.builder.unknown()),
        _ => {}
    }
    if position == Position::Bind
        && (text.starts_with(|c: char| c.is_uppercase() || c == '`')
            || node.kind() == "operator_identifier")
    {
        return Some(walk.name(node, Position::Value));
    }
    let kind = match (text, position) {
        ("String", Position::Type(Role::Type)) => LiteralKind::String,
        ("Int" | "Long" | "Short" | "Byte" | "BigInt", Position::Type(Role::Type)) => {
            LiteralKind::Whole
        }
        ("Double" | "Float", Position::Type(Role::Type)) => LiteralKind::Fraction,
        ("Char", Position::Type(Role::Type)) => LiteralKind::Character,
        ("Boolean", Position::Type(Role::Type)) => LiteralKind::Boolean,
        ("Unit" | "Nothing" | "Null", Position::Type(Role::Type)) => LiteralKind::Nothing,
        _ => return None,
    };
    Some(walk.literal(kind))
}

static GENERATED: Let = Let { sight: Sight::After, ..Let::inner() };

/// `pattern <- values if guard`, `pattern = value`
pub(super) fn enumerator(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let parts = walk.parts(node);
    let mut cursor = node.walk();
    let is_generator = node.children(&mut cursor).any(|child| matches!(child.kind(), "<-" | "←"));
    let mut rest = parts.iter().map(|(child, _)| *child);
    let pattern = rest.next();
    let first = rest.next();
    if first.is_none() {
        return match pattern {
            Some(guard) => walk.visit(guard, Position::Value),
            None => walk.builder.unknown(),
        };
    }
    let value = first.map(|first| walk.visit(first, Position::Value));
    if let Some(pattern) = pattern {
        let symbols = walk.bind_pattern(pattern, &GENERATED);
        let value = value.map(|value| match is_generator {
            true => walk.builder.expression(Expression::Element(value)),
            false => value,
        });
        walk.give_values(pattern, &symbols, &GENERATED, None, value);
    }
    for child in rest {
        walk.visit(child, Position::Value);
    }
    walk.builder.unknown()
}

/// `Name(pattern, …)`
pub(super) fn case_class_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        let at = if part == Part::Type { Position::Type(Role::Type) } else { at };
        walk.visit(child, at);
    }
    walk.builder.unknown()
}

/// `left name right` calls a method; operators are left alone.
pub(super) fn infix(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let (left, right) = (field(node, "left"), field(node, "right"));
    let operator = field(node, "operator");
    let base = left.map(|left| walk.visit(left, Position::Value));
    let called = match (base, operator) {
        (Some(base), Some(operator)) if operator.kind() == "identifier" => {
            Some(walk.member_of(base, operator, Position::Callee))
        }
        _ => None,
    };
    if let Some(right) = right {
        walk.visit(right, Position::Value);
    }
    match called {
        Some(called) => walk.builder.expression(Expression::Call(called)),
        None => walk.builder.unknown(),
    }
}

/// `new Type(…)`, `new Type with Other { … }`
pub(super) fn instance(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let body = child_of_kind(node, "template_body");
    let mut bases = Vec::new();
    for (child, _) in walk.parts(node) {
        if Some(child) == body {
            continue;
        }
        match child.kind() {
            "compound_type" if bases.is_empty() => {
                for (part, _) in walk.parts(child) {
                    let role = if bases.is_empty() { Role::Call } else { Role::Inherit };
                    bases.push(constructed(walk, part, role));
                }
            }
            _ if bases.is_empty() => bases.push(constructed(walk, child, Role::Call)),
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
    let made = bases.first().copied().unwrap_or_else(|| walk.builder.unknown());
    if let Some(body) = body {
        walk.anonymous_class(body, |walk, class| {
            let subject = clew_model::HeritageSubject::Symbol(class);
            for base in bases {
                walk.builder.heritage(subject, base, HeritageKind::Extends);
            }
            walk.each(body, Position::Value);
        });
    }
    walk.builder.expression(Expression::Instance(made))
}

/// `Type`, `Type(arguments)`
fn constructed(walk: &mut Walk<'_, '_>, node: Node<'_>, role: Role) -> ExpressionId {
    if node.kind() != "applied_constructor_type" {
        return walk.visit(node, Position::Type(role));
    }
    let mut made = None;
    for (part, _) in walk.parts(node) {
        let at = if made.is_none() { Position::Type(role) } else { Position::Value };
        let value = walk.visit(part, at);
        made.get_or_insert(value);
    }
    made.unwrap_or_else(|| walk.builder.unknown())
}

/// `(a, name = b)`: what stands before `=` is the name of a parameter.
pub(super) fn arguments(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        let value = match child.kind() {
            "assignment_expression" => field(child, "right"),
            _ => Some(child),
        };
        if let Some(value) = value {
            walk.visit(value, Position::Value);
        }
    }
    walk.builder.unknown()
}
