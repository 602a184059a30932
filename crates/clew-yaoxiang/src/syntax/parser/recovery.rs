//! Reporting errors and getting past them.

use clew_text::TextRange;

use super::{Completed, MissingExpr, Parser, Significant};
use crate::diagnostic::Diagnostic;
use crate::syntax::kind::{Field, SyntaxKind};

use SyntaxKind::*;

/// Farthest token that is looked at for an opening bracket.
const MAX_LOOK_BACK: usize = 2000;

impl Parser<'_> {
    /// Reports at the current token, unless it was reported on already.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let range = diagnostic.range;
        let repeated = self.diagnostics.last().is_some_and(|last| last.range.start == range.start);
        if !repeated && !self.has_lexical_error(range) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn has_lexical_error(&self, range: TextRange) -> bool {
        let after = self.lexical.partition_point(|lexical| lexical.end <= range.start);
        self.lexical.get(after).is_some_and(|lexical| lexical.start < range.end)
    }

    pub(super) fn range_of(&self, token: Significant) -> TextRange {
        TextRange::new(token.start as usize, token.end as usize)
    }

    /// How messages call a token.
    fn found(&self, token: Significant) -> String {
        match token.kind {
            Eof => "@end_of_file".to_owned(),
            MultiStr | Str => "@string".to_owned(),
            At => "@at_sign".to_owned(),
            _ => self.text_of(token).to_owned(),
        }
    }

    /// E0010: `what` was required at the current token.
    pub(super) fn expected(&mut self, what: &str) {
        self.expected_at(what, self.token());
    }

    /// E0010: `what` was required where `token` stands.
    pub(super) fn expected_at(&mut self, what: &str, token: Significant) {
        let mut diagnostic = Diagnostic::error("E0010", self.range_of(token))
            .with_arg("expected", what)
            .with_arg("found", self.found(token));
        if let Some(opening) = self.opening_of(what) {
            diagnostic = diagnostic.with_related(self.range_of(opening), "opened_here");
        }
        self.report(diagnostic);
    }

    /// The bracket that a closing one would belong to.
    fn opening_of(&self, close: &str) -> Option<Significant> {
        let (open, close) = match close {
            ")" => (LParen, RParen),
            "]" => (LBracket, RBracket),
            "}" => (LBrace, RBrace),
            _ => return None,
        };
        let mut depth = 0usize;
        for token in self.tokens[..self.pos].iter().rev().take(MAX_LOOK_BACK) {
            if token.kind == close {
                depth += 1;
            } else if token.kind == open {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Some(*token),
                }
            }
        }
        None
    }

    /// E0011: the current token cannot stand here.
    pub(super) fn unexpected(&mut self) {
        let diagnostic = Diagnostic::error("E0011", self.range_of(self.token()))
            .with_arg("token", self.found(self.token()));
        self.report(diagnostic);
    }

    /// E0012 with a reason key at the current token.
    pub(super) fn syntax_error(&mut self, reason: &str) {
        self.syntax_error_at(reason, self.token());
    }

    /// E0012 with a reason key at a token.
    pub(super) fn syntax_error_at(&mut self, reason: &str, token: Significant) {
        let range = self.range_of(token);
        self.report(Diagnostic::error("E0012", range).with_arg("reason", format!("@{reason}")));
    }

    /// An expression was due at the current token.
    pub(super) fn missing_expression(&mut self) -> Completed {
        match self.missing_expr {
            MissingExpr::UnexpectedToken => self.unexpected(),
            MissingExpr::NoValue => self.syntax_error("missing_value"),
        }
        self.missing(Field::None)
    }

    /// Takes tokens that begin no statement, up to the end of the line.
    pub(super) fn skip_to_statement(&mut self) {
        let marker = self.start();
        let mut depth = 0usize;
        loop {
            match self.kind() {
                LParen | LBracket => depth += 1,
                RParen | RBracket => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.bump();
            let stops = matches!(self.kind(), Eof | RBrace | Semicolon | LBrace);
            if stops || self.starts_line() || (depth == 0 && self.begins_statement()) {
                break;
            }
        }
        self.complete(marker, Error);
    }

    /// Whether the current token plainly begins a statement.
    pub(super) fn begins_statement(&self) -> bool {
        match self.kind() {
            UseKw | MutKw | PubKw | ForKw | WhileKw | IfKw | ReturnKw | MatchKw => true,
            Ident => matches!(self.nth(1), Eq | Colon | Dot | LParen),
            _ => false,
        }
    }

    /// Inside brackets: takes tokens up to a comma or a closing bracket of this
    /// level; stops where a new line begins a statement or a brace closes.
    pub(super) fn skip_in_brackets(&mut self) {
        let marker = self.start();
        let mut taken = false;
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Eof => break,
                LParen | LBracket | LBrace => depth += 1,
                RParen | RBracket | RBrace if depth == 0 => break,
                RParen | RBracket | RBrace => depth -= 1,
                Comma if depth == 0 => break,
                _ if depth == 0 && taken && self.starts_line() => break,
                _ => {}
            }
            taken = true;
            self.bump();
        }
        if taken {
            self.complete(marker, Error);
        }
    }

    /// Takes the closing bracket if it is there; what is wrong was told.
    pub(super) fn close_told(&mut self, kind: SyntaxKind) {
        if !self.eat(kind) {
            self.missing(Field::None);
        }
    }

    /// Whether the text has a `}` that no `{` belongs to, so that a missing
    /// `{` is best taken as forgotten. Each is used once.
    pub(super) fn take_spare_brace(&mut self) -> bool {
        let spare = self.spare_braces > 0;
        self.spare_braces -= usize::from(spare);
        spare
    }

    /// Takes the rest of the innermost bracket as one error.
    pub(super) fn too_deep(&mut self) -> Completed {
        if !self.diagnostics.iter().any(|d| d.arg("reason") == Some("@nested_too_deeply")) {
            self.syntax_error("nested_too_deeply");
        }
        let marker = self.start();
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Eof => break,
                LParen | LBracket | LBrace | InterpolationStart => depth += 1,
                RParen | RBracket | RBrace | InterpolationEnd if depth == 0 => break,
                RParen | RBracket | RBrace | InterpolationEnd => depth -= 1,
                Comma | Semicolon if depth == 0 => break,
                _ => {}
            }
            self.bump();
        }
        self.complete(marker, Error)
    }
}
