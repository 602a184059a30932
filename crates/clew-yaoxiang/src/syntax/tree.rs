//! The lossless tree: one flat array of elements in reading order.
//!
//! Every byte of the text belongs to exactly one token; a node covers the
//! tokens between its first and its last one, so blanks and comments around
//! it stay outside. Elements refer to each other by index, hence dropping
//! and walking a tree needs no recursion however deep it is.

use std::sync::Arc;

use clew_text::TextRange;

use super::kind::{Field, SyntaxKind};

/// One node or token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) kind: SyntaxKind,
    pub(super) field: Field,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Index of the parent; the root is its own parent.
    pub(super) parent: u32,
    /// Index of the first element after this one's subtree.
    pub(super) next: u32,
}

/// The text of one file with its tree; cheap to clone.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    text: Box<str>,
    elements: Vec<Element>,
}

impl SyntaxTree {
    pub(super) fn from_elements(text: &str, elements: Vec<Element>) -> Self {
        SyntaxTree { inner: Arc::new(Inner { text: text.into(), elements }) }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// The node of the whole file.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, index: 0 }
    }

    /// Number of nodes and tokens.
    pub fn len(&self) -> usize {
        self.inner.elements.len()
    }

    /// Never true: a tree has at least its root.
    pub fn is_empty(&self) -> bool {
        self.inner.elements.is_empty()
    }

    /// The node or token with this index, as given by [`Node::index`].
    pub fn get(&self, index: u32) -> Option<Node<'_>> {
        (usize::try_from(index).ok()? < self.len()).then_some(Node { tree: self, index })
    }

    /// All nodes and tokens in reading order, parents before children. Gives up
    /// where that is asked for.
    pub fn elements(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.inner.elements.len() as u32).map(|index| {
            crate::stop::step();
            Node { tree: self, index }
        })
    }

    /// The smallest node or token that covers `range`.
    pub fn covering(&self, range: TextRange) -> Node<'_> {
        let mut node = self.root();
        'down: loop {
            for child in node.children_with_trivia() {
                if child.range().contains_range(range) {
                    node = child;
                    continue 'down;
                }
            }
            return node;
        }
    }
}

/// A node or token of a tree; a copyable handle.
#[derive(Clone, Copy)]
pub struct Node<'tree> {
    tree: &'tree SyntaxTree,
    index: u32,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let range = self.range();
        write!(f, "{}@{}..{}", self.kind().name(), range.start.0, range.end.0)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && Arc::ptr_eq(&self.tree.inner, &other.tree.inner)
    }
}

impl Eq for Node<'_> {}

impl std::hash::Hash for Node<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<'tree> Node<'tree> {
    fn element(self) -> &'tree Element {
        &self.tree.inner.elements[self.index as usize]
    }

    /// The tree it belongs to.
    pub fn tree(self) -> &'tree SyntaxTree {
        self.tree
    }

    /// Position in reading order; stable for one tree, usable as a key.
    pub fn index(self) -> u32 {
        self.index
    }

    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.element().kind
    }

    /// The place it takes in its parent.
    pub fn field(self) -> Field {
        self.element().field
    }

    /// Its bytes, without surrounding blanks and comments.
    pub fn range(self) -> TextRange {
        let element = self.element();
        TextRange::new(element.start as usize, element.end as usize)
    }

    /// Its text.
    pub fn text(self) -> &'tree str {
        self.range().slice(self.tree.text())
    }

    /// Whether it is a token.
    pub fn is_token(self) -> bool {
        self.kind().is_token()
    }

    /// Whether it stands for something required that is not there.
    pub fn is_missing(self) -> bool {
        self.kind() == SyntaxKind::Missing
    }

    /// Whether it holds bytes that fit nowhere.
    pub fn is_error(self) -> bool {
        matches!(self.kind(), SyntaxKind::Error | SyntaxKind::ErrorToken)
    }

    /// The node around it; none for the root.
    pub fn parent(self) -> Option<Node<'tree>> {
        (self.index != 0).then(|| Node { tree: self.tree, index: self.element().parent })
    }

    /// The nodes around it, the nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'tree>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// All children: nodes, tokens, blanks and comments.
    pub fn children_with_trivia(self) -> Children<'tree> {
        let next = self.index + 1;
        Children { tree: self.tree, next, end: self.element().next }
    }

    /// Child nodes and tokens without blanks and comments.
    pub fn children_with_tokens(self) -> impl Iterator<Item = Node<'tree>> {
        self.children_with_trivia().filter(|child| !child.kind().is_trivia())
    }

    /// Child nodes.
    pub fn children(self) -> impl Iterator<Item = Node<'tree>> {
        self.children_with_trivia().filter(|child| !child.is_token())
    }

    /// The first child in this place.
    pub fn child(self, field: Field) -> Option<Node<'tree>> {
        self.children_with_trivia().find(|child| child.field() == field)
    }

    /// All children in this place.
    pub fn children_of(self, field: Field) -> impl Iterator<Item = Node<'tree>> {
        self.children_with_trivia().filter(move |child| child.field() == field)
    }

    /// The first child of this kind.
    pub fn child_of_kind(self, kind: SyntaxKind) -> Option<Node<'tree>> {
        self.children_with_trivia().find(|child| child.kind() == kind)
    }

    /// The first token of this kind among the children.
    pub fn token(self, kind: SyntaxKind) -> Option<Node<'tree>> {
        self.child_of_kind(kind)
    }

    /// Everything below it in reading order, itself first.
    pub fn descendants(self) -> impl Iterator<Item = Node<'tree>> {
        let tree = self.tree;
        (self.index..self.element().next).map(move |index| Node { tree, index })
    }

    /// The first token that is neither blank nor comment.
    pub fn first_token(self) -> Option<Node<'tree>> {
        self.descendants().find(|node| node.is_token() && !node.kind().is_trivia())
    }

    /// The last token that is neither blank nor comment.
    pub fn last_token(self) -> Option<Node<'tree>> {
        let tree = self.tree;
        (self.index..self.element().next)
            .rev()
            .map(|index| Node { tree, index })
            .find(|node| node.is_token() && !node.kind().is_trivia())
    }

    /// Index of the first element behind its subtree.
    pub fn end_index(self) -> u32 {
        self.element().next
    }
}

/// The children of a node in reading order.
pub struct Children<'tree> {
    tree: &'tree SyntaxTree,
    next: u32,
    end: u32,
}

impl<'tree> Iterator for Children<'tree> {
    type Item = Node<'tree>;

    fn next(&mut self) -> Option<Node<'tree>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, index: self.next };
        self.next = node.element().next;
        Some(node)
    }
}
