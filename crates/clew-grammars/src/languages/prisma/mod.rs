//! Prisma schemas: models, fields, enums, relations, sources.

#[cfg(test)]
mod tests;

use clew_model::{Role, SymbolKind};

use crate::builder::FactsBuilder;
use crate::scanned::{
    Blocks, Ends, Entry, Lexer, Lexis, Opened, Quote, Sheet, Statement, TokenKind,
};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["prisma"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "models, views and types with their fields, enums, sources and generators, uses of types",
    outline: Some(read),
    verified: "1.000/1.000 of 1,806 names against prisma-ast",
    ..LanguageDefinition::words("prisma", "Prisma")
};

const LEXIS: Lexis =
    Lexis { line_comments: &["//"], quotes: &[Quote::plain("\"")], ..Lexis::EMPTY };

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Model,
    Enum,
    Other,
}

/// Types that are no models.
const BUILTIN: &[&str] =
    &["String", "Boolean", "Int", "BigInt", "Float", "Decimal", "DateTime", "Json", "Bytes"];

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut sheet = Sheet::new(builder);
    Blocks::new(text, LEXIS, Ends::Line).read(&mut sheet, statement, Inside::Other);
}

fn statement<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
    around: Option<&Inside>,
) -> Option<Opened<Inside>> {
    let first = *statement.tokens.first().filter(|token| token.kind == TokenKind::Word)?;
    match around {
        None => {
            let name = statement.tokens.get(1).filter(|_| statement.opens)?;
            let (kind, inside) = match lexer.inner(first) {
                "model" | "view" => (SymbolKind::Class, Inside::Model),
                "type" => (SymbolKind::Struct, Inside::Model),
                "enum" => (SymbolKind::Enum, Inside::Enum),
                "datasource" | "generator" => (SymbolKind::Namespace, Inside::Other),
                _ => return None,
            };
            let entry = Entry::new(kind, name.range(), statement.range()).doc(first.doc);
            Some(Opened { symbol: sheet.declare(entry), inside })
        }
        Some(Inside::Enum) => {
            let entry = Entry::member(SymbolKind::EnumMember, first.range(), statement.range());
            sheet.declare(trimmed(sheet, entry.doc(first.doc)));
            None
        }
        Some(Inside::Model) => {
            let written = *statement.tokens.get(1)?;
            let entry = Entry::member(SymbolKind::Field, first.range(), statement.range());
            let symbol = sheet.declare(trimmed(sheet, entry.doc(first.doc)))?;
            if written.kind == TokenKind::Word && !BUILTIN.contains(&lexer.inner(written)) {
                sheet.builder.enter(symbol);
                sheet.refer(written.range(), Role::Type);
                sheet.builder.leave();
            }
            None
        }
        Some(Inside::Other) => None,
    }
}

/// An entry that ends where its text does, not where the next one begins.
fn trimmed(sheet: &Sheet<'_, '_>, entry: Entry) -> Entry {
    let first_line = sheet.slice(entry.range).lines().next().unwrap_or("").trim_end().len();
    let start = entry.range.start.to_usize();
    Entry { range: clew_text::TextRange::new(start, start + first_line), ..entry }
}
