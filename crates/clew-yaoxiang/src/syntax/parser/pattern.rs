//! Patterns of match arms.

use super::{Completed, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

impl Parser<'_> {
    /// A pattern with its alternatives.
    pub(super) fn pattern(&mut self) -> Completed {
        self.nested(Self::pattern_inner)
    }

    fn pattern_inner(&mut self) -> Completed {
        let first = self.range_pattern();
        if !self.at(Pipe) {
            return first;
        }
        let marker = self.precede(first);
        self.set_field(first, Field::Items);
        while self.eat(Pipe) {
            let next = self.range_pattern();
            self.set_field(next, Field::Items);
        }
        self.complete(marker, OrPat)
    }

    /// A literal may begin a range.
    fn range_pattern(&mut self) -> Completed {
        if !self.at_literal() {
            return self.single_pattern();
        }
        let value = self.literal_operand();
        let marker = self.precede(value);
        if !self.eat(DotDot) {
            self.set_field(value, Field::Value);
            return self.complete(marker, LiteralPat);
        }
        self.set_field(value, Field::Left);
        let end =
            if self.at_literal() { self.literal_operand() } else { self.missing_expression() };
        self.set_field(end, Field::Right);
        self.complete(marker, RangePat)
    }

    fn at_literal(&self) -> bool {
        let number = |kind| matches!(kind, Int | Float);
        match self.kind() {
            Minus => number(self.nth(1)),
            kind => {
                number(kind) || matches!(kind, Str | MultiStr | Char | TrueKw | FalseKw | VoidKw)
            }
        }
    }

    fn literal_operand(&mut self) -> Completed {
        if !self.at(Minus) {
            return self.literal();
        }
        let marker = self.start();
        self.bump_as(Field::Operator);
        let number = self.literal();
        self.set_field(number, Field::Operand);
        self.complete(marker, PrefixExpr)
    }

    fn single_pattern(&mut self) -> Completed {
        match self.kind() {
            Underscore => {
                let marker = self.start();
                self.bump();
                self.complete(marker, WildcardPat)
            }
            Ident => self.name_pattern(),
            LParen => {
                let marker = self.start();
                self.pattern_list(RParen);
                self.complete(marker, TuplePat)
            }
            LBrace => {
                let marker = self.start();
                self.pattern_list(RBrace);
                self.complete(marker, RecordPat)
            }
            kind if Self::starts_expr(kind) => self.other_pattern(),
            _ => self.missing_expression(),
        }
    }

    /// An expression as a pattern; it admits everything.
    fn other_pattern(&mut self) -> Completed {
        let marker = self.start();
        let expr = self.pattern_expr();
        self.set_field(expr, Field::Value);
        self.complete(marker, WildcardPat)
    }

    fn name_pattern(&mut self) -> Completed {
        let marker = self.start();
        self.name_here(Field::Name);
        if !self.at(LParen) {
            return self.complete(marker, BindPat);
        }
        self.pattern_list(RParen);
        self.complete(marker, CtorPat)
    }

    /// Patterns with their brackets.
    fn pattern_list(&mut self, close: SyntaxKind) {
        self.bump();
        while !self.at(close) && !self.at_end() {
            let before = self.pos;
            let item = self.pattern();
            self.set_field(item, Field::Items);
            if !self.eat(Comma) {
                break;
            }
            if self.pos == before {
                break;
            }
        }
        self.expect(close);
    }
}
