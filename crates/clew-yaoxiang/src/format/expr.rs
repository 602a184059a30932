//! Operators, calls and lambdas.

use super::ops::{Flat, Op};
use super::printer::Printer;
use crate::syntax::{Field, Node, SyntaxKind};

use SyntaxKind::*;

/// Operators of one rank wrap together.
fn rank(kind: SyntaxKind) -> u8 {
    match kind {
        Star | Slash | Percent => 7,
        Plus | Minus => 6,
        Lt | Le | Gt | Ge => 5,
        EqEq | Neq => 4,
        AndKw => 3,
        OrKw => 2,
        _ => 1,
    }
}

fn operator_rank(node: Node<'_>) -> Option<u8> {
    (node.kind() == BinaryExpr).then(|| node.child(Field::Operator).map(|o| rank(o.kind())))?
}

impl<'tree> Printer<'tree> {
    /// A chain of operators of one rank; a line breaks before an operator.
    pub(super) fn binary(&mut self, node: Node<'tree>) {
        let (first, links) = chain(node);
        self.flush_and_open();
        self.node(first);
        self.indent();
        for (operator, right) in links {
            self.line(Flat::Blank);
            self.token(operator);
            self.space();
            self.node(right);
        }
        self.dedent();
        self.ops.push(Op::Close);
    }

    /// Calls, indexes, members and `?`, from the innermost outwards.
    pub(super) fn postfix(&mut self, node: Node<'tree>) {
        let mut links = Vec::new();
        let mut base = node;
        while let Some(inner) = postfix_base(base) {
            links.push(base);
            base = inner;
        }
        if is_form(base.kind()) {
            self.verbatim(base);
        } else {
            self.node(base);
        }
        for link in links.into_iter().rev() {
            self.postfix_link(link);
        }
    }

    /// What a postfix node adds to its operand.
    fn postfix_link(&mut self, link: Node<'tree>) {
        let added = link.children_with_tokens().skip(1);
        if reads_as_fraction(link) {
            self.space();
        }
        if link.kind() != IndexExpr {
            return added.for_each(|child| self.node(child));
        }
        for child in added {
            self.node(child);
            if child.kind() == Comma {
                self.space();
            }
        }
    }

    /// An operator in front of its operand.
    pub(super) fn prefixed(&mut self, node: Node<'tree>) {
        let mut previous: Option<Node<'tree>> = None;
        for child in node.children_with_tokens() {
            if previous.is_some_and(|operator| needs_space(operator, child)) {
                self.space();
            }
            self.node(child);
            previous = Some(child);
        }
    }

    /// A single name gets brackets: `(x) => x`.
    pub(super) fn lambda(&mut self, node: Node<'tree>) {
        let mut first = true;
        for child in node.children_with_tokens() {
            if !first {
                self.space();
            }
            first = false;
            let bare = child.kind() == ParamList && child.token(LParen).is_none();
            let named = bare
                && !begins_statement(node)
                && child.first_token().is_some_and(|token| token.kind() == Ident);
            if named {
                self.bracket_name(child);
            } else if bare {
                self.node_tokens(child);
            } else {
                self.node(child);
            }
        }
    }

    /// The same layout as if the brackets were there already.
    fn bracket_name(&mut self, name: Node<'tree>) {
        self.flush_and_open();
        self.glue(Op::Text("("));
        self.indent();
        self.line(Flat::Nothing);
        self.node_tokens(name);
        self.dedent();
        self.line(Flat::Nothing);
        self.glue(Op::Text(")"));
        self.ops.push(Op::Close);
    }

    fn node_tokens(&mut self, node: Node<'tree>) {
        for token in node.descendants().filter(|n| n.is_token() && !n.kind().is_trivia()) {
            self.token(token);
        }
    }
}

/// Whether an expression begins a statement or follows another expression,
/// where a bracket would be read as something else.
fn begins_statement(node: Node<'_>) -> bool {
    let mut first = node;
    loop {
        if first.field() == Field::Target {
            return true;
        }
        let Some(parent) = first.parent() else { return false };
        match parent.kind() {
            ExprStmt | Destructure => return true,
            WhileExpr | ForExpr if first.field() == Field::Body => return true,
            _ if parent.range().start < first.range().start => return false,
            _ => first = parent,
        }
    }
}

/// Whether a member of a whole number has a name that would be its fraction.
fn reads_as_fraction(link: Node<'_>) -> bool {
    let name = link.child(Field::Name).and_then(|name| name.first_token());
    let base = link.children().next().and_then(|base| base.last_token());
    link.kind() == FieldExpr
        && name.is_some_and(|name| name.text().starts_with('_'))
        && base.is_some_and(|base| base.kind() == Int)
}

/// Whether an operator and its operand would otherwise grow together.
fn needs_space(operator: Node<'_>, operand: Node<'_>) -> bool {
    let first = operand.first_token().map(|token| token.kind());
    match operator.kind() {
        RefKw | MutRef => true,
        Amp => matches!(first, Some(Amp | MutRef | MutKw)),
        _ => false,
    }
}

/// The first operand, and every further one with its operator.
type Chain<'tree> = (Node<'tree>, Vec<(Node<'tree>, Node<'tree>)>);

fn chain(node: Node<'_>) -> Chain<'_> {
    let rank = operator_rank(node);
    let mut links = Vec::new();
    let mut at = node;
    while operator_rank(at).is_some() && operator_rank(at) == rank {
        let parts = (at.child(Field::Left), at.child(Field::Operator), at.child(Field::Right));
        let (Some(left), Some(operator), Some(right)) = parts else { break };
        links.push((operator, right));
        at = left;
    }
    links.reverse();
    (at, links)
}

/// The operand of a postfix node.
fn postfix_base(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        CallExpr | IndexExpr | FieldExpr | TryExpr => node.children().next(),
        _ => None,
    }
}

/// Forms that end with a block. Called or indexed, they must stay on the line
/// that they are on. So must an operator's operands: the call is theirs only
/// because such a form over several lines stands last in them.
fn is_form(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        Block
            | IfExpr
            | MatchExpr
            | WhileExpr
            | ForExpr
            | SpawnExpr
            | SpawnForExpr
            | UnsafeExpr
            | PrefixExpr
            | BinaryExpr
            | AssignExpr
            | ReturnExpr
            | BreakExpr
            | ContinueExpr
    )
}
