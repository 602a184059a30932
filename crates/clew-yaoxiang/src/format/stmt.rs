//! The file, blocks and statements.

use super::ops::{Flat, Op};
use super::printer::Printer;
use crate::syntax::{Field, Node, SyntaxKind};

use SyntaxKind::*;

impl<'tree> Printer<'tree> {
    pub(super) fn source_file(&mut self, root: Node<'tree>) {
        for child in root.children_with_tokens() {
            self.keep_blank_lines = true;
            if child.is_token() {
                self.drop_token();
            } else {
                self.push(Op::Hard);
                self.stmt(child);
            }
        }
        self.keep_blank_lines = true;
        self.leading_comments();
    }

    /// `{}`, `{ stmt }` if that fits and holds no comment, else one statement a line.
    pub(super) fn block(&mut self, block: Node<'tree>) {
        let children: Vec<_> = block.children_with_tokens().collect();
        let [open, inner @ .., close] = children.as_slice() else { return };
        let count = inner.iter().filter(|child| !child.is_token()).count();
        let single = count == 1 && !self.has_comments_inside(block);
        if single {
            self.flush_and_open();
        }
        self.token(*open);
        self.push(Op::Indent);
        for child in inner {
            match child.is_token() {
                true => self.drop_token(),
                false if single => {
                    self.line(Flat::Blank);
                    self.stmt(*child);
                }
                false => {
                    self.push(Op::Hard);
                    self.stmt(*child);
                }
            }
        }
        self.leading_comments();
        self.push(Op::Dedent);
        match count {
            0 => {}
            _ if single => self.line(Flat::Blank),
            _ => self.push(Op::Hard),
        }
        self.token(*close);
        if single {
            self.ops.push(Op::Close);
        }
    }

    fn stmt(&mut self, stmt: Node<'tree>) {
        if stmt.kind() == Destructure {
            return self.destructure(stmt);
        }
        let mut previous: Option<Node<'tree>> = None;
        for child in stmt.children_with_tokens() {
            if child.kind() == Semicolon {
                self.semicolon(stmt, child);
                continue;
            }
            match previous.map(|previous| previous.kind()) {
                None => {}
                _ if matches!(child.kind(), Colon | Comma) => {}
                Some(UsePath) if child.kind() == UseList => {}
                _ => self.space(),
            }
            self.stmt_part(stmt, child, previous);
            previous = Some(child);
        }
    }

    /// A part of a statement; a value behind a comment is indented.
    fn stmt_part(&mut self, stmt: Node<'tree>, part: Node<'tree>, previous: Option<Node<'tree>>) {
        let behind_equals = previous.is_some_and(|previous| previous.kind() == Eq);
        if behind_equals && stmt.kind() == Binding && self.comment_breaks_here() {
            self.push(Op::Indent);
            self.node(part);
            self.push(Op::Dedent);
        } else {
            self.node(part);
        }
    }

    /// Dropped, unless the next statement would then continue this one.
    fn semicolon(&mut self, stmt: Node<'tree>, token: Node<'tree>) {
        let mut after = self.next + 1;
        while self.tokens.nodes.get(after).is_some_and(|token| token.kind() == Semicolon) {
            after += 1;
        }
        let next = self.tokens.nodes.get(after).map(|token| token.kind());
        let open_ended = match stmt.kind() {
            Binding => stmt.child(Field::Value).is_none(),
            ExprStmt => stmt.child(Field::Value).is_some_and(is_jump),
            _ => false,
        };
        let continues = matches!(next, Some(Plus | Minus | Star));
        if continues || (open_ended && !matches!(next, Some(RBrace) | None)) {
            self.token(token);
        } else {
            self.drop_token();
        }
    }

    fn destructure(&mut self, stmt: Node<'tree>) {
        let mut previous = None;
        for child in stmt.children_with_tokens() {
            match (previous, child.kind()) {
                (_, Semicolon) => {
                    self.semicolon(stmt, child);
                    continue;
                }
                (None | Some(LParen), _) | (_, Comma | RParen) => {}
                _ => self.space(),
            }
            self.node(child);
            previous = Some(child.kind());
        }
    }
}

fn is_jump(node: Node<'_>) -> bool {
    matches!(node.kind(), ReturnExpr | BreakExpr | ContinueExpr)
}
