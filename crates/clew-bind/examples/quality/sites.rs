//! Calls, imports and bases in sampled windows of lines, in both directions.

use std::collections::BTreeMap;
use std::path::Path;

use clew_model::{
    Expression, ExpressionId, FileFacts, HeritageSubject, Import, ImportForm, Occurrence, Role,
};
use clew_text::{LineIndex, TextRange};

use crate::facts::{Agreement, number};
use crate::package::rows;
use crate::workspace::{File, Workspace};

/// A site of the facts: lines that it may stand on, column if that counts, name.
struct Site {
    first: u64,
    last: u64,
    /// The line that decides in which window it is.
    at: u64,
    column: Option<u64>,
    name: String,
}

/// Compares `sites.tsv` with the facts inside the windows of `windows.tsv`.
pub(crate) fn sites(
    folder: &Path,
    language: &str,
    package: &str,
    workspace: &Workspace,
    kinds: &mut BTreeMap<String, Agreement>,
) -> std::io::Result<()> {
    if !folder.join("sites.tsv").exists() {
        return Ok(());
    }
    let wanted = rows(&folder.join("sites.tsv"))?;
    for window in rows(&folder.join("windows.tsv"))?.iter().filter(|row| row[0] == package) {
        let [_, path, first, last, kind] = window.as_slice() else { continue };
        let range = number(first)..=number(last);
        let inside = |row: &&Vec<String>| {
            row[0] == package
                && row[1] == *path
                && row[4] == *kind
                && range.contains(&number(&row[2]))
        };
        let wanted: Vec<&Vec<String>> = wanted.iter().filter(inside).collect();
        let all = workspace.file(path).map(|file| found(file, language, kind)).unwrap_or_default();
        let agreement = kinds.entry(kind.clone()).or_default();
        compare(&wanted, &all, agreement);
        for site in all.iter().filter(|site| range.contains(&site.at)) {
            agreement.found += 1;
            if !wanted.iter().any(|row| agree(row, site)) {
                agreement
                    .differences
                    .push(format!("extra {kind} {package} {path}:{} {}", site.at, site.name));
            }
        }
    }
    Ok(())
}

fn compare(wanted: &[&Vec<String>], found: &[Site], agreement: &mut Agreement) {
    for row in wanted {
        agreement.wanted += 1;
        if found.iter().any(|site| agree(row, site)) {
            agreement.right += 1;
        } else {
            agreement
                .differences
                .push(format!("missed {} {} {}:{} {}", row[4], row[0], row[1], row[2], row[5]));
        }
    }
}

/// Whether a listed row and a site of the facts are the same.
fn agree(row: &[String], site: &Site) -> bool {
    let line = number(&row[2]);
    let place = (site.first..=site.last).contains(&line)
        && site.column.is_none_or(|column| column == number(&row[3]));
    place && same_name(&row[5], &site.name)
}

/// Names alike; of bases also where one side has no name for what inherits.
fn same_name(listed: &str, found: &str) -> bool {
    match (listed.split_once(" < "), found.split_once(" < ")) {
        (Some((subject, base)), Some((other, found))) => {
            let unnamed = |name: &str| name.is_empty() || name.starts_with('<');
            base == found && (subject == other || unnamed(subject) || unnamed(other))
        }
        _ => listed == found,
    }
}

fn found(file: &File, language: &str, kind: &str) -> Vec<Site> {
    match kind {
        "call" => calls(file),
        "import" => imports(file, language),
        _ => bases(file),
    }
}

fn calls(file: &File) -> Vec<Site> {
    let lines = LineIndex::new(&file.text);
    let occurrences = file.facts.occurrences.iter().filter(|one| one.role == Role::Call);
    occurrences
        .map(|one| named(file, &lines, one.range, file.facts.name(one.name).to_string()))
        .collect()
}

fn named(file: &File, lines: &LineIndex, range: TextRange, name: String) -> Site {
    let span = lines.span(&file.text, range);
    let (line, column) = (span.start_line as u64, span.start_column as u64);
    Site { first: line, last: line, at: line, column: Some(column), name }
}

fn imports(file: &File, language: &str) -> Vec<Site> {
    let lines = LineIndex::new(&file.text);
    let line = |offset| lines.line_of(offset) as u64 + 1;
    let imports = file.facts.imports.iter().map(|import| {
        let item = if import.item_range.is_empty() { import.range } else { import.item_range };
        Site {
            first: line(import.range.start),
            last: line(import.range.end),
            at: line(item.start),
            column: None,
            name: import_name(&file.facts, import, language),
        }
    });
    imports.collect()
}

/// The import as the listing of the language writes it.
fn import_name(facts: &FileFacts, import: &Import, language: &str) -> String {
    let module = facts.name(import.module).trim_matches(['"', '<', '>', '\'']);
    let item = import.item.map_or("", |item| facts.name(item));
    let is_glob = import.form == ImportForm::Glob;
    let joined = |separator: &str| {
        let item = if is_glob { "*" } else { item };
        let parts: Vec<&str> = [module, item].into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(separator)
    };
    match language {
        "rust" => joined("::"),
        "haskell" if is_glob => module.to_string(),
        "java" | "haskell" => joined("."),
        "ocaml" => if item.is_empty() { module } else { item }.to_string(),
        "python" => joined(" "),
        "ruby" | "bash" | "lua" => module.trim_start_matches("./").to_string(),
        "csharp" | "kotlin" | "swift" | "scala" if !(is_glob && language == "swift") => joined("."),
        "swift" | "dart" | "go" | "zig" | "elixir" | "perl" => module.to_string(),
        "php" => joined("\\"),
        "c" | "cpp" if is_glob => module.to_string(),
        _ if import.form == ImportForm::Default => format!("{module} default"),
        _ => [module, item].join(" ").trim_end().to_string(),
    }
}

fn bases(file: &File) -> Vec<Site> {
    let facts = &file.facts;
    let lines = LineIndex::new(&file.text);
    let named_bases = facts.heritage.iter().filter_map(|heritage| {
        let base = last_name(facts, heritage.base)?;
        let subject = match heritage.subject {
            HeritageSubject::Symbol(id) => facts.symbol_name(id),
            HeritageSubject::Named(id) => {
                last_name(facts, id).map_or("", |subject| facts.name(subject.name))
            }
        };
        let name = format!("{subject} < {}", facts.name(base.name));
        Some(named(file, &lines, base.range, name))
    });
    named_bases.collect()
}

/// The last name of a type expression.
fn last_name(facts: &FileFacts, mut id: ExpressionId) -> Option<&Occurrence> {
    for _ in 0..8 {
        match facts.expression(id)? {
            Expression::Occurrence(occurrence) => return facts.occurrence(*occurrence),
            // Ruby's `extend A` gives to the class itself.
            Expression::Generic(base, _) | Expression::Call(base) | Expression::TypeOf(base) => {
                id = *base;
            }
            _ => return None,
        }
    }
    None
}
