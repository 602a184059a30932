//! JSON, with comments: keys as an outline.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::keys::Keys;
use crate::builder::FactsBuilder;
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["jsonc"],
    extensions: &["json", "jsonc", "jsonl", "ndjson", "geojson", "webmanifest", "code-workspace"],
    file_names: &[".babelrc", ".eslintrc", "composer.lock", "Pipfile.lock", "flake.lock"],
    depth: Depth::Outline,
    grammar: Some(|| tree_sitter_json::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("json", "JSON")
};

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    value(&mut Keys::new(builder), root);
}

fn value(keys: &mut Keys<'_, '_>, node: Node<'_>) {
    match node.kind() {
        "object" => {
            for child in keys.pairs(node) {
                pair(keys, child);
            }
        }
        "document" | "array" => {
            for element in Keys::elements(node) {
                keys.deeper(element, value);
            }
        }
        _ => {}
    }
}

fn pair(keys: &mut Keys<'_, '_>, node: Node<'_>) {
    let (Some(name), Some(held)) =
        (node.child_by_field_name("key"), node.child_by_field_name("value"))
    else {
        return;
    };
    let key = keys.declare(name, node);
    keys.enter(key);
    keys.deeper(held, value);
    keys.leave(key);
}
