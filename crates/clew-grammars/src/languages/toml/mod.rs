//! TOML: tables and keys as an outline.

#[cfg(test)]
mod tests;

use clew_model::SymbolId;
use tree_sitter::Node;

use super::keys::Keys;
use super::shapes::toml_shape_of;
use crate::builder::FactsBuilder;
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["toml"],
    file_names: &["Cargo.lock", "Pipfile", "poetry.lock", "uv.lock", "Gopkg.lock"],
    depth: Depth::Outline,
    extractor_version: 2,
    extracts: "tables and keys; name, dependencies, targets and scripts of Cargo.toml and pyproject.toml",
    grammar: Some(|| tree_sitter_toml_ng::LANGUAGE.into()),
    walk: Some(walk),
    verified: "0.996/1.000 of 986 names against tomllib",
    ..LanguageDefinition::words("toml", "TOML")
};

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let tables = table_names(root, builder);
    let mut keys = Keys::new(builder).with_shape(toml_shape_of(&tables));
    for child in keys.pairs(root) {
        match child.kind() {
            "table" | "table_array_element" => table(&mut keys, child),
            _ => pair(&mut keys, child),
        }
    }
}

/// The first parts of the names of tables, those of lists of tables left out.
fn table_names<'text>(root: Node<'_>, builder: &FactsBuilder<'text>) -> Vec<&'text str> {
    let mut cursor = root.walk();
    let tables = root.named_children(&mut cursor).filter(|child| child.kind() == "table");
    tables
        .take(MAX_TABLES)
        .filter_map(|table| table.named_child(0))
        .map(|name| builder.node_text(name).split('.').next().unwrap_or("").trim())
        .collect()
}

/// Tables by which the shape of a file is told.
const MAX_TABLES: usize = 64;

/// `[a.b]` or `[[a.b]]` with the pairs below it.
fn table(keys: &mut Keys<'_, '_>, node: Node<'_>) {
    let children = keys.pairs(node);
    let Some(path) = children.iter().find(|child| is_key(**child)) else { return };
    let again = node.kind() == "table_array_element";
    let entered = enter_path(keys, *path, node, again);
    for child in children {
        pair(keys, child);
    }
    leave_path(keys, &entered);
}

fn pair(keys: &mut Keys<'_, '_>, node: Node<'_>) {
    if node.kind() != "pair" {
        return;
    }
    let (Some(path), Some(held)) = (node.named_child(0), node.named_child(1)) else { return };
    let entered = enter_path(keys, path, node, true);
    keys.deeper(held, value);
    leave_path(keys, &entered);
}

fn value(keys: &mut Keys<'_, '_>, node: Node<'_>) {
    match node.kind() {
        "inline_table" => {
            for child in keys.pairs(node) {
                pair(keys, child);
            }
        }
        "array" => {
            for element in Keys::elements(node) {
                keys.deeper(element, value);
            }
        }
        "string" => keys.scalar(node),
        _ => {}
    }
}

/// Goes down a dotted path, declaring what is not known yet. `again`: the last
/// part is declared even if known.
fn enter_path(
    keys: &mut Keys<'_, '_>,
    path: Node<'_>,
    whole: Node<'_>,
    again: bool,
) -> Vec<Option<SymbolId>> {
    let parts = parts(path);
    let last = parts.len().saturating_sub(1);
    let mut entered = Vec::with_capacity(parts.len());
    for (index, part) in parts.into_iter().enumerate() {
        let known = if index == last && again { None } else { keys.known(part) };
        let key = known.or_else(|| keys.declare(part, whole));
        keys.enter(key);
        entered.push(key);
    }
    entered
}

fn leave_path(keys: &mut Keys<'_, '_>, entered: &[Option<SymbolId>]) {
    for key in entered.iter().rev() {
        keys.leave(*key);
    }
}

fn is_key(node: Node<'_>) -> bool {
    matches!(node.kind(), "bare_key" | "quoted_key" | "dotted_key")
}

/// The parts of a key, dotted or not, in order.
fn parts(path: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = Vec::new();
    let mut current = path;
    while current.kind() == "dotted_key" {
        let (Some(head), Some(last)) = (current.named_child(0), current.named_child(1)) else {
            break;
        };
        parts.push(last);
        current = head;
    }
    parts.push(current);
    parts.reverse();
    parts
}
