//! Expressions that begin with their own token.

use super::stmt::BlockForm;
use super::{Completed, Marker, Parser};
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Completed {
        match self.kind() {
            Ident | Underscore if self.lambda_allowed && self.nth(1) == FatArrow => {
                self.single_name_lambda()
            }
            Ident => self.leaf(NameRef),
            Underscore => self.leaf(WildcardExpr),
            Int | Float | Str | MultiStr | Char | TrueKw | FalseKw | VoidKw => self.literal(),
            FStringStart => self.fstring(),
            LParen => self.paren(),
            LBracket => self.list(),
            LBrace => self.brace(),
            IfKw => self.if_expr(),
            MatchKw => self.match_expr(),
            WhileKw => self.while_expr(),
            ForKw => self.for_expr(),
            SpawnKw => self.spawn_expr(),
            UnsafeKw => self.unsafe_expr(),
            ReturnKw => self.return_expr(),
            BreakKw => self.jump_expr(BreakExpr),
            ContinueKw => self.jump_expr(ContinueExpr),
            _ => self.missing_expression(),
        }
    }

    fn leaf(&mut self, kind: SyntaxKind) -> Completed {
        let marker = self.start();
        self.bump();
        self.complete(marker, kind)
    }

    pub(super) fn literal(&mut self) -> Completed {
        self.leaf(Literal)
    }

    fn fstring(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        loop {
            match self.kind() {
                FStringText => self.bump(),
                InterpolationStart => self.interpolation(),
                FStringEnd => {
                    self.bump();
                    break;
                }
                _ => break,
            }
        }
        self.complete(marker, FString)
    }

    /// An interpolation that is no expression counts as text, without an error.
    fn interpolation(&mut self) {
        let marker = self.start();
        self.bump();
        let (pos, events, errors) = (self.pos, self.events.len(), self.diagnostics.len());
        if Self::starts_expr(self.kind()) {
            let value = self.in_brackets(|p| p.expr());
            self.set_field(value, Field::Value);
            if self.at(FormatSpec) {
                self.bump_as(Field::Spec);
            }
        }
        if self.at(InterpolationEnd) && self.diagnostics.len() == errors {
            self.bump();
            let done = self.complete(marker, Interpolation);
            return self.set_field(done, Field::Items);
        }
        self.pos = pos;
        self.events.truncate(events);
        self.diagnostics.truncate(errors);
        self.skip_interpolation();
        self.complete(marker, RawInterpolation);
    }

    fn skip_interpolation(&mut self) {
        let mut depth = 1usize;
        while depth > 0 && !self.at_end() {
            match self.kind() {
                InterpolationStart => depth += 1,
                InterpolationEnd => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// `()`, `(e)`, `(a, b)` or the parameters of a lambda.
    fn paren(&mut self) -> Completed {
        if self.at_lambda_params() {
            return self.bracketed_lambda();
        }
        let marker = self.start();
        self.bump();
        let mut items = 0usize;
        let mut commas = 0usize;
        let mut only = None;
        self.in_brackets(|p| {
            p.separated(RParen, |p| {
                let item = p.expr();
                p.set_field(item, Field::Items);
                items += 1;
                only = Some(item);
                commas += usize::from(p.at(Comma));
            });
        });
        self.expect(RParen);
        match only {
            Some(inner) if items == 1 && commas == 0 => {
                self.set_field(inner, Field::Value);
                self.complete(marker, ParenExpr)
            }
            _ => self.complete(marker, TupleExpr),
        }
    }

    /// Whether the brackets hold the parameters of a lambda: one of them with
    /// a type or `mut`, or `=>` behind them.
    fn at_lambda_params(&self) -> bool {
        let mut n = 1;
        loop {
            match (self.nth(n), self.nth(n + 1)) {
                (MutKw, _) | (Ident | Underscore, Colon) => return true,
                (Ident | Underscore, Comma) => n += 2,
                (Ident | Underscore, RParen) => {
                    return self.lambda_allowed && self.nth(n + 2) == FatArrow;
                }
                (RParen, FatArrow) => return self.lambda_allowed,
                _ => return false,
            }
        }
    }

    fn single_name_lambda(&mut self) -> Completed {
        let marker = self.start();
        let list = self.start();
        let param = self.start();
        self.name_here(Field::Name);
        let param = self.complete(param, Param);
        self.set_field(param, Field::Items);
        let list = self.complete(list, ParamList);
        self.set_field(list, Field::Parameters);
        self.lambda_rest(marker)
    }

    fn bracketed_lambda(&mut self) -> Completed {
        let marker = self.start();
        let params = self.param_list();
        self.set_field(params, Field::Parameters);
        if self.at(FatArrow) && self.lambda_allowed {
            return self.lambda_rest(marker);
        }
        self.complete(marker, LambdaExpr)
    }

    fn lambda_rest(&mut self, marker: Marker) -> Completed {
        self.bump();
        let body = self.lambda_body();
        self.set_field(body, Field::Body);
        self.complete(marker, LambdaExpr)
    }

    /// `[a, b]` (commas may be left out) or `[e for x in xs]`.
    fn list(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        let kind = self.in_brackets(Self::list_items);
        self.expect(RBracket);
        self.complete(marker, kind)
    }

    fn list_items(&mut self) -> SyntaxKind {
        let mut first = true;
        while !matches!(self.kind(), RBracket | Eof) {
            let before = self.pos;
            let item = self.expr();
            if first && self.at(ForKw) {
                self.set_field(item, Field::Value);
                self.comprehension_rest();
                return Comprehension;
            }
            first = false;
            self.set_field(item, Field::Items);
            if self.pos == before {
                self.skip_in_brackets();
            }
            if !self.eat(Comma) && self.pos == before {
                break;
            }
        }
        ListExpr
    }

    fn comprehension_rest(&mut self) {
        self.bump();
        self.name(Field::Variable);
        self.expect(InKw);
        let iterable = self.expr();
        self.set_field(iterable, Field::Iterable);
    }

    /// `{}` and `{"k": v}` are dicts, everything else is a block.
    fn brace(&mut self) -> Completed {
        match (self.nth(1), self.nth(2)) {
            (RBrace, _) | (Str | MultiStr, Colon) => self.dict(),
            _ => self.in_brackets(|p| p.block(BlockForm::Value)),
        }
    }

    fn dict(&mut self) -> Completed {
        let marker = self.start();
        self.bump();
        self.in_brackets(|p| p.separated(RBrace, Self::dict_entry));
        self.expect(RBrace);
        self.complete(marker, DictExpr)
    }

    fn dict_entry(&mut self) {
        let marker = self.start();
        let key = self.expr();
        self.set_field(key, Field::Key);
        if self.expect(Colon) {
            let value = self.expr();
            self.set_field(value, Field::Value);
        }
        let entry = self.complete(marker, DictEntry);
        self.set_field(entry, Field::Items);
    }
}
