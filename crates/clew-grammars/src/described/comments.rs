//! Doc comments: which comment belongs to the declaration that follows.

use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;
use crate::builder::range_of;

impl Walk<'_, '_> {
    /// Notes a comment as the documentation of what follows, if it is one. Comments
    /// on neighbouring lines are one text.
    pub(crate) fn comment(&mut self, node: Node<'_>) {
        let text = self.text(node);
        let marks = self.table.description.doc_marks;
        let is_doc = marks.iter().any(|mark| text.starts_with(mark)) && !text.starts_with("#!");
        if !is_doc || !self.stands_alone(node) {
            self.doc = None;
            return;
        }
        let range = range_of(node);
        self.doc = match self.doc {
            Some(before) if self.is_close(before, range.start.to_usize()) => {
                Some(TextRange::new(before.start.to_usize(), range.end.to_usize()))
            }
            _ => Some(range),
        };
    }

    /// The documentation of the declaration at `start`, used up.
    pub(crate) fn take_doc(&mut self, start: usize) -> Option<TextRange> {
        let doc = self.doc.take()?;
        let text = doc.slice(self.builder.text());
        (text.starts_with("/*") || self.is_close(doc, start)).then_some(doc)
    }

    /// Whether only blanks stand before a node on its line.
    fn stands_alone(&self, node: Node<'_>) -> bool {
        let before = self.builder.text().get(..node.start_byte()).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        line.trim().is_empty()
    }

    /// Whether no blank line parts the end of `before` from `start`.
    fn is_close(&self, before: TextRange, start: usize) -> bool {
        let from = before.end.to_usize().min(start);
        let between = self.builder.text().get(from..start).unwrap_or("");
        let own_end = usize::from(before.slice(self.builder.text()).ends_with('\n'));
        between.trim().is_empty() && between.matches('\n').count() + own_end <= 1
    }
}
