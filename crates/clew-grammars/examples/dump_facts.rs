//! Prints the symbols and the bound names of files, as tab-separated lines, to
//! be compared with what another tool says.
//!
//! `S file line name kind qualified flags` for symbols,
//! `B file use_line use_column def_line def_column` for names bound in their file.
//! `C file line column name` for calls, `I file line module item local` for imports,
//! `H file line subject base kind` for bases of types.
//! Lines and columns are 1-based, columns count Unicode scalars. File names come
//! from the arguments, or one a line from standard input.

use std::io::{BufRead, Write};

use clew_grammars::{Extractor, detect_language};
use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, HeritageSubject, NameId, Occurrence, Role,
    SymbolFlags, SymbolId,
};
use clew_text::LineIndex;

fn main() -> std::io::Result<()> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files = std::io::stdin().lock().lines().collect::<Result<_, _>>()?;
    }
    let mut extractor = Extractor::default();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let facts = extractor.facts(detect_language(&file, &text), &text);
        print_symbols(&mut out, &file, &text, &facts)?;
        print_bindings(&mut out, &file, &text, &facts)?;
        print_edges(&mut out, &file, &text, &facts)?;
    }
    out.flush()
}

fn print_symbols(
    out: &mut impl Write,
    file: &str,
    text: &str,
    facts: &FileFacts,
) -> std::io::Result<()> {
    let lines = LineIndex::new(text);
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let id = SymbolId(index as u32);
        let line = lines.line_of(symbol.name_range.start) + 1;
        let flags: Vec<&str> = [
            (SymbolFlags::LOCAL, "local"),
            (SymbolFlags::DECLARATION, "declaration"),
            (SymbolFlags::ABSTRACT, "abstract"),
            (SymbolFlags::ANONYMOUS, "anonymous"),
        ]
        .into_iter()
        .filter(|(flag, _)| symbol.flags.has(*flag))
        .map(|(_, name)| name)
        .collect();
        writeln!(
            out,
            "S\t{file}\t{line}\t{}\t{}\t{}\t{}",
            facts.symbol_name(id),
            symbol.kind.as_str(),
            facts.qualified_name(id),
            flags.join(",")
        )?;
    }
    Ok(())
}

fn print_bindings(
    out: &mut impl Write,
    file: &str,
    text: &str,
    facts: &FileFacts,
) -> std::io::Result<()> {
    let lines = LineIndex::new(text);
    for occurrence in &facts.occurrences {
        let target = match occurrence.binding {
            Binding::Symbol(id) => facts.symbol(id).map(|symbol| symbol.name_range),
            Binding::Import(id) => facts.import(id).map(|import| import.local_range),
            _ => None,
        };
        let Some(target) = target else { continue };
        let used = lines.span(text, occurrence.range);
        let defined = lines.span(text, target);
        writeln!(
            out,
            "B\t{file}\t{}\t{}\t{}\t{}",
            used.start_line, used.start_column, defined.start_line, defined.start_column
        )?;
    }
    Ok(())
}

fn print_edges(
    out: &mut impl Write,
    file: &str,
    text: &str,
    facts: &FileFacts,
) -> std::io::Result<()> {
    let lines = LineIndex::new(text);
    for occurrence in facts.occurrences.iter().filter(|one| one.role == Role::Call) {
        let span = lines.span(text, occurrence.range);
        let name = facts.name(occurrence.name);
        writeln!(out, "C\t{file}\t{}\t{}\t{name}", span.start_line, span.start_column)?;
    }
    for import in &facts.imports {
        let line = lines.line_of(import.range.start) + 1;
        let name = |id: Option<NameId>| id.map_or("", |id| facts.name(id));
        let (module, item, local) =
            (facts.name(import.module), name(import.item), name(import.local));
        writeln!(out, "I\t{file}\t{line}\t{module}\t{item}\t{local}")?;
    }
    for heritage in &facts.heritage {
        let Some(base) = last_name(facts, heritage.base) else { continue };
        let line = lines.line_of(base.range.start) + 1;
        let subject = match heritage.subject {
            HeritageSubject::Symbol(id) => facts.symbol_name(id),
            HeritageSubject::Named(id) => {
                last_name(facts, id).map_or("", |subject| facts.name(subject.name))
            }
        };
        let (base, kind) = (facts.name(base.name), heritage.kind);
        writeln!(out, "H\t{file}\t{line}\t{subject}\t{base}\t{kind:?}")?;
    }
    Ok(())
}

/// The last name of a type expression.
fn last_name(facts: &FileFacts, mut id: ExpressionId) -> Option<&Occurrence> {
    for _ in 0..8 {
        match facts.expression(id)? {
            Expression::Occurrence(occurrence) => return facts.occurrence(*occurrence),
            Expression::Generic(base, _) | Expression::Call(base) => id = *base,
            _ => return None,
        }
    }
    None
}
