//! Calls, with the closure that may stand behind their arguments and what it is given.

use clew_model::{Expression, ExpressionId, Role};
use tree_sitter::Node;

use crate::described::{Part, Position, Walk, child_of_kind, field};

/// Members of sequences whose closure is given an element.
const EACH: &[&str] = &[
    "allSatisfy",
    "compactMap",
    "contains",
    "drop",
    "filter",
    "first",
    "firstIndex",
    "flatMap",
    "forEach",
    "last",
    "map",
    "prefix",
];

/// `callee(arguments) { closure }`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>) -> ExpressionId {
    let suffix = child_of_kind(node, "call_suffix");
    let closure = suffix.and_then(|suffix| child_of_kind(suffix, "lambda_literal"));
    let (Some(suffix), Some(closure)) = (suffix, closure) else { return walk.call(node) };
    let Some(callee) = node.named_child(0).filter(|first| *first != suffix) else {
        return walk.call(node);
    };
    let called = walk.visit(callee, Position::Callee);
    walk.count_arguments(node, called);
    let given = given(walk, callee, called);
    for (child, _) in walk.parts(suffix) {
        walk.argument_ahead = given.filter(|_| child == closure);
        walk.visit(child, Position::Value);
    }
    walk.argument_ahead = None;
    match walk.is_known(called) {
        true => walk.builder.expression(Expression::Call(called)),
        false => called,
    }
}

/// What the closure behind a call is given: an element of the sequence, else what the
/// last parameter of the callee says.
fn given(walk: &mut Walk<'_, '_>, callee: Node<'_>, called: ExpressionId) -> Option<ExpressionId> {
    let Expression::Occurrence(occurrence) = *walk.builder.expression_at(called) else {
        return None;
    };
    let name = field(callee, "suffix").and_then(|suffix| field(suffix, "suffix"));
    let name = name.map_or("", |name| walk.text(name));
    match walk.builder.receiver_of(occurrence) {
        Some(base) if EACH.contains(&name) => {
            Some(walk.builder.expression(Expression::Iterated(base)))
        }
        _ => {
            let last = walk.builder.expression(Expression::Item(called, Expression::LAST));
            Some(walk.builder.expression(Expression::Item(last, 0)))
        }
    }
}

/// `{ name in … }`, `{ $0 … }`
pub(super) fn closure(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let first = field(node, "type")
        .and_then(|ty| child_of_kind(ty, "lambda_function_type_parameters"))
        .and_then(|list| child_of_kind(list, "lambda_parameter"))
        .and_then(|parameter| field(parameter, "name"));
    walk.lambda_given(node, first)
}

/// `return value`
pub(super) fn transfer(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let returns = node.child(0).is_some_and(|word| word.kind() == "return");
    let value = walk.each(node, Position::Value);
    if returns { value } else { walk.builder.unknown() }
}

/// `[a, b]`: a list of what its first parts are.
pub(super) fn array(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut values: Vec<ExpressionId> = Vec::new();
    for (child, _) in walk.parts(node) {
        let value = walk.visit(child, Position::Value);
        if values.len() < MOST_ELEMENTS && walk.is_known(value) {
            values.push(value);
        }
    }
    let element = match values.as_slice() {
        [] => return walk.literal(clew_model::LiteralKind::List),
        [one] => *one,
        _ => walk.builder.expression(Expression::Union(values)),
    };
    walk.builder.expression(Expression::ListOf(element))
}

/// Elements of a list that tell what it holds.
const MOST_ELEMENTS: usize = 4;

/// `(A, B) -> C`
pub(super) fn function_type(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let list = field(node, "params").filter(|list| list.kind() == "tuple_type");
    let mut taken = Vec::new();
    let mut result = walk.builder.unknown();
    for (child, part) in walk.parts(node) {
        if Some(child) == list {
            for (item, _) in walk.parts(child) {
                taken.push(walk.visit(item, Position::Type(Role::Type)));
            }
        } else if part != Part::Skip {
            result = walk.visit(child, Position::Type(Role::Type));
        }
    }
    let function = walk.builder.expression(Expression::FunctionOf(result));
    match taken.is_empty() {
        true => function,
        false => walk.builder.expression(Expression::Generic(function, taken)),
    }
}
