//! The file, blocks and statements.

use super::ops::{Flat, Op};
use super::printer::{Group, Printer};
use crate::syntax::{Field, Node, SyntaxKind};

use SyntaxKind::*;

impl<'tree> Printer<'tree> {
    pub(super) fn source_file(&mut self, root: Node<'tree>) {
        for child in root.children_with_tokens() {
            self.keep_blank_lines = true;
            if child.is_token() {
                self.drop_token();
            } else {
                self.next_line();
                self.stmt(child);
            }
        }
        self.keep_blank_lines = true;
        self.closing_comments();
    }

    /// `{}`, `{ stmt }` if that fits and holds no comment, else one statement a line.
    /// Without statements a `;` stays, as `{}` may be a dict.
    pub(super) fn block(&mut self, block: Node<'tree>, group: Group) {
        let children: Vec<_> = block.children_with_tokens().collect();
        let [open, inner @ .., close] = children.as_slice() else { return };
        let count = inner.iter().filter(|child| !child.is_token()).count();
        let single = self.is_single(block);
        let grouped = single && group == Group::Own;
        if grouped {
            self.flush_and_open();
        }
        self.token(*open);
        self.indent();
        for (index, child) in inner.iter().enumerate() {
            match child.is_token() {
                true if count == 0 && index == 0 => self.token(*child),
                true => self.drop_token(),
                false if single => {
                    self.line(Flat::Blank);
                    self.stmt(*child);
                }
                false => {
                    self.next_line();
                    self.stmt(*child);
                }
            }
        }
        self.closing_comments();
        self.dedent();
        match count {
            0 => {}
            _ if single => self.line(Flat::Blank),
            _ => self.push(Op::Hard),
        }
        self.token(*close);
        if grouped {
            self.ops.push(Op::Close);
        }
    }

    /// Whether a block may stand on one line: one statement, no comment.
    fn is_single(&self, block: Node<'tree>) -> bool {
        block.children().count() == 1 && !self.has_comments_inside(block)
    }

    /// The branches stand on one line together or all on lines of their own;
    /// where one of them needs several lines, the others decide for themselves.
    pub(super) fn if_expr(&mut self, node: Node<'tree>) {
        let branches = node.children().flat_map(|child| match child.kind() {
            ElseIf | Else => child.children().find(|part| part.kind() == Block),
            _ => Some(child).filter(|part| part.kind() == Block),
        });
        let fits_together = branches.into_iter().all(|block| block.children().count() == 1)
            && !self.has_comments_inside(node);
        if !fits_together {
            return self.plain(node);
        }
        self.flush_and_open();
        for (index, part) in node.children_with_tokens().enumerate() {
            if index > 0 {
                self.space();
            }
            self.if_part(part);
        }
        self.ops.push(Op::Close);
    }

    /// A body that begins with a bracket takes a line of its own, lest it be
    /// read as a call or an index.
    pub(super) fn loop_expr(&mut self, node: Node<'tree>) {
        for (index, part) in node.children_with_tokens().enumerate() {
            let first = part.first_token().map(|token| token.kind());
            let bracketed = part.field() == Field::Body && matches!(first, Some(LParen | LBracket));
            if bracketed {
                self.indent();
                self.push(Op::Hard);
                self.node(part);
                self.dedent();
                continue;
            }
            if index > 0 {
                self.space();
            }
            self.node(part);
        }
    }

    /// A part of a conditional whose blocks break together.
    fn if_part(&mut self, part: Node<'tree>) {
        match part.kind() {
            Block => self.block(part, Group::Around),
            ElseIf | Else => {
                for (index, inner) in part.children_with_tokens().enumerate() {
                    if index > 0 {
                        self.space();
                    }
                    match inner.kind() {
                        Block => self.block(inner, Group::Around),
                        _ => self.node(inner),
                    }
                }
            }
            _ => self.node(part),
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
            self.indent();
            self.node(part);
            self.dedent();
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
            ExprStmt => stmt.child(Field::Value).is_some_and(|value| is_jump(value.kind())),
            UseStmt => is_open_path(stmt) || next == Some(LBrace),
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

/// Whether an import ends with a dot, which would take a name from the next line.
fn is_open_path(import: Node<'_>) -> bool {
    let path = import.child(Field::Path).and_then(|path| path.last_token());
    import.child(Field::Items).is_none() && path.is_some_and(|token| token.kind() == Dot)
}

pub(super) fn is_jump(kind: SyntaxKind) -> bool {
    matches!(kind, ReturnExpr | BreakExpr | ContinueExpr)
}
