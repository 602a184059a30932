//! Prints the symbols and the bound names of files, as tab-separated lines, to
//! be compared with what another tool says.
//!
//! `S file line name kind qualified flags` for symbols,
//! `B file use_line use_column def_line def_column` for names bound in their file.
//! Lines and columns are 1-based, columns count Unicode scalars. File names come
//! from the arguments, or one a line from standard input.

use std::io::{BufRead, Write};

use clew_grammars::{Extractor, detect_language};
use clew_model::{Binding, FileFacts, SymbolFlags, SymbolId};
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
