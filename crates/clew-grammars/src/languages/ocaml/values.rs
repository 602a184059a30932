//! `let`, parameters, `val` and `external`.

use clew_model::{ExpressionId, Role, ScopeId, ScopeKind, SymbolFlags, SymbolKind, Visibility};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::docs::doc_of;
use super::{PARAMETER, interface};
use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Let, Position, Sight, Walk, child_of_kind, field};

/// What the bindings of one `let` have in common.
struct Group {
    /// From where on the bound names are seen.
    seen_from: ByteOffset,
    is_local: bool,
    scope: ScopeId,
}

static VARIABLE: Let = Let { own_scope: false, sight: Sight::After, ..Let::variable() };
static LOCAL: Let = Let { own_scope: false, sight: Sight::After, ..Let::inner() };

/// Whether names declared at the current place are seen in an expression alone.
pub(super) fn is_local(walk: &Walk<'_, '_>) -> bool {
    !matches!(walk.builder.scope_kind(walk.builder.scope()), ScopeKind::File | ScopeKind::Module)
}

/// Whether a definition is recursive.
pub(super) fn is_recursive(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).take(4).any(|child| child.kind() == "rec")
}

/// From where on the names of a definition are seen.
pub(super) fn seen_from(node: Node<'_>) -> ByteOffset {
    ByteOffset::from(if is_recursive(node) { node.start_byte() } else { node.end_byte() })
}

/// `let [rec] … and …`
pub(super) fn value_definition(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    _: Position,
) -> ExpressionId {
    let scope = walk.builder.scope();
    let group = Group { seen_from: seen_from(node), is_local: is_local(walk), scope };
    let mut start = node.start_byte();
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "let_binding" => {
                binding(walk, start, child, &group);
                start = child.end_byte();
            }
            "let_operator" | "let_and_operator" => {
                walk.builder.reference(child, Role::Call);
            }
            "comment" => walk.comment(child),
            _ => {}
        }
        if start == child.end_byte() {
            // What `and` begins starts at its own first word.
            let rest = walk.builder.text().get(start..node.end_byte()).unwrap_or("");
            start += rest.find("and").unwrap_or(0);
        }
    }
    walk.builder.unknown()
}

/// One binding; `start` is where it begins with its word.
fn binding(walk: &mut Walk<'_, '_>, start: usize, node: Node<'_>, group: &Group) {
    let Some(pattern) = field(node, "pattern") else {
        walk.each(node, Position::Value);
        return;
    };
    let start = start.min(node.start_byte());
    let name = match pattern.kind() {
        "value_name" => Some(pattern),
        "parenthesized_operator" => pattern.named_child(0),
        _ => None,
    };
    match name {
        Some(name) => named(walk, start, node, (pattern, name), group),
        None => destructured(walk, node, pattern, group),
    }
}

/// Whether a value is written as a function.
fn is_function_value(node: Node<'_>) -> bool {
    match node.kind() {
        "fun_expression" | "function_expression" => true,
        "parenthesized_expression" => field(node, "expression").is_some_and(is_function_value),
        _ => false,
    }
}

fn named(
    walk: &mut Walk<'_, '_>,
    start: usize,
    node: Node<'_>,
    (pattern, name): (Node<'_>, Node<'_>),
    group: &Group,
) {
    let body = field(node, "body");
    let is_function =
        child_of_kind(node, "parameter").is_some() || body.is_some_and(is_function_value);
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, name, node);
    declaration.kind = match (pattern.kind(), is_function) {
        ("parenthesized_operator", _) => SymbolKind::Operator,
        (_, true) => SymbolKind::Function,
        _ => SymbolKind::Variable,
    };
    declaration.range = TextRange::new(start, node.end_byte());
    declaration.signature_range = Some(signature(walk, start, node, body));
    declaration.doc_range = walk.take_doc(start);
    declaration.visible = Visible::From(group.seen_from);
    if group.is_local {
        declaration.flags.set(SymbolFlags::LOCAL);
    }
    if declaration.name.starts_with('_') {
        declaration.visibility = Visibility::Private;
    }
    let symbol = walk.builder.declare(declaration);
    walk.builder.enter(symbol);
    let (scope, owner) = match is_function {
        true => (ScopeKind::Function, Some(symbol)),
        false => (ScopeKind::Block, None),
    };
    walk.builder.open_scope(scope, range_of(node), owner);
    content(walk, node, pattern, symbol);
    walk.builder.close_scope();
    walk.builder.leave();
}

/// Parameters, type and body of what `pattern` names.
pub(super) fn content(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    pattern: Node<'_>,
    symbol: clew_model::SymbolId,
) {
    let (body, written) = (field(node, "body"), field(node, "type"));
    for (child, _) in walk.parts(node) {
        if child == pattern {
            continue;
        }
        let is_type = Some(child) == written;
        let at = if is_type { Position::Type(Role::Type) } else { Position::Value };
        let value = walk.visit(child, at);
        if is_type && walk.is_known(value) {
            walk.builder.set_type(symbol, value);
        } else if Some(child) == body && written.is_none() {
            walk.builder.add_value(symbol, value);
        }
    }
}

/// The line of a definition before its body, without the sign of equality.
fn signature(
    walk: &Walk<'_, '_>,
    start: usize,
    node: Node<'_>,
    body: Option<Node<'_>>,
) -> TextRange {
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let text = walk.builder.text().get(start..end).unwrap_or("");
    let text = text.trim_end();
    TextRange::new(start, start + text.strip_suffix('=').unwrap_or(text).trim_end().len())
}

/// `let (a, b) = …`, `let () = …`
fn destructured(walk: &mut Walk<'_, '_>, node: Node<'_>, pattern: Node<'_>, group: &Group) {
    let mut value = None;
    walk.in_scope(node, ScopeKind::Block, |walk| {
        for (child, _) in walk.parts(node) {
            if child != pattern {
                let is_type = Some(child) == field(node, "type");
                let at = if is_type { Position::Type(Role::Type) } else { Position::Value };
                value = Some(walk.visit(child, at));
            }
        }
    });
    debug_assert_eq!(walk.builder.scope(), group.scope, "scopes are closed");
    let binding = if group.is_local { &LOCAL } else { &VARIABLE };
    let outer = walk.seen_from.replace(group.seen_from);
    let symbols = walk.bind_pattern(pattern, binding);
    walk.seen_from = outer;
    walk.give_values(pattern, &symbols, binding, None, value);
}

/// `x`, `~label`, `?(label = default)`, `~label:pattern`, `(x : t)`
pub(super) fn parameter(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let written = field(node, "type");
    let value = written.map(|written| walk.visit(written, Position::Type(Role::Type)));
    if let Some(default) = field(node, "default") {
        walk.visit(default, Position::Value);
    }
    if let Some(pattern) = field(node, "pattern") {
        let outer = walk.seen_from.take();
        let symbols = walk.bind_pattern(pattern, &PARAMETER);
        walk.seen_from = outer;
        let written = match pattern.kind() {
            "typed_pattern" | "parenthesized_pattern" => None,
            _ => value,
        };
        walk.give_values(pattern, &symbols, &PARAMETER, written, None);
    }
    walk.builder.unknown()
}

/// `(type a b)`, `type a b.`
pub(super) fn abstract_type(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    for (name, _) in walk.parts(node) {
        if name.kind() == "type_constructor" {
            let mut declaration =
                Declaration::new(walk.builder, SymbolKind::TypeParameter, name, name);
            declaration.flags.set(SymbolFlags::LOCAL);
            walk.builder.declare(declaration);
        }
    }
    walk.builder.unknown()
}

/// `val name : type`, `external name : type = "symbol"`
pub(super) fn specification(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let unknown = walk.builder.unknown();
    let name = child_of_kind(node, "value_name").or_else(|| {
        child_of_kind(node, "parenthesized_operator").and_then(|outer| outer.named_child(0))
    });
    let (Some(name), written) = (name, field(node, "type")) else {
        return walk.each(node, Position::Value);
    };
    let is_function = written.is_some_and(|written| written.kind() == "function_type");
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, name, node);
    declaration.kind = match (name.kind(), is_function) {
        ("value_name", true) => SymbolKind::Function,
        ("value_name", false) => SymbolKind::Variable,
        _ => SymbolKind::Operator,
    };
    declaration.signature_range = Some(range_of(node));
    declaration.doc_range = doc_of(walk, node.start_byte(), node.end_byte());
    declaration.visible = Visible::From(ByteOffset::from(node.end_byte()));
    if node.kind() == "value_specification" {
        declaration.flags.set(specified(walk));
    }
    let symbol = walk.builder.declare(declaration);
    if let Some(written) = written {
        walk.builder.enter(symbol);
        let value = walk.visit(written, Position::Type(Role::Type));
        walk.builder.leave();
        if walk.is_known(value) {
            walk.builder.set_type(symbol, value);
        }
    }
    unknown
}

/// What a signature makes of what it lists: in a module type it is abstract, else
/// it stands defined elsewhere.
pub(super) fn specified(walk: &Walk<'_, '_>) -> SymbolFlags {
    let container = walk.builder.container().and_then(|id| walk.builder.symbol(id));
    match container.map(|container| container.kind) {
        Some(SymbolKind::Interface) => SymbolFlags::ABSTRACT,
        _ => SymbolFlags::DECLARATION,
    }
}

/// What an interface file makes of types and modules that it lists.
pub(super) fn in_interface(walk: &Walk<'_, '_>) -> SymbolFlags {
    match walk.builder.language() {
        interface::ID if specified(walk).has(SymbolFlags::DECLARATION) => SymbolFlags::DECLARATION,
        _ => SymbolFlags::default(),
    }
}
