//! Calls, operators, records, and expressions with scopes.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::names::VALUES;
use super::{PARAMETER, PATTERN};
use crate::builder::Namespace;
use crate::described::{Position, Walk, child_of_kind, field};

/// `f a b`, `Constructor a b` in a pattern, `Type a b`.
pub(super) fn apply(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let mut arguments = Vec::new();
    let mut head = node;
    while head.kind() == "apply" {
        arguments.extend(field(head, "argument"));
        match field(head, "function").or_else(|| field(head, "constructor")) {
            Some(inner) => head = inner,
            None => return walk.each(node, at),
        }
    }
    arguments.reverse();
    match at {
        Position::Type(_) | Position::Qualifier => {
            let base = walk.visit(head, at);
            let inner = Position::Type(Role::Type);
            let arguments: Vec<ExpressionId> =
                arguments.into_iter().map(|argument| walk.visit(argument, inner)).collect();
            match walk.is_known(base) {
                true => walk.builder.expression(Expression::Generic(base, arguments)),
                false => base,
            }
        }
        Position::Bind => {
            walk.visit(head, Position::Value);
            for argument in arguments {
                walk.visit(argument, Position::Bind);
            }
            walk.builder.unknown()
        }
        _ => {
            let called = walk.visit(head, Position::Callee);
            for argument in arguments {
                walk.visit(argument, Position::Value);
            }
            match walk.is_known(called) {
                true => walk.builder.expression(Expression::Call(called)),
                false => called,
            }
        }
    }
}

/// `a + b`; `f $ x`, `x & f` and "a `f` b" call.
pub(super) fn infix(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let sign = field(node, "operator");
    let text = sign.map_or("", |sign| walk.text(sign));
    let is_value = matches!(at, Position::Value | Position::Callee);
    let at = if is_value { Position::Value } else { at };
    let (left_at, right_at) = match text {
        "$" | "$!" if is_value => (Position::Callee, Position::Value),
        "&" if is_value => (Position::Value, Position::Callee),
        _ => (at, at),
    };
    let left = field(node, "left_operand").map(|left| walk.visit(left, left_at));
    if let Some(sign) = sign {
        let sign_at = if is_value { Position::Callee } else { at };
        match at {
            // The constructor between two patterns is used, not bound.
            Position::Bind => walk.visit(sign, Position::Value),
            _ => walk.visit(sign, sign_at),
        };
    }
    let right = field(node, "right_operand").map(|right| walk.visit(right, right_at));
    let called = match text {
        "$" | "$!" => left,
        "&" => right,
        _ => None,
    };
    match called.filter(|called| is_value && walk.is_known(*called)) {
        Some(called) => match walk.builder.expression_at(called) {
            Expression::Call(_) => called,
            _ => walk.builder.expression(Expression::Call(called)),
        },
        None => walk.builder.unknown(),
    }
}

/// `(+ 1)`, "(`f` x)": the operator is used.
pub(super) fn section(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, _) in walk.parts(node) {
        let is_operator =
            matches!(child.kind(), "operator" | "constructor_operator" | "infix_id" | "qualified")
                && field(node, "left_operand") != Some(child)
                && field(node, "right_operand") != Some(child);
        walk.visit(child, if is_operator { Position::Callee } else { Position::Value });
    }
    walk.literal(LiteralKind::Function)
}

/// `value { name = other }`, `Constructor { name = pattern }`, `{ .. }`
pub(super) fn record(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let made = field(node, "expression").or_else(|| field(node, "constructor"));
    let value = made.map(|made| {
        let is_made = made.kind() == "constructor" || is_qualified_constructor(made);
        let inner =
            if is_made && at != Position::Bind { Position::Callee } else { Position::Value };
        walk.visit(made, inner)
    });
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "field_update" => field_use(walk, child, "expression", Position::Value),
            "field_pattern" => field_use(walk, child, "pattern", Position::Bind),
            _ => {}
        }
    }
    value.unwrap_or_else(|| walk.builder.unknown())
}

fn is_qualified_constructor(node: Node<'_>) -> bool {
    node.kind() == "qualified" && field(node, "id").is_some_and(|id| id.kind() == "constructor")
}

/// `name = value` in a record; a name alone is bound or read under itself.
fn field_use(walk: &mut Walk<'_, '_>, node: Node<'_>, inner: &str, at: Position) {
    let named = field(node, "field");
    let name = named.and_then(|named| match named.kind() {
        "field_name" => named.named_child(0),
        _ => None,
    });
    match (name, named) {
        (Some(name), _) => {
            walk.builder.reference_in(name, Role::Read, Namespace::Kinds(FIELDS));
        }
        (None, Some(named)) => {
            walk.visit(named, Position::Value);
        }
        (None, None) => {}
    }
    match (field(node, inner), name, at) {
        (Some(value), _, _) => {
            walk.visit(value, at);
        }
        (None, Some(name), Position::Bind) => walk.bind_name(name),
        (None, Some(name), _) => {
            walk.builder.reference_in(name, Role::Read, Namespace::Kinds(VALUES));
        }
        _ => {}
    }
}

const FIELDS: &[clew_model::SymbolKind] = &[clew_model::SymbolKind::Field];

/// `value.name`
pub(super) fn projection(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let (Some(value), Some(name)) = (field(node, "expression"), field(node, "field")) else {
        return walk.each(node, at);
    };
    let base = walk.visit(value, Position::Value);
    let name = name.named_child(0).unwrap_or(name);
    let occurrence = walk.builder.reference_or_member(base, name, Namespace::Kinds(FIELDS));
    walk.builder.occurrence_expression(occurrence)
}

/// `(value :: Type)`, `(pattern :: Type)`
pub(super) fn signature(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let inner = field(node, "expression").or_else(|| field(node, "pattern"));
    if let Some(inner) = inner {
        walk.visit(inner, at);
    }
    match field(node, "type") {
        Some(written) => {
            let written = walk.visit(written, Position::Type(Role::Type));
            match walk.is_known(written) {
                true => walk.builder.expression(Expression::TypeOf(written)),
                false => written,
            }
        }
        None => walk.builder.unknown(),
    }
}

/// `(value -> pattern)`
pub(super) fn view_pattern(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    if let Some(value) = field(node, "expression") {
        walk.visit(value, Position::Callee);
    }
    match field(node, "pattern") {
        Some(pattern) => walk.visit(pattern, at),
        None => walk.builder.unknown(),
    }
}

/// `\a b -> value`
pub(super) fn lambda(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Function, |walk| {
        bind_list(walk, field(node, "patterns"), &PARAMETER);
        if let Some(value) = field(node, "expression") {
            walk.visit(value, Position::Value);
        }
    });
    walk.literal(LiteralKind::Function)
}

fn bind_list(
    walk: &mut Walk<'_, '_>,
    list: Option<Node<'_>>,
    binding: &'static crate::described::Let,
) {
    let Some(list) = list else { return };
    let outer = walk.seen_from.take();
    for (pattern, _) in walk.parts(list) {
        walk.bind_pattern(pattern, binding);
    }
    walk.seen_from = outer;
}

/// `pattern -> value where …` of a `case`.
pub(super) fn alternative(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let outer = walk.seen_from.take();
        if let Some(pattern) = field(node, "pattern") {
            walk.bind_pattern(pattern, &PATTERN);
        }
        bind_list(walk, field(node, "patterns"), &PATTERN);
        if let Some(binds) = field(node, "binds") {
            walk.visit(binds, Position::Value);
        }
        let mut value = walk.builder.unknown();
        let mut cursor = node.walk();
        for child in node.children_by_field_name("match", &mut cursor) {
            value = walk.visit(child, Position::Value);
        }
        walk.seen_from = outer;
        value
    })
}

/// `| guard, pattern <- value = result`: what a guard binds is seen behind it.
pub(super) fn guarded(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        if let Some(guards) = field(node, "guards") {
            walk.each(guards, Position::Value);
        }
        match field(node, "expression") {
            Some(value) => walk.visit(value, Position::Value),
            None => walk.builder.unknown(),
        }
    })
}

/// `let … in value`
pub(super) fn let_in(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let outer = walk.seen_from.take();
        if let Some(binds) = field(node, "binds") {
            walk.visit(binds, Position::Value);
        }
        let value = match field(node, "expression") {
            Some(value) => walk.visit(value, Position::Value),
            None => walk.builder.unknown(),
        };
        walk.seen_from = outer;
        value
    })
}

/// The statements of a `do`, each of which sees those before it.
pub(super) fn statements(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let outer = walk.seen_from.take();
        let value = walk.each(node, Position::Value);
        walk.seen_from = outer;
        value
    })
}

/// `let …` among statements or guards: seen from here on.
pub(super) fn let_statement(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let outer = walk.seen_from.replace(ByteOffset::from(node.start_byte()));
    if let Some(binds) = field(node, "binds") {
        walk.visit(binds, Position::Value);
    }
    walk.seen_from = outer;
    walk.builder.unknown()
}

/// `[value | pattern <- values, guard]`
pub(super) fn comprehension(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let outer = walk.seen_from.replace(ByteOffset::from(node.start_byte()));
        let lists = [child_of_kind(node, "qualifiers"), field(node, "expression")];
        for list in lists.into_iter().flatten() {
            match list.kind() {
                "qualifiers" => walk.each(list, Position::Value),
                _ => walk.visit(list, Position::Value),
            };
        }
        walk.seen_from = outer;
    });
    walk.builder.unknown()
}

/// `pattern <- value` in a guard or comprehension.
pub(super) fn generator(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(value) = field(node, "expression") {
        walk.visit(value, Position::Value);
    }
    if let Some(pattern) = field(node, "pattern") {
        // In a comprehension the value before the bar sees it too.
        let behind = ByteOffset::from(node.end_byte());
        let from = if node.kind() == "generator" { walk.seen_from } else { Some(behind) };
        let outer = std::mem::replace(&mut walk.seen_from, from);
        walk.bind_pattern(pattern, &PATTERN);
        walk.seen_from = outer;
    }
    walk.builder.unknown()
}
