//! Protocol Buffers: messages, fields, enums, services, calls, imports.

#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::scanned::{
    Blocks, Ends, Entry, Lexer, Lexis, Opened, Quote, Sheet, Statement, Token, TokenKind,
};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["proto", "proto3", "proto2"],
    extensions: &["proto"],
    extractor_version: 2,
    depth: Depth::Outline,
    guessed: false,
    verified: "2,786 names of three packages (googleapis-common-protos, grpcio-tools, google-proto-files), 1.000/1.000 against the descriptors of protoc",
    extracts: "package, messages, fields, enums, services, rpcs, imports, uses of types",
    outline: Some(read),
    ..LanguageDefinition::words("protobuf", "Protocol Buffers")
};

const LEXIS: Lexis = Lexis {
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    quotes: &[Quote::plain("\""), Quote::plain("'")],
    ..Lexis::EMPTY
};

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    File,
    Message,
    Enum,
    Service,
    Other,
}

/// Types that are no messages.
#[rustfmt::skip]
const BUILTIN: &[&str] = &[
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32",
    "fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes",
];

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut sheet = Sheet::new(builder);
    Blocks::new(text, LEXIS, Ends::Semicolon).with_values().read(
        &mut sheet,
        statement,
        Inside::Other,
    );
}

fn statement<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
    around: Option<&Inside>,
) -> Option<Opened<Inside>> {
    let around = around.copied().unwrap_or(Inside::File);
    let first = *statement.tokens.first()?;
    let second = statement.tokens.get(1).copied();
    let word = if first.kind == TokenKind::Word { lexer.inner(first) } else { "" };
    let declare = |sheet: &mut Sheet<'_, 'text>, kind, inside| {
        let name = second.filter(|name| name.kind == TokenKind::Word && statement.opens)?;
        let entry = Entry::new(kind, name.range(), statement.range()).doc(first.doc);
        Some(Opened { symbol: sheet.declare(entry), inside })
    };
    match (around, word) {
        (_, "option" | "reserved" | "extensions" | "syntax" | "edition") => None,
        (Inside::File, "import") => {
            let path = statement.tokens.iter().find(|token| token.kind == TokenKind::Quoted)?;
            sheet.import(path.inner(), ImportForm::Glob, statement.range());
            None
        }
        (Inside::File, "package") => {
            let last = statement.tokens.last()?;
            sheet.builder.set_package(TextRange::new(second?.start, last.end).slice(sheet.text()));
            None
        }
        (Inside::File | Inside::Message, "message" | "group") => {
            declare(sheet, SymbolKind::Class, Inside::Message)
        }
        (Inside::File | Inside::Message, "enum") => declare(sheet, SymbolKind::Enum, Inside::Enum),
        (Inside::File, "service") => declare(sheet, SymbolKind::Interface, Inside::Service),
        (Inside::File | Inside::Message, "extend") => {
            refer_path(sheet, lexer, &statement.tokens[1..], Role::Inherit);
            Some(Opened { symbol: None, inside: Inside::Message })
        }
        (Inside::Message, "oneof") => {
            if let Some(name) = second {
                let entry = Entry::member(SymbolKind::Field, name.range(), statement.range());
                sheet.declare(entry.doc(first.doc));
            }
            Some(Opened { symbol: None, inside: Inside::Message })
        }
        (Inside::Service, "rpc") => rpc(sheet, lexer, statement),
        // `repeated group Items = 1 { … }` is a message and a field.
        (Inside::Message, "repeated" | "optional" | "required")
            if second.is_some_and(|second| lexer.is_word(second, "group")) && statement.opens =>
        {
            let name = statement.tokens.get(2)?;
            let entry = Entry::new(SymbolKind::Class, name.range(), statement.range());
            Some(Opened { symbol: sheet.declare(entry.doc(first.doc)), inside: Inside::Message })
        }
        (Inside::Message, _) => field(sheet, lexer, statement),
        (Inside::Enum, _) => {
            let is_value = second.is_some_and(|token| token.is(b'='));
            if is_value && first.kind == TokenKind::Word {
                let entry = Entry::member(SymbolKind::EnumMember, first.range(), statement.range());
                sheet.declare(entry.doc(first.doc));
            }
            None
        }
        _ => None,
    }
}

/// `[repeated] type name = number […];`
fn field<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
) -> Option<Opened<Inside>> {
    let tokens = statement.tokens;
    let equals = tokens.iter().position(|token| token.is(b'='))?;
    let name = tokens[..equals].last().filter(|name| name.kind == TokenKind::Word)?;
    let entry = Entry::member(SymbolKind::Field, name.range(), statement.range());
    let symbol = sheet.declare(entry.doc(tokens[0].doc));
    let enter = symbol.map(|symbol| sheet.builder.enter(symbol));
    let is_label = |token: &Token| {
        ["repeated", "optional", "required"].iter().any(|one| lexer.is_word(*token, one))
    };
    let from = usize::from(is_label(&tokens[0]));
    let types = &tokens[from.min(equals - 1)..equals - 1];
    for part in types.split(|token| token.is(b'<') || token.is(b'>') || token.is(b',')) {
        let is_map = part.len() == 1 && lexer.inner(part[0]) == "map";
        if !is_map {
            refer_path(sheet, lexer, part, Role::Type);
        }
    }
    if enter.is_some() {
        sheet.builder.leave();
    }
    None
}

/// `rpc Name(stream Request) returns (Response)`
fn rpc<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
) -> Option<Opened<Inside>> {
    let tokens = statement.tokens;
    let name = tokens.get(1).filter(|name| name.kind == TokenKind::Word)?;
    let entry = Entry::member(SymbolKind::Method, name.range(), statement.range());
    let symbol: Option<SymbolId> = sheet.declare(entry.doc(tokens[0].doc));
    let enter = symbol.map(|symbol| sheet.builder.enter(symbol));
    for part in tokens[2..].split(|token| token.is(b'(') || token.is(b')')) {
        let from = usize::from(part.first().is_some_and(|one| lexer.is_word(*one, "stream")));
        let part = part.get(from..).unwrap_or(&[]);
        if !part.first().is_some_and(|one| lexer.is_word(*one, "returns")) {
            refer_path(sheet, lexer, part, Role::Type);
        }
    }
    if enter.is_some() {
        sheet.builder.leave();
    }
    statement.opens.then_some(Opened { symbol, inside: Inside::Other })
}

/// A type as written, by its last name.
fn refer_path<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    path: &[Token],
    role: Role,
) {
    let Some(last) = path.iter().rev().find(|token| token.kind == TokenKind::Word) else { return };
    if !BUILTIN.contains(&lexer.inner(*last)) {
        sheet.refer(last.range(), role);
    }
}
