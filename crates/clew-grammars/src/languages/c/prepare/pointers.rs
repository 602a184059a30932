//! Macros between a pointer's mark and the name: `Arena* NULLABLE arena`.

use super::macros::Finder;
use super::words::{is_macro_like, is_qualifier};

impl Finder<'_, '_> {
    /// Notes every such macro; no expression has two words behind a `*`.
    pub(super) fn behind_pointers(&mut self) {
        for at in 1..self.tokens.len().saturating_sub(1) {
            let is_behind = (self.is_mark(at - 1, b'*') || self.is_mark(at - 1, b'&'))
                && is_macro_like(self.word(at));
            let name = self.word(at + 1);
            let is_name = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
            if is_behind && is_name && !is_qualifier(name) {
                self.note(at);
            }
        }
    }
}
