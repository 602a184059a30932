//! Cutting a text into words, quoted pieces and marks.

use clew_text::TextRange;

/// How a kind of quoted text is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quote {
    pub(crate) open: &'static str,
    pub(crate) close: &'static str,
    /// Whether a backslash hides the byte after it.
    pub(crate) backslash: bool,
    /// Whether it goes on over the end of a line.
    pub(crate) multiline: bool,
}

impl Quote {
    /// Text between two equal marks on one line, with backslashes.
    pub(crate) const fn plain(mark: &'static str) -> Quote {
        Quote { open: mark, close: mark, backslash: true, multiline: false }
    }

    /// Text between two equal marks over any lines, in which a doubled mark stands
    /// for itself.
    pub(crate) const fn block(mark: &'static str) -> Quote {
        Quote { open: mark, close: mark, backslash: false, multiline: true }
    }
}

/// What the tokens of a language are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexis {
    /// What starts a comment that ends with its line.
    pub(crate) line_comments: &'static [&'static str],
    /// What starts and ends a comment over lines.
    pub(crate) block_comment: Option<(&'static str, &'static str)>,
    /// Quotes, longest mark first.
    pub(crate) quotes: &'static [Quote],
    /// ASCII marks that count as parts of words, at their start too.
    pub(crate) word_marks: &'static str,
    /// Whether `[=[ … ]=]` is quoted text, with any number of `=`, and a comment behind
    /// `#`.
    pub(crate) long_brackets: bool,
    /// Whether a backslash and the letter after it belong to a word.
    pub(crate) escapes: bool,
    /// Whether `$tag$ … $tag$` is quoted text.
    pub(crate) dollar_quotes: bool,
    /// Whether `<<WORD` quotes all lines up to one that is `WORD`.
    pub(crate) heredocs: bool,
}

impl Lexis {
    /// Words and marks alone.
    pub(crate) const EMPTY: Lexis = Lexis {
        line_comments: &[],
        block_comment: None,
        quotes: &[],
        word_marks: "",
        long_brackets: false,
        escapes: false,
        dollar_quotes: false,
        heredocs: false,
    };

    fn is_word(&self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric()
            || byte == b'_'
            || byte >= 0x80
            || self.word_marks.as_bytes().contains(&byte)
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or keyword.
    Word,
    /// A number, with its unit.
    Number,
    /// Quoted text.
    Quoted,
    /// One ASCII mark.
    Mark(u8),
}

/// A token, in bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Bytes of the marks around quoted text.
    quotes: (usize, usize),
    /// Whether nothing but blanks and comments stands before it on its line.
    pub(crate) first_on_line: bool,
    /// The comment right above it.
    pub(crate) doc: Option<TextRange>,
}

impl Token {
    /// The token with its quotes.
    pub(crate) fn range(&self) -> TextRange {
        TextRange::new(self.start, self.end)
    }

    /// The token without quotes.
    pub(crate) fn inner(&self) -> TextRange {
        TextRange::new(self.start + self.quotes.0, self.end - self.quotes.1)
    }

    /// Whether it can name something: a word or a quoted text.
    pub(crate) fn is_name(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Quoted) && !self.inner().is_empty()
    }

    /// Whether it is this mark.
    pub(crate) fn is(&self, mark: u8) -> bool {
        self.kind == TokenKind::Mark(mark)
    }
}

/// Reads tokens one after the other. A copy looks ahead.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'text> {
    text: &'text str,
    pub(crate) lexis: Lexis,
    at: usize,
}

impl<'text> Lexer<'text> {
    pub(crate) fn new(text: &'text str, lexis: Lexis) -> Self {
        Lexer { text, lexis, at: 0 }
    }

    /// Where the next token is looked for.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Goes on from another place, which must be a character boundary.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.text.len());
    }

    /// The text of a token without quotes.
    pub(crate) fn inner(&self, token: Token) -> &'text str {
        token.inner().slice(self.text)
    }

    /// Whether a token is this word, in any case.
    pub(crate) fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == TokenKind::Word && token.range().slice(self.text).eq_ignore_ascii_case(word)
    }

    /// Skips to behind the end of the current line.
    pub(crate) fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
    }

    fn starts_with(&self, mark: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(mark.as_bytes())
    }

    /// Skips blanks and comments; says whether a line ended, and which comment
    /// stands right above what follows.
    fn skip_blank(&mut self) -> (bool, Option<TextRange>) {
        let mut first_on_line = self.at == 0;
        let mut doc: Option<(usize, usize)> = None;
        let mut line_ends = usize::from(self.at == 0);
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'\n') => {
                    line_ends += 1;
                    first_on_line = true;
                    if line_ends > 1 {
                        doc = None;
                    }
                    self.at += 1;
                }
                Some(b' ' | b'\t' | b'\r' | 0x0c) => self.at += 1,
                Some(_) => {
                    let start = self.at;
                    if !self.skip_comment() {
                        break;
                    }
                    if first_on_line {
                        doc = Some((doc.map_or(start, |(first, _)| first), self.at));
                        line_ends = 0;
                    }
                }
                None => break,
            }
        }
        (first_on_line, doc.map(|(start, end)| TextRange::new(start, end)))
    }

    /// The length of the opening bracket at `at`, and where its text ends and what closes
    /// it does.
    fn long_bracket(&self, at: usize) -> Option<(usize, usize, usize)> {
        let rest = self.text.get(at..)?.strip_prefix('[')?;
        let level = rest.bytes().take_while(|byte| *byte == b'=').count();
        let inside = rest[level..].strip_prefix('[')?;
        let start = self.text.len() - inside.len();
        let close = format!("]{}]", &rest[..level]);
        let end = inside.find(&close).map_or(self.text.len(), |length| start + length);
        Some((start - at, end, (end + close.len()).min(self.text.len())))
    }

    fn skip_comment(&mut self) -> bool {
        if self.lexis.long_brackets
            && self.starts_with("#[")
            && let Some((_, _, end)) = self.long_bracket(self.at + 1)
        {
            self.at = end;
            return true;
        }
        if let Some((open, close)) = self.lexis.block_comment
            && self.starts_with(open)
        {
            let inside = self.at + open.len();
            let end = self.text[inside..].find(close);
            self.at = end.map_or(self.text.len(), |at| inside + at + close.len());
            return true;
        }
        let is_comment = self.lexis.line_comments.iter().any(|mark| self.starts_with(mark));
        if is_comment {
            let rest = &self.text.as_bytes()[self.at..];
            self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        }
        is_comment
    }

    fn quoted(&mut self) -> Option<(usize, usize)> {
        if self.lexis.dollar_quotes && self.starts_with("$") {
            return self.dollar_quoted();
        }
        if self.lexis.heredocs && self.starts_with("<<") {
            return self.heredoc();
        }
        if self.lexis.long_brackets
            && self.starts_with("[")
            && let Some((open, inside, end)) = self.long_bracket(self.at)
        {
            self.at = end;
            return Some((open, end - inside));
        }
        let quote = *self.lexis.quotes.iter().find(|quote| self.starts_with(quote.open))?;
        let bytes = self.text.as_bytes();
        self.at += quote.open.len();
        let start = self.at;
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'\\' if quote.backslash && !self.is_lone_backslash(start, quote) => {
                    self.at += 1 + self.char_length(self.at + 1)
                }
                b'\n' if !quote.multiline => return Some((quote.open.len(), 0)),
                _ if self.starts_with(quote.close) => {
                    self.at += quote.close.len();
                    let is_doubled =
                        quote.multiline && !quote.backslash && quote.open == quote.close;
                    if is_doubled && self.starts_with(quote.close) {
                        self.at += quote.close.len();
                        continue;
                    }
                    return Some((quote.open.len(), quote.close.len()));
                }
                _ => self.at += 1,
            }
        }
        self.at = bytes.len();
        Some((quote.open.len(), 0))
    }

    /// Whether all that a quote holds is a backslash (`ESCAPE '\\'`).
    fn is_lone_backslash(&self, start: usize, quote: Quote) -> bool {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let next = rest.get(quote.close.len());
        quote.multiline
            && self.at == start
            && rest.starts_with(quote.close.as_bytes())
            && next.is_none_or(|next| b" \n\r\t;,)".contains(next))
    }

    fn heredoc(&mut self) -> Option<(usize, usize)> {
        let after = &self.text[self.at + 2..];
        let word = after.trim_start_matches(['-', '~']);
        let length = word.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let mark = &word[..length];
        if mark.is_empty() || mark.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let start = self.at;
        self.skip_line();
        let opens = self.at - start;
        while self.at < self.text.len() {
            let from = self.at;
            self.skip_line();
            if self.text[from..self.at].trim() == mark {
                let line = self.text[from..self.at].trim_end().len();
                self.at = from + line;
                return Some((opens, line));
            }
        }
        Some((opens.min(self.at - start), 0))
    }

    /// The bytes of the character at `at`; 0 at the end.
    fn char_length(&self, at: usize) -> usize {
        self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }

    fn dollar_quoted(&mut self) -> Option<(usize, usize)> {
        let rest = &self.text[self.at + 1..];
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if rest.as_bytes().get(length) != Some(&b'$')
            || rest.starts_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
        let mark = &self.text[self.at..self.at + length + 2];
        let inside = self.at + mark.len();
        match self.text[inside..].find(mark) {
            Some(at) => {
                self.at = inside + at + mark.len();
                Some((mark.len(), mark.len()))
            }
            None => {
                self.at = self.text.len();
                Some((mark.len(), 0))
            }
        }
    }

    fn word(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'\\' if self.lexis.escapes => self.at += 1 + self.char_length(self.at + 1),
                byte if self.lexis.is_word(*byte) => self.at += 1,
                _ => break,
            }
        }
        self.at > start
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let (first_on_line, doc) = self.skip_blank();
        let start = self.at;
        let byte = *self.text.as_bytes().get(start)?;
        let mut quotes = (0, 0);
        let kind = if let Some(marks) = self.quoted() {
            quotes = marks;
            TokenKind::Quoted
        } else if byte.is_ascii_digit() {
            let rest = &self.text.as_bytes()[start..];
            let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'%');
            self.at += rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
            TokenKind::Number
        } else if self.word() {
            TokenKind::Word
        } else {
            self.at += 1;
            TokenKind::Mark(byte)
        };
        Some(Token { kind, start, end: self.at, quotes, first_on_line, doc })
    }
}
