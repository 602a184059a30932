//! Types with constructors and fields, classes and instances.

use clew_model::{ExpressionId, HeritageKind, HeritageSubject, Role, SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::declarations::{Place, list};
use crate::builder::{Declaration, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

const AS_TYPE: Position = Position::Type(Role::Type);

/// `a -> b` in a type; a clause elsewhere.
pub(super) fn function_type(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let Some(result) = field(node, "result") else {
        return super::functions::loose(walk, node, at);
    };
    if let Some(parameter) = field(node, "parameter") {
        walk.visit(parameter, AS_TYPE);
    }
    let result = walk.visit(result, AS_TYPE);
    walk.builder.expression(clew_model::Expression::FunctionOf(result))
}

/// `@Type`
pub(super) fn as_type(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    walk.each(node, AS_TYPE)
}

/// The name that a head of a type or class declares: `Name a b`, "a `Name` b".
fn name_of<'tree>(node: Node<'tree>) -> Option<Node<'tree>> {
    if let Some(name) = field(node, "name") {
        return match name.kind() {
            "name" => Some(name),
            "prefix_id" => name.named_child(0),
            _ => None,
        };
    }
    if let Some(infix) = child_of_kind(node, "infix") {
        let operator = field(infix, "operator")?;
        return match operator.kind() {
            "infix_id" => operator.named_child(0),
            _ => Some(operator),
        };
    }
    name_of(child_of_kind(node, "parens")?)
}

/// The doc on the same line behind a part, or on the next: `-- ^ …`.
fn doc_behind(walk: &mut Walk<'_, '_>, start: usize, end: usize) -> Option<TextRange> {
    if let Some(before) = walk.take_doc(start) {
        return Some(before);
    }
    let rest = walk.builder.text().get(end..)?;
    let behind = rest.trim_start_matches([' ', '\t', ',', '\r']);
    let behind = behind.strip_prefix('\n').map_or(behind, str::trim_start);
    if !behind.starts_with("-- ^") {
        return None;
    }
    let at = end + rest.len() - behind.len();
    let length = behind.find(['\n', '\r']).unwrap_or(behind.len());
    Some(TextRange::new(at, at + length))
}

/// `data`, `newtype`, or an instance of a family of them, which declares no type.
pub(super) fn data(walk: &mut Walk<'_, '_>, node: Node<'_>, declares: bool) {
    let constructors = field(node, "constructors").or_else(|| field(node, "constructor"));
    let doc = walk.take_doc(node.start_byte());
    let symbol = name_of(node).filter(|_| declares).map(|name| {
        let count = constructors.map_or(0, |list| match list.kind() {
            "newtype_constructor" => 1,
            _ => list.named_child_count(),
        });
        let kind = if count == 1 { SymbolKind::Struct } else { SymbolKind::Enum };
        let mut declaration = Declaration::new(walk.builder, kind, name, node);
        declaration.doc_range = doc;
        walk.builder.declare(declaration)
    });
    let mut subject = symbol.map(HeritageSubject::Symbol);
    if let Some(symbol) = symbol {
        walk.builder.enter(symbol);
    }
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "comment" | "haddock" => walk.comment(child),
            "name" | "qualified" if !declares => {
                let family = walk.visit(child, AS_TYPE);
                subject = walk.is_known(family).then_some(HeritageSubject::Named(family));
            }
            "data_constructors" | "gadt_constructors" => constructor_list(walk, child),
            "newtype_constructor" => constructor(walk, child),
            "deriving" => deriving(walk, child, subject),
            "name" | "prefix_id" | "infix" | "parens" if declares => {}
            _ => {
                walk.visit(child, AS_TYPE);
            }
        }
    }
    if symbol.is_some() {
        walk.builder.leave();
    }
}

fn constructor_list(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "comment" | "haddock" => walk.comment(child),
            "data_constructor" | "gadt_constructor" => constructor(walk, child),
            _ => {}
        }
    }
    walk.doc = None;
}

/// The nodes that name what a constructor's node declares.
fn constructor_names<'tree>(node: Node<'tree>) -> Vec<Node<'tree>> {
    if let Some(names) = field(node, "names") {
        let mut cursor = names.walk();
        return names.named_children(&mut cursor).collect();
    }
    let inner = field(node, "constructor").unwrap_or(node);
    let name = field(inner, "name").or_else(|| field(inner, "operator"));
    let name = name.and_then(|name| match name.kind() {
        "prefix_id" | "infix_id" => name.named_child(0),
        _ => Some(name),
    });
    name.into_iter().collect()
}

/// `Name a b`, `Name { field :: Type }`, `a :+: b`, `Name :: Type`.
fn constructor(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let doc = doc_behind(walk, node.start_byte(), node.end_byte());
    let mut last = None;
    let names = constructor_names(node);
    for name in &names {
        let mut declaration = Declaration::new(walk.builder, SymbolKind::Constructor, *name, node);
        declaration.doc_range = doc;
        last = Some(walk.builder.declare(declaration));
    }
    let Some(symbol) = last else {
        walk.each(node, AS_TYPE);
        return;
    };
    constructor_content(walk, field(node, "constructor").unwrap_or(node), &names, symbol);
    if let Some(context) = field(node, "context") {
        walk.visit(context, AS_TYPE);
    }
}

fn constructor_content(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    names: &[Node<'_>],
    symbol: SymbolId,
) {
    for (child, _) in walk.parts(node) {
        match child.kind() {
            "fields" => fields(walk, child),
            "field" => one_field(walk, child),
            "record" | "prefix" => constructor_content(walk, child, names, symbol),
            "binding_list" | "prefix_id" | "infix_id" => {}
            _ if names.contains(&child) => {}
            _ => {
                walk.builder.enter(symbol);
                walk.visit(child, AS_TYPE);
                walk.builder.leave();
            }
        }
    }
}

fn fields(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "comment" | "haddock" => walk.comment(child),
            "field" => one_field(walk, child),
            _ => {}
        }
    }
    walk.doc = None;
}

/// `a, b :: Type`: one field may stand in several constructors.
fn one_field(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let doc = doc_behind(walk, node.start_byte(), node.end_byte());
    let written = field(node, "type")
        .map(|written| walk.visit(written, AS_TYPE))
        .filter(|written| walk.is_known(*written));
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor) {
        let Some(name) = name.named_child(0) else { continue };
        let text = walk.text(name);
        let owner = walk.builder.container();
        if let Some(known) = owner.and_then(|owner| walk.builder.member_of(owner, text)) {
            walk.builder.bound(name, Role::Declaration, known);
            continue;
        }
        let mut declaration = Declaration::new(walk.builder, SymbolKind::Field, name, node);
        declaration.doc_range = doc;
        let symbol = walk.builder.declare(declaration);
        if let Some(written) = written {
            walk.builder.set_type(symbol, written);
        }
    }
}

/// `deriving (Show, Eq)`: the type is an instance of these classes.
fn deriving(walk: &mut Walk<'_, '_>, node: Node<'_>, subject: Option<HeritageSubject>) {
    let Some(classes) = field(node, "classes") else { return };
    constraints(walk, classes, subject, HeritageKind::Implements);
}

/// Reports each class of a list of constraints.
fn constraints(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    subject: Option<HeritageSubject>,
    kind: HeritageKind,
) {
    match node.kind() {
        "tuple" | "parens" | "constraints" => {
            for (child, _) in walk.parts(node) {
                constraints(walk, child, subject, kind);
            }
        }
        "name" | "qualified" | "apply" => {
            let base = walk.visit(node, Position::Type(Role::Inherit));
            if let Some(subject) = subject
                && walk.is_known(base)
            {
                walk.builder.heritage(subject, base, kind);
            }
        }
        _ => {
            walk.visit(node, AS_TYPE);
        }
    }
}

/// `type Name a = …`, `type family Name a`, `data family Name a`
pub(super) fn synonym(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let Some(name) = name_of(node) else {
        walk.each(node, AS_TYPE);
        return;
    };
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Type, name, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    let symbol = walk.builder.declare(declaration);
    let written = field(node, "type");
    walk.builder.enter(symbol);
    for (child, _) in walk.parts(node) {
        if matches!(child.kind(), "name" | "prefix_id" | "infix") && Some(child) != written {
            continue;
        }
        let value = walk.visit(child, AS_TYPE);
        if Some(child) == written && walk.is_known(value) {
            walk.builder.set_type(symbol, value);
        }
    }
    walk.builder.leave();
}

/// `class (Base a) => Name a where …`
pub(super) fn class(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let Some(name) = name_of(node) else {
        walk.each(node, AS_TYPE);
        return;
    };
    let body = field(node, "declarations");
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Interface, name, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    declaration.signature_until(body);
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    if let Some(context) = field(node, "context").and_then(|context| field(context, "context")) {
        let subject = Some(HeritageSubject::Symbol(symbol));
        constraints(walk, context, subject, HeritageKind::Extends);
    }
    if let Some(body) = body {
        list(walk, body, Place::Class);
    }
    walk.builder.leave();
}

/// `instance Context => Class Type where …`, `deriving instance Class Type`
pub(super) fn instance(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    walk.doc = None;
    if let Some(context) = field(node, "context") {
        walk.visit(context, AS_TYPE);
    }
    let inner = match field(node, "name") {
        Some(_) => node,
        None => child_of_kind(node, "parens").unwrap_or(node),
    };
    let base = field(inner, "name").map(|name| walk.visit(name, Position::Type(Role::Inherit)));
    let mut owner = None;
    if let Some(patterns) = field(inner, "patterns") {
        for (pattern, _) in walk.parts(patterns) {
            let value = walk.visit(pattern, AS_TYPE);
            owner = owner.or(Some(value).filter(|value| walk.is_known(*value)));
        }
    }
    if let (Some(base), Some(owner)) = (base, owner)
        && walk.is_known(base)
    {
        let subject = HeritageSubject::Named(owner);
        walk.builder.heritage(subject, base, HeritageKind::Implements);
    }
    if let Some(body) = field(node, "declarations") {
        list(walk, body, Place::Instance(owner));
    }
}

/// `pattern Name a = …` declares a constructor.
pub(super) fn pattern_synonym(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let Some(equation) = child_of_kind(node, "equation") else { return };
    let Some(mut head) = field(equation, "synonym") else { return };
    let mut arguments = Vec::new();
    while head.kind() == "apply" {
        arguments.extend(field(head, "argument"));
        match field(head, "function") {
            Some(inner) => head = inner,
            None => return,
        }
    }
    let name = match head.kind() {
        "constructor" => head,
        "record" => match field(head, "constructor") {
            Some(name) => name,
            None => return,
        },
        "infix" => match field(head, "operator") {
            Some(name) => name,
            None => return,
        },
        _ => return,
    };
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Constructor, name, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    walk.builder.open_scope(clew_model::ScopeKind::Function, range_of(node), Some(symbol));
    for argument in arguments {
        walk.bind_pattern(argument, &super::PARAMETER);
    }
    if let Some(pattern) = field(equation, "pattern") {
        walk.visit(pattern, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}
