//! Commands, variables and sourced files.

use clew_model::{ExpressionId, ImportForm, Role, ScopeId, SymbolFlags, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, ImportDraft, Namespace, Visible, range_of};
use crate::described::{Part, Position, Walk, child_of_kind, field};

/// Numbered and special parameters name nothing; variables are no functions.
pub(super) fn name(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    position: Position,
) -> Option<ExpressionId> {
    let text = walk.text(node);
    if !text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return Some(walk.builder.unknown());
    }
    let occurrence = walk.builder.reference_in(node, position.role(), Namespace::Value);
    Some(walk.builder.occurrence_expression(occurrence))
}

/// `name arguments`: a call, where the name is written out.
pub(super) fn command(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let name = field(node, "name").and_then(|name| name.named_child(0));
    let word = name.filter(|name| name.kind() == "word");
    let text = word.map_or("", |word| walk.text(word));
    if let Some(word) = word
        && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    {
        walk.builder.reference_in(word, Role::Call, Namespace::Callable);
    } else if let Some(name) = name {
        walk.visit(name, Position::Value);
    }
    if matches!(text, "source" | ".") {
        source(walk, node);
    } else if text == "trap" {
        trapped(walk, node);
    } else if matches!(text, "read" | "mapfile" | "readarray") {
        return reads(walk, node, text);
    }
    for (child, part) in walk.parts(node) {
        if part != Part::Skip && child.kind() != "command_name" {
            walk.visit(child, Position::Value);
        }
    }
    walk.builder.unknown()
}

/// `source file`, `. file`
fn source(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let Some(file) = field(node, "argument") else { return };
    let text = walk.text(file);
    let module = text.trim_matches(['"', '\'']);
    let last = module.rsplit('/').next().unwrap_or(module);
    let is_output = text.starts_with(['<', '>', '(']);
    if is_output || last.is_empty() || last.contains(['$', '*', '(', '`']) {
        return;
    }
    let quoted = usize::from(text.ends_with(['"', '\'']));
    let end = file.end_byte() - quoted;
    let mut draft = ImportDraft::new(module, ImportForm::Glob, range_of(node));
    draft.item = Some((last, TextRange::new(end.saturating_sub(last.len()), end)));
    walk.builder.import(draft);
}

/// `read -r name other`: the words that are no options are variables.
fn reads(walk: &mut Walk<'_, '_>, node: Node<'_>, command: &str) -> ExpressionId {
    // Options that take the next word.
    let takes = if command == "read" { "dinNptu" } else { "dnOsuCc" };
    let mut skip = false;
    for (child, part) in walk.parts(node) {
        if part == Part::Skip || child.kind() == "command_name" {
            continue;
        }
        let text = walk.text(child);
        let is_option = text.starts_with('-');
        let is_name = child.kind() == "word"
            && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name && !skip {
            declare_global(walk, child, child);
        } else if !is_option {
            walk.visit(child, Position::Value);
        }
        skip = is_option && text.ends_with(|last| takes.contains(last));
    }
    walk.builder.unknown()
}

/// What the pattern of an expansion names: `${line#begin "$index"}`.
pub(super) fn pattern(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let text = walk.text(node);
    let mut rest = 0;
    while let Some(found) = text.get(rest..).and_then(|tail| tail.find('$')) {
        let mark = rest + found;
        let braced = usize::from(text[mark + 1..].starts_with('{'));
        let first = mark + 1 + braced;
        let length = text[first..]
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(text.len() - first);
        let is_escaped = text[..mark].ends_with('\\');
        let is_name = text[first..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if is_name && !is_escaped {
            let start = node.start_byte() + first;
            walk.builder.reference_at(TextRange::new(start, start + length), Role::Read);
        }
        rest = first + length;
    }
    walk.builder.unknown()
}

/// `trap function SIGNAL` calls the function later.
fn trapped(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let first = field(node, "argument").filter(|first| first.kind() == "word");
    let Some(first) = first else { return };
    let is_name = walk.text(first).chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name && walk.text(first) != "_" {
        walk.builder.reference_in(first, Role::Call, Namespace::Callable);
    }
}

/// `local name=value`, `declare`, `export`, `readonly`
pub(super) fn declaration(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let word = node.child(0).map_or("", |word| walk.text(word));
    let is_local = matches!(word, "local" | "declare" | "typeset") && walk.builder.in_function();
    for (child, _) in walk.parts(node) {
        let name = match child.kind() {
            "variable_assignment" => {
                if let Some(value) = field(child, "value") {
                    walk.visit(value, Position::Value);
                }
                assigned_name(child)
            }
            "variable_name" => Some(child),
            _ => None,
        };
        match name {
            Some(name) if is_local && !is_own(walk, name) => declare_local(walk, node, name),
            Some(name) if child.kind() == "variable_assignment" => declare_global(walk, node, name),
            Some(name) => {
                walk.visit(name, Position::Value);
            }
            None => {
                walk.visit(child, Position::Value);
            }
        }
    }
    walk.builder.unknown()
}

fn assigned_name<'tree>(assignment: Node<'tree>) -> Option<Node<'tree>> {
    let name = field(assignment, "name")?;
    match name.kind() {
        "subscript" => field(name, "name"),
        _ => Some(name),
    }
}

/// `name=value`
pub(super) fn assignment(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    if let Some(value) = field(node, "value") {
        walk.visit(value, Position::Value);
    }
    if let Some(name) = field(node, "name").filter(|name| name.kind() == "subscript")
        && let Some(index) = field(name, "index")
    {
        walk.visit(index, Position::Value);
    }
    if let Some(name) = assigned_name(node) {
        declare_global(walk, node, name);
    }
    walk.builder.unknown()
}

fn declare_local(walk: &mut Walk<'_, '_>, node: Node<'_>, name: Node<'_>) {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, name, node);
    declaration.flags = SymbolFlags::LOCAL;
    declaration.scope = Some(walk.builder.nearest_non_block());
    declaration.visible = Visible::From(clew_text::ByteOffset::from(name.end_byte()));
    walk.builder.declare(declaration);
}

/// Whether the function around has declared the variable.
fn is_own(walk: &mut Walk<'_, '_>, name: Node<'_>) -> bool {
    let text = walk.text(name);
    walk.builder.in_function() && walk.builder.visible_in_function(text).is_some()
}

/// Variables are those of the whole script, unless the function has declared them.
fn declare_global(walk: &mut Walk<'_, '_>, node: Node<'_>, name: Node<'_>) {
    let text = walk.text(name);
    if is_own(walk, name) || walk.builder.is_declared_in(ScopeId(0), text) {
        walk.visit(name, Position::Write);
        return;
    }
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Variable, name, node);
    declaration.doc_range = walk.take_doc(node.start_byte());
    walk.builder.declare_in_file(declaration);
}

/// `for name in values`
pub(super) fn for_loop(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let variable = field(node, "variable").or_else(|| child_of_kind(node, "variable_name"));
    let body = field(node, "body");
    for (child, _) in walk.parts(node) {
        if Some(child) != variable && Some(child) != body {
            walk.visit(child, Position::Value);
        }
    }
    if let Some(variable) = variable {
        match walk.builder.in_function() {
            true if walk.builder.visible_in_function(walk.text(variable)).is_none() => {
                declare_local(walk, node, variable);
            }
            _ => declare_global(walk, variable, variable),
        }
    }
    if let Some(body) = body {
        walk.visit(body, Position::Value);
    }
    walk.builder.unknown()
}
