//! Classes, objects and their members.

use clew_model::{
    Expression, ExpressionId, HeritageKind, HeritageSubject, Role, ScopeKind, SymbolFlags,
    SymbolId, SymbolKind, Visibility,
};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::docs::doc_of;
use super::values::{content, in_interface};
use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Let, Position, Sight, Walk, child_of_kind, field};

static SELF: Let = Let { own_scope: false, sight: Sight::Whole, ..Let::inner() };

/// `class … and …`, `class type … and …`
pub(super) fn definition(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let mut is_first = true;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "class_binding" | "class_type_binding" => {
                let start = if is_first { node.start_byte() } else { child.start_byte() };
                binding(walk, start, node.start_byte(), child);
                is_first = false;
            }
            "comment" => walk.comment(child),
            _ => {}
        }
    }
    walk.builder.unknown()
}

fn binding(walk: &mut Walk<'_, '_>, start: usize, seen_from: usize, node: Node<'_>) {
    let (name, kind) = match child_of_kind(node, "class_name") {
        Some(name) => (Some(name), SymbolKind::Class),
        None => (child_of_kind(node, "class_type_name"), SymbolKind::Interface),
    };
    let Some(name) = name else {
        walk.each(node, Position::Value);
        return;
    };
    let mut declaration = Declaration::new(walk.builder, kind, name, node);
    declaration.range = TextRange::new(start, node.end_byte());
    let line = walk.builder.text().get(start..node.end_byte()).unwrap_or("");
    let length = line.find('\n').unwrap_or(line.len());
    declaration.signature_range = Some(TextRange::new(start, start + length));
    declaration.doc_range = doc_of(walk, start, node.end_byte());
    declaration.visible = Visible::From(ByteOffset::from(seen_from));
    declaration.flags.set(in_interface(walk));
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
    for (child, _) in walk.parts(node) {
        if child != name {
            body(walk, child, symbol);
        }
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

/// What a class is: an object, another class, or either behind parameters and `let`.
fn body(walk: &mut Walk<'_, '_>, node: Node<'_>, symbol: SymbolId) {
    match node.kind() {
        "object_expression" | "class_body_type" => members(walk, node),
        "class_path"
        | "class_type_path"
        | "class_application"
        | "instantiated_class"
        | "instantiated_class_type" => {
            base(walk, node, symbol);
        }
        "let_class_expression"
        | "class_function"
        | "class_function_type"
        | "typed_class_expression"
        | "parenthesized_class_expression" => {
            for (child, _) in walk.parts(node) {
                body(walk, child, symbol);
            }
        }
        _ => {
            walk.visit(node, Position::Value);
        }
    }
}

/// Reports the class that another inherits.
fn base(walk: &mut Walk<'_, '_>, node: Node<'_>, symbol: SymbolId) -> Option<ExpressionId> {
    let parts = walk.parts(node);
    let named = match node.kind() {
        "class_path" | "class_type_path" => Some(node),
        _ => field(node, "class").or_else(|| {
            let is_path =
                |child: &Node<'_>| matches!(child.kind(), "class_path" | "class_type_path");
            parts.iter().map(|(child, _)| *child).find(is_path)
        }),
    };
    let value = named.map(|named| match named.kind() {
        "class_path" | "class_type_path" => walk.visit(named, Position::Type(Role::Inherit)),
        _ => base(walk, named, symbol).unwrap_or_default(),
    });
    let is_path =
        named.is_some_and(|named| matches!(named.kind(), "class_path" | "class_type_path"));
    if let Some(value) = value.filter(|value| is_path && walk.is_known(*value)) {
        walk.builder.heritage(HeritageSubject::Symbol(symbol), value, HeritageKind::Extends);
    }
    if named != Some(node) {
        for (child, _) in parts {
            if Some(child) != named {
                walk.visit(child, Position::Value);
            }
        }
    }
    value
}

/// The members of an object, in the current scope.
fn members(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let own = field(node, "self");
    if let Some(own) = own {
        let symbols = walk.bind_pattern(own, &SELF);
        let value = walk.self_value();
        if let [symbol] = symbols.as_slice() {
            walk.builder.add_value(*symbol, value);
        }
    }
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        if child.kind() == "comment" {
            walk.comment(child);
        } else if Some(child) != own {
            walk.visit(child, Position::Value);
            walk.doc = None;
        }
    }
}

/// `object … end` as a value or a type.
pub(super) fn object(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let class = walk.anonymous_class(node, |walk, _| members(walk, node));
    walk.builder.expression(Expression::SelfValue(class))
}

/// `method [private] [virtual] name parameters = body`
pub(super) fn method(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let Some(name) = child_of_kind(node, "method_name") else {
        return walk.each(node, Position::Value);
    };
    let body = field(node, "body");
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Method, name, node);
    declaration.visible = Visible::MemberOnly;
    declaration.doc_range = doc_of(walk, node.start_byte(), node.end_byte());
    words(walk, node, &mut declaration);
    declaration.flags.set(match node.kind() {
        "method_specification" => in_interface(walk),
        _ => SymbolFlags::default(),
    });
    if let Some(body) = body {
        let head = walk.builder.text().get(node.start_byte()..body.start_byte()).unwrap_or("");
        let head = head.trim_end().trim_end_matches('=').trim_end();
        let start = node.start_byte();
        declaration.signature_range = Some(TextRange::new(start, start + head.len()));
    }
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
    content(walk, node, name, symbol);
    walk.builder.close_scope();
    walk.builder.leave();
    walk.builder.unknown()
}

/// `private` and `virtual` before a member.
fn words(walk: &Walk<'_, '_>, node: Node<'_>, declaration: &mut Declaration<'_>) {
    let end = declaration.name_range.start.to_usize();
    let head = walk.builder.text().get(node.start_byte()..end).unwrap_or("");
    for word in head.split_whitespace() {
        match word {
            "private" => declaration.visibility = Visibility::Private,
            "virtual" => declaration.flags.set(SymbolFlags::ABSTRACT),
            _ => {}
        }
    }
}

/// `val [mutable] name = value`
pub(super) fn instance_variable(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let Some(name) = child_of_kind(node, "instance_variable_name") else {
        return walk.each(node, Position::Value);
    };
    let (body, written) = (field(node, "body"), field(node, "type"));
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Property, name, node);
    declaration.doc_range = doc_of(walk, node.start_byte(), node.end_byte());
    declaration.visibility = Visibility::Protected;
    let symbol = walk.builder.declare(declaration);
    for (child, _) in walk.parts(node) {
        if Some(child) == written {
            let value = walk.visit(child, Position::Type(Role::Type));
            walk.builder.set_type(symbol, value);
        } else if Some(child) == body {
            let value = walk.visit(child, Position::Value);
            walk.builder.add_value(symbol, value);
        }
    }
    walk.builder.unknown()
}

/// `inherit class arguments as name`
pub(super) fn inheritance(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let alias = field(node, "alias");
    let owner = walk.builder.container_type();
    for (child, _) in walk.parts(node) {
        if Some(child) == alias {
            continue;
        }
        match owner {
            Some(owner) => body(walk, child, owner),
            None => {
                walk.visit(child, Position::Value);
            }
        }
    }
    if let Some(alias) = alias {
        let symbols = walk.bind_pattern(alias, &SELF);
        let value = walk.super_value();
        if let [symbol] = symbols.as_slice() {
            walk.builder.add_value(*symbol, value);
        }
    }
    walk.builder.unknown()
}

/// `object#method`
pub(super) fn invocation(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let (Some(object), Some(method)) = (field(node, "object"), field(node, "method")) else {
        return walk.each(node, Position::Value);
    };
    let base = walk.visit(object, Position::Value);
    let called = walk.member_of(base, method, Position::Callee);
    match at {
        Position::Callee => called,
        _ => walk.builder.expression(Expression::Call(called)),
    }
}
