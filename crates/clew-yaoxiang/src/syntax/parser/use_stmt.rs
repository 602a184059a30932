//! Imports.

use super::{Completed, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

impl Parser<'_> {
    pub(super) fn use_stmt(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        self.use_path();
        let listed = self.at(LBrace);
        if listed {
            self.use_list();
        }
        if self.at(AsKw) {
            if listed {
                self.unexpected();
            }
            self.bump();
            self.name(Field::Alias);
            while self.at(Comma) {
                self.bump();
                self.name(Field::Alias);
            }
        }
        self.eat(Semicolon);
        self.complete(marker, UseStmt)
    }

    /// The dot before the braces belongs to the path.
    fn use_path(&mut self) {
        let marker = self.start();
        if !self.at(Ident) {
            self.unexpected();
            self.missing(Field::Name);
        } else {
            self.name_here(Field::Name);
            while self.eat(Dot) {
                if !self.at(Ident) {
                    break;
                }
                self.name_here(Field::Name);
            }
        }
        let path = self.complete(marker, UsePath);
        self.set_field(path, Field::Path);
    }

    /// Takes what is no item, within the line.
    fn skip_broken_item(&mut self) {
        let stops = |p: &Self| matches!(p.kind(), Comma | RBrace | Eof) || p.starts_line();
        if stops(self) {
            return;
        }
        let marker = self.start();
        while !stops(self) {
            self.bump();
        }
        self.complete(marker, Error);
    }

    fn use_list(&mut self) {
        let marker = self.start();
        self.bump();
        while !matches!(self.kind(), RBrace | Eof) {
            let before = self.pos;
            let item = self.start();
            if self.at(PubKw) {
                self.bump_as(Field::Modifier);
            }
            let named = self.name(Field::Name);
            if named && self.eat(AsKw) {
                self.name(Field::Alias);
            }
            let item = self.complete(item, UseItem);
            self.set_field(item, Field::Items);
            if !named {
                self.skip_broken_item();
                if self.starts_line() && !self.at(RBrace) {
                    break;
                }
            }
            self.eat(Comma);
            if self.pos == before {
                break;
            }
        }
        self.expect(RBrace);
        let list = self.complete(marker, UseList);
        self.set_field(list, Field::Items);
    }
}
