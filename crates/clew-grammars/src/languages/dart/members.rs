//! Functions and members: a signature and a body in nodes of their own.

use clew_model::{ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, range_of};
use crate::described::{Declare, Part, Position, Walk, child_of_kind, field};

/// What begins with an underscore is seen by its library alone.
pub(super) fn visibility(builder: &FactsBuilder<'_>, name: &str) -> Visibility {
    match name.starts_with('_') || builder.in_function() {
        true => Visibility::Private,
        false => Visibility::Public,
    }
}

/// A function, method, accessor or constructor; other declarations are fields.
pub(super) fn member(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    match signature(node) {
        Some(signature) => {
            function(walk, node, signature);
        }
        None => walk.group(node),
    }
    walk.builder.unknown()
}

/// The signature below a declaration.
fn signature<'tree>(node: Node<'tree>) -> Option<Node<'tree>> {
    let mut current = node;
    for _ in 0..3 {
        let mut cursor = current.walk();
        let found = current.named_children(&mut cursor).find(|child| {
            child.kind().ends_with("_signature") || child.kind() == "lambda_expression"
        });
        current = found?;
        if !matches!(current.kind(), "method_signature" | "lambda_expression") {
            return Some(current);
        }
    }
    None
}

fn function(walk: &mut Walk<'_, '_>, node: Node<'_>, signature: Node<'_>) -> Option<SymbolId> {
    let name = name_of(signature)?;
    let in_type = walk.is_in_type();
    let kind = match signature.kind() {
        "constructor_signature"
        | "constant_constructor_signature"
        | "factory_constructor_signature"
        | "redirecting_factory_constructor_signature" => SymbolKind::Constructor,
        "getter_signature" | "setter_signature" => SymbolKind::Property,
        "operator_signature" => SymbolKind::Operator,
        _ if in_type => SymbolKind::Method,
        _ => SymbolKind::Function,
    };
    let holder = child_of_kind(node, "lambda_expression").unwrap_or(node);
    let body = child_of_kind(holder, "function_body");
    let mut declaration = Declaration::new(walk.builder, kind, name, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.visibility = visibility(walk.builder, declaration.name);
    declaration.signature_until(body);
    let words = walk.text(node);
    let head = &words[..signature.start_byte().saturating_sub(node.start_byte()).min(words.len())];
    if head.contains("static") {
        declaration.flags.set(SymbolFlags::STATIC);
    }
    if kind == SymbolKind::Constructor {
        // The plain name is that of the class.
        declaration.visible = crate::builder::Visible::MemberOnly;
    }
    let is_bare = body.is_none() && kind != SymbolKind::Constructor && in_type;
    if is_bare && !head.contains("external") {
        declaration.flags.set(SymbolFlags::ABSTRACT);
    }
    if in_type && walk.builder.scope_owner().is_none() {
        declaration.owner = walk.extended;
    }
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
    contents(walk, node, signature, name, symbol);
    walk.builder.close_scope();
    walk.builder.leave();
    Some(symbol)
}

/// The last part of a constructor's name, the operator of an operator.
fn name_of<'tree>(signature: Node<'tree>) -> Option<Node<'tree>> {
    let mut cursor = signature.walk();
    let names: Vec<_> = match signature.kind() {
        "operator_signature" => {
            return signature.named_children(&mut cursor).find(|child| {
                child.kind().ends_with("operator") || child.kind() == "index_operator"
            });
        }
        _ => signature.named_children(&mut cursor).filter(|c| c.kind() == "identifier").collect(),
    };
    names.last().copied()
}

/// Types, parameters, initialisers and the body.
fn contents(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    signature: Node<'_>,
    name: Node<'_>,
    symbol: SymbolId,
) {
    let mut declared = false;
    for (child, part) in walk.parts(signature) {
        if child == name || child.kind() == "identifier" {
            continue;
        }
        if part == Part::Type {
            let written = walk.visit(child, Position::Type(Role::Type));
            if !declared && walk.is_known(written) {
                walk.builder.set_type(symbol, written);
                declared = true;
            }
        } else {
            walk.visit(child, Position::Value);
        }
    }
    rest(walk, node, signature);
}

/// What stands beside the signature, at any of its levels.
fn rest(walk: &mut Walk<'_, '_>, node: Node<'_>, signature: Node<'_>) {
    for (child, _) in walk.parts(node) {
        if child == signature {
            continue;
        }
        if matches!(child.kind(), "method_signature" | "lambda_expression") {
            rest(walk, child, signature);
        } else {
            walk.visit(child, Position::Value);
        }
    }
}

/// `Type name`, `this.name`, `super.name`
pub(super) fn parameter(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let inner = child_of_kind(node, "constructor_param")
        .or_else(|| child_of_kind(node, "super_formal_parameter"));
    let Some(inner) = inner else {
        walk.declare(node, &super::PARAMETER);
        return walk.builder.unknown();
    };
    if let Some(name) = child_of_kind(inner, "identifier") {
        // A parameter that sets the field of its name.
        if inner.kind() == "constructor_param" {
            let base = walk.self_value();
            walk.member_of(base, name, Position::Write);
        }
        let declaration = walk.declaration(node, &super::PARAMETER, name);
        walk.builder.declare(declaration);
    }
    walk.builder.unknown()
}

/// `extension Name on Type { … }`: members of the type.
pub(super) fn extension(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    static NAMED: Declare = Declare::plain(SymbolKind::Namespace);
    let extended = field(node, "class").map(|class| walk.visit(class, Position::Type(Role::Type)));
    if let Some(name) = field(node, "name") {
        let mut declaration = walk.declaration(node, &NAMED, name);
        declaration.doc_range = walk.take_doc(node.start_byte());
        walk.builder.declare(declaration);
    }
    let outer = std::mem::replace(&mut walk.extended, extended);
    if let Some(body) = field(node, "body") {
        walk.in_scope(body, ScopeKind::Type, |walk| walk.each(body, Position::Value));
    }
    walk.extended = outer;
    walk.builder.unknown()
}

/// `typedef Name = Type;`
pub(super) fn alias(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = child_of_kind(node, "type_identifier");
    if let Some(name) = name {
        walk.declare_named(node, &super::ALIAS, name);
    }
    walk.builder.unknown()
}

/// `@name(…)`
pub(super) fn annotation(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        let at = if part == Part::Name { Position::Callee } else { Position::Value };
        walk.visit(child, at);
    }
    walk.builder.unknown()
}
