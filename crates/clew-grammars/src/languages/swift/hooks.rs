//! What no rule tells of Swift: types and extensions, calls, members.

use clew_model::{
    Expression, ExpressionId, HeritageKind, HeritageSubject, ImportForm, LiteralKind, Role,
    ScopeKind, SymbolFlags, SymbolKind, Visibility,
};
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, ImportDraft, range_of};
use crate::described::{Declare, Part, Position, Walk, child_of_kind, field};

/// What is written without a word for it is seen by the module.
pub(super) fn default_visibility(builder: &FactsBuilder<'_>, _: &str) -> Visibility {
    if builder.in_function() { Visibility::Private } else { Visibility::Internal }
}

/// `Self`, numbered parameters of closures and what setters are given.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let kind = match (walk.text(node), position) {
        ("Self", _) => {
            return Some(match walk.extended {
                Some(extended) => extended,
                None => walk.self_type(),
            });
        }
        ("$0", _) if walk.argument.is_some() => return walk.argument,
        (text, _) if text.starts_with('$') || text == "_" => return Some(walk.builder.unknown()),
        ("newValue" | "oldValue", Position::Value) => return Some(walk.builder.unknown()),
        ("String" | "Substring" | "Character", Position::Type(Role::Type)) => LiteralKind::String,
        ("Int" | "UInt" | "Int64" | "UInt8", Position::Type(Role::Type)) => LiteralKind::Whole,
        ("Double" | "Float", Position::Type(Role::Type)) => LiteralKind::Fraction,
        ("Bool", Position::Type(Role::Type)) => LiteralKind::Boolean,
        ("Void" | "Never", Position::Type(Role::Type)) => LiteralKind::Nothing,
        _ => return None,
    };
    Some(walk.literal(kind))
}

/// `import Module`, `import struct Module.Name`
pub(super) fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    if let Some(modifiers) = child_of_kind(node, "modifiers") {
        walk.each(modifiers, Position::Value);
    }
    let Some(path) = child_of_kind(node, "identifier") else { return unknown };
    let last = path.named_child(path.named_child_count().saturating_sub(1) as u32).unwrap_or(path);
    let text = walk.text(path);
    let mut cursor = node.walk();
    let names_item = node.children(&mut cursor).any(|child| {
        matches!(child.kind(), "struct" | "class" | "enum" | "protocol" | "func" | "typealias")
    });
    let (module, form) = match text.rsplit_once('.') {
        Some((module, _)) if names_item => (module, ImportForm::Item),
        _ => (text, ImportForm::Glob),
    };
    let mut draft = ImportDraft::new(module, form, range_of(node));
    draft.item = Some((walk.text(last), range_of(last)));
    walk.builder.import(draft);
    unknown
}

/// Classes, structs, enums and actors share a node.
pub(super) fn type_kind<'text>(
    _: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    match field(node, "declaration_kind").map_or("", |word| word.kind()) {
        "struct" => declaration.kind = SymbolKind::Struct,
        "enum" => declaration.kind = SymbolKind::Enum,
        _ => {}
    }
    declaration.flags.clear(SymbolFlags::STATIC);
}

pub(super) fn without_flags<'text>(
    _: &mut Walk<'_, 'text>,
    _: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    declaration.flags.clear(SymbolFlags::STATIC);
}

/// A type, or an extension that adds members to one.
pub(super) fn type_or_extension(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let is_extension =
        field(node, "declaration_kind").is_some_and(|word| word.kind() == "extension");
    let unknown = walk.builder.unknown();
    if !is_extension {
        walk.declare(node, &super::TYPE);
        return unknown;
    }
    let Some(name) = field(node, "name") else { return unknown };
    let extended = walk.visit(name, Position::Type(Role::Type));
    for (child, part) in walk.parts(node) {
        if matches!(part, Part::Bases(_)) {
            for (base, _) in walk.parts(child) {
                let base = walk.visit(base, Position::Type(Role::Inherit));
                let subject = HeritageSubject::Named(extended);
                walk.builder.heritage(subject, base, HeritageKind::Implements);
            }
        }
    }
    let outer = walk.extended.replace(extended);
    if let Some(body) = field(node, "body") {
        walk.in_scope(body, ScopeKind::Type, |walk| walk.each(body, Position::Value));
    }
    walk.extended = outer;
    unknown
}

static METHOD: Declare = Declare::function();

/// `deinit { … }`
pub(super) fn deinit(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    token_named(walk, node, "deinit", &METHOD)
}

static SUBSCRIPT: Declare = Declare::plain(SymbolKind::Method).scope(ScopeKind::Function);

/// `subscript(…) -> T { … }`
pub(super) fn subscript(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    token_named(walk, node, "subscript", &SUBSCRIPT)
}

fn token_named(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    token: &str,
    declare: &Declare,
) -> ExpressionId {
    let mut cursor = node.walk();
    let name = node.children(&mut cursor).find(|child| child.kind() == token);
    if let Some(name) = name {
        walk.declare_named(node, declare, name);
    }
    walk.builder.unknown()
}

/// `callee(arguments)`, `value[index]`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let arguments = child_of_kind(node, "call_suffix")
        .and_then(|suffix| child_of_kind(suffix, "value_arguments"));
    let first = node.named_child(0).map_or("", |first| walk.text(first));
    if first == "defer" && arguments.is_none() {
        // A word of the language, which the grammar takes for a function.
        for (child, _) in walk.parts(node).into_iter().skip(1) {
            walk.each(child, Position::Value);
        }
        return walk.builder.unknown();
    }
    let is_index = arguments.is_some_and(|arguments| walk.text(arguments).starts_with('['));
    if !is_index {
        return super::calls::call(walk, node);
    }
    match walk.first_and_rest(node, Position::Value) {
        Some(first) => walk.builder.expression(Expression::Element(first)),
        None => walk.builder.unknown(),
    }
}

/// `target.suffix`
pub(super) fn navigation(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let Some(target) = field(node, "target") else { return walk.each(node, at) };
    let base = walk.visit(target, Position::Value);
    let suffix = field(node, "suffix").and_then(|suffix| field(suffix, "suffix"));
    let Some(suffix) = suffix else { return base };
    if walk.text(suffix) == "self" {
        return base;
    }
    walk.member_of(base, suffix, at)
}

/// `.name`, whose type the place tells; or an operator.
pub(super) fn prefix(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let is_member = node.child(0).is_some_and(|first| walk.text(first) == ".");
    if !is_member {
        return walk.each(node, Position::Value);
    }
    let unknown = walk.builder.unknown();
    for (child, _) in walk.parts(node) {
        if child.kind() == "simple_identifier" {
            return walk.member_of(unknown, child, at);
        }
        walk.visit(child, Position::Value);
    }
    unknown
}

/// `@Name(…)`
pub(super) fn attribute(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        if part == Part::Type {
            walk.visit(child, Position::Type(Role::Call));
        }
    }
    walk.builder.unknown()
}

/// `[Key: Value]`
pub(super) fn dictionary(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let value = walk.each(node, Position::Type(Role::Type));
    walk.builder.expression(Expression::MapOf(value))
}
