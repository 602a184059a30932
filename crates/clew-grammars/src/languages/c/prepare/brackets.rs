//! Where brackets of a text end.

use super::macros::Finder;
use super::tokens::Shape;

impl Finder<'_, '_> {
    /// The index behind a macro and its arguments.
    pub(super) fn behind_macro(&self, at: usize) -> usize {
        match self.is_mark(at + 1, b'(') {
            true => self.after_parentheses(at + 1).unwrap_or(at + 1),
            false => at + 1,
        }
    }

    /// The index behind the parenthesis that closes the one at `open`.
    pub(super) fn after_parentheses(&self, open: usize) -> Option<usize> {
        self.after_pair(open, b'(', b')')
    }

    /// The index behind the mark `closes` that ends what `opens` at `open` begins.
    pub(super) fn after_pair(&self, open: usize, opens: u8, closes: u8) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in self.tokens[open..].iter().enumerate().take(5_000) {
            match token.shape {
                Shape::Mark(mark) if mark == opens => depth += 1,
                Shape::Mark(mark) if mark == closes => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(open + offset + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Behind `<…>`, or behind the mark alone where it is no bracket.
    pub(super) fn after_angles(&self, open: usize) -> usize {
        let mut depth = 0;
        for (offset, token) in self.tokens[open..].iter().enumerate().take(400) {
            match token.shape {
                Shape::Mark(b'<') => depth += 1,
                Shape::Mark(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return open + offset + 1;
                    }
                }
                Shape::Mark(b';' | b'{' | b'}') => break,
                _ => {}
            }
        }
        open + 1
    }
}
