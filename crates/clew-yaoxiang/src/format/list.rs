//! Items in brackets.

use super::ops::{Flat, Op};
use super::printer::{Breaks, Printer};
use crate::syntax::{Field, Node, SyntaxKind};

use SyntaxKind::*;

/// What becomes of a comma behind the last item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastComma {
    /// Shown where the list takes several lines.
    WhenBroken,
    /// As before; the grammar does not know it.
    Kept,
    /// Never shown.
    Never,
    /// It makes the meaning.
    Always,
}

impl<'tree> Printer<'tree> {
    /// A node that is a list in brackets, perhaps with words around it.
    pub(super) fn bracketed(&mut self, node: Node<'tree>) {
        let mut children = node.children_with_tokens().peekable();
        while let Some(word) = children.next_if(|child| !is_opening(child.kind())) {
            self.node(word);
        }
        let list: Vec<_> = std::iter::from_fn(|| {
            children.next_if(|child| child.field() != Field::Result && child.kind() != Arrow)
        })
        .collect();
        if self.hugs(node, &list) {
            self.hugging_list(&list);
        } else {
            self.list(node.kind(), &list);
        }
        for rest in children {
            self.space();
            self.node(rest);
        }
    }

    fn list(&mut self, kind: SyntaxKind, children: &[Node<'tree>]) {
        let [open, inner @ .., close] = children else {
            return children.iter().for_each(|child| self.node(*child));
        };
        let padding = match kind {
            RecordType | UseList | RecordPat => Flat::Blank,
            _ => Flat::Nothing,
        };
        let comma = last_comma(kind, inner);
        self.flush_and_open();
        self.token(*open);
        self.indent();
        if !inner.is_empty() {
            self.line(padding);
        }
        self.items(inner, comma);
        self.leading_comments();
        self.dedent();
        if !inner.is_empty() {
            self.line(padding);
        }
        self.token(*close);
        self.ops.push(Op::Close);
    }

    /// Comments before the list stay outside of its group.
    pub(super) fn flush_and_open(&mut self) {
        self.leading_comments();
        self.push(Op::Open);
    }

    fn items(&mut self, inner: &[Node<'tree>], last: LastComma) {
        let count = inner.iter().filter(|child| child.kind() != Comma).count();
        let mut seen = 0;
        let mut separated = true;
        for child in inner {
            if child.kind() == Comma {
                if seen < count {
                    self.token(*child);
                } else {
                    self.trailing_comma(last);
                }
                separated = true;
                continue;
            }
            if seen > 0 {
                if !separated {
                    self.glue(Op::Text(","));
                }
                self.line(Flat::Blank);
            }
            self.node(*child);
            seen += 1;
            separated = false;
        }
        if !separated && last == LastComma::WhenBroken && self.breaks == Breaks::Allowed {
            self.glue(Op::IfBroken(","));
        }
    }

    /// The comma behind the last item, which is there in the text.
    fn trailing_comma(&mut self, last: LastComma) {
        match last {
            LastComma::WhenBroken | LastComma::Kept if self.breaks == Breaks::Allowed => {
                self.token_as(Op::IfBroken(","));
            }
            LastComma::Always => self.token_as(Op::Text(",")),
            _ => self.drop_token(),
        }
    }

    /// Whether only the last argument takes several lines: a lambda with a
    /// block, as in `run(x, () => {…})`.
    fn hugs(&self, node: Node<'tree>, list: &[Node<'tree>]) -> bool {
        let is_block_lambda = |arg: &Node<'tree>| {
            let value = arg.child(Field::Value);
            let lambda = value.filter(|value| value.kind() == LambdaExpr);
            lambda.and_then(|lambda| lambda.child(Field::Body)).is_some_and(|b| b.kind() == Block)
        };
        let mut args = list.iter().filter(|child| child.kind() == Arg).rev();
        node.kind() == ArgList
            && args.next().is_some_and(is_block_lambda)
            && args.all(|arg| {
                matches!(arg.child(Field::Value).map(|v| v.kind()), Some(NameRef | Literal))
            })
            && !self.has_comments_outside_last(list)
    }

    /// Whether comments stand between the items; those inside the last do not count.
    fn has_comments_outside_last(&self, list: &[Node<'tree>]) -> bool {
        let Some(last) = list.iter().rev().find(|child| child.kind() == Arg) else { return false };
        let tokens = &self.tokens.nodes[self.next..];
        let before = tokens.partition_point(|token| token.range().start <= last.range().start);
        let end = list.last().map_or(last.range().end, |close| close.range().end);
        let inside = tokens.partition_point(|token| token.range().end <= last.range().end);
        let total = tokens.partition_point(|token| token.range().end <= end);
        self.tokens.has_comments(self.next + 1, self.next + before - 1)
            || self.tokens.has_comments(self.next + inside, self.next + total - 1)
    }

    fn hugging_list(&mut self, children: &[Node<'tree>]) {
        let last = children.iter().rposition(|child| child.kind() == Arg).unwrap_or(0);
        for (index, child) in children.iter().enumerate() {
            match child.kind() {
                Comma if index > last => self.drop_token(),
                Comma => {
                    self.token(*child);
                    self.space();
                }
                _ => self.node(*child),
            }
        }
    }
}

fn is_opening(kind: SyntaxKind) -> bool {
    matches!(kind, LParen | LBracket | LBrace)
}

fn last_comma(kind: SyntaxKind, inner: &[Node<'_>]) -> LastComma {
    let items = inner.iter().filter(|child| child.kind() != Comma).count();
    let has_comma = inner.last().is_some_and(|child| child.kind() == Comma);
    match kind {
        TupleExpr | TupleType | FnType | TuplePat if items == 1 && has_comma => LastComma::Always,
        TuplePat | CtorPat | RecordPat | ParenExpr | ParenType => LastComma::Never,
        ParamList | UseList => LastComma::Kept,
        _ => LastComma::WhenBroken,
    }
}
