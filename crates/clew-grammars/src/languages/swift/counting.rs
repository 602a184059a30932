//! What functions take and what calls give.

use clew_model::Arity;
use tree_sitter::Node;

use crate::described::{Argument, Counting, Given, arity_of, child_of_kind, field};

pub(super) static COUNTING: Counting = Counting { parameters, arguments };

/// `(_ a: Int, b: Int = 1, c: Int...)`
fn parameters(node: Node<'_>, text: &str) -> Option<Arity> {
    let mut found = Vec::new();
    let mut is_told = false;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "(" => is_told = true,
            "parameter" => {
                let written = text.get(child.byte_range()).unwrap_or("");
                let has_many = written.trim_end().ends_with("...");
                found.push(if has_many { Given::Often } else { Given::Once });
            }
            "=" => {
                if let Some(last) = found.last_mut().filter(|last| **last == Given::Once) {
                    *last = Given::Perhaps;
                }
            }
            "function_body" => break,
            _ => {}
        }
    }
    is_told.then(|| arity_of(&found))
}

/// `(a, b: c) { … } after: { … }`
fn arguments(node: Node<'_>) -> Option<Vec<Argument<'_>>> {
    let suffix = child_of_kind(node, "call_suffix")?;
    let mut found = Vec::new();
    let mut cursor = suffix.walk();
    for child in suffix.named_children(&mut cursor) {
        match child.kind() {
            "value_arguments" => {
                let mut cursor = child.walk();
                let given = child.named_children(&mut cursor);
                let given = given.filter(|one| one.kind() == "value_argument");
                found.extend(given.map(|one| field(one, "value")));
            }
            "lambda_literal" => found.push(None),
            _ => {}
        }
    }
    Some(found)
}
