//! Symbols and local names against what the other tool lists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clew_model::{Binding, SymbolFlags, SymbolId, SymbolKind};
use clew_text::LineIndex;

use crate::package::rows;
use crate::workspace::{File, Workspace};

/// How many of what is wanted, of what is found, and of both.
#[derive(Default)]
pub(crate) struct Agreement {
    pub(crate) wanted: usize,
    pub(crate) found: usize,
    pub(crate) right: usize,
    /// What one side has and the other has not.
    pub(crate) differences: Vec<String>,
}

impl Agreement {
    /// The share of what is found that is listed.
    pub(crate) fn precision(&self) -> f64 {
        let extra = self.differences.iter().filter(|line| line.starts_with("extra")).count();
        (self.found - extra) as f64 / self.found.max(1) as f64
    }

    /// The share of what is listed that is found.
    pub(crate) fn recall(&self) -> f64 {
        self.right as f64 / self.wanted.max(1) as f64
    }
}

/// File, line, name, whether it is a type.
type Listed = (String, u64, String, bool);

/// The symbols of the files listed in `symbols.tsv`.
pub(crate) fn symbols(
    folder: &Path,
    language: &str,
    package: &str,
    workspace: &Workspace,
    agreement: &mut Agreement,
) -> std::io::Result<()> {
    let listed = rows(&folder.join("symbols.tsv"))?;
    let listed: Vec<_> = listed.into_iter().filter(|row| row[0] == package).collect();
    let files: BTreeSet<&str> = listed.iter().map(|row| row[1].as_str()).collect();
    let wanted: BTreeSet<Listed> = listed
        .iter()
        .filter(|row| !is_conversion(&row[3]))
        .map(|row| (row[1].clone(), number(&row[2]), row[3].clone(), row[4] == "type"))
        .collect();
    let skipped = skipped(folder, package)?;
    let mut found = BTreeSet::new();
    for file in files.iter().filter_map(|path| workspace.file(path)) {
        found.extend(symbols_of(file, language).into_iter().filter(|(path, line, ..)| {
            !skipped.iter().any(|(file, first, last)| file == path && first <= line && line <= last)
        }));
    }
    agreement.wanted += wanted.len();
    agreement.found += found.len();
    agreement.right += wanted.intersection(&found).count();
    for (label, rest) in
        [("missed", wanted.difference(&found)), ("extra", found.difference(&wanted))]
    {
        agreement.differences.extend(
            rest.map(|(file, line, name, _)| {
                format!("{label} symbol {package} {file}:{line} {name}")
            }),
        );
    }
    Ok(())
}

/// Lines that the preprocessor leaves out everywhere: file, first, last.
fn skipped(folder: &Path, package: &str) -> std::io::Result<Vec<(String, u64, u64)>> {
    let path = folder.join("skipped.tsv");
    if !path.exists() {
        return Ok(Vec::new());
    }
    let rows = rows(&path)?.into_iter().filter(|row| row[0] == package);
    Ok(rows.map(|row| (row[1].clone(), number(&row[2]), number(&row[3]))).collect())
}

fn symbols_of(file: &File, language: &str) -> Vec<Listed> {
    let lines = LineIndex::new(&file.text);
    let is_script = matches!(language, "javascript" | "typescript");
    // Where a declaration is the text that counts: members of interfaces, and the like.
    let declarations_count = !matches!(language, "c" | "cpp" | "rust" | "go" | "java" | "python");
    let mut found = Vec::new();
    for (index, symbol) in file.facts.symbols.iter().enumerate() {
        let name = file.facts.symbol_name(SymbolId(index as u32));
        let is_module = symbol.kind == SymbolKind::Module && matches!(language, "ruby" | "elixir");
        let is_type =
            symbol.kind.is_type() && symbol.kind != SymbolKind::TypeParameter || is_module;
        // In Haskell a value without parameters is a function as well, but no local one.
        let is_value = language == "haskell"
            && symbol.kind == SymbolKind::Variable
            && !symbol.flags.has(SymbolFlags::LOCAL);
        let counts = is_type
            || is_value
            || symbol.kind.is_callable()
                && (symbol.kind != SymbolKind::Macro || language == "elixir");
        let left_out = language == "lua" && is_type
            || symbol.flags.has(SymbolFlags::ANONYMOUS)
            || is_conversion(name)
            || !declarations_count && symbol.flags.has(SymbolFlags::DECLARATION)
            || is_script && name.contains(char::is_whitespace)
            || language == "cpp" && symbol.flags.has(SymbolFlags::ABSTRACT);
        if counts && !left_out {
            let line = lines.line_of(symbol.name_range.start) as u64 + 1;
            found.push((file.path.clone(), line, name.to_string(), is_type));
        }
    }
    found
}

/// C++ conversions, whose types the tools spell differently.
fn is_conversion(name: &str) -> bool {
    name.strip_prefix("operator ").is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// The uses of local names in `scopes.tsv`, bound in their files.
pub(crate) fn scopes(
    folder: &Path,
    package: &str,
    workspace: &Workspace,
    agreement: &mut Agreement,
) -> std::io::Result<()> {
    let listed = rows(&folder.join("scopes.tsv"))?;
    let mut by_file: BTreeMap<&str, Vec<&Vec<String>>> = BTreeMap::new();
    for row in listed.iter().filter(|row| row[0] == package) {
        by_file.entry(row[1].as_str()).or_default().push(row);
    }
    for (path, rows) in by_file {
        let bound = workspace.file(path).map(bindings).unwrap_or_default();
        for row in rows {
            let cell = |index: usize| number(&row[index]);
            let use_and_definition = (cell(2), cell(3), cell(4), cell(5));
            agreement.wanted += 1;
            if bound.contains(&use_and_definition) {
                agreement.right += 1;
            } else {
                agreement.differences.push(format!("wrong scope {}", row.join(" ")));
            }
        }
    }
    Ok(())
}

/// Line and column of each bound use and of its definition.
fn bindings(file: &File) -> BTreeSet<(u64, u64, u64, u64)> {
    let lines = LineIndex::new(&file.text);
    let place = |range| {
        let span = lines.span(&file.text, range);
        (span.start_line as u64, span.start_column as u64)
    };
    let mut bound = BTreeSet::new();
    for occurrence in &file.facts.occurrences {
        let target = match occurrence.binding {
            Binding::Symbol(id) => file.facts.symbol(id).map(|symbol| symbol.name_range),
            Binding::Import(id) => file.facts.import(id).map(|import| import.local_range),
            _ => None,
        };
        if let Some(target) = target {
            let (used, defined) = (place(occurrence.range), place(target));
            bound.insert((used.0, used.1, defined.0, defined.1));
        }
    }
    bound
}

/// A cell that holds a number.
pub(crate) fn number(cell: &str) -> u64 {
    cell.parse().unwrap_or(0)
}
