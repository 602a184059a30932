//! Which comment belongs to which declaration.

use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;
use crate::builder::range_of;

impl Walk<'_, '_> {
    /// Notes a comment between declarations; adjacent line comments are one.
    pub(super) fn note_comment(&mut self, node: Node<'_>) {
        let range = range_of(node);
        let text = self.builder.node_text(node);
        let is_trailing =
            ["/**<", "/*!<", "///<", "//!<"].iter().any(|mark| text.starts_with(mark));
        if is_trailing || !self.begins_line(range) {
            self.doc = None;
            return;
        }
        let joined = self.doc.filter(|doc| {
            text.starts_with("//")
                && doc.slice(self.builder.text()).starts_with("//")
                && self.is_adjacent(*doc, range.start.to_usize())
        });
        let start = joined.map_or(range.start, |doc| doc.start);
        self.doc = Some(TextRange { start, end: range.end });
    }

    /// The comment right before `node`: any marked as documentation, or a plain
    /// one that touches the declaration.
    pub(super) fn take_doc(&mut self, node: Node<'_>) -> Option<TextRange> {
        let doc = self.doc.take()?;
        let text = doc.slice(self.builder.text());
        let is_marked = ["/**", "/*!", "///", "//!"].iter().any(|mark| text.starts_with(mark));
        (is_marked || self.is_adjacent(doc, node.start_byte())).then_some(doc)
    }

    /// Whether no blank line lies between a comment and the given byte.
    fn is_adjacent(&self, comment: TextRange, start: usize) -> bool {
        let between = self.builder.text().get(comment.end.to_usize()..start).unwrap_or("");
        between.bytes().filter(|byte| *byte == b'\n').count() <= 1
    }

    fn begins_line(&self, range: TextRange) -> bool {
        let before = self.builder.text().get(..range.start.to_usize()).unwrap_or("");
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        before[line..].trim().is_empty()
    }
}
