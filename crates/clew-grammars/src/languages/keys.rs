//! Keys of data files, shared by JSON, YAML and TOML.

use clew_model::{ImportForm, SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::shapes::{KeyMeaning, Shape, ValueMeaning};
use crate::builder::{Declaration, FactsBuilder, ImportDraft, Visible, range_of, with_stack};

/// Keys nested deeper than this are left to text search.
const MAX_KEY_DEPTH: usize = 4;

/// The same in files of a known shape.
const MAX_SHAPED_DEPTH: usize = 12;

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
    shape: Option<&'static Shape>,
    /// The keys around the current place.
    path: Vec<&'text str>,
    /// The key that was met last.
    last: &'text str,
}

impl<'builder, 'text> Keys<'builder, 'text> {
    pub(super) fn new(builder: &'builder mut FactsBuilder<'text>) -> Self {
        Keys { builder, count: 0, depth: 0, shape: None, path: Vec::new(), last: "" }
    }

    /// Lets keys and values mean what they do in files of this shape.
    pub(super) fn with_shape(self, shape: Option<&'static Shape>) -> Self {
        Keys { shape, ..self }
    }

    /// Declares the key named by `name`, written as `whole`, inside the current
    /// one; `None` where a bound is met.
    pub(super) fn declare(&mut self, name: Node<'_>, whole: Node<'_>) -> Option<SymbolId> {
        let (text, range) = self.unquoted(name);
        self.last = text;
        if text.is_empty() || text.len() > MAX_KEY_BYTES {
            return None;
        }
        let deepest = if self.shape.is_some() { MAX_SHAPED_DEPTH } else { MAX_KEY_DEPTH };
        if self.count >= MAX_KEYS || self.depth >= deepest {
            return None;
        }
        let meaning = self.meaning(text);
        let kind = match meaning {
            KeyMeaning::Skip => return None,
            KeyMeaning::Refers(role) => {
                self.builder.reference_at(range, role);
                return None;
            }
            KeyMeaning::Symbol(kind) => kind,
            KeyMeaning::Operation => SymbolKind::Method,
            KeyMeaning::Key | KeyMeaning::Dependency => SymbolKind::Key,
        };
        self.count += 1;
        let whole = range_of(whole);
        let length = whole.slice(self.builder.text()).trim_end().len();
        let start = whole.start.to_usize();
        let mut declaration =
            Declaration::at(kind, text, range, TextRange::new(start, start + length));
        if self.depth > 0 && matches!(kind, SymbolKind::Key | SymbolKind::Field) {
            declaration.visible = Visible::MemberOnly;
        }
        match meaning {
            KeyMeaning::Operation => {
                let path = self.path.last().copied().unwrap_or_default();
                let name = format!("{} {path}", text.to_ascii_uppercase());
                declaration.visible = Visible::MemberOnly;
                Some(self.builder.declare_joined(declaration, &name))
            }
            KeyMeaning::Dependency => {
                self.import(range, whole);
                Some(self.builder.declare(declaration))
            }
            _ => Some(self.builder.declare(declaration)),
        }
    }

    fn meaning(&mut self, name: &'text str) -> KeyMeaning {
        let Some(shape) = self.shape else { return KeyMeaning::Key };
        self.path.push(name);
        let meaning = (shape.key)(&self.path);
        self.path.pop();
        meaning
    }

    /// A scalar value, told by the keys around it.
    pub(super) fn scalar(&mut self, node: Node<'_>) {
        let Some(shape) = self.shape else { return };
        let (text, range) = self.unquoted(node);
        if text.is_empty() || text.len() > MAX_KEY_BYTES || self.count >= MAX_KEYS {
            return;
        }
        match (shape.value)(&self.path) {
            ValueMeaning::Nothing => {}
            ValueMeaning::Names(kind) => self.name(kind, text, range),
            ValueMeaning::Package => {
                self.builder.set_package(text);
                self.name(SymbolKind::Module, text, range);
            }
            ValueMeaning::Import => self.import(range, range),
            ValueMeaning::Requirement => {
                let ends = |c: char| c.is_whitespace() || "<>=!~;[(@,".contains(c);
                let length = text.find(ends).unwrap_or(text.len());
                let start = range.start.to_usize();
                self.import(TextRange::new(start, start + length), range);
            }
            ValueMeaning::Refers(role) => {
                self.builder.reference_at(range, role);
            }
            ValueMeaning::Pointer => {
                let last = text.rsplit(['/', '#']).next().unwrap_or(text);
                let end = range.end.to_usize();
                if !last.is_empty() {
                    let place = TextRange::new(end - last.len(), end);
                    self.builder.reference_at(place, clew_model::Role::Type);
                }
            }
        }
    }

    fn name(&mut self, kind: SymbolKind, text: &'text str, range: TextRange) {
        self.count += 1;
        let mut declaration = Declaration::at(kind, text, range, range);
        declaration.visible = Visible::MemberOnly;
        self.builder.declare(declaration);
    }

    fn import(&mut self, module: TextRange, whole: TextRange) {
        let name = module.slice(self.builder.text());
        if name.is_empty() {
            return;
        }
        let mut draft = ImportDraft::new(name, ImportForm::Module, whole);
        draft.item = Some((name, module));
        draft.hidden = true;
        self.builder.import(draft);
    }

    /// The key already declared under this name inside the current one.
    pub(super) fn known(&mut self, name: Node<'_>) -> Option<SymbolId> {
        let (text, _) = self.unquoted(name);
        self.last = text;
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
        self.path.push(std::mem::take(&mut self.last));
        self.depth += 1;
    }

    /// Comes back from `key`.
    pub(super) fn leave(&mut self, key: Option<SymbolId>) {
        if key.is_some() {
            self.builder.leave();
        }
        self.path.pop();
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
    pub(super) fn unquoted(&self, name: Node<'_>) -> (&'text str, TextRange) {
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
