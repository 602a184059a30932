//! Macros that make a function of the block behind them: `TEST_CASE("adds") { … }`.

use clew_text::TextRange;

use super::macros::{Finder, Inside};
use super::words::is_macro_like;

impl Finder<'_, '_> {
    /// Gives such a head the look of a function without parameters; gives the index
    /// behind the opening brace.
    ///
    /// The first letter of the macro stands for the type, its last for the name:
    /// no name of the text ever follows another letter, so readers of the tree can
    /// tell these heads from any other.
    pub(super) fn block_macro(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        while matches!(self.word(at), "static" | "inline" | "extern") {
            at += 1;
        }
        let word = self.word(at);
        let is_head = is_macro_like(word) && !word.contains("NAMESPACE");
        if !is_head || !self.is_mark(at + 1, b'(') || self.is_class(word) {
            return None;
        }
        let end = self.after_parentheses(at + 1)?;
        if !self.is_mark(end, b'{') || end == at + 3 {
            return None;
        }
        let (name, open, close) = (self.tokens[at], self.tokens[at + 1], self.tokens[end - 1]);
        let last = name.end as usize - 1;
        self.found.blanks.push(TextRange::new(name.start as usize + 1, last));
        self.found.patches.push((last, b'f'));
        self.found.blanks.push(TextRange::new(open.end as usize, close.start as usize));
        self.inside.push(Inside::Code);
        Some(end + 1)
    }

    fn is_class(&self, word: &str) -> bool {
        matches!(self.inside.last(), Some(Inside::Members(name)) if *name == word)
    }
}
