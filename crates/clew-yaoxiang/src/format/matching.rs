//! `match`: always several lines, arrows in one column.

use super::ops::Op;
use super::printer::Printer;
use crate::syntax::{Field, Node, SyntaxKind};

use SyntaxKind::*;

impl<'tree> Printer<'tree> {
    pub(super) fn match_expr(&mut self, node: Node<'tree>) {
        let mut children = node.children_with_tokens().peekable();
        while let Some(head) = children.next_if(|child| child.kind() != LBrace) {
            self.node(head);
            self.space();
        }
        let Some(open) = children.next() else { return };
        self.token(open);
        self.indent();
        let column = self.arrow_column(node);
        let mut arms = 0usize;
        let mut close = None;
        let mut needs_comma = false;
        for child in children {
            match child.kind() {
                Comma => {
                    self.token(child);
                    needs_comma = false;
                }
                RBrace => close = Some(child),
                _ => {
                    self.comma_if(needs_comma);
                    self.next_line();
                    self.arm(child, column);
                    arms += 1;
                    needs_comma = true;
                }
            }
        }
        self.comma_if(needs_comma);
        self.closing_comments();
        self.dedent();
        if arms > 0 {
            self.push(Op::Hard);
        }
        if let Some(close) = close {
            self.token(close);
        }
    }

    fn comma_if(&mut self, needed: bool) {
        if needed {
            self.glue(Op::Text(","));
        }
    }

    /// Columns of the widest pattern; none if one of them has no plain width.
    fn arrow_column(&mut self, node: Node<'tree>) -> Option<usize> {
        let start = self.next;
        let mut widest = Some(0);
        for arm in node.children_of(Field::Items) {
            let width = self.arm_head_width(arm);
            widest = widest.zip(width).map(|(widest, width)| widest.max(width));
        }
        self.next = start;
        widest
    }

    fn arm_head_width(&mut self, arm: Node<'tree>) -> Option<usize> {
        let first = arm.range().start;
        let skip = self.tokens.nodes[self.next..].partition_point(|t| t.range().start < first);
        self.next += skip;
        let head: Vec<_> =
            arm.children_with_tokens().take_while(|c| c.kind() != FatArrow).collect();
        let deep =
            |part: &Node<'tree>| part.descendants().any(|n| matches!(n.kind(), MatchExpr | Block));
        if head.iter().any(deep) || self.head_has_comments(&head) {
            return None;
        }
        self.measure(|p| p.arm_head(&head))
    }

    fn head_has_comments(&self, head: &[Node<'tree>]) -> bool {
        let Some(end) = head.last().map(|last| last.range().end) else { return false };
        let count = self.tokens.nodes[self.next..].partition_point(|t| t.range().end <= end);
        count > 1 && self.tokens.has_comments(self.next + 1, self.next + count - 1)
    }

    fn arm_head(&mut self, head: &[Node<'tree>]) {
        for (index, part) in head.iter().enumerate() {
            if index > 0 {
                self.space();
            }
            self.without_breaks(|p| p.node(*part));
        }
    }

    fn arm(&mut self, arm: Node<'tree>, column: Option<usize>) {
        let head: Vec<_> =
            arm.children_with_tokens().take_while(|c| c.kind() != FatArrow).collect();
        let width = column.and_then(|_| self.measure(|p| p.arm_head(&head)));
        self.arm_head(&head);
        let comment_follows = !self.tokens.gap(self.next).is_empty();
        if let (Some(column), Some(width), false) = (column, width, comment_follows) {
            self.push(Op::Pad(column.saturating_sub(width)));
        }
        for part in arm.children_with_tokens().skip(head.len()) {
            self.space();
            self.node(part);
        }
    }
}
