//! Rows of the corpus: what the reference said, and what we say.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use clew_text::LineIndex;
use clew_yaoxiang::modules::{FileProvider, list_imports};
use clew_yaoxiang::{Diagnostic, check, parse, registry};
use serde_json::Value;

use super::defects::{self, Defect};
use super::layout::{self, Layout};

/// The first finding of a program: code, line and column; 0:0 without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The code.
    pub code: String,
    /// 1-based line, 0 if the reference gave none.
    pub line: u64,
    /// 1-based column, 0 if the reference gave none.
    pub column: u64,
}

/// One program with both results.
pub struct Row {
    /// The set it belongs to.
    pub set: &'static str,
    /// Its name in the set.
    pub name: String,
    /// The stage of the reference's first error.
    pub stage: String,
    /// Whether the reference accepted it.
    pub accepted: bool,
    /// The reference's first error.
    pub expected: Option<First>,
    /// Our first error.
    pub found: Option<First>,
    /// What formatting does to it; of a project, to its entry file.
    pub layout: Layout,
    /// The known defects of the reference that touch it.
    pub defects: Vec<&'static Defect>,
}

impl Row {
    /// Whether both accept or both refuse.
    pub fn same_exit(&self) -> bool {
        self.accepted == self.found.is_none()
    }

    /// Whether the first codes agree.
    pub fn same_code(&self) -> bool {
        self.expected.as_ref().map(|first| &first.code) == self.found.as_ref().map(|f| &f.code)
    }

    /// Whether the first codes agree, and the places where the reference gives one.
    pub fn same_place(&self) -> bool {
        match (&self.expected, &self.found) {
            (Some(expected), Some(found)) => {
                let anywhere = expected.line == 0;
                let same = (expected.line, expected.column) == (found.line, found.column);
                expected.code == found.code && (anywhere || same)
            }
            (None, None) => true,
            _ => false,
        }
    }
}

/// Reads and runs every set of the corpus.
pub fn read(corpus: &Path) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (set, folder) in [("upstream", "."), ("original", "original"), ("mutants", "mutants")] {
        for row in read_lines(&corpus.join(folder).join("expected.jsonl"))? {
            rows.push(single_file(set, &corpus.join(folder), &row)?);
        }
    }
    for row in read_lines(&corpus.join("projects/expected.jsonl"))? {
        rows.push(project(&corpus.join("projects"), &row)?);
    }
    Ok(rows)
}

fn read_lines(path: &Path) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).with_context(|| path.display().to_string()))
        .collect()
}

fn single_file(set: &'static str, folder: &Path, row: &Value) -> anyhow::Result<Row> {
    let name = row["file"].as_str().context("row without file")?.to_owned();
    let source = match row["source"].as_str() {
        Some(source) => source.to_owned(),
        None => std::fs::read_to_string(folder.join(&name)).with_context(|| name.clone())?,
    };
    let errors = match row["pipeline_errors"].as_array() {
        Some(errors) if !errors.is_empty() => errors.first(),
        _ => row["lex_parse_errors"].as_array().and_then(|errors| errors.first()),
    };
    let diagnostics = check::check_source(&source);
    Ok(Row {
        set,
        name,
        stage: row["stage_of_first_error"].as_str().unwrap_or("none").to_owned(),
        accepted: row["check_exit"] == 0,
        expected: errors.map(read_first),
        found: first_error(&source, &diagnostics),
        layout: layout::judge(&source),
        defects: defects::touching(&parse(&source), &diagnostics),
    })
}

fn read_first(error: &Value) -> First {
    First {
        code: error["code"].as_str().unwrap_or_default().to_owned(),
        line: error["line"].as_u64().unwrap_or(0),
        column: error["col"].as_u64().unwrap_or(0),
    }
}

fn first_error(source: &str, diagnostics: &[Diagnostic]) -> Option<First> {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error())?;
    debug_assert!(registry::find(first.code).is_some());
    let span = LineIndex::new(source).span(source, first.range);
    Some(First {
        code: first.code.to_owned(),
        line: u64::from(span.start_line),
        column: u64::from(span.start_column),
    })
}

/// The files of a folder, by path relative to it.
struct Folder(BTreeMap<String, Arc<str>>);

impl Folder {
    fn read(root: &Path) -> anyhow::Result<Folder> {
        let mut files = BTreeMap::new();
        let mut pending = vec![root.to_path_buf()];
        while let Some(folder) = pending.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    pending.push(path);
                } else if path.extension().is_some_and(|extension| extension == "yx") {
                    let relative = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
                    files.insert(relative, std::fs::read_to_string(&path)?.into());
                }
            }
        }
        Ok(Folder(files))
    }
}

impl FileProvider for Folder {
    fn stamp(&self, path: &str) -> Option<u64> {
        self.0.contains_key(path).then_some(0)
    }

    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }

    fn list(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// The files that a program is made of: the entry and all it imports.
fn reachable(files: &Folder, entry: &str) -> Vec<String> {
    let mut found = vec![entry.to_owned()];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        let Some(text) = files.read(&path) else { continue };
        for import in list_imports(&text, &path, files) {
            if let Some(file) = import.source_file
                && !found.contains(&file)
            {
                found.push(file);
            }
        }
    }
    found
}

fn project(folder: &Path, row: &Value) -> anyhow::Result<Row> {
    let name = row["project"].as_str().context("row without project")?.to_owned();
    let entry = row["entry"].as_str().context("row without entry")?.to_owned();
    let files = Folder::read(&folder.join(&name))?;
    let mut checker = check::ProjectChecker::default();
    let wanted = reachable(&files, &entry);
    let checked = checker.check_project(&files, &wanted, check::CheckMode::Fast);
    let failing = checked.iter().find(|file| file.diagnostics.iter().any(Diagnostic::is_error));
    let shown = failing.map_or(entry.as_str(), |file| file.path.as_str());
    let source = files.read(shown).context("file not there")?;
    let diagnostics = failing.map(|file| file.diagnostics.to_vec()).unwrap_or_default();
    let errors = row["errors"].as_array().and_then(|errors| errors.first());
    Ok(Row {
        set: "projects",
        name,
        stage: row["kind"].as_str().unwrap_or("none").to_owned(),
        accepted: row["ok"] == true,
        expected: errors.map(read_first),
        found: first_error(&source, &diagnostics),
        layout: layout::judge(&source),
        defects: defects::touching(&parse(&source), &diagnostics),
    })
}
