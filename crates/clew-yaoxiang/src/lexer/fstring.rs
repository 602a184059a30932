//! F-strings: literal text and interpolations, lexed in place.

use super::{FStringLines, Lexer, Token};
use crate::syntax::SyntaxKind;

/// An f-string whose end was not seen yet.
pub(super) struct OpenFString {
    /// Index of its first token.
    first_token: usize,
    /// Number of lexical errors before it.
    errors_before: usize,
    /// The interpolation that is being read.
    interpolation: Option<OpenInterpolation>,
}

/// An interpolation whose end was not seen yet.
struct OpenInterpolation {
    first_token: usize,
    errors_before: usize,
    /// Brackets of any kind opened inside and not closed.
    depth: usize,
}

impl OpenFString {
    pub(super) fn in_text(&self) -> bool {
        self.interpolation.is_none()
    }
}

impl Lexer<'_> {
    pub(super) fn fstring_start(&mut self) {
        self.open.push(OpenFString {
            first_token: self.out.tokens.len(),
            errors_before: self.out.diagnostics.len(),
            interpolation: None,
        });
        self.push(SyntaxKind::FStringStart, self.pos + 2);
    }

    /// Literal text up to a brace that opens an interpolation or to the end.
    pub(super) fn fstring_text(&mut self) {
        let mut at = self.pos;
        loop {
            match (self.bytes.get(at), self.bytes.get(at + 1)) {
                (Some(b'{'), Some(b'{')) => at += 2,
                (Some(b'{'), _) => {
                    self.push_text(at);
                    return self.open_interpolation();
                }
                (Some(b'"'), _) => {
                    self.push_text(at);
                    self.open.pop();
                    return self.push(SyntaxKind::FStringEnd, at + 1);
                }
                (Some(b'\\'), _) => at = self.checked_escape(at, true),
                (None | Some(b'\n'), _) => {
                    let end = self.before_carriage_return(at).max(self.pos);
                    self.push_text(end);
                    return self.end_unterminated();
                }
                _ => at += 1,
            }
        }
    }

    fn push_text(&mut self, end: usize) {
        if end > self.pos {
            self.push(SyntaxKind::FStringText, end);
        }
    }

    /// The innermost f-string has no end on its line.
    fn end_unterminated(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let start = self.out.tokens[open.first_token].start as usize;
        self.syntax_error("unterminated_string", start, self.pos);
    }

    fn open_interpolation(&mut self) {
        let interpolation = OpenInterpolation {
            first_token: self.out.tokens.len() + 1,
            errors_before: self.out.diagnostics.len(),
            depth: 0,
        };
        if let Some(open) = self.open.last_mut() {
            open.interpolation = Some(interpolation);
        }
        self.push(SyntaxKind::InterpolationStart, self.pos + 1);
    }

    /// Punctuation inside an interpolation: counts brackets, finds the format
    /// specification and the closing brace.
    pub(super) fn interpolation_punctuation(&mut self, kind: SyntaxKind, end: usize) {
        use SyntaxKind::*;
        let depth = match self.open.last_mut().and_then(|open| open.interpolation.as_mut()) {
            Some(interpolation) => &mut interpolation.depth,
            None => return self.push(kind, end),
        };
        match kind {
            LParen | LBracket | LBrace => *depth += 1,
            RBrace if *depth == 0 => return self.close_interpolation(),
            RParen | RBracket | RBrace => *depth = depth.saturating_sub(1),
            Colon if *depth == 0 => {
                if let Some(spec_end) = self.format_spec_end(end) {
                    return self.push(FormatSpec, spec_end);
                }
            }
            _ => {}
        }
        self.push(kind, end);
    }

    /// The end of a specification that starts at `from`: text without blanks
    /// or another colon up to the closing brace.
    fn format_spec_end(&self, from: usize) -> Option<usize> {
        let stops = |b: u8| matches!(b, b'}' | b'{' | b':' | b'"' | b' ' | b'\t' | b'\r' | b'\n');
        let end = self.scan_while(from, |b| !stops(b));
        (end > from && self.bytes.get(end) == Some(&b'}')).then_some(end)
    }

    /// Lexical errors inside turn the interpolation into text, as it would be
    /// if it did not parse.
    fn close_interpolation(&mut self) {
        let closed = self.open.last_mut().and_then(|open| open.interpolation.take());
        if let Some(closed) = closed
            && self.out.diagnostics.len() > closed.errors_before
        {
            self.out.diagnostics.truncate(closed.errors_before);
            if let Some(token) = self.out.tokens.get_mut(closed.first_token) {
                token.kind = SyntaxKind::ErrorToken;
            }
        }
        self.push(SyntaxKind::InterpolationEnd, self.pos + 1);
    }

    /// Ends every open f-string at the current place.
    pub(super) fn abandon_fstrings(&mut self) {
        if let Some(open) = self.open.first() {
            let start = self.out.tokens[open.first_token].start as usize;
            self.out.diagnostics.truncate(open.errors_before);
            self.syntax_error("unterminated_string", start, self.pos);
        }
        self.open.clear();
    }

    /// At the text's end: whether lexing has to go on, because an f-string
    /// that never ends is read again up to the end of its line only.
    pub(super) fn close_unfinished_fstrings(&mut self) -> bool {
        let Some(open) = self.open.first() else { return false };
        if self.lines == FStringLines::Single {
            self.abandon_fstrings();
            return false;
        }
        let Some(&Token { start, .. }) = self.out.tokens.get(open.first_token) else {
            return false;
        };
        self.out.tokens.truncate(open.first_token);
        self.out.diagnostics.truncate(open.errors_before);
        self.open.clear();
        self.pos = start as usize;
        self.lines = FStringLines::Single;
        true
    }
}
