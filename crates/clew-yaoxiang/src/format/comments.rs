//! Tokens in order, with the comments between them.

use crate::syntax::{Node, SyntaxKind, SyntaxTree};

/// A comment and the line ends around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'tree> {
    pub(super) text: &'tree str,
    /// Runs to the end of its line.
    pub(super) is_line: bool,
    /// Line ends between it and what stands before it.
    pub(super) lines_before: usize,
    /// Line ends between it and what stands behind it.
    pub(super) lines_after: usize,
}

impl Comment<'_> {
    /// Whether it is the first on its line; `index` is its place in the gap.
    pub(super) fn begins_line(&self, index: usize) -> bool {
        self.lines_before > 0 || index == 0
    }

    /// Whether it is the last on its line.
    pub(super) fn ends_line(&self) -> bool {
        self.is_line || self.lines_after > 0
    }
}

/// The tokens of a tree and the gaps between them.
pub(super) struct Tokens<'tree> {
    pub(super) nodes: Vec<Node<'tree>>,
    comments: Vec<Comment<'tree>>,
    /// Index of the first comment before a token; one more for the text's end.
    first_comment: Vec<usize>,
    /// Line ends right before a token (behind the last comment of the gap).
    lines_before: Vec<usize>,
}

impl<'tree> Tokens<'tree> {
    pub(super) fn new(tree: &'tree SyntaxTree) -> Self {
        let mut tokens = Tokens {
            nodes: Vec::new(),
            comments: Vec::new(),
            first_comment: vec![0],
            lines_before: Vec::new(),
        };
        let mut lines = 0;
        for node in tree.elements().filter(|node| node.is_token()) {
            match node.kind() {
                SyntaxKind::Whitespace => lines += node.text().matches('\n').count(),
                SyntaxKind::LineComment | SyntaxKind::BlockComment => {
                    tokens.comment(node, std::mem::take(&mut lines));
                }
                _ => tokens.token(node, std::mem::take(&mut lines)),
            }
        }
        tokens.end_gap(lines);
        tokens
    }

    fn comment(&mut self, node: Node<'tree>, lines_before: usize) {
        self.note_lines_after(lines_before);
        let is_line = node.kind() == SyntaxKind::LineComment;
        let text = node.text().trim_end();
        self.comments.push(Comment { text, is_line, lines_before, lines_after: 0 });
    }

    /// Tells the last comment of the current gap what follows it.
    fn note_lines_after(&mut self, lines: usize) {
        let gap_start = self.first_comment.last().copied().unwrap_or(0);
        if self.comments.len() > gap_start
            && let Some(last) = self.comments.last_mut()
        {
            last.lines_after = lines;
        }
    }

    fn token(&mut self, node: Node<'tree>, lines: usize) {
        self.end_gap(lines);
        self.nodes.push(node);
        self.first_comment.push(self.comments.len());
    }

    fn end_gap(&mut self, lines: usize) {
        self.note_lines_after(lines);
        self.lines_before.push(lines);
    }

    /// The comments before token `index`, or before the end of the text.
    pub(super) fn gap(&self, index: usize) -> &[Comment<'tree>] {
        let start = self.first_comment.get(index).copied().unwrap_or(self.comments.len());
        let end = self.first_comment.get(index + 1).copied().unwrap_or(self.comments.len());
        &self.comments[start..end]
    }

    /// How many comments of a gap stand on the line of the token before it.
    pub(super) fn trailing(&self, index: usize) -> usize {
        if index == 0 {
            return 0;
        }
        self.gap(index).iter().take_while(|comment| comment.lines_before == 0).count()
    }

    /// Line ends right before token `index`.
    pub(super) fn lines_before(&self, index: usize) -> usize {
        self.lines_before.get(index).copied().unwrap_or(0)
    }

    /// Whether any comment stands before one of the tokens `from..=to`.
    pub(super) fn has_comments(&self, from: usize, to: usize) -> bool {
        let total = self.comments.len();
        let start = self.first_comment.get(from).copied().unwrap_or(total);
        let end = self.first_comment.get(to + 1).copied().unwrap_or(total);
        end > start
    }
}
