//! What methods take and what calls give, in the first list of each.

use clew_model::Arity;
use tree_sitter::Node;

use crate::described::{Argument, Counting, Given, arity_of, child_of_kind, field};

pub(super) static COUNTING: Counting = Counting { parameters, arguments };

/// `(a: Int, b: Int = 1, c: Int*)`; what overrides takes over the defaults.
fn parameters(node: Node<'_>, text: &str) -> Option<Arity> {
    // The grammar calls lists of type parameters `parameters`, too.
    let list = child_of_kind(node, "parameters")?;
    let says = |node: Node<'_>, word: &str| {
        text.get(node.byte_range()).is_some_and(|text| text.split_whitespace().any(|w| w == word))
    };
    let overrides = child_of_kind(node, "modifiers").is_some_and(|words| says(words, "override"));
    let mut found = Vec::new();
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        match child.kind() {
            // What is passed on its own is not written where the method is called.
            "implicit" | "using" => return None,
            "parameter" => {
                let has_many = field(child, "type")
                    .is_some_and(|found| found.kind() == "repeated_parameter_type");
                found.push(match field(child, "default_value") {
                    _ if has_many => Given::Often,
                    None if !overrides => Given::Once,
                    _ => Given::Perhaps,
                });
            }
            _ => {}
        }
    }
    Some(arity_of(&found))
}

/// `(a, name = b)`, `{ … }`
fn arguments(node: Node<'_>) -> Option<Vec<Argument<'_>>> {
    let given = field(node, "arguments")?;
    if given.kind() != "arguments" {
        return Some(vec![None]);
    }
    let mut cursor = given.walk();
    let all = given.named_children(&mut cursor).filter(|one| !one.is_extra());
    Some(all.map(|one| (one.kind() != "assignment_expression").then_some(one)).collect())
}
