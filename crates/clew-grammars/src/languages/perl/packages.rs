//! Packages, which last until the next one, and subroutines.

use clew_model::{ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// The last part of `A::B::C` and where it stands.
pub(super) fn last_part(text: &str, start: usize) -> (&str, TextRange) {
    let name = text.rsplit("::").next().unwrap_or(text);
    let end = start + text.len();
    (name, TextRange::new(end - name.len(), end))
}

/// A whole file.
pub(super) fn file(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    statements(walk, node);
    walk.builder.unknown()
}

/// `{ … }`, which may hold packages of its own.
pub(super) fn block(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.in_scope(node, ScopeKind::Block, |walk| statements(walk, node));
    walk.builder.unknown()
}

/// Statements among which packages begin without a block of their own.
fn statements(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let mut open: Option<SymbolId> = None;
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        let is_package =
            matches!(child.kind(), "package_statement" | "class_statement" | "role_statement");
        match child.kind() {
            "comment" => walk.comment(child),
            "pod" => {}
            _ if is_package => {
                close(walk, open.take(), child.start_byte());
                if child_of_kind(child, "block").is_some() {
                    walk.visit(child, Position::Value);
                    continue;
                }
                open = declare(walk, child);
                if let Some(symbol) = open {
                    let range = TextRange::new(child.start_byte(), node.end_byte());
                    walk.builder.enter(symbol);
                    walk.builder.open_scope(ScopeKind::Module, range, Some(symbol));
                }
            }
            _ => {
                walk.visit(child, Position::Value);
                walk.doc = None;
            }
        }
    }
    close(walk, open, node.end_byte());
}

/// Ends a package before the byte `end`.
fn close(walk: &mut Walk<'_, '_>, package: Option<SymbolId>, end: usize) {
    let Some(package) = package else { return };
    let text = walk.builder.text().get(..end).unwrap_or("");
    let end = text.trim_end().len();
    let scope = walk.builder.scope();
    if let Some(symbol) = walk.builder.symbol_mut(package) {
        let start = symbol.range.start.to_usize();
        symbol.range = TextRange::new(start, end.max(symbol.range.end.to_usize()));
        let range = symbol.range;
        walk.builder.set_scope_range(scope, range);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

fn declare(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<SymbolId> {
    let name = field(node, "name")?;
    let text = walk.text(name);
    let mut declaration = Declaration::at(SymbolKind::Class, text, range_of(name), range_of(node));
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.signature_until(child_of_kind(node, "block"));
    Some(walk.builder.declare_in_file(declaration))
}

/// `package Name { … }`
pub(super) fn package(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let (Some(symbol), Some(block)) = (declare(walk, node), child_of_kind(node, "block")) {
        walk.builder.enter(symbol);
        walk.builder.open_scope(ScopeKind::Module, range_of(node), Some(symbol));
        statements(walk, block);
        walk.builder.close_scope();
        walk.builder.leave();
    }
    walk.builder.unknown()
}

/// `sub name (signature) { … }`
pub(super) fn subroutine(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let Some(name) = field(node, "name") else { return walk.each(node, Position::Value) };
    let body = field(node, "body");
    let (last, range) = last_part(walk.text(name), name.start_byte());
    let elsewhere = walk.text(name).rsplit_once("::").filter(|(module, _)| !module.is_empty());
    let owner = elsewhere.map(|(module, _)| class_at(walk, module, name.start_byte(), Role::Type));
    let is_member = owner.is_some() || walk.builder.container_type().is_some();
    let kind = if is_member { SymbolKind::Method } else { SymbolKind::Function };
    let mut declaration = Declaration::at(kind, last, range, range_of(node));
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.signature_until(body);
    declaration.visible = Visible::Whole;
    if last.starts_with('_') {
        declaration.visibility = Visibility::Private;
    }
    if body.is_none() {
        declaration.flags.set(SymbolFlags::DECLARATION);
    }
    let symbol = match owner {
        // `sub A::name` belongs to that package, wherever it stands.
        Some(_) => {
            declaration.owner = owner;
            declaration.visible = Visible::MemberOnly;
            walk.builder.declare_in_file(declaration)
        }
        None => walk.builder.declare(declaration),
    };
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
    for (child, _) in walk.parts(node) {
        if child != name {
            walk.visit(child, Position::Value);
        }
    }
    walk.builder.close_scope();
    walk.builder.leave();
    unknown
}

/// The class that a string or bareword names, as a use of it.
pub(super) fn class_at(
    walk: &mut Walk<'_, '_>,
    text: &str,
    start: usize,
    role: Role,
) -> ExpressionId {
    const CLASSES: &[SymbolKind] = &[SymbolKind::Class];
    let range = TextRange::new(start, start + text.len());
    let namespace = crate::builder::Namespace::Kinds(CLASSES);
    let occurrence = walk.builder.reference_at_in(range, role, namespace);
    walk.builder.occurrence_expression(occurrence)
}
