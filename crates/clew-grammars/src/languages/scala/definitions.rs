//! Definitions that no rule tells of: values, parameters, extensions.

use clew_model::{ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, range_of};
use crate::described::{Declare, Let, Part, Position, Walk, child_of_kind, field};

pub(super) fn default_visibility(builder: &FactsBuilder<'_>, _: &str) -> Visibility {
    if builder.in_function() { Visibility::Private } else { Visibility::Public }
}

/// Further constructors are written `def this`; what has no body is abstract.
pub(super) fn function<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if declaration.name == "this" && walk.is_in_type() {
        declaration.kind = SymbolKind::Constructor;
    }
    if node.kind() == "function_declaration" && walk.is_in_type() {
        declaration.flags.set(SymbolFlags::ABSTRACT);
    }
}

/// Parameters of a class are its fields, seen outside where they are declared as
/// values or the class is a case class.
pub(super) fn class_parameter<'text>(
    walk: &mut Walk<'_, 'text>,
    node: Node<'_>,
    declaration: &mut Declaration<'text>,
) {
    if !walk.is_in_type() {
        return;
    }
    declaration.flags.clear(SymbolFlags::LOCAL);
    let mut cursor = node.walk();
    let is_value = node.children(&mut cursor).any(|child| matches!(child.kind(), "val" | "var"));
    let owner = node.parent().and_then(|list| list.parent());
    let is_case = owner.is_some_and(|owner| {
        owner.child(0).is_some_and(|first| first.kind() == "case")
            || child_of_kind(owner, "modifiers")
                .is_some_and(|words| walk.text(words).contains("case"))
    });
    if !is_value && !is_case {
        declaration.visibility = Visibility::Private;
    } else if declaration.visibility == Visibility::Private
        && child_of_kind(node, "modifiers").is_none()
    {
        declaration.visibility = Visibility::Public;
    }
}

/// What an implicit class declares, it adds to the type of its parameter.
pub(super) fn class(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let is_implicit = child_of_kind(node, "modifiers")
        .is_some_and(|words| walk.text(words).split_whitespace().any(|word| word == "implicit"));
    let declared = walk.declare(node, &super::CLASS);
    let parameter = field(node, "class_parameters")
        .and_then(|list| child_of_kind(list, "class_parameter"))
        .and_then(|parameter| field(parameter, "name"))
        .map(range_of);
    let (Some(class), Some(parameter), true) = (declared, parameter, is_implicit) else {
        return walk.builder.unknown();
    };
    let inner = || (class.0 + 1..).map(SymbolId);
    let known = |walk: &Walk<'_, '_>, id| walk.builder.symbol(id).cloned();
    let extended = inner()
        .map_while(|id| known(walk, id))
        .find(|symbol| symbol.name_range == parameter)
        .and_then(|symbol| symbol.declared_type);
    let count = walk.builder.symbol_count();
    for id in inner().take_while(|id| id.0 < count) {
        if let Some(symbol) = walk.builder.symbol_mut(id)
            && symbol.container == Some(class)
            && symbol.name_range != parameter
            && !symbol.is_local()
            && !symbol.kind.is_type()
        {
            symbol.owner = extended;
        }
    }
    walk.builder.unknown()
}

static PROPERTY: Declare = Declare::plain(SymbolKind::Property).scope(ScopeKind::Block);
static LOCAL: Declare = Declare::variable();
static LOCALS: Let = Let::variable();

/// `val name: Type = value`, `val (a, b) = value`
pub(super) fn value(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let name = field(node, "pattern").or_else(|| field(node, "name"));
    let Some(name) = name else { return walk.each(node, Position::Value) };
    if name.kind() != "identifier" {
        for (child, part) in walk.parts(node) {
            if child != name && part != Part::Skip {
                let at =
                    if part == Part::Type { Position::Type(Role::Type) } else { Position::Value };
                walk.visit(child, at);
            }
        }
        walk.bind_pattern(name, &LOCALS);
        return unknown;
    }
    let is_local = walk.builder.in_function() && !walk.is_in_type();
    walk.declare_named(node, if is_local { &LOCAL } else { &PROPERTY }, name);
    unknown
}

static TYPE_PARAMETER: Declare = Declare::type_parameter();

/// `[A, B <: C]`
pub(super) fn type_parameters(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        if part == Part::Name {
            let declaration = walk.declaration(child, &TYPE_PARAMETER, child);
            walk.builder.declare(declaration);
        } else {
            walk.visit(child, Position::Type(Role::Type));
        }
    }
    walk.builder.unknown()
}

/// `extension (name: Type) def …`: functions owned by the type.
pub(super) fn extension(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let receiver = field(node, "parameters")
        .and_then(|parameters| child_of_kind(parameters, "parameter"))
        .and_then(|parameter| field(parameter, "type"));
    let body = field(node, "body");
    walk.in_scope(node, ScopeKind::Block, |walk| {
        for (child, _) in walk.parts(node) {
            if Some(child) != body {
                walk.visit(child, Position::Value);
            }
        }
        let extended = receiver.map(|receiver| walk.visit(receiver, Position::Type(Role::Type)));
        let outer = std::mem::replace(&mut walk.extended, extended);
        if let Some(body) = body {
            walk.in_scope(body, ScopeKind::Type, |walk| match body.kind() {
                "function_definition" | "function_declaration" => {
                    walk.visit(body, Position::Value);
                }
                _ => {
                    walk.each(body, Position::Value);
                }
            });
        }
        walk.extended = outer;
    });
    walk.builder.unknown()
}

/// `@name(…)`
pub(super) fn annotation(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (child, part) in walk.parts(node) {
        let at = if part == Part::Name { Position::Type(Role::Call) } else { Position::Value };
        walk.visit(child, at);
    }
    walk.builder.unknown()
}
