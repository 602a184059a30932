//! Statements and what they have in common.

use super::{Completed, MissingExpr, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

/// Where a list of statements stands, which decides on stray `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockForm {
    /// A block with a value: `main = {…}`, lambda bodies, `spawn {…}`.
    Value,
    /// The body of an `if`, `for` or `while` statement.
    Statement,
}

impl Parser<'_> {
    pub(super) fn source_file(&mut self) {
        while !self.at_end() {
            if !self.eat(Semicolon) {
                self.stmt();
            }
        }
    }

    /// One statement; always takes at least one token.
    pub(super) fn stmt(&mut self) {
        let outer = std::mem::replace(&mut self.missing_expr, MissingExpr::UnexpectedToken);
        let before = self.pos;
        let statement = self.nested(Self::stmt_inner);
        if matches!(statement.kind, UseStmt | Binding | Destructure | ExprStmt) {
            self.set_field(statement, Field::Items);
        }
        if self.pos == before {
            self.skip_to_statement();
        }
        self.missing_expr = outer;
    }

    fn stmt_inner(&mut self) -> Completed {
        match self.kind() {
            UseKw => self.use_stmt(),
            MutKw => self.mut_binding(),
            PubKw => self.pub_binding(),
            Ident => self.name_stmt(),
            LParen if self.is_paren_destructure() => self.paren_destructure(),
            RefKw | ElseKw | InKw | AsKw => self.keyword_as_name(),
            IfKw => self.form_stmt(Self::if_stmt),
            WhileKw => self.form_stmt(Self::while_stmt),
            ForKw => self.form_stmt(Self::for_stmt),
            ReturnKw => self.form_stmt(Self::return_stmt),
            BreakKw => self.form_stmt(|p| p.jump_stmt(BreakExpr)),
            ContinueKw => self.form_stmt(|p| p.jump_stmt(ContinueExpr)),
            LBrace => self.form_stmt(|p| p.block(BlockForm::Value)),
            kind if Self::starts_expr(kind) => self.expr_stmt(),
            _ => {
                self.unexpected();
                let marker = self.start();
                self.bump();
                let stray = self.complete(marker, Error);
                self.skip_rest_of_error();
                stray
            }
        }
    }

    /// After a stray token, takes what follows on its line unless that begins
    /// a statement.
    fn skip_rest_of_error(&mut self) {
        let stops = matches!(self.kind(), Eof | RBrace | Semicolon | LBrace);
        if !stops && !self.starts_line() && !self.may_begin_statement() {
            self.skip_to_statement();
        }
    }

    fn may_begin_statement(&self) -> bool {
        matches!(self.kind(), Ident) || self.kind().is_keyword()
    }

    fn keyword_as_name(&mut self) -> Completed {
        let keyword = self.text_of(self.token());
        let range = self.range_of(self.token());
        let diagnostic = crate::Diagnostic::error("E0018", range).with_arg("keyword", keyword);
        self.report(diagnostic);
        let marker = self.start();
        self.bump();
        let keyword = self.complete(marker, Error);
        self.skip_rest_of_error();
        keyword
    }

    /// A statement that is one keyword form; nothing may continue it.
    fn form_stmt(&mut self, form: impl FnOnce(&mut Self) -> Completed) -> Completed {
        let marker = self.start();
        let expr = form(self);
        self.set_field(expr, Field::Value);
        self.eat(Semicolon);
        self.complete(marker, ExprStmt)
    }

    fn expr_stmt(&mut self) -> Completed {
        let marker = self.start();
        let expr = self.expr();
        self.set_field(expr, Field::Value);
        self.eat(Semicolon);
        self.complete(marker, ExprStmt)
    }

    /// `{ statements }`; reports a missing brace.
    pub(super) fn block(&mut self, form: BlockForm) -> Completed {
        if !self.at(LBrace) {
            if form == BlockForm::Value
                && let Some(block) = self.block_behind_other_token()
            {
                return block;
            }
            self.expected("{");
            if !self.take_spare_brace() {
                return self.missing(Field::None);
            }
        }
        self.block_without_brace(form)
    }

    /// The same where the opening brace may be missing, which was told.
    pub(super) fn block_without_brace(&mut self, form: BlockForm) -> Completed {
        let marker = self.start();
        if !self.eat(LBrace) {
            self.missing(Field::None);
        }
        while !matches!(self.kind(), RBrace | Eof) {
            if self.at(Semicolon) {
                if form == BlockForm::Statement {
                    self.unexpected();
                }
                self.bump();
            } else {
                self.stmt();
            }
        }
        self.expect(RBrace);
        self.complete(marker, Block)
    }
}
