//! Calls, and the calls that define or import.

use clew_model::{ExpressionId, ImportForm, ScopeKind, Visibility};
use tree_sitter::Node;

use super::hooks::side;
use crate::builder::{ImportDraft, range_of};
use crate::described::{Position, Walk, child_of_kind, field};

/// `name arguments do … end`
pub(super) fn call(walk: &mut Walk<'_, '_>, node: Node<'_>, at: Position) -> ExpressionId {
    let target = field(node, "target").filter(|target| target.kind() == "identifier");
    let word = target.map_or("", |target| walk.text(target));
    let unknown = walk.builder.unknown();
    let arguments = child_of_kind(node, "arguments");
    match (word, arguments) {
        ("defmodule" | "defprotocol", Some(arguments)) => module(walk, node, arguments, word),
        ("defimpl", Some(arguments)) => {
            walk.each(arguments, Position::Value);
            if let Some(body) = child_of_kind(node, "do_block") {
                walk.in_scope(body, ScopeKind::Type, |walk| walk.each(body, Position::Value));
            }
        }
        (
            "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate",
            Some(arguments),
        ) => function(walk, node, arguments, word),
        ("alias" | "import" | "require" | "use", Some(arguments)) => {
            import(walk, node, arguments, word);
        }
        _ if at == Position::Bind => {
            walk.each(node, at);
        }
        _ => return walk.call(node),
    }
    unknown
}

fn module(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, word: &str) {
    let Some(name) = child_of_kind(arguments, "alias") else {
        walk.each(node, Position::Value);
        return;
    };
    let declare = if word == "defmodule" { &super::MODULE } else { &super::PROTOCOL };
    let symbol = walk.declare_bare(node, declare, name);
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
    if let Some(body) = child_of_kind(node, "do_block") {
        walk.each(body, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

/// `def name(parameters) when guard do … end`
fn function(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, word: &str) {
    let Some(mut head) = arguments.named_child(0) else { return };
    let mut guard = None;
    if head.kind() == "binary_operator"
        && field(head, "operator").is_some_and(|operator| walk.text(operator) == "when")
        && let Some(left) = side(head, "left")
    {
        guard = side(head, "right");
        head = left;
    }
    let name = match head.kind() {
        "call" => field(head, "target").filter(|target| target.kind() == "identifier"),
        "identifier" => Some(head),
        _ => None,
    };
    let Some(name) = name else {
        walk.each(node, Position::Value);
        return;
    };
    let declare = if word.starts_with("defmacro") { &super::MACRO } else { &super::FUNCTION };
    let symbol = walk.declare_bare(node, declare, name);
    let body = child_of_kind(node, "do_block");
    if let Some(symbol) = walk.builder.symbol_mut(symbol) {
        if word.ends_with('p') {
            symbol.visibility = Visibility::Private;
        }
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        symbol.signature_range = clew_text::TextRange::new(node.start_byte(), end);
    }
    walk.builder.enter(symbol);
    walk.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
    if let Some(parameters) = child_of_kind(head, "arguments") {
        for (parameter, _) in walk.parts(parameters) {
            walk.bind_pattern(parameter, &super::PARAMETER);
        }
    }
    if let Some(guard) = guard {
        walk.visit(guard, Position::Value);
    }
    for (child, _) in walk.parts(arguments).into_iter().skip(1) {
        walk.visit(child, Position::Value);
    }
    if let Some(body) = body {
        walk.each(body, Position::Value);
    }
    walk.builder.close_scope();
    walk.builder.leave();
}

/// `alias A.{B, C}`, `alias A.B, as: C`, `import A`, `use A`, `require A`
fn import(walk: &mut Walk<'_, '_>, node: Node<'_>, arguments: Node<'_>, word: &str) {
    let Some(first) = arguments.named_child(0) else { return };
    let given = child_of_kind(arguments, "keywords").and_then(|keywords| {
        let pair = child_of_kind(keywords, "pair")?;
        let key = field(pair, "key")?;
        field(pair, "value").filter(|_| walk.text(key).starts_with("as:"))
    });
    match first.kind() {
        "alias" => import_one(walk, node, first, None, given, word),
        "dot" => {
            let (Some(base), Some(list)) = (field(first, "left"), field(first, "right")) else {
                return;
            };
            for (item, _) in walk.parts(list) {
                import_one(walk, node, item, Some(base), None, word);
            }
        }
        _ => {
            walk.visit(first, Position::Value);
        }
    }
}

fn import_one(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    path: Node<'_>,
    base: Option<Node<'_>>,
    alias: Option<Node<'_>>,
    word: &str,
) {
    let text = walk.text(path);
    let module = match base {
        Some(base) => format!("{}.{text}", walk.text(base)),
        None => text.to_string(),
    };
    let last = text.rsplit('.').next().unwrap_or(text);
    let end = path.end_byte();
    let form = if word == "alias" { ImportForm::Module } else { ImportForm::Glob };
    let mut draft = ImportDraft::new("", form, range_of(node));
    draft.item = Some((last, clew_text::TextRange::new(end - last.len(), end)));
    draft.alias = alias.map(|alias| (walk.text(alias), range_of(alias)));
    walk.builder.import_from(draft, &module);
}
