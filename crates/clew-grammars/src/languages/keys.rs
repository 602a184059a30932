//! Keys of data files, shared by JSON, YAML and TOML.

use clew_model::{SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::{Declaration, FactsBuilder, Visible, range_of, with_stack};

/// Keys nested deeper than this are left to text search.
const MAX_KEY_DEPTH: usize = 4;

/// Most keys taken from one file.
const MAX_KEYS: usize = 2_000;

/// Elements of a list that are looked into; longer lists are data, not structure.
const MAX_ELEMENTS: usize = 50;

/// Longest key, in bytes.
const MAX_KEY_BYTES: usize = 120;

/// Declares keys within the bounds of data files.
pub(super) struct Keys<'builder, 'text> {
    pub(super) builder: &'builder mut FactsBuilder<'text>,
    count: usize,
    depth: usize,
}

impl<'builder, 'text> Keys<'builder, 'text> {
    pub(super) fn new(builder: &'builder mut FactsBuilder<'text>) -> Self {
        Keys { builder, count: 0, depth: 0 }
    }

    /// Declares the key named by `name`, written as `whole`, inside the current
    /// one; `None` where a bound is met.
    pub(super) fn declare(&mut self, name: Node<'_>, whole: Node<'_>) -> Option<SymbolId> {
        let (text, range) = self.unquoted(name);
        if text.is_empty() || text.len() > MAX_KEY_BYTES {
            return None;
        }
        if self.count >= MAX_KEYS || self.depth >= MAX_KEY_DEPTH {
            return None;
        }
        self.count += 1;
        let mut declaration = Declaration::new(self.builder, SymbolKind::Key, name, whole);
        declaration.name = text;
        declaration.name_range = range;
        let whole = range_of(whole);
        let length = whole.slice(self.builder.text()).trim_end().len();
        declaration.range = TextRange::new(whole.start.to_usize(), whole.start.to_usize() + length);
        if self.depth > 0 {
            declaration.visible = Visible::MemberOnly;
        }
        Some(self.builder.declare(declaration))
    }

    /// The key already declared under this name inside the current one.
    pub(super) fn known(&mut self, name: Node<'_>) -> Option<SymbolId> {
        let (text, _) = self.unquoted(name);
        match self.builder.container() {
            Some(container) => self.builder.member_of(container, text),
            None => self.builder.declared_in(self.builder.scope(), text),
        }
    }

    /// Goes inside `key` until the matching [`Self::leave`].
    pub(super) fn enter(&mut self, key: Option<SymbolId>) {
        if let Some(key) = key {
            self.builder.enter(key);
        }
        self.depth += 1;
    }

    /// Comes back from `key`.
    pub(super) fn leave(&mut self, key: Option<SymbolId>) {
        if key.is_some() {
            self.builder.leave();
        }
        self.depth -= 1;
    }

    /// The first elements of a list.
    pub(super) fn elements(list: Node<'_>) -> Vec<Node<'_>> {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).take(MAX_ELEMENTS).collect()
    }

    /// The pairs of a mapping; none when no more keys are taken.
    pub(super) fn pairs<'tree>(&self, mapping: Node<'tree>) -> Vec<Node<'tree>> {
        let mut cursor = mapping.walk();
        let room = MAX_KEYS.saturating_sub(self.count);
        mapping.named_children(&mut cursor).take(room).collect()
    }

    /// Visits `node` one level deeper, within the builder's depth and stack bounds.
    pub(super) fn deeper(&mut self, node: Node<'_>, visit: fn(&mut Self, Node<'_>)) {
        if self.builder.push_depth() {
            with_stack(|| visit(self, node));
            self.builder.pop_depth();
        }
    }

    /// A key's text without its quotes, and where that stands.
    fn unquoted(&self, name: Node<'_>) -> (&'text str, TextRange) {
        let text = self.builder.node_text(name);
        let range = range_of(name);
        let quoted = text.len() >= 2
            && ["\"", "'"].iter().any(|quote| text.starts_with(quote) && text.ends_with(quote));
        if !quoted {
            return (text, range);
        }
        let inner = TextRange::new(range.start.to_usize() + 1, range.end.to_usize() - 1);
        (&text[1..text.len() - 1], inner)
    }
}
