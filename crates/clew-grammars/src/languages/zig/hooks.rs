//! What no rule tells of Zig.

use clew_model::{Expression, ExpressionId, ImportForm, Role, ScopeKind, SymbolKind, Visibility};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, ImportDraft, range_of};
use crate::described::{Declare, Part, Position, Walk, child_of_kind, field};

/// What is not marked `pub` is seen by its file; members of enums and fields by all.
pub(super) fn default_visibility(_: &FactsBuilder<'_>, _: &str) -> Visibility {
    Visibility::Private
}

/// Types are values, so that a type's name may be that of a parameter.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    if walk.text(node) == "_" {
        return Some(walk.builder.unknown());
    }
    match position {
        Position::Type(role) => {
            let occurrence = walk.builder.reference(node, role);
            Some(walk.builder.occurrence_expression(occurrence))
        }
        _ => None,
    }
}

/// The fields of an enum are its members.
pub(super) fn field_kind<'text>(
    walk: &mut Walk<'_, 'text>,
    _: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    declaration.visibility = Visibility::Public;
    let container = walk.builder.container_type().and_then(|id| walk.builder.symbol(id));
    if container.is_some_and(|symbol| symbol.kind == SymbolKind::Enum) {
        declaration.kind = SymbolKind::EnumMember;
    }
}

static STRUCT: Declare = Declare::type_(SymbolKind::Struct);
static ENUM: Declare = Declare::type_(SymbolKind::Enum);
static ERRORS: Declare = Declare::plain(SymbolKind::Enum);
static VARIABLE: Declare = Declare::variable();

/// Statements that declare or assign: the grammar has one kind for both.
pub(super) fn statement(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let has = |kind: &str| children.iter().any(|child| child.kind() == kind);
    if has(",") {
        return targets(walk, node, &children);
    }
    if has("const") || has("var") { variable(walk, node, at) } else { walk.assign(node) }
}

/// `const a, var b: T, c.d = value;`
fn targets(walk: &mut Walk<'_, '_>, node: Node<'_>, children: &[Node<'_>]) -> ExpressionId {
    let equals = children.iter().position(|child| child.kind() == "=").unwrap_or(children.len());
    let (before, after) = children.split_at(equals);
    for value in after.iter().filter(|child| child.is_named()) {
        walk.visit(*value, Position::Value);
    }
    let mut last = "";
    for child in before {
        match last {
            "const" | "var" if child.kind() == "identifier" => {
                walk.declare_bare(node, &VARIABLE, *child);
            }
            ":" => {
                walk.visit(*child, Position::Type(Role::Type));
            }
            _ if child.is_named() => {
                walk.visit(*child, Position::Write);
            }
            _ => {}
        }
        last = child.kind();
    }
    walk.builder.unknown()
}

/// `const Name = struct { … };`, `const name = @import("…");`, `var name: T = value;`
fn variable(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let parts = walk.parts(node);
    let Some((name, rest)) = parts
        .iter()
        .position(|(child, _)| child.kind() == "identifier")
        .map(|at| (parts[at].0, &parts[at + 1..]))
    else {
        return walk.each(node, Position::Value);
    };
    let value = rest.iter().rev().find(|(_, part)| *part == Part::Value).map(|(child, _)| *child);
    let kind = value.map_or("", |value| value.kind());
    let declare = match kind {
        "struct_declaration" | "union_declaration" | "opaque_declaration" => &STRUCT,
        "enum_declaration" => &ENUM,
        "error_set_declaration" => &ERRORS,
        _ => &VARIABLE,
    };
    if let (Some(value), "builtin_function") = (value, kind)
        && let Some(content) = imported(walk, value)
    {
        import(walk, node, content, Some(name));
        return unknown;
    }
    if declare.scope.is_some() {
        let symbol = walk.declare_bare(node, declare, name);
        walk.builder.enter(symbol);
        walk.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
        if let Some(value) = value {
            walk.each(value, Position::Value);
        }
        walk.builder.close_scope();
        walk.builder.leave();
        return unknown;
    }
    let symbol = walk.declare_bare(node, declare, name);
    for (child, part) in rest {
        match part {
            Part::Type => {
                let written = walk.visit(*child, Position::Type(Role::Type));
                walk.builder.set_type(symbol, written);
            }
            Part::Skip => {}
            _ => {
                let value = walk.visit(*child, Position::Value);
                walk.builder.add_value(symbol, value);
            }
        }
    }
    unknown
}

/// A container that no name is given to.
pub(super) fn container(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let symbol = walk.anonymous_class(node, |walk, _| {
        walk.each(node, Position::Value);
    });
    walk.builder.expression(Expression::SelfType(symbol))
}

/// The text of `@import("…")`.
fn imported<'tree>(walk: &Walk<'_, '_>, node: Node<'tree>) -> Option<Node<'tree>> {
    let name = child_of_kind(node, "builtin_identifier")?;
    let arguments = child_of_kind(node, "arguments").filter(|_| walk.text(name) == "@import")?;
    child_of_kind(child_of_kind(arguments, "string")?, "string_content")
}

/// An import under a name, or of a module that is used at its place.
fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, content: Node<'_>, name: Option<Node<'_>>) {
    let module = walk.text(content);
    let last = module.rsplit('/').next().unwrap_or(module);
    let end = content.end_byte();
    let mut draft = ImportDraft::new(module, ImportForm::Module, range_of(node));
    draft.item = Some((last, TextRange::new(end - last.len(), end)));
    draft.alias = name.map(|name| (walk.text(name), range_of(name)));
    draft.hidden = name.is_none();
    walk.builder.import(draft);
}

/// `@This()` is the container around, `@import` without a name of its own imports too, other
/// builtins are no names.
pub(super) fn builtin(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = child_of_kind(node, "builtin_identifier").map_or("", |name| walk.text(name));
    if let Some(content) = imported(walk, node) {
        import(walk, node, content, None);
        return walk.builder.unknown();
    }
    if let Some(arguments) = child_of_kind(node, "arguments") {
        walk.each(arguments, Position::Value);
    }
    match name {
        "@This" => walk.self_type(),
        _ => walk.builder.unknown(),
    }
}

/// `object.member`; `.member` alone is a member of what the place wants.
pub(super) fn member(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    if field(node, "object").is_some() {
        return walk.member(node, at);
    }
    let unknown = walk.builder.unknown();
    match field(node, "member") {
        Some(member) => walk.member_of(unknown, member, at),
        None => unknown,
    }
}
