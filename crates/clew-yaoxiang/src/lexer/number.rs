//! Integer and float literals.

use super::{Lexer, is_ident_continue};
use crate::syntax::SyntaxKind;

/// The value of an integer literal's text; none if it is malformed or too large.
pub fn int_value(text: &str) -> Option<i128> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'o' | b'O', ..] => (&text[2..], 8),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        _ => (text, 10),
    };
    i128::from_str_radix(&digits.replace('_', ""), radix).ok()
}

impl Lexer<'_> {
    pub(super) fn number(&mut self) {
        match (self.bytes[self.pos], self.peek(1)) {
            (b'0', b'x' | b'X') => self.prefixed(16),
            (b'0', b'o' | b'O') => self.prefixed(8),
            (b'0', b'b' | b'B') => self.prefixed(2),
            _ => self.decimal(),
        }
    }

    fn prefixed(&mut self, radix: u32) {
        let digits = self.pos + 2;
        let mut end = self.scan_while(digits, |b| b == b'_' || char::from(b).is_digit(radix));
        let empty = !self.bytes[digits..end].iter().any(|&b| b != b'_');
        if empty {
            end = self.scan_while(end, is_ident_continue);
        }
        self.finish_int(end, empty);
    }

    fn finish_int(&mut self, end: usize, malformed: bool) {
        let text = &self.source[self.pos..end];
        if malformed || text.ends_with('_') || int_value(text).is_none() {
            let literal = text.to_owned();
            self.error("E0002", self.pos, end).args.push(("literal", literal));
        }
        self.push(SyntaxKind::Int, end);
    }

    fn decimal(&mut self) {
        let digits = |b: u8| b.is_ascii_digit() || b == b'_';
        let mut end = self.scan_while(self.pos, digits);
        let whole_ends_badly = end > self.pos && self.bytes[end - 1] == b'_';
        let mut float = false;
        let mut malformed = false;
        let next = self.bytes.get(end + 1).copied().unwrap_or(0);
        if self.bytes.get(end) == Some(&b'.') && digits(next) {
            float = true;
            let from = end + 1;
            end = self.scan_while(from, digits);
            malformed |= !underscores_precede_digits(&self.bytes[from..end]);
        }
        if matches!(self.bytes.get(end), Some(b'e' | b'E')) {
            float = true;
            let mut from = end + 1;
            if matches!(self.bytes.get(from), Some(b'+' | b'-')) {
                from += 1;
            }
            end = self.scan_while(from, digits);
            let exponent = &self.bytes[from..end];
            malformed |= exponent.is_empty() || !underscores_precede_digits(exponent);
        }
        if !float {
            return self.finish_int(end, false);
        }
        if malformed || whole_ends_badly {
            let literal = self.source[self.pos..end].to_owned();
            self.error("E0002", self.pos, end).args.push(("literal", literal));
        }
        self.push(SyntaxKind::Float, end);
    }
}

fn underscores_precede_digits(digits: &[u8]) -> bool {
    digits.last() != Some(&b'_') && !digits.windows(2).any(|pair| pair == b"__")
}
