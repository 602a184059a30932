//! Variables: `my`, `our`, loops, parameters and uses.

use clew_model::{
    Binding, Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
    Visibility,
};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::PARAMETER;
use super::packages::{class_at, last_part};
use crate::builder::{Declaration, Namespace, Visible, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

const VARIABLES: &[SymbolKind] = &[SymbolKind::Variable, SymbolKind::Parameter];

/// The name below a variable's sign.
fn name_of<'tree>(node: Node<'tree>) -> Option<Node<'tree>> {
    child_of_kind(node, "varname").filter(|name| name.named_child_count() == 0)
}

/// `my $x`, `our @y`, `state ($a, %b)`
pub(super) fn declaration(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let is_shared = node.child(0).is_some_and(|word| word.kind() == "our");
    let from = walk.seen_from.unwrap_or(ByteOffset::from(node.end_byte()));
    for (child, _) in walk.parts(node) {
        let Some(name) = name_of(child) else { continue };
        declare(walk, node, name, is_shared, from);
    }
    walk.builder.unknown()
}

fn declare(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    name: Node<'_>,
    is_shared: bool,
    from: ByteOffset,
) -> SymbolId {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, name, node);
    declaration.visible = Visible::From(from);
    match is_shared {
        true => declaration.doc_range = walk.take_doc(node.start_byte()),
        false => {
            declaration.visibility = Visibility::Private;
            declaration.flags.set(SymbolFlags::LOCAL);
        }
    }
    walk.builder.declare(declaration)
}

/// `target = value`: the value does not see what the target declares.
pub(super) fn assignment(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let (left, right) = (field(node, "left"), field(node, "right"));
    let doc = walk.doc.take();
    let outer = walk.seen_from.take();
    let value = right.map(|right| walk.visit(right, Position::Value));
    walk.doc = doc;
    walk.seen_from = Some(ByteOffset::from(node.end_byte()));
    if let Some(left) = left {
        assigned(walk, left, value);
    }
    walk.seen_from = outer;
    if let (Some(left), Some(right)) = (left, right) {
        let target = walk.text(left);
        if target.ends_with("@ISA") {
            super::uses::bases(walk, right, clew_model::HeritageKind::Extends, None);
        } else if target.ends_with("@EXPORT") {
            super::uses::exports(walk, right);
        } else if target.ends_with("@EXPORT_OK") {
            super::tags::list(walk, "@EXPORT_OK", right);
        } else if target.ends_with("%EXPORT_TAGS") {
            super::tags::tags(walk, right);
        }
    }
    value.unwrap_or_else(|| walk.builder.unknown())
}

/// Visits what is assigned to; a plain scalar holds the value.
fn assigned(walk: &mut Walk<'_, '_>, left: Node<'_>, value: Option<ExpressionId>) {
    let is_object = |value: &ExpressionId| {
        matches!(walk.builder.expression_at(*value), Expression::Instance(_))
    };
    let known = value.filter(is_object);
    if left.kind() == "variable_declaration" {
        let parts = walk.parts(left);
        let own = match parts.as_slice() {
            [(one, _)] if one.kind() == "scalar" => name_of(*one),
            _ => None,
        };
        let Some(name) = own else {
            walk.visit(left, Position::Write);
            return;
        };
        let is_shared = left.child(0).is_some_and(|word| word.kind() == "our");
        let from = walk.seen_from.unwrap_or(ByteOffset::from(left.end_byte()));
        let symbol = declare(walk, left, name, is_shared, from);
        if let Some(value) = known {
            walk.builder.add_value(symbol, value);
        }
        return;
    }
    walk.visit(left, Position::Write);
    let name = Some(left).filter(|left| left.kind() == "scalar").and_then(name_of);
    let Some(symbol) = name.and_then(|name| walk.builder.visible_in_function(walk.text(name)))
    else {
        return;
    };
    match known {
        Some(value) => walk.builder.add_value(symbol, value),
        // What it holds from here on is not known.
        None => {
            let unknown = walk.builder.unknown();
            walk.builder.set_type(symbol, unknown);
        }
    }
}

/// `for my $x (list) { … }`
pub(super) fn for_each(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let variable = field(node, "variable");
    let is_own = walk.text(node).split(['(', '$', '{']).next().is_some_and(|head| {
        head.split_whitespace().any(|word| matches!(word, "my" | "state" | "our"))
    });
    if let Some(list) = field(node, "list") {
        walk.visit(list, Position::Value);
    }
    walk.in_scope(node, ScopeKind::Block, |walk| {
        match variable.and_then(name_of) {
            Some(name) if is_own => {
                let from = ByteOffset::from(node.start_byte());
                declare(walk, name, name, false, from);
            }
            _ => {
                if let Some(variable) = variable {
                    walk.visit(variable, Position::Write);
                }
            }
        }
        for (child, _) in walk.parts(node) {
            if Some(child) != variable && Some(child) != field(node, "list") {
                walk.visit(child, Position::Value);
            }
        }
    });
    walk.builder.unknown()
}

/// `$x`, `$x = default`, `@rest` in a signature.
pub(super) fn parameter(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let default = field(node, "default");
    for (child, _) in walk.parts(node) {
        match name_of(child) {
            Some(name) if Some(child) != default => {
                walk.bind_pattern(name, &PARAMETER);
            }
            _ => {
                walk.visit(child, Position::Value);
            }
        }
    }
    walk.builder.unknown()
}

/// The name of a variable; `Module::name` is one of a package.
pub(super) fn variable(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    if node.named_child_count() > 0 {
        return walk.each(node, Position::Value);
    }
    let text = walk.text(node);
    if at == Position::Bind {
        walk.bind_name(node);
        return walk.builder.unknown();
    }
    let is_name = text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text != "_";
    if !is_name {
        return walk.builder.unknown();
    }
    let role = if at == Position::Write { Role::Write } else { Role::Read };
    if let Some((module, _)) = text.rsplit_once("::") {
        let base = class_at(walk, module, node.start_byte(), Role::Type);
        let (_, range) = last_part(text, node.start_byte());
        walk.builder.occurrence_at(range, role, Binding::Member(base));
        return walk.builder.unknown();
    }
    let namespace = Namespace::Kinds(VARIABLES);
    let occurrence = walk.builder.reference_at_in(range_of(node), role, namespace);
    walk.builder.occurrence_expression(occurrence)
}
