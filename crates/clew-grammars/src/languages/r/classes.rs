//! Classes of R: calls that make them, `setClass`, `setRefClass` and `R6Class`.

use clew_model::{HeritageKind, HeritageSubject, Role, SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::hooks::function_body;
use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// How a call makes a class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Maker {
    /// `setClass` and `setRefClass`: the class is called as a text says.
    Named,
    /// `R6Class`: the class is what it is assigned to.
    Assigned,
}

/// Whether a call makes a class, with or without the package before its name.
pub(super) fn maker(walk: &Walk<'_, '_>, call: Node<'_>) -> Option<Maker> {
    let function = field(call, "function").filter(|_| call.kind() == "call")?;
    let name = match function.kind() {
        "namespace_operator" => field(function, "rhs")?,
        _ => function,
    };
    match walk.text(name) {
        "setClass" | "setRefClass" => Some(Maker::Named),
        "R6Class" => Some(Maker::Assigned),
        _ => None,
    }
}

/// A call that makes a class; `whole` is the assignment around, `target` what it assigns to.
pub(super) fn class(
    walk: &mut Walk<'_, '_>,
    call: Node<'_>,
    maker: Maker,
    assigned: Option<(Node<'_>, Node<'_>)>,
) {
    if let Some(called) = field(call, "function") {
        walk.visit(called, Position::Callee);
    }
    let Some(arguments) = field(call, "arguments") else { return };
    let mut cursor = arguments.walk();
    let given: Vec<Node<'_>> =
        arguments.children(&mut cursor).filter(|child| child.kind() == "argument").collect();
    let label = given.iter().find_map(|argument| label(walk, *argument));
    let whole = assigned.map_or(call, |(_, whole)| whole);
    let target = assigned.map(|(target, _)| target);
    let symbol = match (maker, target, label) {
        (Maker::Assigned, Some(target), _) => Some(declare(walk, target, whole)),
        (_, target, Some(label)) => {
            if let Some(target) = target.filter(|target| walk.text(*target) != walk.text(label)) {
                walk.assign_to(target, whole, None);
            }
            Some(declare(walk, label, whole))
        }
        (_, Some(target), None) => {
            walk.assign_to(target, whole, None);
            None
        }
        _ => None,
    };
    if let Some(symbol) = symbol {
        walk.builder.enter(symbol);
    }
    for argument in given {
        self::argument(walk, argument, maker, symbol);
    }
    if symbol.is_some() {
        walk.builder.leave();
    }
}

/// The text that names the class: the first argument.
fn label<'tree>(walk: &Walk<'_, '_>, argument: Node<'tree>) -> Option<Node<'tree>> {
    let is_label = match field(argument, "name") {
        Some(name) => matches!(walk.text(name), "Class" | "classname"),
        None => argument.prev_named_sibling().is_none(),
    };
    let value = field(argument, "value").filter(|value| is_label && value.kind() == "string")?;
    child_of_kind(value, "string_content")
}

fn declare(walk: &mut Walk<'_, '_>, name: Node<'_>, whole: Node<'_>) -> SymbolId {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Class, name, whole);
    declaration.doc_range = walk.take_doc(whole.start_byte());
    let line = walk.text(whole).find('\n').unwrap_or(whole.end_byte() - whole.start_byte());
    let start = whole.start_byte();
    declaration.signature_range = Some(TextRange::new(start, start + line));
    walk.builder.declare(declaration)
}

fn argument(walk: &mut Walk<'_, '_>, argument: Node<'_>, maker: Maker, symbol: Option<SymbolId>) {
    let Some(value) = field(argument, "value") else { return };
    let name = field(argument, "name").map_or("", |name| walk.text(name));
    match (name, maker, symbol) {
        ("inherit", Maker::Assigned, Some(symbol))
            if matches!(value.kind(), "identifier" | "namespace_operator") =>
        {
            let base = walk.visit(value, Position::Type(Role::Inherit));
            let subject = HeritageSubject::Symbol(symbol);
            walk.builder.heritage(subject, base, HeritageKind::Extends);
        }
        ("contains", Maker::Named, Some(symbol)) => bases(walk, value, symbol),
        ("public" | "private" | "active" | "methods", _, Some(_)) => members(walk, value),
        _ => {
            walk.visit(value, Position::Value);
        }
    }
}

/// `"Base"` or `c("Base", "Other")`.
fn bases(walk: &mut Walk<'_, '_>, value: Node<'_>, symbol: SymbolId) {
    let texts: Vec<Node<'_>> = match value.kind() {
        "string" => vec![value],
        "call" => {
            if let Some(called) = field(value, "function") {
                walk.visit(called, Position::Callee);
            }
            list_of(value).into_iter().filter_map(|one| field(one, "value")).collect()
        }
        _ => {
            walk.visit(value, Position::Value);
            return;
        }
    };
    for text in texts {
        match child_of_kind(text, "string_content").filter(|_| text.kind() == "string") {
            Some(content) => {
                let occurrence = walk.builder.reference(content, Role::Inherit);
                let base = walk.builder.occurrence_expression(occurrence);
                let subject = HeritageSubject::Symbol(symbol);
                walk.builder.heritage(subject, base, HeritageKind::Extends);
            }
            None => {
                walk.visit(text, Position::Value);
            }
        }
    }
}

/// The arguments of a call.
fn list_of(call: Node<'_>) -> Vec<Node<'_>> {
    let Some(arguments) = field(call, "arguments") else { return Vec::new() };
    let mut cursor = arguments.walk();
    arguments.children(&mut cursor).filter(|child| child.kind() == "argument").collect()
}

/// `list(name = function(…) …, field = NULL)`
fn members(walk: &mut Walk<'_, '_>, value: Node<'_>) {
    let is_list = value.kind() == "call"
        && field(value, "function").is_some_and(|called| walk.text(called) == "list");
    if !is_list {
        walk.visit(value, Position::Value);
        return;
    }
    if let Some(called) = field(value, "function") {
        walk.visit(called, Position::Callee);
    }
    for member in list_of(value) {
        let (name, given) = (field(member, "name"), field(member, "value"));
        let function = given.filter(|given| given.kind() == "function_definition");
        let Some(name) = name.filter(|name| name.kind() == "identifier") else {
            if let Some(given) = given {
                walk.visit(given, Position::Value);
            }
            continue;
        };
        let kind = if function.is_some() { SymbolKind::Method } else { SymbolKind::Field };
        let mut declaration = Declaration::new(walk.builder, kind, name, member);
        declaration.visible = Visible::MemberOnly;
        declaration.doc_range = walk.take_doc(member.start_byte());
        if let Some(function) = function {
            declaration.signature_until(field(function, "body"));
        } else {
            declaration.signature_range = Some(range_of(name));
        }
        let symbol = walk.builder.declare(declaration);
        match (function, given) {
            (Some(function), _) => function_body(walk, symbol, function),
            (None, Some(given)) => {
                walk.visit(given, Position::Value);
            }
            (None, None) => {}
        }
    }
}
