//! Declarations, assignments and destructuring.

use super::expr::ABOVE_ASSIGNMENT;
use super::stmt::BlockForm;
use super::types::SignatureResult;
use super::{Completed, Marker, MissingExpr, Parser};
use crate::syntax::build::Event;
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

/// What may stand on the right of a declaration's `=`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Initialiser {
    /// Any expression.
    Expr,
    /// An expression or block of a declared function.
    Function,
    /// A type: the annotation is `Type`.
    Type,
    /// A record body if there is one: the signature's result is `Type`.
    GenericType,
}

impl Parser<'_> {
    /// `mut [pub] name …`.
    pub(super) fn mut_binding(&mut self) -> Completed {
        let marker = self.start();
        self.bump_as(Field::Modifier);
        if self.at(PubKw) {
            self.bump_as(Field::Modifier);
        }
        if !self.at(Ident) {
            self.unexpected();
            self.missing(Field::Target);
            return self.finish_broken_binding(marker);
        }
        let target = self.start();
        self.bump();
        let target = self.complete(target, NameRef);
        self.set_field(target, Field::Target);
        self.binding_rest(marker)
    }

    /// `pub [mut] target …`.
    pub(super) fn pub_binding(&mut self) -> Completed {
        let marker = self.start();
        self.bump_as(Field::Modifier);
        if self.at(MutKw) {
            self.bump_as(Field::Modifier);
        }
        let target = self.expr_above(ABOVE_ASSIGNMENT);
        self.set_field(target, Field::Target);
        if !matches!(self.kind(), Colon | Eq) {
            self.unexpected();
            return self.finish_broken_binding(marker);
        }
        self.binding_rest(marker)
    }

    /// Goes past the rest of the line, or on with a value if there is one.
    fn finish_broken_binding(&mut self, marker: Marker) -> Completed {
        if matches!(self.kind(), Colon | Eq) {
            return self.binding_rest(marker);
        }
        let binding = self.complete(marker, Binding);
        let stops = matches!(self.kind(), Eof | RBrace | Semicolon | LBrace);
        if !(stops || self.starts_line() || self.begins_statement()) {
            self.skip_to_statement();
        }
        binding
    }

    /// A statement that begins with a name.
    pub(super) fn name_stmt(&mut self) -> Completed {
        let marker = self.start();
        let target = self.expr_above(ABOVE_ASSIGNMENT);
        match self.kind() {
            Comma if self.is_bare_destructure() => {
                self.set_field(target, Field::Target);
                self.retag_as_name(target);
                while self.eat(Comma) && self.at(Ident) {
                    self.name_here(Field::Target);
                }
                self.destructure_value(marker)
            }
            Colon | Eq => {
                self.set_field(target, Field::Target);
                self.binding_rest(marker)
            }
            Arrow if target.kind == CallExpr => {
                self.set_field(target, Field::Value);
                self.syntax_error("old_function");
                self.skip_to_statement();
                self.complete(marker, ExprStmt)
            }
            _ => {
                self.set_field(target, Field::Value);
                self.eat(Semicolon);
                self.complete(marker, ExprStmt)
            }
        }
    }

    /// Whether `, name, name =` follows.
    fn is_bare_destructure(&self) -> bool {
        let mut n = 0;
        while self.nth(n) == Comma && self.nth(n + 1) == Ident {
            n += 2;
        }
        self.nth(n) == Eq || (self.nth(n) == Comma && self.nth(n + 1) == Eq)
    }

    /// Turns a plain name that was parsed as an expression into a new name.
    fn retag_as_name(&mut self, node: Completed) {
        if let Event::Start { kind, .. } = &mut self.events[node.event]
            && *kind == NameRef
        {
            *kind = Name;
        }
    }

    /// Whether `(a, b) =` stands here.
    pub(super) fn is_paren_destructure(&self) -> bool {
        let mut n = 1;
        while self.nth(n) == Ident && self.nth(n + 1) == Comma {
            n += 2;
        }
        n += usize::from(self.nth(n) == Ident);
        n > 1 && self.nth(n) == RParen && self.nth(n + 1) == Eq
    }

    pub(super) fn paren_destructure(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        while !self.eat(RParen) {
            self.name(Field::Target);
            self.eat(Comma);
        }
        self.destructure_value(marker)
    }

    fn destructure_value(&mut self, marker: Marker) -> Completed {
        self.bump();
        self.value(Initialiser::Expr);
        self.eat(Semicolon);
        self.complete(marker, Destructure)
    }

    /// `[: type] [= value]` behind the target.
    fn binding_rest(&mut self, marker: Marker) -> Completed {
        let mut form = Initialiser::Expr;
        if self.eat(Colon) {
            if self.at(LParen) && self.at_signature() {
                let node = self.signature();
                self.set_field(node, Field::Type);
                form = match self.signature_result {
                    SignatureResult::Type => Initialiser::GenericType,
                    SignatureResult::Value => Initialiser::Function,
                };
            } else {
                form = self.plain_annotation();
            }
        }
        if self.eat(Eq) {
            self.value(form);
        }
        self.eat(Semicolon);
        self.complete(marker, Binding)
    }

    /// A type that is no signature; retired function syntax is E0012.
    fn plain_annotation(&mut self) -> Initialiser {
        if self.at(LParen) && self.arrow_follows_parens() {
            self.syntax_error("old_function_type");
        }
        let is_type = self.at(Ident) && self.text_of(self.token()) == "Type";
        let ty = self.ty();
        self.set_field(ty, Field::Type);
        if !self.starts_line() && matches!(self.kind(), LParen | FatArrow | Comma) {
            self.unexpected();
            self.skip_to_statement();
        }
        if is_type && ty.kind == NamedType { Initialiser::Type } else { Initialiser::Expr }
    }

    /// The value behind `=`.
    fn value(&mut self, form: Initialiser) {
        let outer = std::mem::replace(&mut self.missing_expr, MissingExpr::NoValue);
        let value = match form {
            Initialiser::Type => self.type_value(),
            Initialiser::GenericType if self.at(LBrace) => self.record_type(),
            Initialiser::Function if self.at(LBrace) && self.nth(1) == RBrace => {
                self.block(BlockForm::Value)
            }
            _ => self.expr(),
        };
        self.set_field(value, Field::Value);
        self.missing_expr = outer;
    }

    fn type_value(&mut self) -> Completed {
        let ty = self.ty();
        if self.at(Pipe) {
            self.syntax_error("enum_needs_braces");
            self.skip_to_statement();
        }
        ty
    }
}
