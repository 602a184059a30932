//! Conditions that bind, and patterns.

use clew_model::{Expression, ExpressionId, Role, ScopeKind};
use tree_sitter::Node;

use crate::described::{Let, MOST_IN_FIELDS, Position, Walk};

static BOUND: Let = Let { own_scope: false, ..Let::inner() };

/// `if let name = value { … }`: what is bound is seen in the statement alone.
pub(super) fn condition_block(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| condition(walk, node, at))
}

/// Visits a condition and what follows in order; a bound name is declared after its
/// value. `guard` binds in the scope around it.
pub(super) fn condition(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let mut waiting: Option<Node<'_>> = None;
    let mut assigned = false;
    let mut after_dot = false;
    if !cursor.goto_first_child() {
        return walk.builder.unknown();
    }
    for index in 0.. {
        let child = cursor.node();
        let is_binding = index < MOST_IN_FIELDS && cursor.field_name() == Some("bound_identifier");
        if is_binding {
            bind(walk, waiting.replace(child), None);
            assigned = false;
        } else if !child.is_named() {
            assigned |= child.kind() == "=";
        } else if matches!(child.kind(), "statements" | "else") {
            bind(walk, waiting.take(), None);
            walk.in_scope(child, ScopeKind::Block, |walk| walk.each(child, Position::Value));
        } else if after_dot && child.kind() == "simple_identifier" {
            let unknown = walk.builder.unknown();
            walk.member_of(unknown, child, Position::Value);
        } else if child.kind() == "type_annotation" {
            walk.visit(child, Position::Type(Role::Type));
        } else {
            let value = walk.visit(child, Position::Value);
            if assigned && waiting.is_some() && child.kind() != "value_binding_pattern" {
                bind(walk, waiting.take(), Some(value));
            }
        }
        after_dot = child.kind() == ".";
        if !cursor.goto_next_sibling() {
            break;
        }
    }
    bind(walk, waiting, None);
    walk.builder.unknown()
}

/// Declares a name that holds `value` if that is there; without a value the name
/// unwraps what it means outside.
fn bind(walk: &mut Walk<'_, '_>, name: Option<Node<'_>>, value: Option<ExpressionId>) {
    let Some(name) = name else { return };
    let value = match value {
        Some(value) => value,
        None => walk.visit(name, Position::Value),
    };
    let symbols = walk.bind_pattern(name, &BOUND);
    if let [symbol] = symbols.as_slice() {
        let value = walk.builder.expression(Expression::Unwrap(value));
        walk.builder.add_value(*symbol, value);
    }
}

/// A pattern: names bind below `let` and `var`, and where the place binds.
pub(super) fn pattern(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let mut cursor = node.walk();
    if !cursor.goto_first_child() {
        return walk.builder.unknown();
    }
    let mut binds = at == Position::Bind;
    let mut after_dot = false;
    for index in 0.. {
        let child = cursor.node();
        let is_bound = index < MOST_IN_FIELDS && cursor.field_name() == Some("bound_identifier");
        match child.kind() {
            "value_binding_pattern" => binds = true,
            "." => {
                after_dot = true;
                if !cursor.goto_next_sibling() {
                    break;
                }
                continue;
            }
            "simple_identifier" if after_dot => {
                let unknown = walk.builder.unknown();
                walk.member_of(unknown, child, Position::Value);
            }
            "simple_identifier" if is_bound || binds => bind_in_pattern(walk, child, at),
            "pattern" | "switch_pattern" => {
                pattern_inside(walk, child, binds, at);
            }
            "user_type" => {
                walk.visit(child, Position::Type(Role::Type));
            }
            _ if child.is_named() => {
                walk.visit(child, Position::Value);
            }
            _ => {}
        }
        after_dot = false;
        if !cursor.goto_next_sibling() {
            break;
        }
    }
    walk.builder.unknown()
}

fn pattern_inside(walk: &mut Walk<'_, '_>, node: Node<'_>, binds: bool, at: Position) {
    if binds && at != Position::Bind {
        walk.bind_pattern(node, &BOUND);
    } else {
        walk.visit(node, at);
    }
}

fn bind_in_pattern(walk: &mut Walk<'_, '_>, name: Node<'_>, at: Position) {
    if at == Position::Bind {
        walk.visit(name, Position::Bind);
    } else {
        walk.bind_pattern(name, &BOUND);
    }
}
