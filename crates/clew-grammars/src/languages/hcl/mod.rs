//! HCL, as Terraform writes it: resources, data, modules, variables, outputs, locals.

mod references;
#[cfg(test)]
mod tests;

use clew_model::{Expression, ImportForm, Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use crate::builder::{FactsBuilder, Visible};
use crate::scanned::{
    Blocks, Ends, Entry, Lexer, Lexis, Opened, Quote, Sheet, Statement, Token, TokenKind,
};
use crate::{Depth, LanguageDefinition};
use references::{References, Space};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["terraform", "tf", "opentofu"],
    extensions: &["tf", "hcl", "tfvars", "tofu", "nomad"],
    depth: Depth::Outline,
    extractor_version: 2,
    guessed: false,
    extracts: "resources and data under type.name, modules with their sources as imports, variables, locals, outputs, providers, uses of all of them",
    outline: Some(read),
    verified: "1.000/1.000 of 2,352 names against python-hcl2",
    ..LanguageDefinition::words("hcl", "Terraform/HCL")
};

const LEXIS: Lexis = Lexis {
    line_comments: &["#", "//"],
    block_comment: Some(("/*", "*/")),
    quotes: &[Quote::plain("\"")],
    word_marks: "-",
    heredocs: true,
    ..Lexis::EMPTY
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Module,
    Locals,
    Other,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut sheet = Sheet::new(builder);
    let mut references = References::default();
    Blocks::new(text, LEXIS, Ends::Line).with_values().read(
        &mut sheet,
        |sheet, lexer, statement, around| {
            let opened = match around {
                None => block(sheet, lexer, statement, &mut references),
                Some(inside) => {
                    attribute(sheet, lexer, statement, *inside, &mut references);
                    Some(Opened { symbol: None, inside: Inside::Other })
                }
            };
            if around.is_some() || !statement.opens {
                references.collect(sheet, lexer, statement.tokens);
            }
            opened
        },
        Inside::Other,
    );
    references.bind(&mut sheet);
}

/// `kind "label" "label" {` at the top of a file; `name = value` in a file of values.
fn block<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
    references: &mut References,
) -> Option<Opened<Inside>> {
    let first = *statement.tokens.first().filter(|token| token.kind == TokenKind::Word)?;
    if !statement.opens {
        if statement.tokens.get(1).is_some_and(|token| token.is(b'=')) {
            let entry = Entry::member(SymbolKind::Key, first.range(), ended(statement));
            sheet.declare(entry.doc(first.doc));
        }
        return None;
    }
    let labels: Vec<Token> = statement.tokens[1..].iter().copied().filter(Token::is_name).collect();
    let word = lexer.inner(first);
    let (kind, space, inside) = match word {
        "resource" | "ephemeral" => (SymbolKind::Class, Space::Resource, Inside::Other),
        "data" => (SymbolKind::Class, Space::Data, Inside::Other),
        "module" => (SymbolKind::Module, Space::Module, Inside::Module),
        "variable" => (SymbolKind::Variable, Space::Variable, Inside::Other),
        "output" => (SymbolKind::Property, Space::Output, Inside::Other),
        "locals" => return Some(Opened { symbol: None, inside: Inside::Locals }),
        _ => (SymbolKind::Namespace, Space::Output, Inside::Other),
    };
    let name = labels.last().copied().unwrap_or(first);
    let entry = Entry::new(kind, name.inner(), statement.range()).doc(first.doc);
    let entry = Entry { visible: Visible::MemberOnly, ..entry };
    let symbol = sheet.declare(entry);
    let typed = (labels.len() == 2).then(|| labels[0].inner());
    if let (Some(symbol), Some(written)) = (symbol, typed) {
        own(sheet, symbol, written);
    }
    if let Some(symbol) = symbol {
        references.declare(
            space,
            typed.map_or("", |range| sheet.slice(range)),
            lexer.inner(name),
            symbol,
        );
    }
    Some(Opened { symbol, inside })
}

/// Makes the type of a resource the owner of its name: `aws_instance.web`.
fn own(sheet: &mut Sheet<'_, '_>, symbol: SymbolId, written: TextRange) {
    let Some(occurrence) = sheet.refer(written, Role::Type) else { return };
    let expression = sheet.builder.expression(Expression::Occurrence(occurrence));
    if let Some(symbol) = sheet.builder.symbol_mut(symbol) {
        symbol.owner = Some(expression);
    }
}

fn attribute<'text>(
    sheet: &mut Sheet<'_, 'text>,
    lexer: &Lexer<'text>,
    statement: &Statement<'_>,
    inside: Inside,
    references: &mut References,
) {
    let [name, equals, value, ..] = statement.tokens else { return };
    if name.kind != TokenKind::Word || !equals.is(b'=') {
        return;
    }
    match inside {
        Inside::Locals => {
            let entry = Entry::member(SymbolKind::Variable, name.range(), ended(statement));
            if let Some(symbol) = sheet.declare(entry.doc(name.doc)) {
                references.declare(Space::Local, "", lexer.inner(*name), symbol);
            }
        }
        Inside::Module if lexer.inner(*name) == "source" && value.kind == TokenKind::Quoted => {
            sheet.import(value.inner(), ImportForm::SideEffect, ended(statement));
        }
        // What a module is given are the variables of its folder.
        Inside::Module if !OF_MODULES.contains(&lexer.inner(*name)) => {
            if let Some(module) = sheet.builder.enclosing() {
                let module = Expression::SelfType(module);
                sheet.refer_to_member(module, name.range(), Role::Write);
            }
        }
        _ => {}
    }
}

/// What a module block says of the module itself.
const OF_MODULES: &[&str] = &["count", "depends_on", "for_each", "providers", "source", "version"];

/// From a statement's first token to its last.
fn ended(statement: &Statement<'_>) -> TextRange {
    let (first, last) = (statement.tokens.first(), statement.tokens.last());
    let start = first.map_or(statement.end, |token| token.start);
    TextRange::new(start, last.map_or(statement.end, |token| token.end))
}
