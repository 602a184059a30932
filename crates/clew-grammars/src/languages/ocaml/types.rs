//! Types with their constructors and fields, and exceptions.

use clew_model::{Expression, ExpressionId, Role, SymbolFlags, SymbolKind};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::docs::doc_of;
use super::values::{in_interface, is_local};
use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `type … and …`
pub(super) fn type_definition(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let mut cursor = node.walk();
    let mut is_first = true;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "type_binding" => {
                let start = if is_first { node.start_byte() } else { child.start_byte() };
                type_binding(walk, start, node.start_byte(), child);
                is_first = false;
            }
            "comment" => walk.comment(child),
            _ => {}
        }
    }
    walk.builder.unknown()
}

fn type_binding(walk: &mut Walk<'_, '_>, start: usize, seen_from: usize, node: Node<'_>) {
    let (name, body) = (field(node, "name"), field(node, "body"));
    let body_kind = body.map_or("", |body| body.kind());
    let symbol = name.filter(|name| name.kind() == "type_constructor").map(|name| {
        let kind = match body_kind {
            "record_declaration" => SymbolKind::Struct,
            "variant_declaration" => SymbolKind::Enum,
            _ => SymbolKind::Type,
        };
        let mut declaration = Declaration::new(walk.builder, kind, name, node);
        declaration.range = TextRange::new(start, node.end_byte());
        declaration.signature_range = Some(signature(walk, start, node, body));
        declaration.doc_range = doc_of(walk, start, node.end_byte());
        declaration.visible = Visible::From(ByteOffset::from(seen_from));
        declaration.flags.set(in_interface(walk));
        if is_local(walk) {
            declaration.flags.set(SymbolFlags::LOCAL);
        }
        walk.builder.declare(declaration)
    });
    walk.doc = None;
    if let Some(symbol) = symbol {
        walk.builder.enter(symbol);
    }
    for (child, _) in walk.parts(node) {
        match child.kind() {
            _ if Some(child) == name && symbol.is_some() => {}
            "record_declaration" => fields(walk, child, seen_from),
            "variant_declaration" => constructors(walk, child, seen_from),
            _ => {
                let value = walk.visit(child, Position::Type(Role::Type));
                if let Some(symbol) = symbol
                    && walk.is_known(value)
                    && (Some(child) == body || Some(child) == field(node, "synonym"))
                {
                    walk.builder.set_type(symbol, value);
                }
            }
        }
    }
    if symbol.is_some() {
        walk.builder.leave();
    }
}

/// The head of a type; a short one is shown whole.
fn signature(
    walk: &Walk<'_, '_>,
    start: usize,
    node: Node<'_>,
    body: Option<Node<'_>>,
) -> TextRange {
    let whole = walk.builder.text().get(start..node.end_byte()).unwrap_or("");
    let is_list = body
        .is_some_and(|body| matches!(body.kind(), "record_declaration" | "variant_declaration"));
    if !is_list || !whole.contains('\n') {
        let line = whole.find('\n').unwrap_or(whole.len());
        return TextRange::new(start, start + line);
    }
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let head = walk.builder.text().get(start..end).unwrap_or("").trim_end();
    TextRange::new(start, start + head.strip_suffix('=').unwrap_or(head).trim_end().len())
}

/// `{ name : type; mutable other : type }`
fn fields(walk: &mut Walk<'_, '_>, node: Node<'_>, seen_from: usize) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "field_declaration" => one_field(walk, child, seen_from),
            "comment" => walk.comment(child),
            _ => {}
        }
    }
    walk.doc = None;
}

fn one_field(walk: &mut Walk<'_, '_>, node: Node<'_>, seen_from: usize) {
    let Some(name) = child_of_kind(node, "field_name") else { return };
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Field, name, node);
    declaration.doc_range = doc_of(walk, node.start_byte(), node.end_byte());
    declaration.visible = Visible::From(ByteOffset::from(seen_from));
    declaration.flags.set(in_interface(walk));
    let symbol = walk.builder.declare(declaration);
    if let Some(written) = field(node, "type") {
        let value = walk.visit(written, Position::Type(Role::Type));
        if walk.is_known(value) {
            walk.builder.set_type(symbol, value);
        }
    }
}

/// `A | B of int * string | C : int -> t`
fn constructors(walk: &mut Walk<'_, '_>, node: Node<'_>, seen_from: usize) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "constructor_declaration" => {
                constructor(walk, child, range_of(child), SymbolKind::EnumMember, seen_from);
            }
            "comment" => walk.comment(child),
            _ => {}
        }
    }
    walk.doc = None;
}

fn constructor(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    range: TextRange,
    kind: SymbolKind,
    seen_from: usize,
) {
    let Some(name) = child_of_kind(node, "constructor_name") else { return };
    let mut declaration = Declaration::new(walk.builder, kind, name, node);
    declaration.range = range;
    let start = range.start.to_usize();
    declaration.doc_range = doc_of(walk, start, node.end_byte());
    declaration.visible = Visible::From(ByteOffset::from(seen_from));
    declaration.flags.set(in_interface(walk));
    if is_local(walk) {
        declaration.flags.set(SymbolFlags::LOCAL);
    }
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    for (child, _) in walk.parts(node) {
        match child.kind() {
            "constructor_name" => {}
            "record_declaration" => fields(walk, child, seen_from),
            "constructor_path" => {
                walk.visit(child, Position::Value);
            }
            _ => {
                walk.visit(child, Position::Type(Role::Type));
            }
        }
    }
    walk.builder.leave();
}

/// `exception Name of type`
pub(super) fn exception(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(inner) = child_of_kind(node, "constructor_declaration") {
        constructor(walk, inner, range_of(node), SymbolKind::Class, node.start_byte());
    }
    walk.builder.unknown()
}

/// `(a, b) name`: the last child is what the others are put into.
pub(super) fn constructed(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let parts = walk.parts(node);
    let Some(((name, _), arguments)) = parts.split_last() else { return walk.builder.unknown() };
    let arguments: Vec<ExpressionId> = arguments
        .iter()
        .map(|(argument, _)| walk.visit(*argument, Position::Type(Role::Type)))
        .collect();
    let is_list = matches!(walk.text(*name), "list" | "array" | "seq");
    let base = walk.visit(*name, at);
    match arguments.as_slice() {
        [one] if is_list => walk.builder.expression(Expression::ListOf(*one)),
        [] => base,
        _ => walk.builder.expression(Expression::Generic(base, arguments)),
    }
}
