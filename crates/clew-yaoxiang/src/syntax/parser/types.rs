//! Types and signatures.

use super::expr::{ABOVE_ASSIGNMENT, is_infix};
use super::{Completed, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

/// What a signature results in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SignatureResult {
    /// `Type`: the declaration makes a type.
    Type,
    /// Anything else.
    Value,
}

/// What may follow a type's name and make an expression of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Any operator but `=`, `.`, `as`.
    Operators,
    /// The same without `+`, which lists bounds.
    NoPlus,
    /// Nothing.
    None,
}

/// Whether the `)` of a list of types is required.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// Its absence is an error.
    Required,
    /// The reference passes over its absence.
    MayBeMissing,
}

impl Parser<'_> {
    /// Whether the `(` here opens named parameters with `->` behind them.
    pub(super) fn at_signature(&self) -> bool {
        let named = matches!(
            (self.nth(1), self.nth(2)),
            (RParen | MutKw, _) | (Ident, Colon | Comma | RParen)
        );
        named && self.arrow_follows_parens()
    }

    /// Whether `->` follows the `)` that belongs to the `(` here.
    pub(super) fn arrow_follows_parens(&self) -> bool {
        let close = self.closing[self.pos] as usize;
        close > self.pos && self.tokens.get(close + 1).is_some_and(|token| token.kind == Arrow)
    }

    /// `(a: T) -> R`, where `R` may be another signature.
    pub(super) fn signature(&mut self) -> Completed {
        self.nested(|p| {
            let marker = p.start();
            let params = p.param_list();
            p.set_field(params, Field::Parameters);
            p.expect(Arrow);
            let result = if p.at(LParen) && p.at_signature() {
                p.signature()
            } else {
                let is_type = p.at(Ident) && p.text_of(p.token()) == "Type";
                let ty = p.ty();
                let is_type = is_type && ty.kind == NamedType;
                p.signature_result =
                    if is_type { SignatureResult::Type } else { SignatureResult::Value };
                ty
            };
            p.set_field(result, Field::Result);
            p.complete(marker, Signature)
        })
    }

    /// Parameters with their brackets, of a signature or a lambda.
    pub(super) fn param_list(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        while !matches!(self.kind(), RParen | Eof) {
            let before = self.pos;
            self.param();
            if self.eat(Comma) {
                continue;
            }
            if self.at(RParen) {
                break;
            }
            self.expected(RParen.name());
            let on_new_line = self.starts_line();
            if on_new_line || self.pos == before && !self.skip_broken_param() {
                break;
            }
            if !on_new_line && !self.at(Ident) && !self.skip_broken_param() {
                break;
            }
        }
        self.expect(RParen);
        self.complete(marker, ParamList)
    }

    /// Whether another parameter follows the broken one.
    fn skip_broken_param(&mut self) -> bool {
        self.skip_in_brackets();
        self.eat(Comma)
    }

    fn param(&mut self) {
        let marker = self.start();
        if self.at(MutKw) {
            self.bump_as(Field::Modifier);
        }
        if self.at(Underscore) {
            self.name_here(Field::Name);
        } else {
            self.name(Field::Name);
        }
        if self.eat(Colon) {
            self.bound();
            while self.eat(Plus) {
                self.bound();
            }
        }
        let param = self.complete(marker, Param);
        self.set_field(param, Field::Items);
    }

    fn bound(&mut self) {
        let bound = self.type_with(Tail::NoPlus);
        self.set_field(bound, Field::Type);
    }

    /// Any type; reports and leaves a gap where there is none.
    pub(super) fn ty(&mut self) -> Completed {
        self.type_with(Tail::Operators)
    }

    /// A type that no operator continues, as after `as`.
    pub(super) fn simple_type(&mut self) -> Completed {
        self.type_with(Tail::None)
    }

    fn type_with(&mut self, tail: Tail) -> Completed {
        self.nested(|p| p.type_inner(tail))
    }

    fn starts_type(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            Star | Amp | MutRef | Ident | LParen | LBrace | Int | Minus | LBracket | Question
        )
    }

    fn type_inner(&mut self, tail: Tail) -> Completed {
        match self.kind() {
            Star => self.prefixed_type(PointerType, tail),
            Amp | MutRef => self.prefixed_type(RefType, tail),
            Ident => self.named_type(tail),
            LParen => self.paren_type(),
            LBrace => self.record_type(),
            Int => self.literal_type(),
            Minus if self.nth(1) == Int => self.literal_type(),
            LBracket => self.old_generic_list(),
            Question => {
                self.syntax_error("question_as_type");
                self.missing_type()
            }
            _ => {
                self.expected("@type");
                self.missing(Field::None)
            }
        }
    }

    /// The retired `[T]`, with what follows it.
    fn old_generic_list(&mut self) -> Completed {
        self.syntax_error("old_generic_list");
        let marker = self.start();
        self.bump();
        self.skip_in_brackets();
        self.eat(RBracket);
        if self.at(LParen) && !self.starts_line() {
            self.type_args();
        }
        self.complete(marker, Error)
    }

    fn missing_type(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        self.complete(marker, Error)
    }

    fn prefixed_type(&mut self, kind: SyntaxKind, tail: Tail) -> Completed {
        let marker = self.start();
        self.bump_as(Field::Operator);
        let target = self.type_with(tail);
        self.set_field(target, Field::Operand);
        self.complete(marker, kind)
    }

    fn literal_type(&mut self) -> Completed {
        let marker = self.start();
        self.eat(Minus);
        self.bump();
        self.complete(marker, LiteralType)
    }

    fn named_type(&mut self, tail: Tail) -> Completed {
        let is_meta = self.text_of(self.token()) == "Type";
        if self.expression_follows_name(tail, is_meta) {
            return self.expr_type();
        }
        let marker = self.start();
        self.name_here(Field::Name);
        if self.at(LParen) && !self.starts_line() {
            let list = self.start();
            self.type_args();
            let list = self.complete(list, TypeArgs);
            self.set_field(list, Field::Arguments);
        }
        let named = self.complete(marker, NamedType);
        self.reject_retired_tail(named, is_meta)
    }

    /// Whether the name here begins a compile-time expression.
    fn expression_follows_name(&self, tail: Tail, is_meta: bool) -> bool {
        let next = self.ahead(1);
        let plus_ends = tail == Tail::NoPlus && next.kind == Plus;
        let excluded = matches!(next.kind, Dot | Eq | AsKw | LParen | Question | FatArrow | DotDot);
        let retired = is_meta && matches!(next.kind, LBracket | Lt);
        tail != Tail::None
            && is_infix(next.kind)
            && !(plus_ends || excluded || retired || next.starts_line)
    }

    fn expr_type(&mut self) -> Completed {
        let marker = self.start();
        let value = self.expr_above(ABOVE_ASSIGNMENT);
        self.set_field(value, Field::Value);
        self.complete(marker, ExprType)
    }

    /// Old spellings behind a type: `Name -> …`, `Type[…]`, `Type<…>`, `T?`.
    fn reject_retired_tail(&mut self, named: Completed, is_meta: bool) -> Completed {
        let reason = match self.kind() {
            _ if self.starts_line() => return named,
            Arrow => "old_curried_type",
            LBracket | Lt if is_meta => "old_meta_type",
            Question => "question_as_type",
            _ => return named,
        };
        self.syntax_error(reason);
        let marker = self.precede(named);
        self.set_field(named, Field::Type);
        let in_brackets = self.at(LBracket);
        self.bump();
        if in_brackets {
            self.skip_in_brackets();
            self.eat(RBracket);
        } else if !self.starts_line() && matches!(self.kind(), Ident | LParen | Amp | Star) {
            self.ty();
        }
        self.complete(marker, ParenType)
    }

    /// `(T, U)` or `(name: T, …)` with the brackets.
    ///
    /// Gives the argument if it is the only one and no comma follows it.
    fn type_args(&mut self) -> Option<Completed> {
        self.type_list(Closing::Required)
    }

    fn type_list(&mut self, closing: Closing) -> Option<Completed> {
        self.bump();
        let mut only = None;
        let mut count = 0usize;
        while !matches!(self.kind(), RParen | Eof) {
            let before = self.pos;
            only = Some(self.type_arg());
            count += 1;
            if self.eat(Comma) {
                count += 1;
                continue;
            }
            if closing == Closing::MayBeMissing && self.tolerate_missing_paren() {
                return only.filter(|_| count == 1);
            }
            if !self.at(RParen) {
                self.expected(RParen.name());
                if self.starts_line() {
                    break;
                }
                self.skip_in_brackets();
                if !self.eat(Comma) || self.pos == before {
                    self.close_told(RParen);
                    return only.filter(|_| count == 1);
                }
            }
        }
        self.expect(RParen);
        only.filter(|_| count == 1)
    }

    fn type_arg(&mut self) -> Completed {
        let named = self.at(MutKw)
            || (self.at(Ident) && self.nth(1) == Colon && Self::starts_type(self.nth(2)));
        if !named {
            let ty = self.ty();
            self.set_field(ty, Field::Items);
            return ty;
        }
        let marker = self.start();
        if self.at(MutKw) {
            self.bump_as(Field::Modifier);
        }
        self.name(Field::Name);
        self.expect(Colon);
        let ty = self.ty();
        self.set_field(ty, Field::Type);
        let named = self.complete(marker, NamedTypeArg);
        self.set_field(named, Field::Items);
        named
    }

    /// A group, a tuple or, with `->` behind it, a function.
    fn paren_type(&mut self) -> Completed {
        let marker = self.start();
        let only = self.type_list(Closing::MayBeMissing);
        if self.at(Arrow) {
            self.bump();
            let result = self.ty();
            self.set_field(result, Field::Result);
            return self.complete(marker, FnType);
        }
        match only {
            Some(inner) if inner.kind != NamedTypeArg => {
                self.set_field(inner, Field::Type);
                self.complete(marker, ParenType)
            }
            _ => self.complete(marker, TupleType),
        }
    }
}
