//! Names: values, constructors and types never meet.

use clew_model::{ExpressionId, LiteralKind, Role, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Namespace, range_of};
use crate::described::{Position, Walk, field};

/// What the name of a value may mean.
pub(super) const VALUES: &[SymbolKind] = &[
    SymbolKind::Function,
    SymbolKind::Method,
    SymbolKind::Variable,
    SymbolKind::Parameter,
    SymbolKind::Operator,
    SymbolKind::Field,
];
const CONSTRUCTORS: &[SymbolKind] = &[SymbolKind::Constructor];
const TYPES: &[SymbolKind] =
    &[SymbolKind::Type, SymbolKind::Struct, SymbolKind::Enum, SymbolKind::Interface];

/// What stands before a dot: a module under the name that an import gives it.
const MODULES: &[SymbolKind] = &[SymbolKind::Module];

/// Operators of the first module, which nobody looks up.
const KNOWN: &[&str] = &[
    "+", "-", "*", "/", "==", "/=", "<", ">", "<=", ">=", "&&", "||", "++", "!!", "^", "^^", "**",
    ".", "$", "$!", "<$>", "<$", "<*>", "*>", "<*", ">>=", ">>", "=<<", "<>", ":", "!", "~", "->",
    "|", "&", "<$>!", "<&>", "$>", "<|>", ">=>", "<=<",
];

/// Whether an operator is one of the language's own.
pub(super) fn is_known(operator: &str) -> bool {
    KNOWN.contains(&operator)
}

/// A plain name, looked up among names of its sort alone.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let is_type = matches!(position, Position::Type(_) | Position::Qualifier);
    let (kinds, role) = match (node.kind(), position) {
        ("variable", Position::Bind) => return None,
        // A variable in a type stands for any type.
        ("variable", _) if is_type => return Some(walk.builder.unknown()),
        ("operator" | "constructor_operator", _) if is_known(walk.text(node)) => {
            return Some(walk.builder.unknown());
        }
        ("operator", Position::Bind) => return None,
        ("name", Position::Type(role)) => (TYPES, role),
        ("name", _) => (TYPES, Role::Type),
        ("operator" | "constructor_operator", _) if is_type => (TYPES, Role::Type),
        ("constructor" | "constructor_operator", Position::Callee) => (CONSTRUCTORS, Role::Call),
        ("constructor" | "constructor_operator", _) => (CONSTRUCTORS, Role::Read),
        (_, Position::Callee) => (VALUES, Role::Call),
        _ => (VALUES, Role::Read),
    };
    if kinds == TYPES
        && let Some(literal) = literal(walk.text(node))
        && walk.builder.visible_symbol(walk.text(node)).is_none()
    {
        return Some(walk.literal(literal));
    }
    let occurrence = walk.builder.reference_in(node, role, Namespace::Kinds(kinds));
    Some(walk.builder.occurrence_expression(occurrence))
}

fn literal(name: &str) -> Option<LiteralKind> {
    Some(match name {
        "String" | "Char" | "Text" | "ByteString" => LiteralKind::String,
        "Int" | "Integer" | "Double" | "Float" | "Word" | "Rational" | "Natural" => {
            LiteralKind::Number
        }
        "Bool" => LiteralKind::Boolean,
        _ => return None,
    })
}

/// `Module.name`
pub(super) fn qualified(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> ExpressionId {
    let (Some(module), Some(id)) = (field(node, "module"), field(node, "id")) else {
        return walk.each(node, position);
    };
    let range = range_of(module);
    let length = walk.text(module).trim_end_matches('.').len();
    let range = TextRange::new(range.start.to_usize(), range.start.to_usize() + length);
    let module = walk.builder.reference_at_in(range, Role::Read, Namespace::Kinds(MODULES));
    let base = walk.builder.occurrence_expression(module);
    let role = match (id.kind(), position) {
        (_, Position::Type(role)) => role,
        ("name", _) => Role::Type,
        (_, Position::Callee) => Role::Call,
        _ => Role::Read,
    };
    let id = match id.kind() {
        "field_name" => id.named_child(0).unwrap_or(id),
        _ => id,
    };
    let occurrence = walk.builder.member(base, id, role);
    walk.builder.occurrence_expression(occurrence)
}
