//! Java properties: keys, nested by their dots.

#[cfg(test)]
mod tests;

use clew_model::SymbolKind;

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Line, Lines, Sheet};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["properties"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "keys, nested by their dots",
    outline: Some(read),
    verified: "1.000/1.000 of 71 names against javaproperties",
    ..LanguageDefinition::words("properties", "Properties")
};

/// Parts of a key that nest; what is behind them belongs to the last name.
const MAX_PARTS: usize = 8;

fn read(builder: &mut FactsBuilder<'_>) {
    let mut sheet = Sheet::new(builder);
    for line in Lines::new(sheet.text(), &["#", "!"], Some('\\')) {
        let text = line.trimmed();
        let key = &text[..key_length(text)];
        if !key.is_empty() {
            declare(&mut sheet, &line, key);
        }
    }
}

/// Declares a key inside the keys that its parts before the last name.
fn declare<'text>(sheet: &mut Sheet<'_, 'text>, line: &Line<'text>, key: &'text str) {
    let parts: Vec<&str> = key.splitn(MAX_PARTS, '.').collect();
    let mut entered = 0;
    for (index, part) in parts.iter().enumerate() {
        let is_last = index + 1 == parts.len();
        let known = match sheet.builder.container() {
            Some(container) => sheet.builder.member_of(container, part),
            None => sheet.builder.declared_in(sheet.builder.scope(), part),
        };
        let entry = Entry::new(SymbolKind::Key, line.place(part), line.place(line.text.trim()));
        let entry = match index {
            0 => entry,
            _ => Entry::member(entry.kind, entry.name, entry.range),
        };
        let symbol = match known.filter(|_| !is_last) {
            Some(known) => Some(known),
            None => sheet.declare(if is_last { entry.doc(line.doc) } else { entry }),
        };
        let Some(symbol) = symbol else { break };
        sheet.builder.enter(symbol);
        entered += 1;
    }
    for _ in 0..entered {
        sheet.builder.leave();
    }
}

/// The bytes before the first blank, `=` or `:` that is not hidden.
fn key_length(line: &str) -> usize {
    let mut hidden = false;
    line.find(|c: char| {
        let ends = !hidden && (c.is_whitespace() || matches!(c, '=' | ':'));
        hidden = !hidden && c == '\\';
        ends
    })
    .unwrap_or(line.len())
}
