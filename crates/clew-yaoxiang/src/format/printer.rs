//! Emits tokens in order and hands nodes to the functions for their kind.

use super::comments::Tokens;
use super::ops::{Flat, Op};
use super::stmt::is_jump;
use crate::syntax::{Field, Node, SyntaxKind, SyntaxTree, starts_expr};

/// Whether line breaks may be offered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaks {
    Allowed,
    /// A line end would change what the code means.
    Forbidden,
}

/// What stands behind the comments of a gap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A token that may share their line.
    Word,
    /// A statement or an arm that begins a line.
    Line,
    /// The end of a list of lines.
    LineEnd,
}

/// Which group decides on the line breaks of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// Its own.
    Own,
    /// The one around it.
    Around,
}

/// The instructions for a whole tree.
pub(super) fn print(tree: &SyntaxTree) -> Vec<Op<'_>> {
    let mut printer = Printer {
        tokens: Tokens::new(tree),
        next: 0,
        ops: Vec::with_capacity(tree.len() * 2),
        led: None,
        trailing: None,
        begins_line: false,
        keep_blank_lines: false,
        breaks: Breaks::Allowed,
        open_jump: false,
    };
    printer.source_file(tree.root());
    printer.ops
}

/// State of one run.
pub(super) struct Printer<'tree> {
    pub(super) tokens: Tokens<'tree>,
    /// Index of the next token to be emitted.
    pub(super) next: usize,
    pub(super) ops: Vec<Op<'tree>>,
    /// The token whose leading comments are out already.
    led: Option<usize>,
    /// The gap whose trailing comments are still due.
    trailing: Option<usize>,
    /// Whether the next token begins a line.
    begins_line: bool,
    /// Whether empty lines before the next token are kept.
    pub(super) keep_blank_lines: bool,
    pub(super) breaks: Breaks,
    /// Whether the last word is a jump without a value, which takes one from
    /// its line.
    open_jump: bool,
}

impl<'tree> Printer<'tree> {
    /// Adds an instruction that stands behind any trailing comment.
    pub(super) fn push(&mut self, op: Op<'tree>) {
        self.flush_trailing();
        self.ops.push(op);
    }

    /// A new line for a statement or an arm.
    pub(super) fn next_line(&mut self) {
        self.push(Op::Hard);
        self.begins_line = true;
    }

    /// One level more; a trailing comment may still follow.
    pub(super) fn indent(&mut self) {
        self.ops.push(Op::Indent);
    }

    /// One level less; a trailing comment may still follow.
    pub(super) fn dedent(&mut self) {
        self.ops.push(Op::Dedent);
    }

    pub(super) fn space(&mut self) {
        self.push(Op::Space);
    }

    /// A line break if one is allowed here.
    pub(super) fn line(&mut self, flat: Flat) {
        match (self.breaks, flat) {
            (Breaks::Allowed, _) => self.push(Op::Line(flat)),
            (Breaks::Forbidden, Flat::Blank) => self.space(),
            (Breaks::Forbidden, Flat::Nothing) => self.flush_trailing(),
        }
    }

    /// Text that is no token of the tree, right behind the last token.
    pub(super) fn glue(&mut self, op: Op<'tree>) {
        self.open_jump = false;
        self.ops.push(op);
    }

    fn flush_trailing(&mut self) {
        let Some(gap) = self.trailing.take() else { return };
        for index in 0..self.tokens.trailing(gap) {
            let comment = self.tokens.gap(gap)[index];
            let op = match comment.is_line {
                true => Op::Trailing(comment.text),
                false => Op::Inline(comment.text),
            };
            self.ops.push(op);
        }
    }

    /// Comments before the next token that do not trail the last one.
    pub(super) fn leading_comments(&mut self) {
        let next = if self.begins_line { Next::Line } else { Next::Word };
        self.comments_before(next);
        self.begins_line = false;
        self.blank_line_if(self.tokens.lines_before(self.next));
        self.keep_blank_lines = false;
    }

    /// The same at the end of a list of lines: each comment takes its own.
    pub(super) fn closing_comments(&mut self) {
        self.comments_before(Next::LineEnd);
    }

    fn comments_before(&mut self, next: Next) {
        self.flush_trailing();
        if self.led == Some(self.next) {
            return;
        }
        self.led = Some(self.next);
        let from = self.tokens.trailing(self.next);
        for index in from..self.tokens.gap(self.next).len() {
            let comment = self.tokens.gap(self.next)[index];
            self.blank_line_if(comment.lines_before);
            let text = comment.text;
            if comment.begins_line(index) && next == Next::LineEnd {
                self.ops.push(Op::Hard);
            }
            self.ops.push(match (comment.begins_line(index), comment.ends_line()) {
                (true, true) => Op::OwnLine(text),
                (true, false) => Op::Inline(text),
                (false, true) if comment.is_line || next != Next::Word => Op::Trailing(text),
                (false, _) => Op::Inline(text),
            });
        }
    }

    fn blank_line_if(&mut self, lines: usize) {
        if self.keep_blank_lines && lines > 1 {
            self.ops.push(Op::Blank);
        }
    }

    /// The next token, which must be `node`.
    pub(super) fn token(&mut self, node: Node<'tree>) {
        self.token_as(Op::Text(node.text()));
    }

    /// The next token in another spelling.
    pub(super) fn token_as(&mut self, op: Op<'tree>) {
        self.part_from_jump();
        self.leading_comments();
        self.ops.push(op);
        self.next += 1;
        self.trailing = Some(self.next);
    }

    /// A line end between a jump without a value and what could be its value.
    fn part_from_jump(&mut self) {
        let Some(token) = self.tokens.nodes.get(self.next).copied() else { return };
        let is_bare = |jump: Node<'_>| is_jump(jump.kind()) && jump.child(Field::Value).is_none();
        let opens = token.parent().is_some_and(is_bare) && token.kind().is_keyword();
        if std::mem::replace(&mut self.open_jump, opens) && starts_expr(token.kind()) {
            self.push(Op::Hard);
        }
    }

    /// The next token left out; its comments stay.
    pub(super) fn drop_token(&mut self) {
        self.comments_before(Next::Line);
        self.next += 1;
        self.trailing = Some(self.next);
    }

    /// A node exactly as it is in the text.
    pub(super) fn verbatim(&mut self, node: Node<'tree>) {
        let end = node.range().end;
        self.token_as(Op::Text(node.text()));
        while self.tokens.nodes.get(self.next).is_some_and(|token| token.range().end <= end) {
            self.next += 1;
        }
        self.trailing = Some(self.next);
    }

    /// How many of the next tokens lie in `node`.
    pub(super) fn token_count(&self, node: Node<'tree>) -> usize {
        let end = node.range().end;
        let most = (node.end_index() - node.index()) as usize;
        let last = self.tokens.nodes.len().min(self.next + most);
        self.tokens.nodes[self.next..last].partition_point(|token| token.range().end <= end)
    }

    /// Whether a comment stands before one of the tokens of `node` but the first.
    pub(super) fn has_comments_inside(&self, node: Node<'tree>) -> bool {
        let count = self.token_count(node);
        count > 1 && self.tokens.has_comments(self.next + 1, self.next + count - 1)
    }

    /// Whether a comment that ends its line stands before the next token.
    pub(super) fn comment_breaks_here(&self) -> bool {
        let trailing = self.tokens.trailing(self.next);
        let mut comments = self.tokens.gap(self.next).iter().enumerate();
        comments.any(|(index, comment)| {
            comment.is_line
                || (index >= trailing && comment.begins_line(index) && comment.ends_line())
        })
    }

    /// Columns that `print` takes on one line; none if it needs several or
    /// holds comments, those before it aside. Nothing is emitted.
    pub(super) fn measure(&mut self, print: impl FnOnce(&mut Self)) -> Option<usize> {
        let start = self.ops.len();
        let lines = (self.begins_line, self.keep_blank_lines, self.open_jump);
        let state = (self.next, self.led, self.trailing);
        self.led = Some(self.next);
        self.trailing = None;
        print(self);
        let ops = &self.ops[start..];
        let plain = |op: &Op<'_>| !op.forces_break() && !matches!(op, Op::Inline(_));
        let width = ops.iter().all(plain).then(|| ops.iter().map(|op| op.width()).sum());
        self.ops.truncate(start);
        (self.next, self.led, self.trailing) = state;
        (self.begins_line, self.keep_blank_lines, self.open_jump) = lines;
        width
    }

    /// Everything in `node`, with blanks where its kind wants them.
    pub(super) fn node(&mut self, node: Node<'tree>) {
        crate::stack::with_room(|| self.dispatch(node));
    }

    fn dispatch(&mut self, node: Node<'tree>) {
        use SyntaxKind::*;
        match node.kind() {
            kind if kind.is_token() => self.token(node),
            FString => self.verbatim(node),
            Block => self.block(node, Group::Own),
            IfExpr => self.if_expr(node),
            MatchExpr => self.match_expr(node),
            BinaryExpr => self.binary(node),
            CallExpr | IndexExpr | FieldExpr | TryExpr => self.postfix(node),
            ArgList | TupleExpr | ListExpr | ParenExpr | ParamList | TypeArgs | TupleType
            | TuplePat | ParenType | FnType | CtorPat => self.bracketed(node),
            DictExpr | RecordType | UseList | RecordPat => self.bracketed(node),
            PrefixExpr | RefType | PointerType | LiteralType => self.prefixed(node),
            ExprType | Positions => self.without_breaks(|p| p.plain(node)),
            LambdaExpr => self.lambda(node),
            WhileExpr | ForExpr => self.loop_expr(node),
            _ => self.plain(node),
        }
    }

    /// Prints without offering line breaks.
    pub(super) fn without_breaks(&mut self, print: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.breaks, Breaks::Forbidden);
        print(self);
        self.breaks = outer;
    }

    /// The children one after the other, with the blanks of [`gap_between`].
    pub(super) fn plain(&mut self, node: Node<'tree>) {
        let mut previous = None;
        for child in node.children_with_tokens() {
            if let Some(previous) = previous
                && gap_between(node.kind(), previous, child.kind()) == Gap::Space
            {
                self.space();
            }
            self.node(child);
            previous = Some(child.kind());
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    Space,
    None,
}

/// What stands between two neighbours inside a node.
fn gap_between(parent: SyntaxKind, left: SyntaxKind, right: SyntaxKind) -> Gap {
    use SyntaxKind::*;
    let tight = match (parent, left, right) {
        (_, _, Colon | Comma | Semicolon) => true,
        (_, Colon, _) => false,
        (Arg, Eq, _) | (Arg, _, Eq) => true,
        (UsePath | FieldExpr, _, _) => true,
        (UseStmt, UsePath, UseList) => true,
        (BreakExpr | ContinueExpr, ColonColon, _) => true,
        (Positions, LBracket, _) | (Positions, _, RBracket) | (Positions, Minus, _) => true,
        (Comprehension, LBracket, _) | (Comprehension, _, RBracket) => true,
        (NamedType, _, TypeArgs) => true,
        (RecordField | RecordBinding, _, Positions) => true,
        (RecordAssert | RecordConstraint, _, _) => true,
        (Destructure, LParen, _) | (Destructure, _, RParen) => true,
        (LiteralPat | Literal | Name | NameRef, _, _) => true,
        (_, Dot, _) | (_, _, Dot) => true,
        _ => false,
    };
    if tight { Gap::None } else { Gap::Space }
}
