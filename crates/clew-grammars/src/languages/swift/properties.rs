//! Properties and enum cases.

use clew_model::{ExpressionId, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use crate::described::{Declare, Let, Part, Position, Walk, field};

static PROPERTY: Declare = Declare::plain(SymbolKind::Property).scope(ScopeKind::Block);
static LOCAL: Declare = Declare::variable();
static LOCALS: Let = Let::variable();
static MORE: Declare = Declare::plain(SymbolKind::Property);
static CASE: Declare = Declare::plain(SymbolKind::EnumMember).flags(SymbolFlags::STATIC);

/// `let name: Type = value`, `var name: Type { … }`, `let (a, b) = value`
pub(super) fn property(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let is_local = walk.builder.in_function() && !walk.is_in_type();
    let mut cursor = node.walk();
    let patterns: Vec<_> = node.children_by_field_name("name", &mut cursor).collect();
    let patterns: Vec<_> =
        patterns.into_iter().filter(|pattern| pattern.kind() == "pattern").collect();
    let Some((first, more)) = patterns.split_first() else {
        return walk.each(node, Position::Value);
    };
    let Some(name) = field(*first, "bound_identifier") else {
        return destructured(walk, node, *first);
    };
    let declare = if is_local { &LOCAL } else { &PROPERTY };
    walk.declare_named(node, declare, name);
    for pattern in more {
        if let Some(name) = field(*pattern, "bound_identifier") {
            let declare = if is_local { &LOCAL } else { &MORE };
            walk.declare_named(*pattern, declare, name);
        }
    }
    unknown
}

fn destructured(walk: &mut Walk<'_, '_>, node: Node<'_>, pattern: Node<'_>) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        if child != pattern && part != Part::Skip {
            walk.visit(child, Position::Value);
        }
    }
    walk.bind_pattern(pattern, &LOCALS);
    walk.builder.unknown()
}

/// `case a = 1, b(Type)`
pub(super) fn enum_entry(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        match (part, child.kind()) {
            (Part::Name, "simple_identifier") => {
                let doc = walk.doc;
                let mut declaration = walk.declaration(child, &CASE, child);
                declaration.doc_range = doc;
                walk.builder.declare(declaration);
            }
            (_, "enum_type_parameters") => {
                for (inner, part) in walk.parts(child) {
                    if part == Part::Type {
                        walk.visit(inner, Position::Type(clew_model::Role::Type));
                    }
                }
            }
            (Part::Modifiers, _) => {}
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
    walk.doc = None;
    walk.builder.unknown()
}
