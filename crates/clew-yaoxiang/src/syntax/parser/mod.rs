//! Tokens to a tree, whatever the tokens are.
//!
//! The grammar functions emit events; wrapping a finished node into a new one
//! is a link between events. Recursion is bounded by [`MAX_NESTING`], deeper
//! input is taken as one error node.

mod binding;
mod control;
mod expr;
mod pattern;
mod primary;
mod record;
mod recovery;
mod stmt;
mod tolerance;
mod types;
mod use_stmt;

use std::sync::Arc;

use clew_text::TextRange;

use super::build::{Event, build};
use super::kind::{Field, SyntaxKind};
use super::tree::SyntaxTree;
use super::validate::validate;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Lexed, Token, lex};

/// Deepest nesting of brackets, blocks, prefix operators and lambdas that the
/// parser follows.
const MAX_NESTING: usize = 500;

/// Most errors kept for one text; whoever has more is not helped by them.
const MAX_DIAGNOSTICS: usize = 500;

/// The tree of a text with its lexical and syntax errors.
#[derive(Clone, Debug)]
pub struct Parse {
    /// The tree; covers every byte.
    pub tree: SyntaxTree,
    /// Lexical ones first, then those of the parser, each in order; at most
    /// 500. Warnings only where nothing is an error.
    pub diagnostics: Arc<[Diagnostic]>,
}

impl Parse {
    /// Whether nothing is wrong with the tokens and their order.
    pub fn is_clean(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether there are lexical or syntax errors; damage that the reference
    /// passes over is told as a warning and is none.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Whether a token of this kind may begin an expression.
pub(crate) fn starts_expr(kind: SyntaxKind) -> bool {
    Parser::starts_expr(kind)
}

/// Parses any text.
pub fn parse(source: &str) -> Parse {
    let lexed = lex(source);
    let mut parser = Parser::new(source, &lexed);
    parser.source_file();
    let Parser { events, diagnostics, .. } = parser;
    let built = build(source, &lexed.tokens, events);
    let mut syntax = diagnostics;
    syntax.extend(validate(&built.tree));
    syntax.sort_by_key(|diagnostic| diagnostic.range.start);
    let mut all = lexed.diagnostics;
    all.extend(syntax);
    drop_consequences(&mut all, source.len());
    tolerance::settle(&mut all, built.too_deep.is_some());
    if let Some(start) = built.too_deep
        && !all.iter().any(|d| d.arg("reason") == Some("@nested_too_deeply"))
    {
        let range = TextRange::new(start as usize, start as usize + 1);
        all.push(Diagnostic::error("E0012", range).with_arg("reason", "@nested_too_deeply"));
    }
    all.truncate(MAX_DIAGNOSTICS);
    Parse { tree: built.tree, diagnostics: all.into() }
}

/// A text whose quotes were never closed may have lost its last brackets to
/// them: that they are missing at the end is no second error.
fn drop_consequences(diagnostics: &mut Vec<Diagnostic>, end: usize) {
    let swallows = diagnostics
        .iter()
        .any(|diagnostic| diagnostic.arg("reason") == Some("@unterminated_string"));
    if swallows {
        diagnostics.retain(|diagnostic| {
            diagnostic.code != "E0010" || diagnostic.range.start.to_usize() < end
        });
    }
}

/// A token that is neither blank nor comment.
#[derive(Clone, Copy)]
struct Significant {
    kind: SyntaxKind,
    start: u32,
    end: u32,
    /// Whether it is the first on its line.
    starts_line: bool,
}

/// A node that was begun.
#[must_use]
struct Marker {
    event: usize,
    /// Index of the first token.
    token: usize,
}

/// A node that is complete.
#[derive(Clone, Copy)]
struct Completed {
    event: usize,
    /// Index of the first token.
    token: usize,
    kind: SyntaxKind,
}

/// What a missing expression is called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MissingExpr {
    /// E0011: the token cannot stand here.
    UnexpectedToken,
    /// E0012: nothing usable after `=`.
    NoValue,
}

/// State of one run.
struct Parser<'text> {
    source: &'text str,
    tokens: Vec<Significant>,
    pos: usize,
    events: Vec<Event>,
    diagnostics: Vec<Diagnostic>,
    /// Ranges of lexical errors, in order.
    lexical: Vec<TextRange>,
    nesting: usize,
    missing_expr: MissingExpr,
    /// Whether `=>` makes a lambda here.
    lambda_allowed: bool,
    /// What the signature that was read last results in.
    signature_result: types::SignatureResult,
    /// For every `(` the index of its `)`.
    closing: Vec<u32>,
    /// Tokens read in vain while trying whether damage is passed over.
    tried: usize,
    /// How many more `}` than `{` there are, less those already used.
    spare_braces: usize,
}

impl<'text> Parser<'text> {
    fn new(source: &'text str, lexed: &Lexed) -> Self {
        let tokens = significant(source, &lexed.tokens);
        let closing = closing_parens(&tokens);
        let count = |kind| tokens.iter().filter(|token| token.kind == kind).count();
        let spare_braces = count(SyntaxKind::RBrace).saturating_sub(count(SyntaxKind::LBrace));
        let events = Vec::with_capacity(tokens.len() * 3);
        let mut lexical: Vec<_> = lexed.diagnostics.iter().map(|d| d.range).collect();
        lexical.sort_unstable();
        Parser {
            source,
            tokens,
            pos: 0,
            events,
            diagnostics: Vec::new(),
            lexical,
            nesting: 0,
            missing_expr: MissingExpr::UnexpectedToken,
            lambda_allowed: true,
            signature_result: types::SignatureResult::Value,
            closing,
            tried: 0,
            spare_braces,
        }
    }

    fn token(&self) -> Significant {
        self.ahead(0)
    }

    /// The token `n` places ahead; the end marker behind the last one.
    fn ahead(&self, n: usize) -> Significant {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> SyntaxKind {
        self.token().kind
    }

    fn nth(&self, n: usize) -> SyntaxKind {
        self.ahead(n).kind
    }

    fn at(&self, kind: SyntaxKind) -> bool {
        self.kind() == kind
    }

    fn at_end(&self) -> bool {
        self.at(SyntaxKind::Eof)
    }

    fn starts_line(&self) -> bool {
        self.token().starts_line
    }

    fn text_of(&self, token: Significant) -> &'text str {
        &self.source[token.start as usize..token.end as usize]
    }

    fn start(&mut self) -> Marker {
        self.events.push(Event::Tombstone);
        Marker { event: self.events.len() - 1, token: self.pos }
    }

    fn complete(&mut self, marker: Marker, kind: SyntaxKind) -> Completed {
        self.events[marker.event] = Event::Start { kind, field: Field::None, forward: 0 };
        self.events.push(Event::Finish);
        Completed { event: marker.event, token: marker.token, kind }
    }

    /// Begins a node around a complete one.
    fn precede(&mut self, inner: Completed) -> Marker {
        let marker = self.start();
        if let Event::Start { forward, .. } = &mut self.events[inner.event] {
            *forward = (marker.event - inner.event) as u32;
        }
        Marker { token: inner.token, ..marker }
    }

    fn set_field(&mut self, node: Completed, place: Field) {
        if let Event::Start { field, .. } = &mut self.events[node.event] {
            *field = place;
        }
    }

    fn bump(&mut self) {
        self.bump_as(Field::None);
    }

    fn bump_as(&mut self, field: Field) {
        if !self.at_end() {
            crate::stop::step();
            self.events.push(Event::Token { field });
            self.pos += 1;
        }
    }

    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token of this kind or reports E0010 and leaves a gap.
    fn expect(&mut self, kind: SyntaxKind) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected(kind.name());
            self.missing(Field::None);
        }
        found
    }

    /// A gap where something required is not there.
    fn missing(&mut self, field: Field) -> Completed {
        let marker = self.start();
        let gap = self.complete(marker, SyntaxKind::Missing);
        self.set_field(gap, field);
        gap
    }

    /// A name in the given place, or a gap with E0010.
    fn name(&mut self, field: Field) -> bool {
        if !self.at(SyntaxKind::Ident) {
            self.expected("@identifier");
            self.missing(field);
            return false;
        }
        self.name_here(field);
        true
    }

    /// The current token as a name.
    fn name_here(&mut self, field: Field) -> Completed {
        let marker = self.start();
        self.bump();
        let name = self.complete(marker, SyntaxKind::Name);
        self.set_field(name, field);
        name
    }

    /// Runs `inner` one level deeper, or takes the rest of the current
    /// bracket as an error when that is too deep.
    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Completed) -> Completed {
        if self.nesting >= MAX_NESTING {
            return self.too_deep();
        }
        self.nesting += 1;
        let done = crate::stack::with_room(|| inner(self));
        self.nesting -= 1;
        done
    }
}

fn significant(source: &str, tokens: &[Token]) -> Vec<Significant> {
    let mut found = Vec::with_capacity(tokens.len() / 2 + 1);
    let mut starts_line = true;
    for &Token { kind, start, end } in tokens {
        if kind.is_trivia() {
            starts_line |= source.as_bytes()[start as usize..end as usize].contains(&b'\n');
        } else {
            found.push(Significant { kind, start, end, starts_line });
            starts_line = false;
        }
    }
    let end = source.len() as u32;
    found.push(Significant { kind: SyntaxKind::Eof, start: end, end, starts_line: true });
    found
}

/// For every `(` the index of its `)`, 0 where there is none.
fn closing_parens(tokens: &[Significant]) -> Vec<u32> {
    let mut closing = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            SyntaxKind::LParen => open.push(index),
            SyntaxKind::RParen => {
                if let Some(start) = open.pop() {
                    closing[start] = index as u32;
                }
            }
            _ => {}
        }
    }
    closing
}
