//! Functions in clauses, and values.

use clew_model::{ExpressionId, ScopeKind, SymbolFlags, SymbolId, SymbolKind};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::declarations::Place;
use super::{PARAMETER, PATTERN};
use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Let, Position, Sight, Walk, child_of_kind, field};

/// The name of a clause and the patterns of its parameters.
pub(super) struct Head<'tree> {
    pub(super) name: Node<'tree>,
    patterns: Vec<Node<'tree>>,
}

/// What a clause defines; `None` for a pattern that binds several names.
pub(super) fn head<'tree>(node: Node<'tree>) -> Option<Head<'tree>> {
    let mut patterns: Vec<Node<'tree>> = Vec::new();
    if let Some(list) = field(node, "patterns") {
        let mut cursor = list.walk();
        patterns.extend(list.named_children(&mut cursor));
    }
    if let Some(name) = field(node, "name") {
        let name = match name.kind() {
            "prefix_id" => name.named_child(0)?,
            _ => name,
        };
        return Some(Head { name, patterns });
    }
    if let Some(inner) = field(node, "parens") {
        let mut inner = head(inner)?;
        inner.patterns.append(&mut patterns);
        return Some(inner);
    }
    let infix = child_of_kind(node, "infix")?;
    let operator = field(infix, "operator")?;
    let name = match operator.kind() {
        "infix_id" => operator.named_child(0)?,
        "operator" => operator,
        _ => return None,
    };
    let mut operands: Vec<Node<'tree>> = Vec::new();
    operands.extend(field(infix, "left_operand"));
    operands.extend(field(infix, "right_operand"));
    operands.append(&mut patterns);
    Some(Head { name, patterns: operands })
}

/// Whether a value is written as a function.
fn is_function_value(node: Node<'_>, is_local: bool) -> bool {
    let value = child_of_kind(node, "match").and_then(|value| field(value, "expression"));
    value.is_some_and(|value| match value.kind() {
        "lambda" | "lambda_case" | "lambda_cases" | "left_section" | "right_section" => true,
        "do" => !is_local,
        _ => false,
    })
}

/// Whether a signature's type takes something.
fn takes_something(mut node: Node<'_>) -> bool {
    for _ in 0..16 {
        match node.kind() {
            "function" | "linear_function" => return true,
            "forall" | "context" => match field(node, "type") {
                Some(inner) => node = inner,
                None => return false,
            },
            _ => return false,
        }
    }
    false
}

/// Declares what a clause defines, in the current scope.
pub(super) fn declare(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    head: &Head<'_>,
    place: Place,
    signature: Option<Node<'_>>,
) -> SymbolId {
    let is_local = walk.builder.in_function()
        || walk.builder.scope_kind(walk.builder.scope()) == ScopeKind::Block;
    let is_function = !head.patterns.is_empty()
        || is_function_value(node, is_local)
        || signature.and_then(|node| field(node, "type")).is_some_and(takes_something);
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, head.name, node);
    declaration.kind = match (place, head.name.kind()) {
        (Place::Instance(_) | Place::Class, _) => SymbolKind::Method,
        (_, "operator") => SymbolKind::Operator,
        _ if is_function => SymbolKind::Function,
        _ => SymbolKind::Variable,
    };
    declaration.doc_range = walk.take_doc(node.start_byte());
    if let Some(seen_from) = walk.seen_from {
        declaration.visible = Visible::From(seen_from);
    }
    if let Place::Instance(owner) = place {
        declaration.owner = owner;
        declaration.visible = Visible::MemberOnly;
    }
    if is_local && place == Place::Plain {
        declaration.flags.set(SymbolFlags::LOCAL);
    }
    walk.builder.declare(declaration)
}

/// Visits a clause: parameters, `where`, guards and values in a scope of its own.
pub(super) fn clause(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    head: &Head<'_>,
    symbol: SymbolId,
    is_first: bool,
) {
    let kind = match head.patterns.is_empty() {
        true => ScopeKind::Block,
        false => ScopeKind::Function,
    };
    let owner = (is_first && kind == ScopeKind::Function).then_some(symbol);
    let seen_from = walk.seen_from.take();
    walk.builder.enter(symbol);
    walk.builder.open_scope(kind, range_of(node), owner);
    for pattern in &head.patterns {
        walk.bind_pattern(*pattern, &PARAMETER);
    }
    let values = body(walk, node);
    walk.builder.close_scope();
    walk.builder.leave();
    walk.seen_from = seen_from;
    for value in values {
        walk.builder.add_value(symbol, value);
    }
}

/// `where` first, since all of the clause sees it, then the values.
fn body(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Vec<ExpressionId> {
    if let Some(binds) = field(node, "binds") {
        walk.visit(binds, Position::Value);
    }
    let mut values = Vec::new();
    let mut cursor = node.walk();
    for child in node.children_by_field_name("match", &mut cursor) {
        values.push(walk.visit(child, Position::Value));
    }
    values
}

/// A clause of a function that is declared already.
pub(super) fn further_clause(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    head: &Head<'_>,
    symbol: SymbolId,
) {
    let end = node.end_byte();
    if let Some(known) = walk.builder.symbol_mut(symbol) {
        let start = known.range.start.to_usize();
        known.range = TextRange::new(start, end.max(known.range.end.to_usize()));
    }
    clause(walk, node, head, symbol, false);
}

static VARIABLES: Let = Let { own_scope: false, sight: Sight::Whole, ..Let::variable() };

/// `(a, b) = value`
pub(super) fn pattern_binding(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let seen_from = walk.seen_from.take();
    walk.in_scope(node, ScopeKind::Block, |walk| body(walk, node));
    walk.seen_from = seen_from;
    let Some(pattern) = field(node, "pattern") else { return };
    let is_block = walk.builder.scope_kind(walk.builder.scope()) == ScopeKind::Block;
    walk.bind_pattern(pattern, if is_block { &PATTERN } else { &VARIABLES });
}

/// `pattern <- value` as a statement; a value outside of a list of declarations.
pub(super) fn loose(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> clew_model::ExpressionId {
    if let Some(value) = field(node, "expression") {
        walk.visit(value, Position::Value);
        if let Some(pattern) = field(node, "pattern") {
            let outer = walk.seen_from.replace(ByteOffset::from(node.end_byte()));
            walk.bind_pattern(pattern, &PATTERN);
            walk.seen_from = outer;
        }
        return walk.builder.unknown();
    }
    match head(node) {
        Some(head) => {
            let symbol = declare(walk, node, &head, Place::Plain, None);
            clause(walk, node, &head, symbol, true);
        }
        None => pattern_binding(walk, node),
    }
    walk.builder.unknown()
}
