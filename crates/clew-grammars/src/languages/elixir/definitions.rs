//! Calls, and the calls that define or import.

use clew_model::{Arity, Expression, ExpressionId, ScopeKind, SymbolFlags, SymbolKind, Visibility};
use tree_sitter::Node;

use super::{hooks::side, imports::import};
use crate::builder::{Declaration, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `name arguments do … end`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    call_with(walk, node, at, 0)
}

/// As [`call`], with so many arguments more than are written.
pub(super) fn call_with(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    at: Position,
    more: usize,
) -> ExpressionId {
    let target = field(node, "target").filter(|target| target.kind() == "identifier");
    let word = target.map_or("", |target| walk.text(target));
    let unknown = walk.builder.unknown();
    let arguments = child_of_kind(node, "arguments");
    match (word, arguments) {
        ("defmodule" | "defprotocol", Some(arguments)) => module(walk, node, arguments, word),
        ("defimpl", Some(arguments)) => implementation(walk, node, arguments),
        (
            "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate",
            Some(arguments),
        ) => function(walk, node, arguments, word),
        ("alias" | "import" | "require" | "use", Some(arguments)) => {
            import(walk, node, arguments, word);
        }
        _ if at == Position::Bind => {
            walk.each(node, at);
        }
        _ => {
            let value = walk.call(node);
            let block = usize::from(child_of_kind(node, "do_block").is_some());
            let count = arguments.map_or(0, written) + block + more;
            if let Expression::Call(called) = *walk.builder.expression_at(value) {
                set_count(walk, called, count);
            }
            return value;
        }
    }
    unknown
}

/// Notes how many arguments a callee gets.
pub(super) fn set_count(walk: &mut Walk<'_, '_>, called: ExpressionId, count: usize) {
    let unknown = walk.builder.unknown();
    walk.builder.set_arguments(called, vec![unknown; count.min(usize::from(u8::MAX))]);
}

/// How many arguments are written.
fn written(arguments: Node<'_>) -> usize {
    let mut cursor = arguments.walk();
    arguments.named_children(&mut cursor).filter(|child| !child.is_extra()).count()
}

/// What a function with these parameters takes; `a \\\\ 1` may be left out.
fn arity(walk: &Walk<'_, '_>, parameters: Option<Node<'_>>) -> Arity {
    let Some(parameters) = parameters else { return Arity::of(0, false) };
    let most = written(parameters);
    let mut cursor = parameters.walk();
    let is_default = |node: &Node<'_>| {
        field(*node, "operator").is_some_and(|operator| walk.text(operator) == "\\\\")
    };
    let defaults = parameters.named_children(&mut cursor).filter(is_default).count();
    Arity { least: Arity::of(most - defaults, false).least, ..Arity::of(most, false) }
}

fn module(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, word: &str) {
    let Some(name) = child_of_kind(arguments, "alias") else {
        walk.each(node, Position::Value);
        return;
    };
    let declare = if word == "defmodule" { &super::MODULE } else { &super::PROTOCOL };
    let symbol = walk.declare_bare(node, declare, name);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
    if let Some(body) = child_of_kind(node, "do_block") {
        walk.each(body, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

/// `defimpl Protocol, for: Type do … end`: the module `Protocol.Type`.
fn implementation(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>) {
    walk.each(arguments, Position::Value);
    let Some(body) = child_of_kind(node, "do_block") else { return };
    let protocol = arguments.named_child(0).map_or("", |first| walk.text(first));
    let named = super::imports::option(walk, child_of_kind(arguments, "keywords"), "for");
    let of = match named {
        Some(named) if named.kind() == "alias" => walk.text(named).to_string(),
        Some(_) => String::new(),
        None => super::imports::own_module(walk),
    };
    let name = if of.is_empty() { protocol.to_string() } else { format!("{protocol}.{of}") };
    let word = field(node, "target").unwrap_or(node);
    let mut declaration =
        Declaration::member_at(SymbolKind::Namespace, "", range_of(word), range_of(node));
    declaration.signature_until(Some(body));
    // The word is no name of it.
    declaration.flags = SymbolFlags::ANONYMOUS;
    let symbol = walk.builder.declare_joined_in_file(declaration, &name);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
    walk.each(body, Position::Value);
    walk.builder.close_scope();
    walk.builder.leave();
}

/// `def name(parameters) when guard do … end`
fn function(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, word: &str) {
    let Some(mut head) = arguments.named_child(0) else { return };
    let mut guard = None;
    if head.kind() == "binary_operator"
        && field(head, "operator").is_some_and(|operator| walk.text(operator) == "when")
        && let Some(left) = side(head, "left")
    {
        guard = side(head, "right");
        head = left;
    }
    let name = match head.kind() {
        "call" => field(head, "target").filter(|target| target.kind() == "identifier"),
        "identifier" => Some(head),
        _ => None,
    };
    let Some(name) = name else {
        walk.each(node, Position::Value);
        return;
    };
    let declare = if word.starts_with("defmacro") { &super::MACRO } else { &super::FUNCTION };
    let symbol = walk.declare_bare(node, declare, name);
    let body = child_of_kind(node, "do_block");
    if let Some(symbol) = walk.builder.symbol_mut(symbol) {
        if word.ends_with('p') {
            symbol.visibility = Visibility::Private;
        }
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        symbol.signature_range = clew_text::TextRange::new(node.start_byte(), end);
    }
    let parameters = child_of_kind(head, "arguments");
    let arity = arity(walk, parameters);
    walk.builder.set_arity(symbol, arity);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
    if let Some(parameters) = parameters {
        for (parameter, _) in walk.parts(parameters) {
            walk.bind_pattern(parameter, &super::PARAMETER);
        }
    }
    if let Some(guard) = guard {
        walk.visit(guard, Position::Value);
    }
    for (child, _) in walk.parts(arguments).into_iter().skip(1) {
        walk.visit(child, Position::Value);
    }
    if let Some(body) = body {
        walk.each(body, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}
