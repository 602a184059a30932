//! Syntax trees as plain data, and syntax diagnostics.

use clew_model::{Diagnostic, Severity};
use clew_text::TextRange;
use tree_sitter::{Node, Tree, TreeCursor};

use crate::builder::range_of;
use crate::release::{Heavy, release};
use crate::{Extractor, LanguageDefinition};

/// Bounds on a tree given as data.
#[derive(Clone, Copy, Debug)]
pub struct TreeLimits {
    /// Deepest level shown; the root is level 0.
    pub max_depth: usize,
    /// Most nodes shown.
    pub max_nodes: usize,
}

impl Default for TreeLimits {
    fn default() -> Self {
        TreeLimits { max_depth: 64, max_nodes: 2_000 }
    }
}

/// One node of a syntax tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxNode {
    /// The grammar's name of the node.
    pub kind: String,
    /// The bytes that it covers.
    pub range: TextRange,
    /// Its field in the parent.
    pub field: Option<String>,
    /// Its children, named and unnamed; empty for leaves.
    pub children: Vec<SyntaxNode>,
    /// Whether it has no children in the full tree.
    pub leaf: bool,
    /// Assumed by the parser though not in the text.
    pub missing: bool,
    /// Text that fits no rule.
    pub error: bool,
    /// Descendants left out by the limits, at least.
    pub truncated: usize,
}

/// A syntax tree with its diagnostics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxTree {
    /// The root.
    pub root: SyntaxNode,
    /// Number of nodes of each kind in the full tree, most frequent first.
    pub kind_counts: Vec<(String, usize)>,
    /// Syntax errors, in source order, at most 200.
    pub diagnostics: Vec<Diagnostic>,
}

/// Nodes between two looks at whether the tree is still wanted.
const NODES_PER_LOOK: usize = 4_096;

/// Most diagnostics given for one text.
const MAX_DIAGNOSTICS: usize = 200;

impl Extractor {
    /// The syntax tree of `text`. `None` if the language has no grammar or the
    /// text is beyond the bounds of this extractor, or as soon as `stop` says so.
    pub fn syntax_tree(
        &mut self,
        definition: &'static LanguageDefinition,
        text: &str,
        limits: TreeLimits,
        stop: &dyn Fn() -> bool,
    ) -> Option<SyntaxTree> {
        let prepared = self.prepare(definition, text);
        let parsed = prepared.as_ref().map_or(text, |prepared| prepared.text.as_str());
        let tree =
            Whole { tree: Some(self.parse_unless(definition, parsed, stop)?), bytes: text.len() };
        let mut cursor = tree.walk()?;
        let root = build(&mut cursor, limits);
        let mut survey = Survey::default();
        survey.visit_all(tree.walk()?, text, stop)?;
        let mut kind_counts: Vec<(String, usize)> = survey.counts.into_iter().collect();
        kind_counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Some(SyntaxTree { root, kind_counts, diagnostics: survey.diagnostics })
    }
}

/// A tree that nobody waits for when it goes.
struct Whole {
    /// There until it is dropped.
    tree: Option<Tree>,
    bytes: usize,
}

impl Whole {
    fn walk(&self) -> Option<TreeCursor<'_>> {
        self.tree.as_ref().map(Tree::walk)
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(tree) = self.tree.take() {
            release(Heavy::Tree(tree), self.bytes);
        }
    }
}

/// Copies the tree in pre-order without recursion, within the limits.
fn build(cursor: &mut TreeCursor<'_>, limits: TreeLimits) -> SyntaxNode {
    let mut path: Vec<SyntaxNode> = vec![plain(cursor)];
    let mut count = 1;
    loop {
        let room = path.len() <= limits.max_depth && count < limits.max_nodes;
        if room && cursor.goto_first_child() {
            path.push(plain(cursor));
            count += 1;
            continue;
        }
        if !room && let Some(node) = path.last_mut() {
            node.truncated = cursor.node().descendant_count().saturating_sub(1);
        }
        loop {
            if path.len() == 1 {
                return path.remove(0);
            }
            let Some(done) = path.pop() else { unreachable!("the path holds the root") };
            if let Some(parent) = path.last_mut() {
                parent.children.push(done);
            }
            if count < limits.max_nodes && cursor.goto_next_sibling() {
                path.push(plain(cursor));
                count += 1;
                break;
            }
            let shown = path.last().map_or(0, |parent| parent.children.len());
            cursor.goto_parent();
            let cut = cursor.node().child_count() as usize;
            let cut = cut.saturating_sub(shown);
            if let Some(parent) = path.last_mut() {
                parent.truncated += cut;
            }
        }
    }
}

fn plain(cursor: &TreeCursor<'_>) -> SyntaxNode {
    let node = cursor.node();
    SyntaxNode {
        kind: node.kind().to_string(),
        range: range_of(node),
        field: cursor.field_name().map(str::to_string),
        children: Vec::new(),
        leaf: node.child_count() == 0,
        missing: node.is_missing(),
        error: node.is_error(),
        truncated: 0,
    }
}

/// Counts kinds and collects errors over a whole tree.
#[derive(Default)]
struct Survey {
    counts: rustc_hash::FxHashMap<String, usize>,
    diagnostics: Vec<Diagnostic>,
}

impl Survey {
    /// None if it was stopped.
    fn visit_all(
        &mut self,
        mut cursor: TreeCursor<'_>,
        text: &str,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        for visited in 1_usize.. {
            if visited.is_multiple_of(NODES_PER_LOOK) && stop() {
                return None;
            }
            let node = cursor.node();
            if node.is_named() {
                match self.counts.get_mut(node.kind()) {
                    Some(count) => *count += 1,
                    None => {
                        self.counts.insert(node.kind().to_string(), 1);
                    }
                }
            }
            if node.is_missing() {
                self.push(node, format!("expected `{}` here", node.kind()));
            } else if node.is_error() {
                self.push(node, unexpected(node, text));
            }
            if cursor.goto_first_child() || cursor.goto_next_sibling() {
                continue;
            }
            loop {
                if !cursor.goto_parent() {
                    return Some(());
                }
                if cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        None
    }

    fn push(&mut self, node: Node<'_>, message: String) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic {
                code: "SYNTAX".into(),
                severity: Severity::Error,
                message,
                range: range_of(node),
                help: None,
                related: Vec::new(),
                source: "tree-sitter".into(),
            });
        }
    }
}

fn unexpected(node: Node<'_>, text: &str) -> String {
    let found = text.get(node.byte_range()).unwrap_or("");
    let line = found.lines().next().unwrap_or("").trim();
    let shown: String = line.chars().take(40).collect();
    if shown.is_empty() {
        "unexpected end of this construct".to_string()
    } else {
        format!("unexpected `{shown}`")
    }
}

/// Tries the common grammars on a short fragment and takes the one with the
/// least text in errors; `None` when nothing fits well.
pub(crate) fn guess_language(text: &str) -> Option<&'static LanguageDefinition> {
    let sample = match text.char_indices().nth(4_000) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    if sample.trim().is_empty() {
        return None;
    }
    if sample.contains("<?php") {
        return crate::language_by_id("php");
    }
    let mut extractor = Extractor::default();
    crate::languages()
        .iter()
        .copied()
        .filter(|language| language.depth == crate::Depth::Deep && language.guessed)
        .filter_map(|language| {
            let tree = extractor.parse(language, sample)?;
            let error_bytes = error_bytes(tree.walk());
            // A tree of few kinds over much text says little (a list of words).
            (error_bytes * 10 <= sample.len()).then_some((error_bytes, language))
        })
        .min_by_key(|(error_bytes, _)| *error_bytes)
        .map(|(_, language)| language)
}

/// How much text of a tree fits no rule.
pub(crate) fn error_bytes(mut cursor: TreeCursor<'_>) -> usize {
    let mut total = 0;
    loop {
        let node = cursor.node();
        let is_leaf_error = node.is_error() || node.is_missing();
        if is_leaf_error {
            total += node.byte_range().len().max(1);
        }
        if !is_leaf_error && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return total;
            }
        }
    }
}
