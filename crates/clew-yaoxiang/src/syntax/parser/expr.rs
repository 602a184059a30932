//! Operators, calls, members, lambdas.

use super::{Completed, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

/// Binding power of `=` and `..`, the weakest operators.
pub(super) const LOWEST: u8 = 1;
/// Stops before `=` and `..`.
pub(super) const ABOVE_ASSIGNMENT: u8 = 2;
/// Calls, indexes, members, `?`.
const POSTFIX: u8 = 9;
const CAST: u8 = 8;
const LAMBDA: u8 = 11;

/// Binding power of an infix or postfix token.
fn power(kind: SyntaxKind) -> Option<u8> {
    Some(match kind {
        FatArrow => LAMBDA,
        LParen | LBracket | Dot | Question => POSTFIX,
        AsKw => CAST,
        Star | Slash | Percent => 7,
        Plus | Minus => 6,
        Lt | Le | Gt | Ge => 5,
        EqEq | Neq => 4,
        AndKw => 3,
        OrKw => 2,
        DotDot | Eq => LOWEST,
        _ => return None,
    })
}

/// Whether an operator token may follow an operand.
pub(super) fn is_infix(kind: SyntaxKind) -> bool {
    power(kind).is_some()
}

impl Parser<'_> {
    pub(super) fn starts_expr(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            Int | Float
                | Str
                | MultiStr
                | Char
                | TrueKw
                | FalseKw
                | VoidKw
                | FStringStart
                | Ident
                | Underscore
                | LParen
                | LBracket
                | LBrace
                | IfKw
                | MatchKw
                | WhileKw
                | ForKw
                | SpawnKw
                | UnsafeKw
                | ReturnKw
                | BreakKw
                | ContinueKw
        ) || Self::is_prefix(kind)
    }

    fn is_prefix(kind: SyntaxKind) -> bool {
        matches!(kind, Minus | Plus | Bang | Star | Amp | MutRef | RefKw)
    }

    /// Any expression; reports and leaves a gap where there is none.
    pub(super) fn expr(&mut self) -> Completed {
        self.expr_above(LOWEST)
    }

    /// An expression of operators that bind at least as tightly as `least`.
    pub(super) fn expr_above(&mut self, least: u8) -> Completed {
        if !Self::starts_expr(self.kind()) {
            return self.missing_expression();
        }
        self.nested(|p| {
            let first = p.prefix();
            p.continue_expr(first, least)
        })
    }

    /// An expression in which `=>` does not make a lambda.
    pub(super) fn guard_expr(&mut self) -> Completed {
        let outer = std::mem::replace(&mut self.lambda_allowed, false);
        let expr = self.expr_above(ABOVE_ASSIGNMENT);
        self.lambda_allowed = outer;
        expr
    }

    /// An expression without operators behind it, in the place of a pattern.
    pub(super) fn pattern_expr(&mut self) -> Completed {
        let outer = std::mem::replace(&mut self.lambda_allowed, false);
        let expr = self.prefix();
        self.lambda_allowed = outer;
        expr
    }

    /// Runs `inner` between brackets, where lambdas are allowed again.
    pub(super) fn in_brackets<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.lambda_allowed, true);
        let done = inner(self);
        self.lambda_allowed = outer;
        done
    }

    fn prefix(&mut self) -> Completed {
        if !Self::is_prefix(self.kind()) {
            return self.primary();
        }
        let marker = self.start();
        self.bump_as(Field::Operator);
        let operand = self.expr_above(POSTFIX);
        self.set_field(operand, Field::Operand);
        self.complete(marker, PrefixExpr)
    }

    /// Takes operators as long as they bind at least as tightly as `least`.
    pub(super) fn continue_expr(&mut self, first: Completed, least: u8) -> Completed {
        let mut left = first;
        loop {
            let kind = self.kind();
            let Some(power) = power(kind).filter(|&power| power >= least) else { return left };
            if self.ends_at_line(left, kind) || (kind == FatArrow && !self.lambda_allowed) {
                return left;
            }
            left = self.operator(left, kind, power);
        }
    }

    /// On a new line a bracket or `?` begins something else; a member access
    /// continues only what may have members.
    fn ends_at_line(&self, left: Completed, kind: SyntaxKind) -> bool {
        (self.starts_line() || self.is_form_over_lines(left))
            && match kind {
                LParen | LBracket | Question => true,
                Dot => !matches!(
                    left.kind,
                    NameRef | CallExpr | IndexExpr | FieldExpr | ListExpr | TupleExpr
                ),
                _ => false,
            }
    }

    /// Whether a form that ends with a block stretches over several lines;
    /// nothing is called or indexed right behind it.
    fn is_form_over_lines(&self, left: Completed) -> bool {
        let form = matches!(
            left.kind,
            Block
                | IfExpr
                | MatchExpr
                | WhileExpr
                | ForExpr
                | SpawnExpr
                | SpawnForExpr
                | UnsafeExpr
        );
        form && self.tokens[left.token + 1..self.pos].iter().any(|token| token.starts_line)
    }

    fn operator(&mut self, left: Completed, kind: SyntaxKind, power: u8) -> Completed {
        match kind {
            FatArrow => self.lambda(left),
            LParen => self.call(left),
            LBracket => self.index(left),
            Dot => self.member(left),
            Question => {
                let marker = self.precede(left);
                self.set_field(left, Field::Operand);
                self.bump_as(Field::Operator);
                self.complete(marker, TryExpr)
            }
            AsKw => {
                let marker = self.precede(left);
                self.set_field(left, Field::Operand);
                self.bump_as(Field::Operator);
                let ty = self.simple_type();
                self.set_field(ty, Field::Type);
                self.complete(marker, CastExpr)
            }
            Eq => self.binary(left, AssignExpr, power),
            _ => self.binary(left, BinaryExpr, power + 1),
        }
    }

    fn binary(&mut self, left: Completed, kind: SyntaxKind, least: u8) -> Completed {
        let marker = self.precede(left);
        self.set_field(left, Field::Left);
        self.bump_as(Field::Operator);
        let right = self.expr_above(least);
        self.set_field(right, Field::Right);
        self.complete(marker, kind)
    }

    fn call(&mut self, callee: Completed) -> Completed {
        let marker = self.precede(callee);
        self.set_field(callee, Field::Callee);
        let list = self.start();
        self.bump();
        self.in_brackets(|p| p.separated(RParen, Self::argument));
        self.expect(RParen);
        let list = self.complete(list, ArgList);
        self.set_field(list, Field::Arguments);
        self.complete(marker, CallExpr)
    }

    fn argument(&mut self) {
        let marker = self.start();
        if self.at(Ident) && self.nth(1) == Eq {
            self.name_here(Field::Name);
            self.bump();
        }
        let value = self.expr();
        self.set_field(value, Field::Value);
        let argument = self.complete(marker, Arg);
        self.set_field(argument, Field::Items);
    }

    /// Items with commas between them, up to a closing bracket that is left in
    /// place. Where a comma is missing, goes on with the next item of the line.
    pub(super) fn separated(&mut self, close: SyntaxKind, mut item: impl FnMut(&mut Self)) {
        while !self.at(close) && !self.at_end() {
            let before = self.pos;
            item(self);
            if self.eat(Comma) {
                continue;
            }
            if self.at(close) || self.starts_line() || self.at_end() {
                break;
            }
            self.expected(close.name());
            if self.pos == before || !Self::starts_expr(self.kind()) {
                self.skip_in_brackets();
                if !self.eat(Comma) {
                    break;
                }
            }
        }
    }

    fn index(&mut self, receiver: Completed) -> Completed {
        let marker = self.precede(receiver);
        self.set_field(receiver, Field::Receiver);
        self.bump();
        self.in_brackets(|p| {
            loop {
                let index = p.expr();
                p.set_field(index, Field::Index);
                if !p.eat(Comma) {
                    break;
                }
            }
        });
        self.expect(RBracket);
        self.complete(marker, IndexExpr)
    }

    fn member(&mut self, receiver: Completed) -> Completed {
        let marker = self.precede(receiver);
        self.set_field(receiver, Field::Receiver);
        self.bump();
        if self.at(Ident) {
            self.name_here(Field::Name);
        } else {
            self.unexpected_member();
        }
        self.complete(marker, FieldExpr)
    }

    fn unexpected_member(&mut self) {
        let gap = self.missing_expression();
        self.set_field(gap, Field::Name);
    }

    /// `head => body` with a head that is no list of names; proper lambdas
    /// are known by their head already.
    fn lambda(&mut self, head: Completed) -> Completed {
        let marker = self.precede(head);
        self.syntax_error("bad_lambda_head");
        self.set_field(head, Field::Parameters);
        self.bump();
        let body = self.lambda_body();
        self.set_field(body, Field::Body);
        self.complete(marker, LambdaExpr)
    }

    pub(super) fn lambda_body(&mut self) -> Completed {
        match self.kind() {
            LBrace => self.block(super::stmt::BlockForm::Value),
            _ => self.expr(),
        }
    }
}
