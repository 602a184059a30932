//! CSS, SCSS and Less: selectors, variables, mixins, functions, at-rules.

mod selectors;
#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolKind};
use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::scanned::{
    Blocks, Ends, Entry, Lexer, Lexis, Opened, Quote, Sheet, Statement, Token, TokenKind,
};
use crate::{Depth, LanguageDefinition};

const EXTRACTS: &str = "selectors by the class, id or element they end in, custom properties and variables with their uses, mixins and functions with their calls, keyframes, media and other at-rules, imports";

pub(crate) static CSS: LanguageDefinition = LanguageDefinition {
    extensions: &["css", "pcss", "postcss", "wxss"],
    depth: Depth::Outline,
    guessed: false,
    extracts: EXTRACTS,
    outline: Some(|builder| read(builder, LEXIS)),
    verified: "0.999/0.999 of 10,769 names against PostCSS",
    ..LanguageDefinition::words("css", "CSS")
};

pub(crate) static SCSS: LanguageDefinition = LanguageDefinition {
    extensions: &["scss"],
    outline: Some(|builder| read(builder, LEXIS_WITH_LINES)),
    depth: Depth::Outline,
    guessed: false,
    extracts: EXTRACTS,
    verified: "0.993/0.998 of 4,368 names against postcss-scss",
    ..LanguageDefinition::words("scss", "SCSS")
};

pub(crate) static LESS: LanguageDefinition = LanguageDefinition {
    extensions: &["less"],
    outline: Some(|builder| read(builder, LEXIS_WITH_LINES)),
    depth: Depth::Outline,
    guessed: false,
    extracts: EXTRACTS,
    verified: "0.993/0.994 of 3,297 names against postcss-less",
    ..LanguageDefinition::words("less", "Less")
};

const LEXIS: Lexis = Lexis {
    block_comment: Some(("/*", "*/")),
    quotes: &[
        Quote::plain("\""),
        Quote::plain("'"),
        Quote { open: "url(", close: ")", backslash: true, multiline: false },
        Quote { open: "#{", close: "}", backslash: false, multiline: true },
        Quote { open: "@{", close: "}", backslash: false, multiline: true },
    ],
    word_marks: "-",
    escapes: true,
    ..Lexis::EMPTY
};

const LEXIS_WITH_LINES: Lexis = Lexis { line_comments: &["//"], ..LEXIS };

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Rules.
    Rules,
    /// Steps of an animation, descriptors: no selectors.
    Other,
}

fn read(builder: &mut FactsBuilder<'_>, lexis: Lexis) {
    let text = builder.text();
    let mut sheet = Sheet::new(builder);
    Blocks::new(text, lexis, Ends::Semicolon).read(&mut sheet, statement, Inside::Rules);
}

fn statement<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
    around: Option<&Inside>,
) -> Option<Opened<Inside>> {
    let tokens = statement.tokens;
    let first = *tokens.first()?;
    let second = tokens.get(1).copied().filter(|second| second.start == first.end);
    let names_value = |at: usize| tokens.get(at).is_some_and(|token| token.is(b':'));
    match (first.kind, second) {
        (TokenKind::Mark(b'@'), Some(_)) if !names_value(2) => {
            return at_rule(sheet, lexer, statement);
        }
        (TokenKind::Mark(b'@' | b'$'), Some(name)) if names_value(2) => {
            variable(sheet, lexer, statement, name);
            uses(sheet, lexer, &tokens[2..]);
        }
        (TokenKind::Word, _) if names_value(1) && lexer.inner(first).starts_with("--") => {
            let entry = Entry::member(SymbolKind::Variable, first.range(), statement.range());
            if let Some(symbol) = sheet.declare(entry.doc(first.doc)) {
                sheet.see_in_file(symbol, lexer.inner(first));
            }
            uses(sheet, lexer, &tokens[1..]);
        }
        (TokenKind::Mark(b'.' | b'#'), Some(name)) if !statement.opens => {
            sheet.refer(name.range(), Role::Call);
            uses(sheet, lexer, &tokens[2..]);
        }
        _ if !statement.opens => uses(sheet, lexer, tokens),
        _ if around == Some(&Inside::Other) || tokens.last()?.is(b':') => {}
        _ => {
            let symbol = selectors::declare(sheet, lexer, statement);
            return Some(Opened { symbol, inside: Inside::Rules });
        }
    }
    Some(Opened { symbol: None, inside: Inside::Other })
}

/// `$name: …`, `@name: …`: the first one declares.
fn variable<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
    name: Token,
) {
    if sheet.builder.visible_symbol(lexer.inner(name)).is_some() {
        sheet.refer(name.range(), Role::Write);
    } else {
        let entry = Entry::new(SymbolKind::Variable, name.range(), statement.range());
        sheet.declare(entry.doc(statement.tokens[0].doc));
    }
}

fn at_rule<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
) -> Option<Opened<Inside>> {
    let tokens = statement.tokens;
    let word = lexer.inner(*tokens.get(1)?);
    let name = tokens.get(2).copied().filter(Token::is_name);
    let declare = |sheet: &mut Sheet<'_, 'text>, kind| {
        let entry = Entry::new(kind, name?.range(), statement.range());
        sheet.declare(entry.doc(tokens[0].doc))
    };
    let (symbol, inside) = match word {
        "import" | "use" | "forward" | "plugin" | "reference" => {
            imports(sheet, statement);
            (None, Inside::Other)
        }
        "media" | "supports" | "container" | "layer" | "scope" | "document" if statement.opens => {
            (prelude(sheet, statement), Inside::Rules)
        }
        "property" => (declare(sheet, SymbolKind::Variable), Inside::Other),
        "mixin" => (declare(sheet, SymbolKind::Macro), Inside::Rules),
        "function" => (declare(sheet, SymbolKind::Function), Inside::Rules),
        "include" => {
            let path = tokens[2..].iter().take_while(|token| !token.is(b'('));
            if let Some(name) = path.filter(|token| token.kind == TokenKind::Word).last() {
                sheet.refer(name.range(), Role::Call);
            }
            uses(sheet, lexer, &tokens[2..]);
            (None, Inside::Rules)
        }
        "extend" => {
            for name in tokens[2..].iter().filter(|token| token.kind == TokenKind::Word) {
                sheet.refer(name.range(), Role::Inherit);
            }
            (None, Inside::Other)
        }
        "apply" => {
            for name in tokens[2..].iter().filter(|token| token.kind == TokenKind::Word) {
                sheet.refer(name.range(), Role::Read);
            }
            (None, Inside::Other)
        }
        word if word.ends_with("keyframes") => {
            (declare(sheet, SymbolKind::Constant), Inside::Other)
        }
        "font-face" | "page" | "counter-style" | "font-palette-values" => (None, Inside::Other),
        _ => {
            uses(sheet, lexer, &tokens[2..]);
            (None, Inside::Rules)
        }
    };
    Some(Opened { symbol, inside })
}

/// An at-rule under its own text: `@media (width > 40em)`.
fn prelude(sheet: &mut Sheet<'_, '_>, statement: &Statement<'_>) -> Option<clew_model::SymbolId> {
    let (first, last) = (statement.tokens.first()?, statement.tokens.last()?);
    let name = TextRange::new(first.start, last.end);
    let entry = Entry::member(SymbolKind::Namespace, name, statement.range());
    sheet.declare(entry.doc(first.doc))
}

fn imports(sheet: &mut Sheet<'_, '_>, statement: &Statement<'_>) {
    let is_path = |token: &&Token| token.kind == TokenKind::Quoted;
    for token in statement.tokens.iter().filter(is_path) {
        let inner = token.inner();
        let text = sheet.slice(inner);
        let quoted =
            text.len() >= 2 && text.starts_with(['"', '\'']) && text.ends_with(['"', '\'']);
        let (start, end) = (inner.start.to_usize(), inner.end.to_usize());
        let path = if quoted { TextRange::new(start + 1, end - 1) } else { inner };
        sheet.import(path, ImportForm::Glob, statement.range());
        if sheet.slice(statement.range()).starts_with("@use") {
            break;
        }
    }
}

/// Variables named in a value: `var(--x)`, `$x`, `@x`, and functions of the sheet.
fn uses<'text>(sheet: &mut Sheet<'_, 'text>, lexer: &Lexer<'text>, tokens: &[Token]) {
    let mut before: Option<Token> = None;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::Word {
            let behind = tokens.get(at + 1).filter(|next| next.start == token.end);
            if behind.is_some_and(|next| next.is(b'('))
                && sheet.builder.visible_symbol(lexer.inner(*token)).is_some()
            {
                sheet.refer(token.range(), Role::Call);
            }
            let adjacent = before.filter(|before| before.end == token.start);
            let is_variable = adjacent.is_some_and(|mark| mark.is(b'$') || mark.is(b'@'));
            if is_variable || lexer.inner(*token).starts_with("--") {
                sheet.refer(token.range(), Role::Read);
            }
        }
        before = Some(*token);
    }
}
