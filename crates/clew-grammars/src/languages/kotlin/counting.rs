//! What functions take and what calls give.

use clew_model::Arity;
use tree_sitter::Node;

use crate::described::{Argument, Counting, Given, arity_of, child_of_kind, last_named};

pub(super) static COUNTING: Counting = Counting { parameters, arguments };

/// `(a: Int, b: Int = 1, vararg c: Int)`; what overrides takes over the defaults.
fn parameters(node: Node<'_>, text: &str) -> Option<Arity> {
    let list = child_of_kind(node, "function_value_parameters")?;
    let says = |node: Node<'_>, word: &str| {
        text.get(node.byte_range()).is_some_and(|text| text.split_whitespace().any(|w| w == word))
    };
    let overrides = child_of_kind(node, "modifiers").is_some_and(|words| says(words, "override"));
    let mut found = Vec::new();
    let mut is_many = false;
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        match child.kind() {
            "parameter_modifiers" => is_many = says(child, "vararg"),
            "parameter" => {
                found.push(match (is_many, overrides) {
                    (true, _) => Given::Often,
                    (false, true) => Given::Perhaps,
                    (false, false) => Given::Once,
                });
                is_many = false;
            }
            "=" => {
                if let Some(last) = found.last_mut().filter(|last| **last == Given::Once) {
                    *last = Given::Perhaps;
                }
            }
            _ => {}
        }
    }
    Some(arity_of(&found))
}

/// `(a, b)`, `(a) { … }`, `{ … }`
fn arguments<'tree>(node: Node<'tree>) -> Option<Vec<Argument<'tree>>> {
    let mut found: Option<Vec<Argument<'tree>>> = None;
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        let given = match child.kind() {
            "value_arguments" => values(child),
            "annotated_lambda" => vec![None],
            // The lambda behind the parentheses is one more argument of the same call.
            "call_expression" if child_of_kind(node, "value_arguments").is_none() => {
                child_of_kind(child, "value_arguments").and_then(|_| arguments(child))?
            }
            _ => continue,
        };
        found.get_or_insert_default().extend(given);
    }
    found
}

/// `(a, name = b, *c)`: only the first says by its place what it is for.
fn values(list: Node<'_>) -> Vec<Argument<'_>> {
    let mut cursor = list.walk();
    let given = list.named_children(&mut cursor).filter(|one| one.kind() == "value_argument");
    given
        .map(|one| {
            let mut cursor = one.walk();
            let is_plain = !one.children(&mut cursor).any(|part| matches!(part.kind(), "=" | "*"));
            is_plain.then(|| last_named(one)).flatten()
        })
        .collect()
}
