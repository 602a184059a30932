//! What methods take and what calls give.

use clew_model::Arity;
use tree_sitter::Node;

use crate::described::{Argument, Counting, Given, arity_of, child_of_kind, field, last_named};

pub(super) static COUNTING: Counting = Counting { parameters, arguments };

/// `(this T a, int b = 1, params int[] c)`: calls like members leave the first out.
fn parameters(node: Node<'_>, text: &str) -> Option<Arity> {
    let list = field(node, "parameters")?;
    let mut found = Vec::new();
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        match child.kind() {
            "parameter" => found.push(parameter(child, text)),
            "params" => found.push(Given::Often),
            _ => {}
        }
    }
    Some(arity_of(&found))
}

fn parameter(node: Node<'_>, text: &str) -> Given {
    let mut given = Given::Once;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match (child.kind(), text.get(child.byte_range())) {
            ("modifier", Some("params")) => return Given::Often,
            ("modifier", Some("this")) | ("=" | "equals_value_clause", _) => given = Given::Perhaps,
            _ => {}
        }
    }
    given
}

/// `(a, name: b)`: what is named says nothing by its place.
fn arguments(node: Node<'_>) -> Option<Vec<Argument<'_>>> {
    let list = child_of_kind(node, "argument_list")?;
    let mut cursor = list.walk();
    let given = list.named_children(&mut cursor).filter(|one| one.kind() == "argument");
    let value = |one| if field(one, "name").is_none() { last_named(one) } else { None };
    Some(given.map(value).collect())
}
