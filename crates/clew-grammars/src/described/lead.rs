//! What stands before a declaration and is blanked in the text that is parsed.

use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;
use crate::builder::range_of;

/// Annotations (say) that the tree does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lead {
    pub(crate) range: TextRange,
    /// Where the declaration begins for the grammar.
    pub(crate) declaration: usize,
    /// Whether its names have been reported.
    pub(crate) is_read: bool,
}

impl Walk<'_, '_> {
    pub(super) fn find_leads(&mut self) {
        if let Some((find, _)) = self.table.description.leads {
            self.leads = find(self.builder.text());
        }
    }

    fn lead_of(&self, node: Node<'_>) -> Option<usize> {
        self.leads.binary_search_by_key(&node.start_byte(), |lead| lead.declaration).ok()
    }

    /// Where a declaration begins, with what stands before it.
    pub(super) fn start_of(&self, node: Node<'_>) -> usize {
        self.lead_of(node).map_or(node.start_byte(), |at| self.leads[at].range.start.to_usize())
    }

    /// The range of a declaration, with what stands before it.
    pub(super) fn whole_range(&self, node: Node<'_>) -> TextRange {
        TextRange::new(self.start_of(node), range_of(node).end.to_usize())
    }

    /// Reports the names in what stands before a declaration.
    pub(super) fn read_lead(&mut self, node: Node<'_>) {
        if let Some(at) = self.lead_of(node) {
            self.read_lead_at(at);
        }
    }

    /// Reports those before what turned out to declare nothing.
    pub(super) fn read_other_leads(&mut self) {
        for at in 0..self.leads.len() {
            self.read_lead_at(at);
        }
    }

    fn read_lead_at(&mut self, at: usize) {
        let lead = &mut self.leads[at];
        let range = lead.range;
        if !std::mem::replace(&mut lead.is_read, true)
            && let Some((_, read)) = self.table.description.leads
        {
            read(self, range);
        }
    }
}
