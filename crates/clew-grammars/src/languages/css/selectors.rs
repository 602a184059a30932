//! Selectors: which name each of them is about.

use clew_model::{Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use crate::scanned::{Entry, Lexer, Sheet, Statement, Token, TokenKind};

/// Declares what the selectors of a rule end in; gives the first, which contains what
/// the rule holds.
pub(super) fn declare<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
) -> Option<SymbolId> {
    let mut first = None;
    let doc = statement.tokens.first().and_then(|token| token.doc);
    // Conditions of mixins in Less are no part of their names.
    let is_guard = |token: &Token| token.kind == TokenKind::Word && lexer.inner(*token) == "when";
    let guard = statement.tokens.iter().skip(1).position(is_guard).map(|at| at + 1);
    let named = &statement.tokens[..guard.unwrap_or(statement.tokens.len())];
    for (index, selector) in split(named).into_iter().enumerate() {
        let (others, last) = compounds(selector);
        for class in classes(others) {
            sheet.refer(class.range(), Role::Read);
        }
        let Some(start) = selector.first() else { continue };
        let range = match index {
            0 => statement.range(),
            _ => TextRange::new(start.start, selector.last().map_or(start.end, |end| end.end)),
        };
        let symbol = declare_compound(sheet, lexer, last, range, doc);
        first = first.or(symbol);
    }
    first
}

/// Selectors between commas outside brackets.
fn split(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Mark(b'(' | b'[') => depth += 1,
            TokenKind::Mark(b')' | b']') => depth = depth.saturating_sub(1),
            TokenKind::Mark(b',') if depth == 0 => {
                parts.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// What stands before the last compound of a selector, and that.
fn compounds(selector: &[Token]) -> (&[Token], &[Token]) {
    let (mut depth, mut start) = (0_usize, 0);
    for (at, token) in selector.iter().enumerate() {
        let gap = at > 0 && selector[at - 1].end < token.start;
        let is_combinator = matches!(token.kind, TokenKind::Mark(b'>' | b'+' | b'~'));
        if depth == 0 && is_combinator {
            start = at + 1;
        } else if depth == 0 && gap && at > start {
            start = at;
        }
        match token.kind {
            TokenKind::Mark(b'(' | b'[') => depth += 1,
            TokenKind::Mark(b')' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    selector.split_at(start.min(selector.len()))
}

/// The names behind `.` and `#`.
fn classes(tokens: &[Token]) -> impl Iterator<Item = Token> + '_ {
    tokens.windows(2).filter_map(|pair| {
        let is_mark = matches!(pair[0].kind, TokenKind::Mark(b'.' | b'#' | b'%'));
        let is_name = pair[1].kind == TokenKind::Word && pair[0].end == pair[1].start;
        (is_mark && is_name).then_some(pair[1])
    })
}

/// A compound without what stands in square brackets, up to the first colon.
fn plain_part(compound: &[Token]) -> Vec<Token> {
    let mut depth = 0_usize;
    let mut plain = Vec::new();
    for token in compound {
        match token.kind {
            TokenKind::Mark(b'[') => depth += 1,
            TokenKind::Mark(b']') => depth = depth.saturating_sub(1),
            TokenKind::Mark(b':') if depth == 0 => break,
            _ if depth == 0 => plain.push(*token),
            _ => {}
        }
    }
    plain
}

fn declare_compound<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    compound: &[Token],
    range: TextRange,
    doc: Option<TextRange>,
) -> Option<SymbolId> {
    let first = *compound.first()?;
    let plain = &plain_part(compound);
    let parent = sheet.builder.container().map(|id| sheet.builder.symbol_name(id).to_string());
    if first.is(b'&')
        && let (Some(suffix), Some(parent)) = (plain.get(1), parent)
        && suffix.kind == TokenKind::Word
    {
        let name = format!("{parent}{}", lexer.inner(*suffix));
        let entry = Entry::new(SymbolKind::Class, suffix.range(), range).doc(doc);
        return sheet.declare_named(entry, &name);
    }
    let mut named: Vec<Token> = classes(plain).collect();
    if let Some(name) = named.pop() {
        for other in named {
            sheet.refer(other.range(), Role::Read);
        }
        let mark = plain.iter().rev().find(|token| token.end == name.start);
        let is_id = mark.is_some_and(|mark| mark.is(b'#'));
        let kind = if is_id { SymbolKind::Constant } else { SymbolKind::Class };
        return sheet.declare(Entry::new(kind, name.range(), range).doc(doc));
    }
    if first.is(b'&') {
        return None;
    }
    let name = match first.kind {
        TokenKind::Word => first.range(),
        _ => TextRange::new(first.start, compound.last().map_or(first.end, |last| last.end)),
    };
    sheet.declare(Entry::member(SymbolKind::Key, name, range).doc(doc))
}
