//! JSON, with comments: keys as an outline.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::keys::Keys;
use super::shapes::shape_of;
use crate::builder::FactsBuilder;
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["jsonc"],
    extensions: &["json", "jsonc", "jsonl", "ndjson", "geojson", "webmanifest", "code-workspace"],
    file_names: &[".babelrc", ".eslintrc", "composer.lock", "Pipfile.lock", "flake.lock"],
    depth: Depth::Outline,
    extractor_version: 3,
    extracts: "keys; paths, operations and schemas of OpenAPI, definitions and properties of JSON Schema; name, dependencies and scripts of package.json and composer.json",
    grammar: Some(|| tree_sitter_json::LANGUAGE.into()),
    walk: Some(walk),
    verified: "package.json 1.000/1.000 of 4,039 names against json; json-schema 1.000/1.000 of 112 names against json",
    ..LanguageDefinition::words("json", "JSON")
};

/// Keys at the top by which the shape of a file is told.
const MAX_TOP: usize = 64;

fn walk(root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let top: Vec<&str> = top_names(root, builder);
    let shape = shape_of(&top, builder.text());
    value(&mut Keys::new(builder).with_shape(shape), root);
}

/// The keys of the outermost object.
fn top_names<'text>(root: Node<'_>, builder: &FactsBuilder<'text>) -> Vec<&'text str> {
    let mut cursor = root.walk();
    let object = root.named_children(&mut cursor).find(|child| child.kind() == "object");
    let Some(object) = object else { return Vec::new() };
    let mut cursor = object.walk();
    object
        .named_children(&mut cursor)
        .take(MAX_TOP)
        .filter_map(|pair| pair.child_by_field_name("key"))
        .map(|key| builder.node_text(key).trim_matches('"'))
        .collect()
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
        "string" => keys.scalar(node),
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
