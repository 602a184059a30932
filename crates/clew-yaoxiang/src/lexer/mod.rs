//! Text to tokens.
//!
//! Every byte lands in exactly one token, blanks and comments included, and
//! every lexical error is reported with its place. Interpolations of
//! f-strings are lexed where they stand, so their positions are real.

mod fstring;
mod number;
mod quoted;
#[cfg(test)]
mod tests;

use clew_text::TextRange;

use crate::diagnostic::Diagnostic;
use crate::syntax::SyntaxKind;
use fstring::OpenFString;

pub use number::int_value;
pub use quoted::{char_value, string_value};

/// One token: its kind and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: SyntaxKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// The tokens of a text and what was wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// All tokens in order, without an end marker; their lengths sum up to the text's.
    pub tokens: Vec<Token>,
    /// Lexical errors in order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits `source` into tokens; texts beyond 4 GiB are not supported.
pub fn lex(source: &str) -> Lexed {
    let mut lexer = Lexer {
        source,
        bytes: source.as_bytes(),
        pos: 0,
        out: Lexed::default(),
        open: Vec::new(),
        lines: FStringLines::Any,
    };
    lexer.run();
    lexer.out
}

/// Whether `text` is a valid name: ASCII letters, digits and `_`, no keyword, not `_` alone.
pub fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(is_ident_start)
        && bytes.all(is_ident_continue)
        && text != "_"
        && SyntaxKind::keyword(text).is_none()
}

/// Where an interpolation may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FStringLines {
    /// Anywhere.
    Any,
    /// On the line where the f-string starts; set once an f-string was found never to end.
    Single,
}

/// State of one run.
struct Lexer<'text> {
    source: &'text str,
    bytes: &'text [u8],
    pos: usize,
    out: Lexed,
    open: Vec<OpenFString>,
    lines: FStringLines,
}

pub(crate) fn is_ident_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(crate) fn is_ident_continue(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            while self.pos < self.bytes.len() {
                crate::stop::step();
                if self.open.last().is_some_and(OpenFString::in_text) {
                    self.fstring_text();
                } else {
                    self.token();
                }
            }
            if !self.close_unfinished_fstrings() {
                return;
            }
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: SyntaxKind, end: usize) {
        self.out.tokens.push(Token { kind, start: self.pos as u32, end: end as u32 });
        self.pos = end;
    }

    fn error(&mut self, code: &'static str, start: usize, end: usize) -> &mut Diagnostic {
        let diagnostic = Diagnostic::error(code, TextRange::new(start, end));
        self.out.diagnostics.push(diagnostic);
        let last = self.out.diagnostics.len() - 1;
        &mut self.out.diagnostics[last]
    }

    /// A syntax error with a reason key, which the registry puts into words.
    fn syntax_error(&mut self, reason: &str, start: usize, end: usize) {
        self.error("E0012", start, end).args.push(("reason", format!("@{reason}")));
    }

    fn token(&mut self) {
        let byte = self.bytes[self.pos];
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => self.whitespace(),
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'f' if self.peek(1) == b'"' => self.fstring_start(),
            b'"' => self.string(),
            b'\'' => self.char_literal(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            _ if is_ident_start(byte) => self.word(),
            _ => self.punctuation_or_error(),
        }
    }

    fn scan_while(&self, from: usize, accept: impl Fn(u8) -> bool) -> usize {
        let rest = &self.bytes[from.min(self.bytes.len())..];
        from + rest.iter().position(|&byte| !accept(byte)).unwrap_or(rest.len())
    }

    fn whitespace(&mut self) {
        let end = self.scan_while(self.pos, |b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
        let has_line_end = self.bytes[self.pos..end].contains(&b'\n');
        if has_line_end && self.lines == FStringLines::Single && !self.open.is_empty() {
            self.abandon_fstrings();
        }
        self.push(SyntaxKind::Whitespace, end);
    }

    fn line_comment(&mut self) {
        let mut end = self.scan_while(self.pos, |b| b != b'\n');
        if self.bytes[end - 1] == b'\r' {
            end -= 1;
        }
        self.push(SyntaxKind::LineComment, end);
    }

    /// Nested; one that never ends takes the rest of the text, without an error.
    fn block_comment(&mut self) {
        let mut depth = 0usize;
        let mut at = self.pos;
        while at < self.bytes.len() {
            match (self.bytes[at], self.bytes.get(at + 1)) {
                (b'/', Some(b'*')) => {
                    depth += 1;
                    at += 2;
                }
                (b'*', Some(b'/')) => {
                    depth -= 1;
                    at += 2;
                    if depth == 0 {
                        break;
                    }
                }
                _ => at += 1,
            }
        }
        self.push(SyntaxKind::BlockComment, at);
    }

    fn word(&mut self) {
        let end = self.scan_while(self.pos, is_ident_continue);
        let text = &self.source[self.pos..end];
        let kind = match text {
            "_" => SyntaxKind::Underscore,
            _ => SyntaxKind::keyword(text).unwrap_or(SyntaxKind::Ident),
        };
        self.push(kind, end);
    }

    fn punctuation_or_error(&mut self) {
        let Some((kind, len)) = self.punctuation() else {
            return self.invalid_characters();
        };
        let end = self.pos + len;
        match kind {
            SyntaxKind::AndKw => self.syntax_error("use_and", self.pos, end),
            SyntaxKind::OrKw => self.syntax_error("use_or", self.pos, end),
            _ => {}
        }
        if self.open.is_empty() {
            self.push(kind, end);
        } else {
            self.interpolation_punctuation(kind, end);
        }
    }

    /// `&&` and `||` are read as `and` and `or`, so that one error stays one.
    fn punctuation(&self) -> Option<(SyntaxKind, usize)> {
        use SyntaxKind::*;
        let next = self.peek(1);
        Some(match self.bytes[self.pos] {
            b'-' if next == b'>' => (Arrow, 2),
            b'=' if next == b'>' => (FatArrow, 2),
            b'=' if next == b'=' => (EqEq, 2),
            b'!' if next == b'=' => (Neq, 2),
            b'<' if next == b'=' => (Le, 2),
            b'>' if next == b'=' => (Ge, 2),
            b':' if next == b':' => (ColonColon, 2),
            b'.' if next == b'.' && self.peek(2) == b'.' => (DotDotDot, 3),
            b'.' if next == b'.' => (DotDot, 2),
            b'&' if next == b'&' => (AndKw, 2),
            b'|' if next == b'|' => (OrKw, 2),
            b'&' if self.is_mut_ref() => (MutRef, 4),
            b'&' => (Amp, 1),
            b'|' => (Pipe, 1),
            b'!' => (Bang, 1),
            b'=' => (Eq, 1),
            b'<' => (Lt, 1),
            b'>' => (Gt, 1),
            b'+' => (Plus, 1),
            b'-' => (Minus, 1),
            b'*' => (Star, 1),
            b'/' => (Slash, 1),
            b'%' => (Percent, 1),
            b'.' => (Dot, 1),
            b'?' => (Question, 1),
            b'(' => (LParen, 1),
            b')' => (RParen, 1),
            b'[' => (LBracket, 1),
            b']' => (RBracket, 1),
            b'{' => (LBrace, 1),
            b'}' => (RBrace, 1),
            b',' => (Comma, 1),
            b';' => (Semicolon, 1),
            b':' => (Colon, 1),
            b'@' => (At, 1),
            _ => return None,
        })
    }

    fn is_mut_ref(&self) -> bool {
        self.bytes[self.pos + 1..].starts_with(b"mut") && !is_ident_continue(self.peek(4))
    }

    /// One error for a run of characters of the same sort (a whole foreign word, say).
    fn invalid_characters(&mut self) {
        let rest = &self.source[self.pos..];
        let Some(first) = rest.chars().next() else { return };
        let len = if first.is_ascii() {
            1
        } else {
            rest.find(|c: char| c.is_ascii() || c.is_alphanumeric() != first.is_alphanumeric())
                .unwrap_or(rest.len())
        };
        let end = self.pos + len;
        self.error("E0001", self.pos, end).args.push(("char", first.to_string()));
        self.push(SyntaxKind::ErrorToken, end);
    }
}
