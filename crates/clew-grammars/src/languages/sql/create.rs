//! `CREATE` and `ALTER`: what they declare.

use clew_model::{Expression, Role, ScopeId, SymbolId, SymbolKind};

use super::{Walk, from};
use crate::scanned::{Entry, Token, TokenKind};

/// Tokens between `CREATE` and what is created.
const MAX_WORDS: usize = 24;

/// What is created.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Object {
    Table,
    View,
    Routine,
    Trigger,
    Index,
    Type,
    Other,
}

impl Object {
    fn of(word: &str) -> Option<(Object, SymbolKind)> {
        Some(match word {
            "TABLE" => (Object::Table, SymbolKind::Class),
            "VIEW" => (Object::View, SymbolKind::Class),
            "FUNCTION" | "PROCEDURE" | "PROC" | "AGGREGATE" => {
                (Object::Routine, SymbolKind::Function)
            }
            "TRIGGER" | "EVENT" | "RULE" => (Object::Trigger, SymbolKind::Event),
            "INDEX" => (Object::Index, SymbolKind::Key),
            "TYPE" | "DOMAIN" => (Object::Type, SymbolKind::Type),
            "SCHEMA" | "DATABASE" => (Object::Other, SymbolKind::Namespace),
            "SEQUENCE" => (Object::Other, SymbolKind::Variable),
            "EXTENSION" | "POLICY" | "ROLE" | "USER" | "PUBLICATION" | "COLLATION" => {
                (Object::Other, SymbolKind::Key)
            }
            _ => return None,
        })
    }
}

impl<'text> Walk<'_, 'text> {
    pub(super) fn create(&mut self, first: Token) {
        let Some((object, kind)) = self.object() else {
            self.finish(&mut |_, _| {});
            return;
        };
        self.skip_words(&["CONCURRENTLY", "IF", "NOT", "EXISTS"]);
        let is_unnamed = self.peek().is_some_and(|next| self.is(next, &["ON"]));
        let name = if is_unnamed { None } else { self.path() };
        let symbol = name.and_then(|name| {
            let entry = Entry::new(kind, name.inner(), from(first, name.end)).doc(first.doc);
            self.sheet.declare(entry)
        });
        let Some(symbol) = symbol else {
            self.rest();
            return;
        };
        self.sheet.open(symbol);
        let end = match object {
            Object::Table => self.created_table(),
            Object::Type => self.created_type(symbol),
            Object::Routine => self.body(),
            Object::Trigger | Object::Index => self.on_table(object),
            Object::View | Object::Other => self.rest(),
        };
        self.sheet.close(symbol, end);
    }

    /// The word that says what is created, behind all that stands before it.
    fn object(&mut self) -> Option<(Object, SymbolKind)> {
        for _ in 0..MAX_WORDS {
            let token = self.peek().filter(|token| !token.is(b';'))?;
            self.lexer.next();
            if token.kind == TokenKind::Word {
                let word = self.lexer.inner(token).to_ascii_uppercase();
                if let Some(found) = Object::of(&word) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// `(columns) …`, `AS query`, `PARTITION OF table`.
    fn created_table(&mut self) -> usize {
        if self.take(&["PARTITION"]) && self.take(&["OF"]) {
            self.table(Role::Type);
        }
        if self.peek().is_some_and(|token| token.is(b'(')) {
            self.lexer.next();
            self.columns();
        }
        self.rest()
    }

    /// `AS ENUM ('a', …)`, `AS (column type, …)`, or another type.
    fn created_type(&mut self, symbol: SymbolId) -> usize {
        if !self.take(&["AS"]) {
            return self.rest();
        }
        if self.take(&["ENUM"]) {
            if let Some(found) = self.sheet.builder.symbol_mut(symbol) {
                found.kind = SymbolKind::Enum;
            }
            return self.finish(&mut |walk, token| {
                if token.kind == TokenKind::Quoted {
                    let entry = Entry::member(SymbolKind::EnumMember, token.inner(), token.range());
                    walk.sheet.declare(entry);
                }
            });
        }
        if self.peek().is_some_and(|token| token.is(b'(')) {
            self.lexer.next();
            self.columns();
        }
        self.rest()
    }

    /// The table behind `ON`, then the body.
    fn on_table(&mut self, object: Object) -> usize {
        while let Some(token) = self.peek().filter(|token| !token.is(b';') && !token.is(b'(')) {
            if self.is(token, &["BEGIN", "EXECUTE", "FOR"]) {
                break;
            }
            self.lexer.next();
            if self.is(token, &["ON"]) {
                self.table(Role::Type);
                break;
            }
        }
        if object == Object::Trigger { self.body() } else { self.rest() }
    }

    /// `ALTER TABLE table ADD [COLUMN] name …, ADD …`
    pub(super) fn alter(&mut self) {
        if !self.take(&["TABLE"]) {
            self.finish(&mut |_, _| {});
            return;
        }
        let Some(table) = self.altered_table() else {
            self.rest();
            return;
        };
        while let Some(token) = self.peek() {
            if token.is(b';') || token.first_on_line && self.is(token, &["CREATE", "GO", "ALTER"]) {
                self.take_mark(b';');
                return;
            }
            self.lexer.next();
            if self.is(token, &["ADD"]) {
                self.added(token, table);
            } else {
                self.in_query(token);
            }
        }
    }

    fn altered_table(&mut self) -> Option<Table> {
        self.skip_words(&["IF", "EXISTS", "ONLY"]);
        let name = self.path()?;
        let text = self.lexer.inner(name);
        let known = self.sheet.builder.declared_in(ScopeId(0), text);
        let occurrence = self.sheet.refer(name.inner(), Role::Write)?;
        let written = self.sheet.builder.expression(Expression::Occurrence(occurrence));
        Some(Table { known, written })
    }

    /// A column or constraint behind `ADD`.
    fn added(&mut self, add: Token, table: Table) {
        let Some(first) = self.peek() else { return };
        if self.is(first, &["CONSTRAINT"]) {
            self.lexer.next();
            self.added_name(SymbolKind::Key, add, table);
            return;
        }
        if self.is_constraint(first) {
            return;
        }
        self.skip_words(&["COLUMN", "IF", "NOT", "EXISTS"]);
        self.take_mark(b'(');
        self.added_name(SymbolKind::Field, add, table);
    }

    fn added_name(&mut self, kind: SymbolKind, add: Token, table: Table) {
        let Some(name) = self.peek().filter(Token::is_name) else { return };
        self.lexer.next();
        let entry = Entry::member(kind, name.inner(), from(add, name.end)).doc(add.doc);
        if let Some(known) = table.known {
            self.sheet.builder.enter(known);
        }
        let symbol = self.sheet.declare(entry);
        if table.known.is_some() {
            self.sheet.builder.leave();
        } else if let Some(symbol) = symbol.and_then(|id| self.sheet.builder.symbol_mut(id)) {
            symbol.owner = Some(table.written);
        }
    }

    fn take_mark(&mut self, mark: u8) {
        if self.peek().is_some_and(|token| token.is(mark)) {
            self.lexer.next();
        }
    }
}

/// The table that an `ALTER` is about.
#[derive(Clone, Copy)]
struct Table {
    known: Option<SymbolId>,
    written: clew_model::ExpressionId,
}
