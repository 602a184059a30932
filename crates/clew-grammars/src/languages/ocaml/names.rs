//! Names and paths: values, constructors, types, modules and fields never meet.

use clew_model::{ExpressionId, LiteralKind, Role, SymbolKind};
use tree_sitter::Node;

use crate::builder::Namespace;
use crate::described::{Position, Walk};

/// What the name of a value may mean.
pub(super) const VALUES: &[SymbolKind] = &[
    SymbolKind::Function,
    SymbolKind::Variable,
    SymbolKind::Parameter,
    SymbolKind::Operator,
    SymbolKind::Property,
];
/// What the name of a constructor may mean; exceptions are classes.
const CONSTRUCTORS: &[SymbolKind] = &[SymbolKind::EnumMember, SymbolKind::Class];
const TYPES: &[SymbolKind] = &[
    SymbolKind::Type,
    SymbolKind::Struct,
    SymbolKind::Enum,
    SymbolKind::TypeParameter,
    SymbolKind::Class,
    SymbolKind::Interface,
];
const MODULES: &[SymbolKind] = &[SymbolKind::Module];
const MODULE_TYPES: &[SymbolKind] = &[SymbolKind::Interface];
/// What the name of a record's field may mean.
pub(super) const FIELDS: &[SymbolKind] = &[SymbolKind::Field];

/// What a name node may mean, by its kind.
fn kinds_of(node: Node<'_>) -> Option<&'static [SymbolKind]> {
    Some(match node.kind() {
        "value_name" | "value_pattern" | "instance_variable_name" => VALUES,
        "constructor_name" => CONSTRUCTORS,
        "type_constructor" | "class_name" | "class_type_name" => TYPES,
        "module_name" => MODULES,
        "module_type_name" => MODULE_TYPES,
        "field_name" => FIELDS,
        _ => return None,
    })
}

/// What is done with a name of this kind in a position.
fn role_of(node: Node<'_>, position: Position) -> Role {
    match (node.kind(), position) {
        (_, Position::Callee) => Role::Call,
        (_, Position::Type(role)) => role,
        (_, Position::Write) => Role::Write,
        ("type_constructor" | "module_type_name" | "class_type_name" | "module_name", _) => {
            Role::Type
        }
        _ => Role::Read,
    }
}

/// A plain name, looked up among names of its sort alone.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let is_bound = position == Position::Bind
        && matches!(node.kind(), "value_name" | "value_pattern" | "instance_variable_name");
    if is_bound {
        return None;
    }
    if node.kind() == "type_constructor" {
        let literal = match walk.text(node) {
            "string" | "char" | "bytes" => Some(LiteralKind::String),
            "int" | "float" | "int32" | "int64" | "nativeint" => Some(LiteralKind::Number),
            "bool" => Some(LiteralKind::Boolean),
            "unit" => Some(LiteralKind::Nothing),
            _ => None,
        };
        if let Some(literal) = literal
            && walk.builder.visible_symbol(walk.text(node)).is_none()
        {
            return Some(walk.literal(literal));
        }
    }
    let kinds = kinds_of(node)?;
    let namespace = match walk.opened {
        0 => Namespace::Kinds(kinds),
        _ => Namespace::Local(kinds),
    };
    let occurrence = walk.builder.reference_in(node, role_of(node, position), namespace);
    Some(walk.builder.occurrence_expression(occurrence))
}

/// `A.B.name`, or a name alone.
pub(super) fn path(walk: &mut Walk<'_, '_>, node: Node<'_>, position: Position) -> ExpressionId {
    let parts = walk.parts(node);
    match parts.as_slice() {
        [(name, _)] => walk.visit(*name, position),
        [(before, _), (name, _)] => {
            let base = walk.visit(*before, Position::Qualifier);
            if name.kind() == "parenthesized_operator" {
                let Some(name) = name.named_child(0) else { return base };
                let occurrence = walk.builder.member(base, name, role_of(name, position));
                return walk.builder.occurrence_expression(occurrence);
            }
            let occurrence = walk.builder.member(base, *name, role_of(*name, position));
            walk.builder.occurrence_expression(occurrence)
        }
        _ => walk.each(node, Position::Qualifier),
    }
}

/// `( + )` as a value or as what a pattern binds.
pub(super) fn parenthesized_operator(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let Some(operator) = node.named_child(0) else { return unknown };
    if position == Position::Bind {
        walk.bind_name(operator);
        return unknown;
    }
    if super::expressions::is_known(walk.text(operator)) {
        return unknown;
    }
    let role = position.role();
    let occurrence = walk.builder.reference_in(operator, role, Namespace::Kinds(VALUES));
    walk.builder.occurrence_expression(occurrence)
}
