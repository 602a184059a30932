//! Modules, functors, module types, `open` and `include`.

use clew_model::{
    ExpressionId, HeritageKind, HeritageSubject, ImportForm, Role, ScopeKind, SymbolFlags,
    SymbolId, SymbolKind,
};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::docs::doc_of;
use super::values::{in_interface, is_local, seen_from};
use crate::builder::{Declaration, ImportDraft, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `module [rec] Name … and …`
pub(super) fn module_definition(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let seen = seen_from(node);
    let mut cursor = node.walk();
    let mut is_first = true;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "module_binding" => {
                let start = if is_first { node.start_byte() } else { child.start_byte() };
                module_binding(walk, start, seen, child);
                is_first = false;
            }
            "comment" => walk.comment(child),
            _ => {}
        }
    }
    walk.builder.unknown()
}

fn module_binding(walk: &mut Walk<'_, '_>, start: usize, seen: ByteOffset, node: Node<'_>) {
    let Some(name) = child_of_kind(node, "module_name") else {
        walk.each(node, Position::Value);
        return;
    };
    let body = field(node, "body");
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Module, name, node);
    declaration.range = TextRange::new(start, node.end_byte());
    let end = body
        .filter(|body| body.kind() == "structure")
        .or_else(|| field(node, "module_type").filter(|body| body.kind() == "signature"))
        .map_or(node.end_byte(), |body| body.start_byte());
    let head = walk.builder.text().get(start..end).unwrap_or("").trim_end();
    let head = head.trim_end_matches(['=', ':']).trim_end();
    declaration.signature_range = Some(TextRange::new(start, start + head.len()));
    declaration.doc_range = doc_of(walk, start, node.end_byte());
    declaration.visible = Visible::From(seen);
    declaration.flags.set(in_interface(walk));
    if is_local(walk) {
        declaration.flags.set(SymbolFlags::LOCAL);
    }
    let symbol = walk.builder.declare(declaration);
    inside(walk, node, symbol, name);
}

/// What a module or functor holds.
fn inside(walk: &mut Walk<'_, '_>, node: Node<'_>, symbol: SymbolId, name: Node<'_>) {
    let (body, module_type) = (field(node, "body"), field(node, "module_type"));
    let opened = std::mem::take(&mut walk.opened);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Module, range_of(node), Some(symbol));
    for (child, _) in walk.parts(node) {
        if child == name {
            continue;
        }
        if child.kind() == "module_parameter" {
            parameter(walk, child);
        } else if Some(child) == module_type {
            base(walk, child, symbol, HeritageKind::Implements);
        } else if Some(child) == body {
            let value = walk.visit(child, Position::Value);
            walk.builder.add_value(symbol, value);
        } else {
            walk.visit(child, Position::Value);
        }
    }
    walk.builder.close_scope();
    walk.builder.leave();
    walk.opened = opened;
}

/// Reports the module type that something has or includes.
fn base(walk: &mut Walk<'_, '_>, node: Node<'_>, symbol: SymbolId, kind: HeritageKind) {
    if node.kind() == "functor_type" {
        let parts = walk.parts(node);
        let Some(((result, _), before)) = parts.split_last() else { return };
        for (child, _) in before {
            match child.kind() {
                "module_parameter" => parameter(walk, *child),
                _ => {
                    walk.visit(*child, Position::Type(Role::Type));
                }
            }
        }
        return base(walk, *result, symbol, kind);
    }
    let names_one = matches!(node.kind(), "module_type_path" | "module_type_constraint");
    if !names_one {
        walk.visit(node, Position::Type(Role::Type));
        return;
    }
    let value = walk.visit(node, Position::Type(Role::Inherit));
    if walk.is_known(value) {
        walk.builder.heritage(HeritageSubject::Symbol(symbol), value, kind);
    }
}

/// `(Name : TYPE)` of a functor.
fn parameter(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let module_type = field(node, "module_type");
    let Some(name) = child_of_kind(node, "module_name") else { return };
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Module, name, node);
    declaration.flags.set(SymbolFlags::LOCAL);
    let symbol = walk.builder.declare(declaration);
    let Some(module_type) = module_type else { return };
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Module, range_of(node), Some(symbol));
    let value = walk.visit(module_type, Position::Type(Role::Type));
    walk.builder.close_scope();
    walk.builder.leave();
    if walk.is_known(value) {
        walk.builder.set_type(symbol, value);
    }
}

/// `functor (X : S) -> …` as an expression.
pub(super) fn functor(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Module, |walk| {
        for (child, _) in walk.parts(node) {
            match child.kind() {
                "module_parameter" => parameter(walk, child),
                _ => {
                    walk.visit(child, Position::Value);
                }
            }
        }
    });
    walk.builder.unknown()
}

/// `(module Name : TYPE)` in a pattern.
pub(super) fn package_pattern(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    parameter(walk, node);
    walk.builder.unknown()
}

/// `module type NAME = …`
pub(super) fn module_type_definition(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let Some(name) = child_of_kind(node, "module_type_name") else {
        return walk.each(node, Position::Value);
    };
    let body = field(node, "body");
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Interface, name, node);
    declaration.doc_range = doc_of(walk, node.start_byte(), node.end_byte());
    declaration.visible = Visible::From(ByteOffset::from(node.end_byte()));
    declaration.flags.set(in_interface(walk));
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Module, range_of(node), Some(symbol));
    if let Some(body) = body {
        base(walk, body, symbol, HeritageKind::Extends);
    }
    walk.builder.close_scope();
    walk.builder.leave();
    walk.builder.unknown()
}

/// The path that a node names as a module, if it is one.
fn module_path<'tree>(node: Node<'tree>) -> Option<Node<'tree>> {
    match node.kind() {
        "module_path" | "extended_module_path" | "module_name" => Some(node),
        _ => None,
    }
}

/// Imports all names of a module.
fn import_all(walk: &mut Walk<'_, '_>, node: Node<'_>, path: Node<'_>, reexport: bool) {
    let text = walk.text(path);
    let last = text.rsplit('.').next().unwrap_or(text).trim_start();
    let end = path.end_byte();
    let mut draft = ImportDraft::new(text, ImportForm::Glob, range_of(node));
    draft.item = Some((last, TextRange::new(end - last.len(), end)));
    draft.reexport = reexport;
    walk.builder.import(draft);
}

/// `open A.B`
pub(super) fn open(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    match field(node, "module").and_then(module_path) {
        Some(path) => import_all(walk, node, path, false),
        None => {
            walk.each(node, Position::Value);
        }
    }
    walk.builder.unknown()
}

/// `include A.B`, `include TYPE`, `include module type of A`
pub(super) fn include(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let parts = walk.parts(node);
    let Some((included, _)) = parts.first() else { return unknown };
    if let Some(path) = module_path(*included) {
        import_all(walk, node, path, true);
        return unknown;
    }
    match walk.builder.container().filter(|_| node.kind() != "include_module") {
        Some(container) => base(walk, *included, container, HeritageKind::Extends),
        None => {
            walk.visit(*included, Position::Type(Role::Type));
        }
    }
    unknown
}

/// `M.(expression)`, `M.[…]`: plain names inside may be those of the module. A scope
/// of a module that nothing owns and that begins with the path tells binding so; what a
/// pattern binds is seen outside, so that its names are left unbound.
pub(super) fn local_open(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    if node.kind() != "local_open_pattern" {
        return walk.in_scope(node, ScopeKind::Module, |walk| opened_parts(walk, node, at));
    }
    walk.opened += 1;
    let value = opened_parts(walk, node, at);
    walk.opened -= 1;
    value
}

fn opened_parts(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let mut value = walk.builder.unknown();
    for (child, _) in walk.parts(node) {
        match module_path(child) {
            Some(path) => {
                walk.visit(path, Position::Qualifier);
            }
            None => value = walk.visit(child, at),
        }
    }
    value
}

/// `let … in body`.
pub(super) fn let_expression(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let body = field(node, "body");
    walk.in_scope(node, ScopeKind::Block, |walk| {
        let mut value = walk.builder.unknown();
        for (child, _) in walk.parts(node) {
            let seen = walk.visit(child, Position::Value);
            if Some(child) == body {
                value = seen;
            }
        }
        value
    })
}
