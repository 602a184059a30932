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

/// `Name(pattern, …)`: a name alone in it is what the parameter in its place takes.
pub(super) fn case_class_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    let mut made = None;
    let mut index = 0;
    for (child, part) in walk.parts(node) {
        if part == Part::Type {
            made = Some(walk.visit(child, Position::Type(Role::Type)));
            continue;
        }
        let bound = nested(walk, child, at);
        if let (Some(symbol), Some(made)) = (bound.filter(|_| child.kind() == "identifier"), made) {
            let value = walk.builder.expression(Expression::Item(made, index));
            walk.builder.add_value(symbol, value);
        }
        index += 1;
    }
    match made {
        Some(made) => walk.builder.expression(Expression::TypeOf(made)),
        None => walk.builder.unknown(),
    }
}

/// `name: Type`
pub(super) fn typed_pattern(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let ty = field(node, "type").map(|ty| walk.visit(ty, Position::Type(Role::Type)));
    let ty = ty.unwrap_or_else(|| walk.builder.unknown());
    if let Some(symbol) = field(node, "pattern").and_then(|one| nested(walk, one, at)) {
        walk.builder.set_type(symbol, ty);
    }
    walk.builder.expression(Expression::TypeOf(ty))
}

/// `name @ pattern`
pub(super) fn capture_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    let (Position::Bind, Some(inner)) = (at, field(node, "pattern")) else {
        return walk.each(node, at);
    };
    let symbol = field(node, "name").and_then(|name| nested(walk, name, at));
    let value = walk.visit(inner, at);
    let is_one = inner.kind() != "tuple_pattern" || inner.named_child_count() == 1;
    if let Some(symbol) = symbol.filter(|_| is_one && walk.is_known(value)) {
        walk.builder.add_value(symbol, value);
    }
    value
}

/// Visits a part of a pattern; gives the name that it binds, if it is one alone.
fn nested(walk: &mut Walk<'_, '_>, part: Node<'_>, at: Position) -> Option<clew_model::SymbolId> {
    if at != Position::Bind {
        walk.visit(part, at);
        return None;
    }
    match walk.bind_nested(part).as_slice() {
        [symbol] => Some(*symbol),
        _ => None,
    }
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
