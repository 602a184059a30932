//! Texts made of statements and blocks in braces.

use clew_model::SymbolId;

use super::{Lexer, Lexis, Sheet, Token};

/// Tokens of a statement that are kept; a longer one is data.
const MAX_TOKENS: usize = 96;

/// What ends a statement besides braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// A semicolon.
    Semicolon,
    /// The end of the line.
    Line,
}

/// A statement: the tokens up to its end, without that.
pub(crate) struct Statement<'statement> {
    pub(crate) tokens: &'statement [Token],
    /// Where it ends, with the mark that ends it.
    pub(crate) end: usize,
    /// Whether a block follows.
    pub(crate) opens: bool,
}

impl Statement<'_> {
    /// From its first token to its end.
    pub(crate) fn range(&self) -> clew_text::TextRange {
        let start = self.tokens.first().map_or(self.end, |token| token.start);
        clew_text::TextRange::new(start.min(self.end), self.end)
    }
}

/// What a reader makes of a statement that opens a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened<T> {
    /// What is declared by it, and contains what is inside.
    pub(crate) symbol: Option<SymbolId>,
    /// What the reader wants to know inside.
    pub(crate) inside: T,
}

/// Reads statements one after the other, without recursion.
pub(crate) struct Blocks<'text, T> {
    lexer: Lexer<'text>,
    ends: Ends,
    /// Whether braces behind `=` hold a value.
    values: bool,
    open: Vec<Opened<T>>,
    head: Vec<Token>,
    marks: Vec<u8>,
    has_equals: bool,
}

impl<'text, T: Copy> Blocks<'text, T> {
    pub(crate) fn new(text: &'text str, lexis: Lexis, ends: Ends) -> Self {
        Blocks {
            lexer: Lexer::new(text, lexis),
            ends,
            values: false,
            open: Vec::new(),
            head: Vec::new(),
            marks: Vec::new(),
            has_equals: false,
        }
    }

    /// Takes braces behind `=` for values.
    pub(crate) fn with_values(self) -> Self {
        Blocks { values: true, ..self }
    }

    /// Reads the whole text. `on` is told of every statement with what is known of
    /// the block around it; its answer counts where a block opens.
    pub(crate) fn read<'builder>(
        mut self,
        sheet: &mut Sheet<'builder, 'text>,
        mut on: impl FnMut(
            &mut Sheet<'builder, 'text>,
            &Lexer<'text>,
            &Statement<'_>,
            Option<&T>,
        ) -> Option<Opened<T>>,
        outermost: T,
    ) {
        let closed = Opened { symbol: None, inside: outermost };
        while let Some(token) = self.lexer.next() {
            let depth = self.marks.len();
            if self.ends == Ends::Line && token.first_on_line && depth == 0 {
                self.finish(sheet, &mut on, token.start, false);
            }
            match token.kind {
                super::TokenKind::Mark(b'{') if !self.is_value() => {
                    let opened = self.finish(sheet, &mut on, token.end, true);
                    let opened = opened.unwrap_or(Opened { symbol: None, ..closed });
                    if let Some(symbol) = opened.symbol {
                        sheet.open(symbol);
                    }
                    self.open.push(opened);
                }
                super::TokenKind::Mark(b'}') if self.marks.last() != Some(&b'{') => {
                    self.finish(sheet, &mut on, token.start, false);
                    self.close(sheet, token.end);
                }
                super::TokenKind::Mark(b';') if depth == 0 => {
                    self.finish(sheet, &mut on, token.end, false);
                }
                _ => self.take(token),
            }
        }
        let end = self.lexer.at();
        self.finish(sheet, &mut on, end, false);
        while !self.open.is_empty() {
            self.close(sheet, end);
        }
    }

    /// Whether a brace belongs to a value or stands in brackets.
    fn is_value(&self) -> bool {
        // A number is a whole value: `group Items = 1 {` opens a block.
        let is_told = self.head.last().is_some_and(|last| last.kind == super::TokenKind::Number);
        !self.marks.is_empty() || self.values && self.has_equals && !is_told
    }

    fn take(&mut self, token: Token) {
        if let super::TokenKind::Mark(mark) = token.kind {
            match mark {
                b'(' | b'[' | b'{' => self.marks.push(mark),
                b')' | b']' | b'}' => {
                    let open = match mark {
                        b')' => b'(',
                        b']' => b'[',
                        _ => b'{',
                    };
                    if self.marks.last() == Some(&open) {
                        self.marks.pop();
                    }
                }
                b'=' if self.marks.is_empty() => self.has_equals = true,
                _ => {}
            }
        }
        if self.head.len() < MAX_TOKENS {
            self.head.push(token);
        }
    }

    fn finish<'builder>(
        &mut self,
        sheet: &mut Sheet<'builder, 'text>,
        on: &mut impl FnMut(
            &mut Sheet<'builder, 'text>,
            &Lexer<'text>,
            &Statement<'_>,
            Option<&T>,
        ) -> Option<Opened<T>>,
        end: usize,
        opens: bool,
    ) -> Option<Opened<T>> {
        self.marks.clear();
        self.has_equals = false;
        if self.head.is_empty() && !opens {
            return None;
        }
        let statement = Statement { tokens: &self.head, end, opens };
        let around = self.open.last().map(|opened| &opened.inside);
        let opened = on(sheet, &self.lexer, &statement, around);
        self.head.clear();
        opened
    }

    fn close(&mut self, sheet: &mut Sheet<'_, 'text>, end: usize) {
        if let Some(symbol) = self.open.pop().and_then(|opened| opened.symbol) {
            sheet.close(symbol, end);
        }
    }
}
