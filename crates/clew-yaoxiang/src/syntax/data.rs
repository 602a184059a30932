//! The tree as plain data, within bounds, for tools that show it.

use clew_text::TextRange;
use rustc_hash::FxHashMap;

use super::kind::SyntaxKind;
use super::tree::{Node, SyntaxTree};

/// Bounds on a tree given as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataLimits {
    /// Deepest level shown; the root is level 0.
    pub max_depth: usize,
    /// Most nodes shown.
    pub max_nodes: usize,
}

impl Default for DataLimits {
    fn default() -> Self {
        DataLimits { max_depth: 64, max_nodes: 2_000 }
    }
}

/// One node of a tree, tokens and comments included, blanks left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataNode {
    /// Name of the kind; tokens are called by their spelling.
    pub kind: &'static str,
    /// Bytes that it covers.
    pub range: TextRange,
    /// The place it takes in its parent.
    pub field: Option<&'static str>,
    /// Its children.
    pub children: Vec<DataNode>,
    /// Whether it has no children in the full tree.
    pub leaf: bool,
    /// Required by the grammar, though not in the text.
    pub missing: bool,
    /// Text that fits no rule.
    pub error: bool,
    /// Descendants left out by the limits.
    pub truncated: usize,
}

/// The tree as data. Walks without recursion; the result nests no deeper than
/// `max_depth`.
pub fn tree_data(tree: &SyntaxTree, limits: DataLimits) -> DataNode {
    let root = tree.root();
    let mut path = vec![plain(root)];
    let mut ends = vec![root.end_index()];
    let mut count = 1;
    let mut index = 1;
    while let Some(node) = tree.get(index) {
        while ends.len() > 1 && ends.last().is_some_and(|&end| end <= index) {
            ends.pop();
            adopt(&mut path);
        }
        if node.kind() == SyntaxKind::Whitespace {
            index += 1;
            continue;
        }
        if path.len() > limits.max_depth || count >= limits.max_nodes {
            if let Some(parent) = path.last_mut() {
                parent.truncated += shown_below(node);
            }
            index = node.end_index();
            continue;
        }
        path.push(plain(node));
        ends.push(node.end_index());
        count += 1;
        index += 1;
    }
    while path.len() > 1 {
        adopt(&mut path);
    }
    path.pop().unwrap_or_else(|| plain(root))
}

/// Number of nodes of each kind in the full tree, most frequent first.
pub fn kind_counts(tree: &SyntaxTree) -> Vec<(&'static str, usize)> {
    let mut counts: FxHashMap<&'static str, usize> = FxHashMap::default();
    for node in tree.elements().filter(|node| node.kind() != SyntaxKind::Whitespace) {
        *counts.entry(node.kind().name()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    counts
}

/// Ends the innermost node.
fn adopt(path: &mut Vec<DataNode>) {
    if let Some(done) = path.pop()
        && let Some(parent) = path.last_mut()
    {
        parent.children.push(done);
    }
}

/// How many nodes a subtree would show, its root included.
fn shown_below(node: Node<'_>) -> usize {
    node.descendants().filter(|node| node.kind() != SyntaxKind::Whitespace).count()
}

fn plain(node: Node<'_>) -> DataNode {
    let field = node.field().name();
    DataNode {
        kind: node.kind().name(),
        range: node.range(),
        field: (!field.is_empty()).then_some(field),
        children: Vec::new(),
        leaf: node.children_with_trivia().next().is_none(),
        missing: node.is_missing(),
        error: node.is_error(),
        truncated: 0,
    }
}
