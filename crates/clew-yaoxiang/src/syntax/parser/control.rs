//! `if`, loops, `match`, `spawn`, `unsafe` and jumps.

use super::stmt::BlockForm;
use super::{Completed, Parser};
use crate::diagnostic::Diagnostic;
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

/// Most tokens of a broken head that are passed over.
const MOST_SKIPPED: usize = 100;

impl Parser<'_> {
    pub(super) fn if_stmt(&mut self) -> Completed {
        self.if_form(BlockForm::Statement)
    }

    pub(super) fn if_expr(&mut self) -> Completed {
        self.if_form(BlockForm::Value)
    }

    fn if_form(&mut self, form: BlockForm) -> Completed {
        let marker = self.start();
        self.bump();
        self.condition_and_block(form);
        while self.at(ElseKw) && self.nth(1) == IfKw {
            let branch = self.start();
            self.bump();
            self.bump();
            self.condition_and_block(form);
            let branch = self.complete(branch, ElseIf);
            self.set_field(branch, Field::Items);
        }
        if self.at(ElseKw) {
            let branch = self.start();
            self.bump();
            let body = self.body(form);
            self.set_field(body, Field::Body);
            let branch = self.complete(branch, Else);
            self.set_field(branch, Field::Else);
        }
        self.complete(marker, IfExpr)
    }

    fn condition_and_block(&mut self, form: BlockForm) {
        let condition = self.expr();
        self.set_field(condition, Field::Condition);
        let then = self.block(form);
        self.set_field(then, Field::Then);
    }

    /// A block; in the statement forms any expression will do.
    fn body(&mut self, form: BlockForm) -> Completed {
        match form {
            BlockForm::Statement if !self.at(LBrace) => self.expr(),
            _ => self.block(form),
        }
    }

    pub(super) fn while_stmt(&mut self) -> Completed {
        self.while_form(BlockForm::Statement)
    }

    pub(super) fn while_expr(&mut self) -> Completed {
        self.while_form(BlockForm::Value)
    }

    fn while_form(&mut self, form: BlockForm) -> Completed {
        let marker = self.start();
        self.bump();
        let condition = self.expr();
        self.set_field(condition, Field::Condition);
        let body = self.body(form);
        self.set_field(body, Field::Body);
        self.complete(marker, WhileExpr)
    }

    pub(super) fn for_stmt(&mut self) -> Completed {
        self.for_form(BlockForm::Statement)
    }

    pub(super) fn for_expr(&mut self) -> Completed {
        self.for_form(BlockForm::Value)
    }

    fn for_form(&mut self, form: BlockForm) -> Completed {
        let marker = self.start();
        self.bump();
        if self.at(MutKw) {
            self.bump_as(Field::Modifier);
        }
        self.name(Field::Variable);
        self.expect(InKw);
        let iterable = self.expr();
        self.set_field(iterable, Field::Iterable);
        let body = self.body(form);
        self.set_field(body, Field::Body);
        self.complete(marker, ForExpr)
    }

    /// `spawn {…}` or `spawn for x in xs {…}`; anything else is E0016.
    pub(super) fn spawn_expr(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        match self.kind() {
            LBrace => {
                let body = self.block(BlockForm::Value);
                self.set_field(body, Field::Body);
                self.complete(marker, SpawnExpr)
            }
            ForKw => {
                self.bump();
                self.spawn_for_rest();
                self.complete(marker, SpawnForExpr)
            }
            _ => {
                self.malformed_spawn();
                self.complete(marker, SpawnExpr)
            }
        }
    }

    fn spawn_for_rest(&mut self) {
        if !self.at(Ident) {
            return self.malformed_spawn_for();
        }
        self.name_here(Field::Variable);
        if self.at(MutKw) {
            self.bump_as(Field::Modifier);
        }
        if !self.eat(InKw) {
            return self.malformed_spawn_for();
        }
        let iterable = self.expr();
        self.set_field(iterable, Field::Iterable);
        let body = self.block(BlockForm::Value);
        self.set_field(body, Field::Body);
    }

    /// The rest of the head up to a block on the same line belongs to the error.
    fn malformed_spawn_for(&mut self) {
        let line = std::iter::once(self.kind())
            .chain((1..).map(|n| self.ahead(n)).take_while(|t| !t.starts_line).map(|t| t.kind))
            .take_while(|kind| *kind != Eof);
        let Some(rest) = line.take(MOST_SKIPPED).position(|kind| kind == LBrace) else {
            return self.malformed_spawn();
        };
        let range = self.range_of(self.token());
        self.report(Diagnostic::error("E0016", range).with_arg("context", "spawn"));
        for _ in 0..rest {
            self.bump();
        }
        let body = self.block(BlockForm::Value);
        self.set_field(body, Field::Body);
    }

    fn malformed_spawn(&mut self) {
        let range = self.range_of(self.token());
        self.report(Diagnostic::error("E0016", range).with_arg("context", "spawn"));
        let body = match self.take_spare_brace() {
            true => self.block_without_brace(BlockForm::Value),
            false => self.missing(Field::None),
        };
        self.set_field(body, Field::Body);
    }

    pub(super) fn unsafe_expr(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        let body = if self.at(LBrace) { self.block(BlockForm::Value) } else { self.expr() };
        self.set_field(body, Field::Body);
        self.complete(marker, UnsafeExpr)
    }

    /// A bare `return` ends at the line's end.
    pub(super) fn return_expr(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        self.operand_on_this_line();
        self.complete(marker, ReturnExpr)
    }

    /// A `return` as a statement, with the `)` that may stand in its value.
    pub(super) fn return_stmt(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        let told = self.diagnostics.len();
        self.operand_on_this_line();
        self.stray_paren_in_value(told);
        self.complete(marker, ReturnExpr)
    }

    pub(super) fn jump_stmt(&mut self, kind: SyntaxKind) -> Completed {
        let marker = self.start();
        self.bump();
        self.label();
        self.complete(marker, kind)
    }

    pub(super) fn jump_expr(&mut self, kind: SyntaxKind) -> Completed {
        let marker = self.start();
        self.bump();
        if self.at(ColonColon) {
            self.label();
        } else {
            self.operand_on_this_line();
        }
        self.complete(marker, kind)
    }

    fn label(&mut self) {
        if self.eat(ColonColon) {
            self.name(Field::Label);
        }
    }

    fn operand_on_this_line(&mut self) {
        if !self.starts_line() && Self::starts_expr(self.kind()) {
            let value = self.expr();
            self.set_field(value, Field::Value);
        }
    }

    pub(super) fn match_expr(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        let scrutinee = self.expr();
        self.set_field(scrutinee, Field::Scrutinee);
        if self.expect(LBrace) || self.take_spare_brace() {
            self.match_arms();
        }
        self.complete(marker, MatchExpr)
    }

    /// The arms and the closing brace; a line that assigns or declares shows
    /// that the brace was forgotten.
    fn match_arms(&mut self) {
        while !matches!(self.kind(), RBrace | Eof) {
            if self.starts_line() && self.at(Ident) && matches!(self.nth(1), Eq | Colon) {
                self.expected_at(FatArrow.name(), self.ahead(1));
                self.missing(Field::None);
                return;
            }
            let before = self.pos;
            self.match_arm();
            self.eat(Comma);
            if self.pos == before {
                self.skip_to_statement();
            }
        }
        self.expect(RBrace);
    }

    fn match_arm(&mut self) {
        let marker = self.start();
        let pattern = self.pattern();
        self.set_field(pattern, Field::Pattern);
        if self.at(IfKw) {
            let guard = self.start();
            self.bump();
            let condition = self.guard_expr();
            self.set_field(condition, Field::Condition);
            let guard = self.complete(guard, MatchGuard);
            self.set_field(guard, Field::Guard);
        }
        if self.expect(FatArrow) {
            let body = match self.kind() {
                LBrace => self.block(BlockForm::Value),
                _ => self.expr(),
            };
            self.set_field(body, Field::Body);
        } else {
            self.skip_in_brackets();
        }
        let arm = self.complete(marker, MatchArm);
        self.set_field(arm, Field::Items);
    }
}
