//! Damage that the reference passes over.
//!
//! A few kinds of damage do not keep the reference from accepting a program.
//! They are told all the same, as warnings, as long as nothing else is wrong
//! with the text: a text with errors is repaired as a whole.

use super::{Completed, Parser};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::kind::SyntaxKind;

use SyntaxKind::*;

/// Most tokens that are read in vain in one text.
const MAX_TRIED: usize = 20_000;

/// Makes every diagnostic an error if one is.
pub(super) fn settle(diagnostics: &mut [Diagnostic], too_deep: bool) {
    if too_deep || diagnostics.iter().any(Diagnostic::is_error) {
        for diagnostic in diagnostics {
            diagnostic.severity = Severity::Error;
        }
    }
}

impl Parser<'_> {
    /// Where the `{` of a block with a value is missing the reference takes
    /// the next token for it. So do we if what follows up to the `}` is sound;
    /// otherwise nothing is taken.
    pub(super) fn block_behind_other_token(&mut self) -> Option<Completed> {
        if self.at_end() || self.tried > MAX_TRIED {
            return None;
        }
        let (pos, events, told) = (self.pos, self.events.len(), self.diagnostics.len());
        let spare_braces = self.spare_braces;
        let marker = self.start();
        self.expected("{");
        self.soften(told);
        let taken = self.start();
        self.bump();
        self.complete(taken, Error);
        while !matches!(self.kind(), RBrace | Eof) && !self.has_errors_since(told) {
            if !self.eat(Semicolon) {
                self.stmt();
            }
        }
        if self.at(RBrace) && !self.has_errors_since(told) {
            self.bump();
            return Some(self.complete(marker, Block));
        }
        self.tried += self.pos - pos;
        self.pos = pos;
        self.spare_braces = spare_braces;
        self.events.truncate(events);
        self.diagnostics.truncate(told);
        None
    }

    /// Types in brackets whose `)` is missing where the type plainly ends.
    pub(super) fn tolerate_missing_paren(&mut self) -> bool {
        let ends = matches!(self.kind(), Eq | RBrace | Eof) || self.starts_line();
        if !ends || self.at(RParen) {
            return false;
        }
        let told = self.diagnostics.len();
        self.expect(RParen);
        self.soften(told);
        true
    }

    /// A `)` where an operand of the value of a `return` is due: the reference
    /// drops it together with the `return`.
    pub(super) fn stray_paren_in_value(&mut self, told: usize) {
        let here = self.range_of(self.token());
        let only = self.diagnostics.len() == told + 1
            && self
                .diagnostics
                .last()
                .is_some_and(|last| last.code == "E0011" && last.range == here);
        if only && self.at(RParen) && !self.starts_line() {
            self.soften(told);
            let stray = self.start();
            self.bump();
            self.complete(stray, Error);
        }
    }

    /// What was told since then is no error by itself.
    fn soften(&mut self, told: usize) {
        for diagnostic in self.diagnostics.iter_mut().skip(told) {
            diagnostic.severity = Severity::Warning;
        }
    }

    fn has_errors_since(&self, told: usize) -> bool {
        self.diagnostics.iter().skip(told).any(Diagnostic::is_error)
    }
}
