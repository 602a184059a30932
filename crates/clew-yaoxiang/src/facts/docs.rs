//! Comments that document a declaration.

use clew_text::TextRange;

use crate::syntax::{Node, SyntaxKind};

/// The comments right above `node`: on lines of their own, without an empty
/// line between them or before the node.
pub(super) fn doc_range(node: Node<'_>) -> Option<TextRange> {
    let tree = node.tree();
    let mut start = None;
    let mut pending = None;
    let before = (1..node.index()).rev().map_while(|index| tree.get(index));
    for element in before.filter(|element| element.is_token()) {
        match element.kind() {
            SyntaxKind::Whitespace => {
                let lines = element.text().matches('\n').count();
                if lines > 0 {
                    start = pending.take().or(start);
                }
                if lines > 1 {
                    break;
                }
            }
            kind if kind.is_comment() => pending = Some(element.range().start.to_usize()),
            _ => {
                pending = None;
                break;
            }
        }
    }
    let start = pending.or(start)?;
    let text = &tree.text()[start..node.range().start.to_usize()];
    Some(TextRange::new(start, start + text.trim_end().len()))
}
