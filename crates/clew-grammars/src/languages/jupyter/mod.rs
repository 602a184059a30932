//! Jupyter notebooks: code cells as one program in the kernel's language, headings of
//! text cells as an outline; outputs are left out.
//!
//! Places are those of the notebook's file: the line of the JSON text that holds the
//! line of the cell.

mod cells;
mod json;
#[cfg(test)]
mod tests;

use clew_model::{Binding, FileFacts, FileFlags, SymbolId, SymbolKind};
use clew_text::TextRange;

use crate::builder::{Declaration, FactsBuilder};
use crate::regions::{Mixed, Pieces, Region, code_language};
use crate::{Depth, LanguageDefinition};
use cells::{Cell, Line};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["notebook"],
    extensions: &["ipynb"],
    depth: Depth::Deep,
    guessed: false,
    mixed: Some(split),
    verified: "1.000/1.000 of 8 names against nbformat, ast",
    ..LanguageDefinition::words("jupyter", "Jupyter notebook")
};

fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    let text = builder.text();
    let Some(notebook) = json::notebook(text) else {
        builder.flag(FileFlags::BROKEN);
        builder.flag(FileFlags::CUT);
        return Mixed::default();
    };
    let kernel = if notebook.language.is_empty() { "python" } else { notebook.language };
    let is_python = code_language(kernel).is_some_and(|one| one.id == "python");
    let mut code = Pieces::new(text);
    let mut headings = Vec::new();
    let mut ranked = Vec::new();
    for source in &notebook.cells {
        let cell = Cell::read(text, &source.parts);
        ranked.extend(cell.range());
        match source.kind {
            "code" => program(&cell, text, is_python, &mut code),
            "markdown" => headings.extend(cell.headings(text)),
            _ => {}
        }
    }
    declare_headings(builder, &headings);
    let region = code_language(kernel).map(|definition| Region::new(definition, code));
    let join: Option<crate::regions::Join<'text>> = match is_python {
        true => None,
        false => Some(Box::new(|facts, _| leave_unbound(facts))),
    };
    Mixed { regions: region.into_iter().collect(), join, ranked: Some(ranked) }
}

/// Names across files are looked up as Python does; those of other languages are
/// offered by name.
fn leave_unbound(facts: &mut FileFacts) {
    for occurrence in &mut facts.occurrences {
        if occurrence.binding == Binding::Free {
            occurrence.binding = Binding::Unsure;
        }
    }
}

/// Appends the lines of a code cell. What only the notebook's shell reads is left out.
fn program<'text>(cell: &Cell, text: &str, is_python: bool, code: &mut Pieces<'text>) {
    let is_blank = |line: &&Line| line.text(text).trim().is_empty();
    let first = cell.lines.iter().find(|line| !is_blank(line)).map(|line| line.text(text));
    if is_python && let Some(magic) = first.as_deref().and_then(|line| line.strip_prefix("%%")) {
        let word = magic.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        if !matches!(word, "time" | "timeit" | "capture" | "prun" | "memit" | "python" | "python3")
        {
            return;
        }
    }
    for line in &cell.lines {
        let shown = line.text(text);
        let statement = shown.trim();
        let is_magic =
            is_python && (statement.starts_with(['%', '!', '?']) || statement.ends_with('?'));
        if is_magic {
            code.glue(&shown[..shown.len() - shown.trim_start().len()]);
            code.glue("pass\n");
        } else {
            line.append(code);
        }
    }
    code.glue("\n");
}

/// A heading of a text cell.
pub(super) struct Heading {
    level: usize,
    name: TextRange,
    start: usize,
    end: usize,
}

fn declare_headings(builder: &mut FactsBuilder<'_>, headings: &[Heading]) {
    let text = builder.text();
    let mut open: Vec<(usize, SymbolId)> = Vec::new();
    let end_all =
        |builder: &mut FactsBuilder<'_>, open: &mut Vec<(usize, SymbolId)>, level, end| {
            while let Some((_, symbol)) = open.pop_if(|(above, _)| *above >= level) {
                builder.leave();
                if let Some(symbol) = builder.symbol_mut(symbol) {
                    symbol.range = TextRange::new(symbol.range.start.to_usize(), end);
                }
            }
        };
    let mut behind = 0;
    for heading in headings {
        end_all(builder, &mut open, heading.level, behind.max(heading.start));
        let range = TextRange::new(heading.start, heading.end);
        let name = heading.name.slice(text);
        let declaration = Declaration::member_at(SymbolKind::Heading, name, heading.name, range);
        let symbol = builder.declare(declaration);
        builder.enter(symbol);
        open.push((heading.level, symbol));
        behind = heading.end;
    }
    end_all(builder, &mut open, 0, behind);
}
