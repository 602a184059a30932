//! Record bodies.

use super::expr::ABOVE_ASSIGNMENT;
use super::{Completed, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

impl Parser<'_> {
    /// `{ items }` with commas between the items.
    pub(super) fn record_type(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        while !matches!(self.kind(), RBrace | Eof) {
            let before = self.pos;
            let item = self.record_item();
            self.set_field(item, Field::Items);
            if self.eat(Comma) {
                continue;
            }
            if !self.at(RBrace) {
                self.expected(RBrace.name());
                if self.pos == before || !self.at(Ident) {
                    self.skip_in_brackets();
                    if !self.eat(Comma) && !self.at(Ident) {
                        break;
                    }
                }
            }
        }
        self.expect(RBrace);
        self.complete(marker, RecordType)
    }

    fn record_item(&mut self) -> Completed {
        if !self.at(Ident) {
            self.expected("@identifier");
            return self.missing(Field::None);
        }
        match self.nth(1) {
            Colon | MutKw => self.record_field(),
            Eq => self.record_binding(),
            LParen => self.record_expr(RecordAssert),
            EqEq | Neq | Lt | Le | Gt | Ge => self.record_expr(RecordConstraint),
            _ => {
                let marker = self.start();
                self.name_here(Field::Name);
                self.complete(marker, RecordInterface)
            }
        }
    }

    fn record_field(&mut self) -> Completed {
        let marker = self.start();
        self.name_here(Field::Name);
        if self.at(MutKw) {
            self.bump_as(Field::Modifier);
        }
        self.expect(Colon);
        let ty = self.ty();
        self.set_field(ty, Field::Type);
        self.positions();
        if self.eat(Eq) {
            let value = self.expr_above(ABOVE_ASSIGNMENT);
            self.set_field(value, Field::Default);
        }
        self.complete(marker, RecordField)
    }

    fn record_binding(&mut self) -> Completed {
        let marker = self.start();
        self.name_here(Field::Name);
        self.bump();
        self.name(Field::Value);
        self.positions();
        self.complete(marker, RecordBinding)
    }

    /// An assertion or a comparison.
    fn record_expr(&mut self, kind: SyntaxKind) -> Completed {
        let marker = self.start();
        let value = self.expr_above(ABOVE_ASSIGNMENT);
        self.set_field(value, Field::Value);
        self.complete(marker, kind)
    }

    /// `[0, -1]`, if it is there.
    fn positions(&mut self) {
        if !self.at(LBracket) {
            return;
        }
        let marker = self.start();
        self.bump();
        while !matches!(self.kind(), RBracket | Eof) {
            self.eat(Minus);
            if !self.eat(Int) {
                self.expected("@integer");
                self.skip_in_brackets();
            }
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect(RBracket);
        let positions = self.complete(marker, Positions);
        self.set_field(positions, Field::Index);
    }
}
