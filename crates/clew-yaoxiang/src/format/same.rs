//! Whether two texts are the same program with the same comments.

use crate::syntax::{Node, Parse, SyntaxKind};

/// Whether two trees differ in layout only: blanks, separators that may be
/// left out (`,` and `;`) and the brackets around a single lambda parameter.
/// Both must be free of errors.
pub fn same_meaning(one: &Parse, other: &Parse) -> bool {
    one.is_clean() && other.is_clean() && same_nodes(one, other) && same_comments(one, other)
}

fn same_nodes(one: &Parse, other: &Parse) -> bool {
    let mut other = nodes(other);
    nodes(one).all(|(depth, node)| {
        other.next().is_some_and(|(other_depth, other_node)| {
            depth == other_depth && node.field() == other_node.field() && same(node, other_node)
        })
    }) && other.next().is_none()
}

fn same(one: Node<'_>, other: Node<'_>) -> bool {
    crate::stop::step();
    one.kind() == other.kind() && (!one.is_token() || one.text() == other.text())
}

/// Nodes and telling tokens with their depth.
fn nodes(parse: &Parse) -> impl Iterator<Item = (usize, Node<'_>)> {
    let mut open: Vec<u32> = Vec::new();
    parse.tree.elements().filter_map(move |node| {
        while open.last().is_some_and(|&end| end <= node.index()) {
            open.pop();
        }
        let depth = open.len();
        if !node.is_token() {
            open.push(node.end_index());
        }
        (!is_layout(node.kind())).then_some((depth, node))
    })
}

fn is_layout(kind: SyntaxKind) -> bool {
    use SyntaxKind::{Comma, LParen, RParen, Semicolon};
    kind.is_trivia() || matches!(kind, Comma | Semicolon | LParen | RParen)
}

fn same_comments(one: &Parse, other: &Parse) -> bool {
    let comments = |parse: &Parse| -> Vec<String> {
        let nodes = parse.tree.elements().filter(|node| node.kind().is_comment());
        nodes.map(|node| node.text().trim_end().to_owned()).collect()
    };
    comments(one) == comments(other)
}
