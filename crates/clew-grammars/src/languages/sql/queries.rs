//! Uses of tables in queries and bodies.

use clew_model::Role;

use super::Walk;
use crate::scanned::{Lexer, Token, TokenKind};

impl Walk<'_, '_> {
    /// Reads the rest of a statement for the tables that it uses; gives its end.
    pub(super) fn rest(&mut self) -> usize {
        self.finish(&mut |walk, token| walk.in_query(token))
    }

    /// What a token of a query says: `FROM t`, `JOIN t`, `INTO t`, `UPDATE t`,
    /// `REFERENCES t`, and code in quotes.
    pub(super) fn in_query(&mut self, token: Token) {
        match token.kind {
            TokenKind::Quoted if token.range().slice(self.sheet.text()).starts_with('$') => {
                self.quoted_code(token);
            }
            TokenKind::Word => {
                if self.is(token, &["FROM"]) {
                    self.table(Role::Read);
                    while self.peek().is_some_and(|next| next.is(b',')) {
                        self.lexer.next();
                        self.table(Role::Read);
                    }
                } else if self.is(token, &["JOIN", "USING"]) {
                    self.table(Role::Read);
                } else if self.is(token, &["INTO"]) {
                    self.table(Role::Write);
                } else if self.is(token, &["REFERENCES", "INHERITS"]) {
                    self.table(Role::Type);
                } else if self.is(token, &["EXECUTE"]) && self.take(&["FUNCTION", "PROCEDURE"]) {
                    self.table(Role::Call);
                }
            }
            _ => {}
        }
    }

    /// The body of a function in `$$ … $$`.
    fn quoted_code(&mut self, token: Token) {
        let outer = self.lexer;
        let inner = token.inner();
        let code = &self.sheet.text()[..inner.end.to_usize()];
        let mut lexis = outer.lexis;
        lexis.dollar_quotes = false;
        self.lexer = Lexer::new(code, lexis);
        self.lexer.go_to(inner.start.to_usize());
        while let Some(token) = self.lexer.next() {
            if self.is(token, &["UPDATE"]) {
                self.table(Role::Write);
            } else {
                self.in_query(token);
            }
        }
        self.lexer = outer;
    }

    /// The body of a routine up to the end of its statement; `BEGIN … END` may hold
    /// semicolons. Gives the end.
    pub(super) fn body(&mut self) -> usize {
        let mut depth = 0_usize;
        let mut end = self.lexer.at();
        while let Some(token) = self.peek() {
            let next_statement = token.first_on_line && self.is(token, &["CREATE", "GO"]);
            if depth == 0 && next_statement {
                return end;
            }
            self.lexer.next();
            end = token.end;
            if self.is(token, &["BEGIN", "CASE"]) {
                let begins_transaction =
                    self.peek().is_some_and(|next| self.is(next, &["TRAN", "TRANSACTION", "WORK"]));
                depth += usize::from(!begins_transaction);
            } else if self.is(token, &["END"]) {
                if !self.take(&["IF", "LOOP", "WHILE", "REPEAT", "FOR"]) {
                    self.skip_words(&["CASE", "TRY", "CATCH"]);
                    depth = depth.saturating_sub(1);
                }
            } else if token.is(b';') && depth == 0 {
                return end;
            } else if self.is(token, &["UPDATE"]) && depth > 0 {
                self.table(Role::Write);
            } else {
                self.in_query(token);
            }
        }
        end
    }
}
