//! GraphQL: types, fields, enums, directives, operations, fragments.

#[cfg(test)]
mod tests;

use clew_model::{HeritageKind, HeritageSubject, Role, SymbolId, SymbolKind};

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Lexer, Lexis, Quote, Sheet, Token, TokenKind};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["gql"],
    extensions: &["graphql", "gql", "graphqls"],
    depth: Depth::Outline,
    guessed: false,
    verified: "10,645 names of two packages (@octokit/graphql-schema, absinthe), 1.000/1.000 against graphql-core",
    extracts: "types, interfaces, inputs, unions, enums, scalars, fields, directives, operations, fragments, uses of types and fragments",
    outline: Some(read),
    ..LanguageDefinition::words("graphql", "GraphQL")
};

const LEXIS: Lexis = Lexis {
    line_comments: &["#"],
    quotes: &[
        Quote { open: "\"\"\"", close: "\"\"\"", backslash: true, multiline: true },
        Quote::plain("\""),
    ],
    ..Lexis::EMPTY
};

/// Types that nobody declares.
const BUILTIN: &[&str] = &["Int", "Float", "String", "Boolean", "ID"];

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    lexer: Lexer<'text>,
    /// The text before a definition or field that describes it.
    description: Option<Token>,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let lexer = Lexer::new(builder.text(), LEXIS);
    let mut walk = Walk { sheet: Sheet::new(builder), lexer, description: None };
    while let Some(token) = walk.lexer.next() {
        match token.kind {
            TokenKind::Quoted => walk.description = Some(token),
            TokenKind::Word => {
                walk.definition(token);
                walk.description = None;
            }
            TokenKind::Mark(b'{') => walk.selection(None),
            _ => {}
        }
    }
}

impl<'text> Walk<'_, 'text> {
    fn peek(&self) -> Option<Token> {
        self.lexer.clone().next()
    }

    /// The next token, if it is a name.
    fn name(&mut self) -> Option<Token> {
        let name = self.peek().filter(|token| token.kind == TokenKind::Word)?;
        self.lexer.next();
        Some(name)
    }

    fn doc(&self, first: Token) -> Option<clew_text::TextRange> {
        self.description.map(|token| token.range()).or(first.doc)
    }

    fn definition(&mut self, first: Token) {
        let start = first;
        let mut word = self.lexer.inner(first);
        if word == "extend" {
            let Some(next) = self.name() else { return };
            word = self.lexer.inner(next);
        }
        let kind = match word {
            "type" => SymbolKind::Class,
            "interface" => SymbolKind::Interface,
            "input" => SymbolKind::Struct,
            "enum" => SymbolKind::Enum,
            "union" | "scalar" => SymbolKind::Type,
            "directive" => SymbolKind::Macro,
            "query" | "mutation" | "subscription" | "fragment" => SymbolKind::Function,
            _ => return,
        };
        if word == "directive" && self.peek().is_some_and(|token| token.is(b'@')) {
            self.lexer.next();
        }
        let Some(name) = self.name() else { return };
        let range = clew_text::TextRange::new(start.start, name.end);
        let entry = Entry::new(kind, name.range(), range).doc(self.doc(start));
        let Some(symbol) = self.sheet.declare(entry) else { return };
        match kind {
            SymbolKind::Function => self.operation(symbol),
            SymbolKind::Enum => self.members(symbol, SymbolKind::EnumMember),
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct => {
                let is_root =
                    matches!(self.lexer.inner(name), "Query" | "Mutation" | "Subscription");
                let kind = if is_root { SymbolKind::Method } else { SymbolKind::Field };
                self.members(symbol, kind);
            }
            _ => self.rest_of_line(symbol, word),
        }
    }

    /// `= A | B` of a union; arguments and directives of others.
    fn rest_of_line(&mut self, symbol: SymbolId, word: &str) {
        self.sheet.builder.enter(symbol);
        let mut end = None;
        let mut depth = 0_usize;
        let mut before = None;
        while let Some(token) = self.peek() {
            let goes_on = depth > 0
                || !token.first_on_line
                || token.is(b'|')
                || token.is(b'=')
                || matches!(before, Some(b'|' | b'=' | b':'));
            if !goes_on {
                break;
            }
            self.lexer.next();
            match token.kind {
                TokenKind::Mark(mark @ (b'(' | b')')) => {
                    depth = if mark == b'(' { depth + 1 } else { depth.saturating_sub(1) };
                }
                TokenKind::Word if word == "union" && before != Some(b'@') => {
                    self.refer_type(token, Role::Type);
                }
                TokenKind::Word if before == Some(b':') => self.refer_type(token, Role::Type),
                _ => {}
            }
            before = mark(token);
            end = Some(token.end);
        }
        self.sheet.builder.leave();
        if let Some(end) = end {
            self.sheet.set_end(symbol, end);
        }
    }

    fn refer_type(&mut self, token: Token, role: Role) {
        if !BUILTIN.contains(&self.lexer.inner(token)) {
            self.sheet.refer(token.range(), role);
        }
    }

    /// `implements A & B`, then the fields or values in braces.
    fn members(&mut self, owner: SymbolId, kind: SymbolKind) {
        let (mut before, mut depth) = (None, 0_usize);
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                TokenKind::Mark(b'{') => break,
                TokenKind::Word if token.first_on_line && before != Some(b'&') => return,
                TokenKind::Quoted if token.first_on_line => return,
                TokenKind::Word
                    if before != Some(b'@') && self.lexer.inner(token) != "implements" =>
                {
                    if let Some(id) = self.sheet.refer(token.range(), Role::Inherit) {
                        let base = self.sheet.builder.occurrence_expression(id);
                        let subject = HeritageSubject::Symbol(owner);
                        self.sheet.builder.heritage(subject, base, HeritageKind::Implements);
                    }
                }
                _ => {}
            }
            before = mark(token);
            self.lexer.next();
        }
        self.lexer.next();
        self.sheet.open(owner);
        let end = self.fields(kind);
        self.sheet.close(owner, end);
    }

    /// What stands in the braces of a type; gives the end.
    fn fields(&mut self, kind: SymbolKind) -> usize {
        let mut field: Option<(SymbolId, usize)> = None;
        let mut description: Option<Token> = None;
        let (mut depth, mut before, mut end) = (0_usize, None, self.lexer.at());
        while let Some(token) = self.lexer.next() {
            end = token.end;
            match token.kind {
                TokenKind::Mark(b'}') if depth == 0 => {
                    self.end_field(field);
                    return end;
                }
                TokenKind::Mark(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                TokenKind::Quoted if depth == 0 && before != Some(b'=') => {
                    self.end_field(field.take());
                    description = Some(token);
                    before = None;
                    continue;
                }
                TokenKind::Word if before == Some(b':') || before == Some(b'[') => {
                    let enter = field.map(|(symbol, _)| self.sheet.builder.enter(symbol));
                    self.refer_type(token, Role::Type);
                    if enter.is_some() {
                        self.sheet.builder.leave();
                    }
                }
                TokenKind::Word if depth == 0 && self.starts_field(token, kind, before) => {
                    self.end_field(field.take());
                    let doc = description.take().map(|token| token.range()).or(token.doc);
                    let entry = Entry::member(kind, token.range(), token.range()).doc(doc);
                    field = self.sheet.declare(entry).map(|symbol| (symbol, end));
                }
                _ => {}
            }
            before = mark(token);
            if let Some((_, reach)) = &mut field {
                *reach = end;
            }
        }
        self.end_field(field);
        end
    }

    /// Whether a word names a field: `name:` or `name(`; or a value of an enum.
    fn starts_field(&self, _: Token, kind: SymbolKind, before: Option<u8>) -> bool {
        match kind {
            SymbolKind::EnumMember => !matches!(before, Some(b'@')),
            _ => {
                let next = self.peek();
                before != Some(b'@') && next.is_some_and(|next| next.is(b':') || next.is(b'('))
            }
        }
    }

    fn end_field(&mut self, field: Option<(SymbolId, usize)>) {
        if let Some((symbol, end)) = field {
            self.sheet.set_end(symbol, end);
        }
    }

    /// The variables and selections of an operation or fragment.
    fn operation(&mut self, symbol: SymbolId) {
        self.sheet.builder.enter(symbol);
        let mut before = None;
        let mut after_on = false;
        while let Some(token) = self.peek() {
            if token.is(b'{') && before != Some(b'=') && before != Some(b':') {
                break;
            }
            let is_next = token.first_on_line && token.kind == TokenKind::Word && before.is_none();
            if is_next && self.starts_definition(token) {
                self.sheet.builder.leave();
                return;
            }
            self.lexer.next();
            if token.kind == TokenKind::Word {
                if after_on || matches!(before, Some(b':' | b'[')) {
                    self.refer_type(token, Role::Type);
                }
                after_on = self.lexer.inner(token) == "on";
            }
            before = mark(token);
        }
        self.lexer.next();
        self.selection(Some(symbol));
        self.sheet.builder.leave();
    }

    fn starts_definition(&self, token: Token) -> bool {
        let word = self.lexer.inner(token);
        ["query", "mutation", "subscription", "fragment", "type", "input"].contains(&word)
    }

    /// The fields in braces, from behind the first brace to its end.
    fn selection(&mut self, symbol: Option<SymbolId>) {
        let (mut depth, mut dots, mut end) = (1_usize, 0, self.lexer.at());
        let mut arguments = 0_usize;
        let mut after_on = false;
        while let Some(token) = self.lexer.next() {
            end = token.end;
            let is_dot = token.is(b'.');
            match token.kind {
                TokenKind::Mark(b'{') => depth += 1,
                TokenKind::Mark(b'}') => depth -= 1,
                TokenKind::Mark(b'(') => arguments += 1,
                TokenKind::Mark(b')') => arguments = arguments.saturating_sub(1),
                TokenKind::Word if after_on => {
                    self.refer_type(token, Role::Type);
                    after_on = false;
                }
                TokenKind::Word if dots >= 3 => match self.lexer.inner(token) {
                    "on" => after_on = true,
                    _ => drop(self.sheet.refer(token.range(), Role::Call)),
                },
                TokenKind::Word if arguments == 0 => {
                    self.sheet.refer(token.range(), Role::Read);
                }
                _ => {}
            }
            dots = if is_dot { dots + 1 } else { 0 };
            if depth == 0 {
                break;
            }
        }
        if let Some(symbol) = symbol {
            self.sheet.set_end(symbol, end);
        }
    }
}

fn mark(token: Token) -> Option<u8> {
    match token.kind {
        TokenKind::Mark(mark) => Some(mark),
        _ => None,
    }
}
