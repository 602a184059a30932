//! Calls, with the lambda that may stand behind their arguments and what `this` is in it.

use clew_model::{Expression, ExpressionId, Role};
use tree_sitter::Node;

use crate::described::{Part, Position, Receiver, Walk, child_of_kind};

/// `callee(arguments)`, `callee { … }`, `callee(arguments) { … }`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let Some(lambda) = child_of_kind(node, "annotated_lambda") else { return walk.call(node) };
    let inner = before_lambda(node);
    let mut parts = walk.parts(inner.unwrap_or(node)).into_iter();
    let Some((callee, _)) = parts.next() else { return walk.builder.unknown() };
    let called = walk.visit(callee, Position::Callee);
    walk.count_arguments(node, called);
    let mut first = None;
    for (child, _) in parts.filter(|(child, _)| *child != lambda) {
        let value = argument_values(walk, child);
        first = first.or(value);
    }
    walk.receiver_ahead = receiver(walk, callee, called, first);
    walk.argument_ahead = argument(walk, callee, called);
    let given = walk.visit(lambda, Position::Value);
    walk.receiver_ahead = None;
    walk.argument_ahead = None;
    let base = base_of(walk, called);
    match (called_name(walk, callee), base) {
        ("lazy", None) | ("run" | "let", Some(_)) => {
            return walk.builder.expression(Expression::Call(given));
        }
        ("apply" | "also", Some(base)) => return base,
        _ => {}
    }
    match walk.is_known(called) {
        true => walk.builder.expression(Expression::Call(called)),
        false => called,
    }
}

/// The call with parentheses that a lambda behind it belongs to.
fn before_lambda(node: Node<'_>) -> Option<Node<'_>> {
    let inner = node.named_child(0).filter(|first| first.kind() == "call_expression")?;
    child_of_kind(inner, "value_arguments").map(|_| inner)
}

/// Visits what stands between a callee and its lambda; gives the first argument.
fn argument_values(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<ExpressionId> {
    if node.kind() != "value_arguments" {
        walk.visit(node, Position::Value);
        return None;
    }
    let mut first = None;
    for (child, _) in walk.parts(node) {
        let value = walk.visit(child, Position::Value);
        first.get_or_insert(value);
    }
    first
}

/// The last name of a callee.
fn called_name<'text>(walk: &Walk<'_, 'text>, callee: Node<'_>) -> &'text str {
    let last = match callee.kind() {
        "navigation_expression" => {
            callee.named_child((callee.named_child_count() as u32).saturating_sub(1))
        }
        _ => Some(callee),
    };
    last.map_or("", |name| walk.text(name))
}

/// What stands before the dot of a callee.
fn base_of(walk: &Walk<'_, '_>, called: ExpressionId) -> Option<ExpressionId> {
    match *walk.builder.expression_at(called) {
        Expression::Occurrence(occurrence) => walk.builder.receiver_of(occurrence),
        _ => None,
    }
}

/// Members of sequences whose lambda is given an element.
const EACH: &[&str] = &[
    "all",
    "any",
    "associateBy",
    "associateWith",
    "count",
    "distinctBy",
    "filter",
    "filterNot",
    "find",
    "first",
    "firstOrNull",
    "flatMap",
    "forEach",
    "groupBy",
    "last",
    "lastOrNull",
    "map",
    "mapNotNull",
    "maxByOrNull",
    "minByOrNull",
    "none",
    "onEach",
    "partition",
    "single",
    "sortedBy",
    "sumOf",
    "takeWhile",
];

/// What the only parameter of the lambda given to a call is.
fn argument(
    walk: &mut Walk<'_, '_>,
    callee: Node<'_>,
    called: ExpressionId,
) -> Option<ExpressionId> {
    let base = base_of(walk, called)?;
    match called_name(walk, callee) {
        "let" | "also" | "takeIf" | "takeUnless" | "use" => Some(base),
        name if EACH.contains(&name) => Some(walk.builder.expression(Expression::Iterated(base))),
        _ => None,
    }
}

/// `{ name -> … }`, `{ … it … }`. A lambda called on a value has no `it` of its own.
pub(super) fn lambda(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let list = child_of_kind(node, "lambda_parameters");
    let mut cursor = node.walk();
    let names = list.map_or(0, |list| list.named_children(&mut cursor).count());
    let first = list
        .filter(|_| names == 1)
        .and_then(|list| child_of_kind(list, "variable_declaration"))
        .and_then(|variable| child_of_kind(variable, "identifier"));
    if list.is_some() && first.is_none() {
        walk.argument_ahead = None;
    }
    let is_called_on = matches!(walk.receiver_ahead, Some(Receiver::Certain(_)));
    if is_called_on && walk.argument_ahead.is_none() {
        walk.argument_ahead = walk.argument;
    }
    walk.lambda_given(node, first)
}

/// `by lazy { … }` is what the lambda gives; what other delegates give is not known.
pub(super) fn delegate(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let value = walk.each(node, Position::Value);
    let callee = child_of_kind(node, "call_expression").and_then(|call| {
        let inner = before_lambda(call).unwrap_or(call);
        inner.named_child(0)
    });
    match callee.map(|callee| walk.text(callee)) {
        Some("lazy") => value,
        _ => walk.builder.unknown(),
    }
}

/// Functions of the library that call the lambda they are given on nothing.
const ON_NOTHING: &[&str] = &[
    "all",
    "also",
    "any",
    "associate",
    "associateBy",
    "check",
    "count",
    "filter",
    "filterNot",
    "find",
    "first",
    "firstOrNull",
    "flatMap",
    "fold",
    "forEach",
    "forEachIndexed",
    "getOrElse",
    "getOrPut",
    "groupBy",
    "joinToString",
    "last",
    "lastOrNull",
    "lazy",
    "let",
    "map",
    "mapIndexed",
    "mapNotNull",
    "mapValues",
    "none",
    "repeat",
    "require",
    "runCatching",
    "sortedBy",
    "sumOf",
    "synchronized",
    "takeIf",
    "takeUnless",
    "takeWhile",
    "use",
];

/// What `this` is in the lambda given to a call.
fn receiver(
    walk: &Walk<'_, '_>,
    callee: Node<'_>,
    called: ExpressionId,
    first: Option<ExpressionId>,
) -> Option<Receiver> {
    let Expression::Occurrence(occurrence) = *walk.builder.expression_at(called) else {
        return None;
    };
    let name = match callee.kind() {
        "navigation_expression" => callee.named_child(callee.named_child_count() as u32 - 1)?,
        _ => callee,
    };
    match (walk.text(name), walk.builder.receiver_of(occurrence)) {
        ("apply" | "run", Some(base)) => Some(Receiver::Certain(base)),
        ("with", None) => first.map(Receiver::Certain),
        (name, _) if ON_NOTHING.contains(&name) => None,
        _ => Some(Receiver::Told(called)),
    }
}

/// `(A) -> B`, `T.(A) -> B`: the latter with what it is called on.
pub(super) fn function_type(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let has_receiver = node
        .children(&mut cursor)
        .take_while(|child| child.kind() != "function_type_parameters")
        .any(|child| child.kind() == ".");
    let mut receiver = None;
    let mut result = walk.builder.unknown();
    for (child, part) in walk.parts(node) {
        if part == Part::Skip {
            continue;
        }
        result = walk.visit(child, Position::Type(Role::Type));
        if has_receiver && child.kind() != "function_type_parameters" {
            receiver.get_or_insert(result);
        }
    }
    let function = walk.builder.expression(Expression::FunctionOf(result));
    match receiver {
        Some(receiver) => walk.builder.expression(Expression::Generic(function, vec![receiver])),
        None => function,
    }
}
