//! String and char literals with their escapes.

use super::Lexer;
use crate::syntax::SyntaxKind;

/// What an escape stands for, and how many bytes it takes.
enum Escape {
    Value(char, usize),
    Unknown(usize),
    Malformed(usize),
}

/// Reads the escape at the start of `text`, which begins with a backslash.
fn escape(text: &str) -> Escape {
    let mut chars = text.chars();
    chars.next();
    let Some(letter) = chars.next() else { return Escape::Malformed(1) };
    let value = match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        '\\' | '"' | '\'' => letter,
        'x' => return hex_escape(text),
        'u' => return unicode_escape(text),
        '\n' | '\r' => return Escape::Malformed(1),
        _ => return Escape::Unknown(1 + letter.len_utf8()),
    };
    Escape::Value(value, 2)
}

fn hex_escape(text: &str) -> Escape {
    let digits = text.as_bytes()[2..].iter().take(2).take_while(|b| b.is_ascii_hexdigit()).count();
    match text.get(2..4).filter(|_| digits == 2).map(|hex| u8::from_str_radix(hex, 16)) {
        Some(Ok(value)) => Escape::Value(char::from(value), 4),
        _ => Escape::Malformed(2 + digits),
    }
}

fn unicode_escape(text: &str) -> Escape {
    let bytes = text.as_bytes();
    if bytes.get(2) != Some(&b'{') {
        return Escape::Malformed(2);
    }
    let digits = bytes[3..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
    let end = 3 + digits;
    if bytes.get(end) != Some(&b'}') {
        return Escape::Malformed(end);
    }
    match u32::from_str_radix(&text[3..end], 16).ok().and_then(char::from_u32) {
        Some(value) => Escape::Value(value, end + 1),
        None => Escape::Malformed(end + 1),
    }
}

/// The value of a string literal's text (either form); none if it is malformed.
pub fn string_value(literal: &str) -> Option<String> {
    let multi = literal.len() >= 6 && literal.starts_with("\"\"\"");
    let quotes = if multi { 3 } else { 1 };
    let body = literal.get(quotes..literal.len().checked_sub(quotes)?)?;
    if !literal.ends_with('"') {
        return None;
    }
    unescape(body, multi)
}

/// The text that a string's or an f-string's body stands for.
pub(crate) fn unescape(body: &str, multi: bool) -> Option<String> {
    let mut value = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        rest = &rest[at..];
        let plain =
            matches!(rest.as_bytes().get(1), Some(b'n' | b't' | b'r' | b'\\' | b'"' | b'\''));
        let len = match escape(rest) {
            Escape::Value(c, len) if plain || !multi => {
                value.push(c);
                len
            }
            _ if multi => {
                let len = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                value.push_str(&rest[..len]);
                len
            }
            _ => return None,
        };
        rest = &rest[len..];
    }
    value.push_str(rest);
    Some(value)
}

/// The value of a char literal's text; none if it is malformed.
pub fn char_value(literal: &str) -> Option<char> {
    let body = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    if !body.starts_with('\\') {
        return body.chars().next();
    }
    match escape(body) {
        Escape::Value(value, _) => Some(value),
        Escape::Unknown(_) => body.chars().nth(1),
        Escape::Malformed(_) => None,
    }
}

impl Lexer<'_> {
    pub(super) fn string(&mut self) {
        if self.bytes[self.pos..].starts_with(b"\"\"\"") {
            return self.multi_string();
        }
        let mut at = self.pos + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'"') => return self.push(SyntaxKind::Str, at + 1),
                Some(b'\\') => at = self.checked_escape(at, true),
                None | Some(b'\n') => {
                    let end = self.before_carriage_return(at);
                    self.syntax_error("unterminated_string", self.pos, end);
                    return self.push(SyntaxKind::Str, end);
                }
                Some(_) => at += 1,
            }
        }
    }

    fn multi_string(&mut self) {
        let mut at = self.pos + 3;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'\\' => at += 2,
                b'"' if self.bytes[at..].starts_with(b"\"\"\"") => {
                    return self.push(SyntaxKind::MultiStr, at + 3);
                }
                _ => at += 1,
            }
        }
        let end = self.bytes.len();
        self.syntax_error("unterminated_multiline_string", self.pos, end.min(self.pos + 3));
        self.push(SyntaxKind::MultiStr, end);
    }

    pub(super) fn before_carriage_return(&self, line_end: usize) -> usize {
        match line_end.checked_sub(1) {
            Some(last) if last > self.pos && self.bytes[last] == b'\r' => last,
            _ => line_end,
        }
    }

    /// Reports a bad escape at `at`; gives the offset behind it.
    pub(super) fn checked_escape(&mut self, at: usize, unknown_is_error: bool) -> usize {
        match escape(&self.source[at..]) {
            Escape::Value(_, len) => at + len,
            Escape::Unknown(len) if !unknown_is_error => at + len,
            Escape::Unknown(len) => {
                self.syntax_error("unknown_escape", at, at + len);
                at + len
            }
            Escape::Malformed(len) => {
                self.syntax_error("bad_escape", at, at + len);
                at + len
            }
        }
    }

    pub(super) fn char_literal(&mut self) {
        let mut at = self.pos + 1;
        let mut count = 0usize;
        loop {
            match self.bytes.get(at) {
                Some(b'\'') => break,
                Some(b'\\') => at = self.checked_escape(at, false),
                None | Some(b'\n') => {
                    let end = self.before_carriage_return(at);
                    self.syntax_error("unterminated_char", self.pos, end);
                    return self.push(SyntaxKind::Char, end);
                }
                Some(_) => at += self.source[at..].chars().next().map_or(1, char::len_utf8),
            }
            count += 1;
        }
        let end = at + 1;
        match count {
            0 => self.syntax_error("empty_char", self.pos, end),
            1 => {}
            _ => {
                let literal = self.source[self.pos..end].to_owned();
                self.error("E0004", self.pos, end).args.push(("literal", literal));
            }
        }
        self.push(SyntaxKind::Char, end);
    }
}
