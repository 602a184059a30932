//! SQL of any dialect: what is created, with the uses of tables.

mod columns;
mod create;
mod queries;
#[cfg(test)]
mod tests;

use clew_model::Role;
use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::scanned::{Lexer, Lexis, Quote, Sheet, Token, TokenKind};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["postgresql", "postgres", "mysql", "sqlite", "plpgsql", "tsql"],
    extensions: &["sql", "psql", "pgsql", "ddl", "dml", "mysql"],
    extractor_version: 2,
    depth: Depth::Outline,
    guessed: false,
    extracts: "tables with columns and constraints, views, functions, procedures, triggers, indexes, types, schemas, added columns, uses of tables; PostgreSQL, MySQL, SQLite and T-SQL",
    outline: Some(read),
    verified: "1.000/1.000 of 335 names against sqlglot",
    ..LanguageDefinition::words("sql", "SQL")
};

const LEXIS: Lexis = Lexis {
    line_comments: &["--", "# "],
    block_comment: Some(("/*", "*/")),
    quotes: &[
        Quote { open: "'", close: "'", backslash: true, multiline: true },
        Quote::block("\""),
        Quote::block("`"),
        Quote { open: "[", close: "]", backslash: false, multiline: false },
    ],
    dollar_quotes: true,
    ..Lexis::EMPTY
};

/// Reads statements one after the other.
struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    lexer: Lexer<'text>,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let lexer = Lexer::new(builder.text(), LEXIS);
    let mut walk = Walk { sheet: Sheet::new(builder), lexer };
    while let Some(token) = walk.lexer.next() {
        walk.statement(token);
    }
}

impl<'text> Walk<'_, 'text> {
    fn statement(&mut self, first: Token) {
        if first.kind != TokenKind::Word {
            return;
        }
        let word = self.lexer.inner(first).to_ascii_uppercase();
        match word.as_str() {
            "CREATE" => self.create(first),
            "ALTER" => self.alter(),
            "DELIMITER" => self.delimiter(),
            "COPY" => self.copy(),
            "INSERT" | "REPLACE" => self.insert(),
            "UPDATE" => {
                self.table(Role::Write);
                self.rest();
            }
            "DELETE" | "TRUNCATE" => {
                self.skip_words(&["FROM", "TABLE", "ONLY"]);
                self.table(Role::Write);
                self.rest();
            }
            "SELECT" | "WITH" | "COMMENT" | "EXPLAIN" | "CALL" | "DO" => {
                self.rest();
            }
            _ => {
                self.finish(&mut |_, _| {});
            }
        }
    }

    /// The next token, not taken.
    fn peek(&self) -> Option<Token> {
        self.lexer.clone().next()
    }

    fn is(&self, token: Token, words: &[&str]) -> bool {
        words.iter().any(|word| self.lexer.is_word(token, word))
    }

    /// Whether the next token is one of these words; it is taken if so.
    fn take(&mut self, words: &[&str]) -> bool {
        let found = self.peek().is_some_and(|token| self.is(token, words));
        if found {
            self.lexer.next();
        }
        found
    }

    fn skip_words(&mut self, words: &[&str]) {
        while self.take(words) {}
    }

    /// A name with its qualifiers; gives the last part.
    fn path(&mut self) -> Option<Token> {
        let mut name = self.peek().filter(Token::is_name)?;
        self.lexer.next();
        while self.peek().is_some_and(|token| token.is(b'.')) {
            self.lexer.next();
            name = self.peek().filter(Token::is_name)?;
            self.lexer.next();
        }
        Some(name)
    }

    /// A use of a table.
    fn table(&mut self, role: Role) -> Option<Token> {
        self.skip_words(&["ONLY", "LATERAL", "IGNORE", "IF", "EXISTS", "LOW_PRIORITY"]);
        let name = self.path()?;
        let is_query = self.is(name, &["SELECT", "VALUES", "SET", "UNNEST"]);
        let is_call = self.peek().is_some_and(|token| token.is(b'(')) && role == Role::Read;
        if !is_query && !is_call {
            self.sheet.refer(name.inner(), role);
        }
        Some(name)
    }

    /// Goes to behind the end of the statement; `each` sees what is met. Gives the end.
    fn finish(&mut self, each: &mut dyn FnMut(&mut Self, Token)) -> usize {
        let mut end = self.lexer.at();
        while let Some(token) = self.peek() {
            if token.first_on_line && self.is(token, &["CREATE", "GO"]) {
                return end;
            }
            self.lexer.next();
            end = token.end;
            if token.is(b';') {
                return end;
            }
            each(self, token);
        }
        end
    }

    /// `INSERT INTO table …`: what follows is data.
    fn insert(&mut self) {
        self.skip_words(&["OR", "REPLACE", "IGNORE", "ROLLBACK", "ABORT", "INTO", "OVERWRITE"]);
        self.table(Role::Write);
        let mut is_query = false;
        self.finish(&mut |walk, token| {
            is_query |= walk.is(token, &["SELECT"]);
            if is_query {
                walk.in_query(token);
            }
        });
    }

    /// `DELIMITER $$`: no mark of PostgreSQL's quotes from then on.
    fn delimiter(&mut self) {
        self.lexer.lexis.dollar_quotes = false;
        self.lexer.skip_line();
    }

    /// `COPY table … FROM stdin;` is followed by rows up to a line `\.`.
    fn copy(&mut self) {
        self.table(Role::Write);
        let mut from_input = false;
        let end = self.finish(&mut |walk, token| {
            from_input |= walk.is(token, &["STDIN"]);
        });
        let text = self.sheet.text();
        if let Some(rows) = text[end..].find("\n\\.").filter(|_| from_input) {
            self.lexer.go_to(end + rows);
            self.lexer.skip_line();
            self.lexer.skip_line();
        }
    }
}

/// From the start of one token to a place behind it.
fn from(first: Token, end: usize) -> TextRange {
    TextRange::new(first.start, end.max(first.end))
}
