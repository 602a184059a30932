//! Names, operators, attributes and clauses.

use clew_model::{Expression, ExpressionId, Role, SymbolId, SymbolKind};
use tree_sitter::Node;

use crate::builder::{Namespace, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// The named child under a field; parentheses around it stand under the field too.
pub(super) fn side<'tree>(node: Node<'tree>, name: &str) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).find(Node::is_named)
}

/// A name that is no variable calls a function.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let text = walk.text(node);
    if text == "__MODULE__" {
        return Some(match module_around(walk) {
            Some(module) => walk.builder.expression(Expression::SelfType(module)),
            None => walk.builder.unknown(),
        });
    }
    if text.starts_with('_') {
        return Some(walk.builder.unknown());
    }
    if position != Position::Value {
        return None;
    }
    let known = walk.builder.visible_symbol(text).and_then(|id| walk.builder.symbol(id));
    let is_variable = known
        .is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Parameter));
    if is_variable {
        return None;
    }
    Some(bare_call(walk, node, Some(0)))
}

/// A function called by its name alone.
fn bare_call(walk: &mut Walk<'_, '_>, node: Node<'_>, count: Option<usize>) -> ExpressionId {
    let occurrence = walk.builder.reference_in(node, Role::Call, Namespace::Callable);
    let called = walk.builder.occurrence_expression(occurrence);
    if let Some(count) = count {
        super::definitions::set_count(walk, called, count);
    }
    called
}

/// The module that the walk is in.
pub(super) fn module_around(walk: &Walk<'_, '_>) -> Option<SymbolId> {
    let mut current = walk.builder.enclosing();
    for _ in 0..64 {
        let id = current?;
        let symbol = walk.builder.symbol(id)?;
        if matches!(symbol.kind, SymbolKind::Module | SymbolKind::Interface | SymbolKind::Namespace)
        {
            return Some(id);
        }
        current = symbol.container;
    }
    None
}

/// `A.B.C`: a module by its whole name.
pub(super) fn alias_name(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let occurrence = walk.builder.reference(node, Role::Read);
    walk.builder.occurrence_expression(occurrence)
}

/// `Module.function`, `map.key`
pub(super) fn dot(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let (Some(left), Some(right)) = (side(node, "left"), side(node, "right")) else {
        return walk.each(node, Position::Value);
    };
    let base = walk.visit(left, Position::Value);
    walk.member_of(base, right, at)
}

/// `pattern = value` binds; in patterns other operators bind on both sides.
pub(super) fn binary(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let operator = field(node, "operator").map_or("", |operator| walk.text(operator));
    let (Some(left), Some(right)) = (side(node, "left"), side(node, "right")) else {
        return walk.each(node, at);
    };
    match (operator, at) {
        ("=" | "<-", Position::Value) => {
            let value = walk.visit(right, Position::Value);
            // What is bound anew is what it was in the value.
            let end = clew_text::ByteOffset::from(node.end_byte());
            let outer = walk.seen_from;
            if operator == "=" {
                walk.seen_from = Some(end);
            }
            let symbols = walk.bind_pattern(left, &super::PATTERN);
            walk.seen_from = outer;
            walk.give_values(left, &symbols, &super::PATTERN, None, Some(value));
            value
        }
        ("\\\\", _) => {
            walk.visit(left, at);
            walk.visit(right, Position::Value)
        }
        ("when", Position::Bind) => {
            walk.visit(left, at);
            walk.visit(right, Position::Value)
        }
        ("|>", Position::Value) => {
            walk.visit(left, at);
            piped(walk, right)
        }
        _ => {
            walk.visit(left, at);
            walk.visit(right, at);
            walk.builder.unknown()
        }
    }
}

/// What stands after `|>` gets one argument more than is written.
fn piped(walk: &mut Walk<'_, '_>, right: Node<'_>) -> ExpressionId {
    match right.kind() {
        "call" => super::definitions::call_with(walk, right, Position::Value, 1),
        "identifier" => bare_call(walk, right, None),
        _ => walk.visit(right, Position::Value),
    }
}

/// `@doc "…"`, `@spec …`, `@name value`, `&function/1`, `^pinned`
pub(super) fn unary(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let operator = field(node, "operator").map_or("", |operator| walk.text(operator));
    let unknown = walk.builder.unknown();
    let Some(operand) = side(node, "operand") else { return unknown };
    if operator == "&"
        && let Some(named) = captured(operand)
    {
        let function = capture(walk, named);
        let count = side(operand, "right").and_then(|count| walk.text(count).parse().ok());
        if let Some(count) = count {
            super::definitions::set_count(walk, function, count);
        }
        return function;
    }
    if operator != "@" {
        let inner = if operator == "^" { Position::Value } else { at };
        return walk.visit(operand, inner);
    }
    let name = field(operand, "target").map_or("", |target| walk.text(target));
    let arguments = child_of_kind(operand, "arguments");
    match (name, arguments) {
        ("doc" | "moduledoc", Some(arguments)) => {
            let text = arguments.named_child(0).filter(|text| text.kind() == "string");
            walk.doc_ahead = text.map(range_of);
        }
        ("spec" | "type" | "typep" | "opaque" | "callback" | "typedoc", _) => {}
        (_, Some(arguments)) => {
            walk.visit(arguments, Position::Value);
        }
        _ => {}
    }
    unknown
}

/// The function that `&name/1` or `&Module.name/1` means.
fn captured<'tree>(operand: Node<'tree>) -> Option<Node<'tree>> {
    let left = side(operand, "left").filter(|_| operand.kind() == "binary_operator")?;
    let is_arity = side(operand, "right").is_some_and(|right| right.kind() == "integer");
    let has_arguments = child_of_kind(left, "arguments").is_some();
    (is_arity && !has_arguments && matches!(left.kind(), "call" | "identifier")).then_some(left)
}

/// A function that is named, not called.
fn capture(walk: &mut Walk<'_, '_>, named: Node<'_>) -> ExpressionId {
    match field(named, "target") {
        Some(target) => walk.visit(target, Position::Value),
        None => {
            let occurrence = walk.builder.reference_in(named, Role::Read, Namespace::Callable);
            walk.builder.occurrence_expression(occurrence)
        }
    }
}

/// `patterns -> body`
pub(super) fn clause(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, clew_model::ScopeKind::Block, |walk| {
        if let Some(left) = side(node, "left") {
            walk.bind_pattern(left, &super::PATTERN);
        }
        if let Some(right) = side(node, "right") {
            walk.each(right, Position::Value);
        }
    });
    walk.builder.unknown()
}
