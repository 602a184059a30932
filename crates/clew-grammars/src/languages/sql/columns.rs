//! What stands in the brackets of a table.

use clew_model::{SymbolId, SymbolKind};

use super::{Walk, from};
use crate::scanned::{Entry, Token, TokenKind};

/// First words of an entry that is no column.
const CONSTRAINTS: &[&str] = &[
    "PRIMARY",
    "FOREIGN",
    "UNIQUE",
    "CHECK",
    "CONSTRAINT",
    "EXCLUDE",
    "LIKE",
    "FULLTEXT",
    "SPATIAL",
];

/// Types that may follow a column named `key` or `index`.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "TEXT", "VARCHAR", "CHAR", "CHARACTER", "NVARCHAR", "INT", "INTEGER", "BIGINT", "SMALLINT",
    "TINYINT", "NUMERIC", "DECIMAL", "REAL", "DOUBLE", "FLOAT", "BLOB", "BYTEA", "UUID", "JSON",
    "JSONB", "BOOLEAN", "BOOL", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "DATETIME", "SERIAL",
    "BIGSERIAL", "VARBINARY", "BINARY",
];

impl Walk<'_, '_> {
    /// Declares the columns up to the closing bracket, which is taken.
    pub(super) fn columns(&mut self) {
        let mut depth = 1_usize;
        let mut starts = true;
        let mut column: Option<SymbolId> = None;
        let mut end = self.lexer.at();
        while let Some(token) = self.peek() {
            let is_lost = token.is(b';') || token.first_on_line && self.is(token, &["CREATE"]);
            if is_lost {
                break;
            }
            self.lexer.next();
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth -= 1,
                TokenKind::Mark(b',') if depth == 1 => {
                    self.end_column(column.take(), end);
                    starts = true;
                    continue;
                }
                _ if starts && depth == 1 => column = self.entry(token),
                _ => {
                    let enter = column.map(|column| self.sheet.builder.enter(column));
                    self.in_query(token);
                    if enter.is_some() {
                        self.sheet.builder.leave();
                    }
                }
            }
            if depth == 0 {
                break;
            }
            starts = false;
            end = token.end;
        }
        self.end_column(column, end);
    }

    fn end_column(&mut self, column: Option<SymbolId>, end: usize) {
        if let Some(column) = column {
            self.sheet.set_end(column, end);
        }
    }

    /// The first token of an entry: a column's name, or a word of a constraint.
    fn entry(&mut self, first: Token) -> Option<SymbolId> {
        if !first.is_name() {
            return None;
        }
        if self.is(first, &["CONSTRAINT"]) {
            let name = self.peek().filter(Token::is_name)?;
            let entry = Entry::member(SymbolKind::Key, name.inner(), from(first, name.end));
            return self.sheet.declare(entry.doc(first.doc));
        }
        if self.is_constraint(first) {
            return None;
        }
        let entry = Entry::member(SymbolKind::Field, first.inner(), first.range());
        self.sheet.declare(entry.doc(first.doc))
    }

    /// Whether an entry that starts with this token, which is taken or not, is no column.
    pub(super) fn is_constraint(&self, first: Token) -> bool {
        if self.is(first, CONSTRAINTS) {
            return true;
        }
        if !self.is(first, &["KEY", "INDEX", "PERIOD"]) {
            return false;
        }
        let mut ahead = self.lexer;
        if ahead.at() <= first.start {
            ahead.next();
        }
        let (second, third) = (ahead.next(), ahead.next());
        let is_typed = second.is_some_and(|second| self.is(second, TYPES));
        let opens = |token: Option<Token>| token.is_some_and(|token| token.is(b'('));
        !is_typed && (opens(second) || opens(third) || self.is(first, &["PERIOD"]))
    }
}
