//! What no rule tells of R.

use clew_model::{ExpressionId, ImportForm, LiteralKind, Role, ScopeKind, SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::classes::{class, maker};
use crate::builder::{Declaration, ImportDraft, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// Assignments in all their spellings; other operators read both sides.
pub(super) fn binary(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let (left, right) = (field(node, "lhs"), field(node, "rhs"));
    let operator = field(node, "operator").map_or("", |operator| walk.text(operator));
    let (target, value) = match operator {
        "<-" | "=" | "<<-" | ":=" => (left, right),
        "->" | "->>" => (right, left),
        _ => return walk.each(node, Position::Value),
    };
    let (Some(target), Some(value)) = (target, value) else {
        return walk.each(node, Position::Value);
    };
    if target.kind() == "identifier" && value.kind() == "function_definition" {
        return function(walk, node, target, value);
    }
    if let Some(maker) = maker(walk, value).filter(|_| target.kind() == "identifier") {
        class(walk, value, maker, Some((target, node)));
        return walk.builder.unknown();
    }
    let given = walk.visit(value, Position::Value);
    if matches!(target.kind(), "identifier") {
        walk.assign_to(target, node, Some(given));
    } else {
        walk.visit(target, Position::Write);
    }
    given
}

/// `name <- function(…) …`
fn function(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    name: Node<'_>,
    function: Node<'_>,
) -> ExpressionId {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Function, name, node);
    let written = declaration.name;
    if let Some(bare) = written.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
        // The marks are no part of the name.
        declaration.name = bare;
        declaration.name_range = TextRange::new(name.start_byte() + 1, name.end_byte() - 1);
    }
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.signature_until(field(function, "body"));
    let symbol = walk.builder.declare(declaration);
    function_body(walk, symbol, function);
    walk.literal(LiteralKind::Function)
}

/// Parameters and body of a function that has a name.
pub(super) fn function_body(walk: &mut Walk<'_, '_>, symbol: SymbolId, function: Node<'_>) {
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(function), Some(symbol));
    for (child, _) in walk.parts(function) {
        walk.visit(child, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

/// `for (name in values) body`
pub(super) fn for_loop(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(values) = field(node, "sequence") {
        walk.visit(values, Position::Value);
    }
    if let Some(variable) = field(node, "variable") {
        walk.assign_to(variable, variable, None);
    }
    if let Some(body) = field(node, "body") {
        walk.visit(body, Position::Value);
    }
    walk.builder.unknown()
}

/// Calls; `library(name)` and `source("file")` import, `setClass("Name")` makes a class.
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = field(node, "function").map_or("", |name| walk.text(name));
    if matches!(name, "library" | "require" | "requireNamespace" | "source" | "loadNamespace") {
        import(walk, node);
        if matches!(name, "library" | "require") {
            if let Some(called) = field(node, "function") {
                walk.visit(called, Position::Callee);
            }
            return walk.builder.unknown();
        }
    }
    if let Some(maker) = maker(walk, node) {
        class(walk, node, maker, None);
        return walk.builder.unknown();
    }
    walk.call(node)
}

fn import(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let value = field(node, "arguments")
        .and_then(|arguments| child_of_kind(arguments, "argument"))
        .and_then(|argument| field(argument, "value"));
    let name = match value.map(|value| (value, value.kind())) {
        Some((value, "identifier")) => value,
        Some((value, "string")) => match child_of_kind(value, "string_content") {
            Some(content) => content,
            None => return,
        },
        _ => return,
    };
    let module = walk.text(name);
    let last = module.rsplit('/').next().unwrap_or(module);
    let end = name.end_byte();
    let mut draft = ImportDraft::new(module, ImportForm::Glob, range_of(node));
    draft.item = Some((last, TextRange::new(end - last.len(), end)));
    walk.builder.import(draft);
}

/// `object$name`, `object@slot`
pub(super) fn extract(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let (Some(object), Some(name)) = (field(node, "lhs"), field(node, "rhs")) else {
        return walk.each(node, Position::Value);
    };
    let base = walk.visit(object, Position::Value);
    walk.member_of(base, name, at)
}

/// `package::name`
pub(super) fn namespace(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let (Some(package), Some(name)) = (field(node, "lhs"), field(node, "rhs")) else {
        return walk.builder.unknown();
    };
    let occurrence = walk.builder.reference(package, Role::Read);
    let base = walk.builder.occurrence_expression(occurrence);
    walk.member_of(base, name, at)
}
