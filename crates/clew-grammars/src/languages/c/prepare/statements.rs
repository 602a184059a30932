//! Macros among statements: blocks that a macro heads, macros that stand for a
//! whole statement and bring its semicolon along.

use super::macros::{Finder, Inside};
use super::tokens::{Shape, Token};

impl Finder<'_, '_> {
    /// Passes over statements up to the brace that ends them.
    pub(super) fn skip_code(&mut self, start: usize) -> usize {
        let holds_values = self.inside.last() == Some(&Inside::Values);
        let mut starts = !holds_values && start > 0 && self.opens_statements(start - 1);
        let mut depth = 1;
        let mut at = start;
        while at < self.tokens.len() {
            if starts && let Some(next) = self.statement_macro(at) {
                at = next;
                continue;
            }
            match self.tokens[at].shape {
                Shape::Mark(b'{') => {
                    starts = !holds_values && (starts || self.opens_statements(at));
                    depth += 1;
                }
                Shape::Mark(b'}') => {
                    starts = !holds_values;
                    depth -= 1;
                }
                Shape::Mark(b';') => starts = !holds_values,
                Shape::Word if self.is_control(at) => {
                    at = self.after_parentheses(at + 1).unwrap_or(at + 1);
                    starts = !holds_values;
                    continue;
                }
                Shape::Word => starts = matches!(self.word(at), "else" | "do"),
                _ => starts = false,
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        self.inside.pop();
        at
    }

    /// `if (…)`, `for (…)` and the like, behind which a statement begins.
    fn is_control(&self, at: usize) -> bool {
        matches!(self.word(at), "if" | "for" | "while" | "switch") && self.is_mark(at + 1, b'(')
    }

    /// Whether a brace that begins no statement holds some: the body of a function,
    /// a lambda, a branch.
    fn opens_statements(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| self.tokens[before]) else {
            return false;
        };
        match before.shape {
            Shape::Mark(b')' | b']' | b':' | b';') => true,
            Shape::Word => {
                let word = before.text(self.text);
                matches!(
                    word,
                    "else" | "do" | "try" | "const" | "noexcept" | "mutable" | "override" | "final"
                ) || self.is_macro(word)
            }
            _ => false,
        }
    }

    /// Mends a macro that begins a statement; gives the index behind it.
    fn statement_macro(&mut self, at: usize) -> Option<usize> {
        if !self.is_macro(self.word(at)) {
            return None;
        }
        if !self.is_mark(at + 1, b'(') {
            let next = self.tokens.get(at + 1)?;
            let is_alone = next.is(b'{') || next.is(b'}') || self.begins_statement(at + 1);
            return is_alone.then(|| {
                self.note(at);
                at + 1
            });
        }
        let end = self.after_parentheses(at + 1)?;
        let next = self.tokens.get(end)?;
        let is_over =
            next.is(b'}') || next.is(b'{') || self.begins_statement(end) || self.is_jump(end);
        is_over.then(|| {
            self.end_statement(at, end);
            end
        })
    }

    /// Whether the token at `at` is a word that begins a line.
    fn begins_statement(&self, at: usize) -> bool {
        let is_word = |token: &Token| token.begins_line && token.shape == Shape::Word;
        self.tokens.get(at).is_some_and(is_word)
    }

    /// Whether a word at `at` can only begin a statement.
    fn is_jump(&self, at: usize) -> bool {
        matches!(
            self.word(at),
            "return" | "goto" | "break" | "continue" | "throw" | "if" | "for" | "while" | "switch"
        )
    }

    /// Puts a semicolon behind a macro with arguments, where there is room for one;
    /// blanks it where there is none, or where its arguments are types.
    fn end_statement(&mut self, at: usize, end: usize) {
        let behind = self.tokens[end - 1].end as usize;
        let has_room = self.text.as_bytes().get(behind).is_some_and(u8::is_ascii_whitespace);
        match has_room && !self.holds_types(at + 1, end) {
            true => self.found.patches.push((behind, b';')),
            false => self.note_range(at, end - 1),
        }
    }
}
