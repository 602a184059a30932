//! Small workspaces in one text: each file starts with a line `//- path`.

use std::sync::Arc;

use clew_grammars::{Extractor, detect_language};
use clew_model::{FileFacts, Role, SymbolId, path_end};
use clew_text::LineIndex;
use expect_test::Expect;

use crate::{Binder, FileId, ReferenceQuery, Source, SymbolRef};

/// A workspace in memory.
pub(crate) struct Workspace {
    files: Vec<(String, String, Option<Arc<FileFacts>>)>,
}

impl Workspace {
    pub(crate) fn new(fixture: &str) -> Self {
        let mut files: Vec<(String, String, Option<Arc<FileFacts>>)> = Vec::new();
        for line in fixture.split_inclusive('\n') {
            if let Some(path) = line.strip_prefix("//- ") {
                files.push((path.trim().to_string(), String::new(), None));
            } else if let Some((_, text, _)) = files.last_mut() {
                text.push_str(line);
            }
        }
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let mut extractor = Extractor::default();
        for (path, text, facts) in &mut files {
            if path.ends_with(".yx") {
                *facts = Some(Arc::new(clew_yaoxiang::facts::facts(text)));
            } else if let Some(language) = detect_language(path, text) {
                let mut found = extractor.facts(Some(language), text);
                if text.contains("DO NOT EDIT") {
                    found.flags.set(clew_model::FileFlags::GENERATED);
                }
                *facts = Some(Arc::new(found));
            }
        }
        Workspace { files }
    }

    fn ids(&self, keep: impl Fn(&str, Option<&FileFacts>) -> bool) -> Vec<FileId> {
        self.files
            .iter()
            .enumerate()
            .filter(|(_, (path, _, facts))| keep(path, facts.as_deref()))
            .map(|(index, _)| FileId(index as u32))
            .collect()
    }

    /// The symbols with this qualified name (or simple name).
    fn symbols(&self, name: &str) -> Vec<SymbolRef> {
        let mut found = Vec::new();
        for (index, (path, _, facts)) in self.files.iter().enumerate() {
            let Some(facts) = facts else { continue };
            let (wanted_path, name) = name.split_once(' ').unwrap_or(("", name));
            if !wanted_path.is_empty() && path != wanted_path {
                continue;
            }
            for id in (0..facts.symbols.len() as u32).map(SymbolId) {
                let is_local = facts.symbol(id).is_some_and(clew_model::Symbol::is_local);
                if !is_local && facts.qualified_name(id) == name {
                    found.push(SymbolRef { file: FileId(index as u32), symbol: id });
                }
            }
        }
        found
    }
}

impl Source for Workspace {
    fn facts(&self, file: FileId) -> Option<Arc<FileFacts>> {
        self.files.get(file.0 as usize)?.2.clone()
    }
    fn path(&self, file: FileId) -> Option<String> {
        self.files.get(file.0 as usize).map(|(path, _, _)| path.clone())
    }
    fn file_at(&self, path: &str) -> Option<FileId> {
        self.ids(|known, _| known == path).first().copied()
    }
    fn files_called(&self, file_name: &str) -> Vec<FileId> {
        self.ids(|path, _| path.rsplit('/').next() == Some(file_name))
    }
    fn files_in(&self, folder: &str) -> Vec<FileId> {
        self.ids(|path, _| path.rsplit_once('/').map_or("", |(parent, _)| parent) == folder)
    }
    fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.ids(|_, facts| facts.is_some_and(|facts| facts.names.find(name).is_some()))
    }
    fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.ids(|_, facts| {
            facts.is_some_and(|facts| {
                facts.symbols.iter().any(|s| !s.is_local() && facts.name(s.name) == name)
            })
        })
    }
    fn files_importing(&self, end: &str) -> Vec<FileId> {
        self.ids(|_, facts| {
            facts.is_some_and(|facts| {
                let mut ends = facts.imports.iter().map(|one| path_end(facts.name(one.module)));
                ends.any(|one| one == end)
            })
        })
    }
    fn config_text(&self, path: &str) -> Option<String> {
        self.files.iter().find(|(known, _, _)| known == path).map(|(_, text, _)| text.clone())
    }
}

/// Lists the uses of the symbols called `name` (`path name` picks one file):
/// `path:line:column role certainty enclosing`, definitions left out.
#[track_caller]
pub(crate) fn check_references(fixture: &str, name: &str, expected: Expect) {
    expected.assert_eq(&references(fixture, name));
}

/// The listing that [`check_references`] compares.
#[track_caller]
pub(crate) fn references(fixture: &str, name: &str) -> String {
    let workspace = Workspace::new(fixture);
    let targets = workspace.symbols(name);
    assert!(!targets.is_empty(), "the fixture defines {name}");
    let binder = Binder::new(&workspace);
    let query = ReferenceQuery { targets, include_name_matches: true };
    let mut out = String::new();
    for reference in binder.references(&query).found {
        let (path, text, facts) = &workspace.files[reference.file.0 as usize];
        let Some(facts) = facts else { continue };
        let Some(occurrence) = facts.occurrence(reference.occurrence) else { continue };
        if reference.is_declaration() {
            continue;
        }
        let span = LineIndex::new(text).span(text, occurrence.range);
        let enclosing = occurrence.enclosing.map_or(String::new(), |id| facts.qualified_name(id));
        out.push_str(&format!(
            "{path}:{}:{} {} {} {enclosing}\n",
            span.start_line,
            span.start_column,
            reference.role.as_str(),
            reference.certainty.as_str()
        ));
    }
    out
}

/// Lists the calls of `name` with the lines of the symbols that each may mean.
#[track_caller]
pub(crate) fn check_meant(fixture: &str, name: &str, expected: Expect) {
    let workspace = Workspace::new(fixture);
    let binder = Binder::new(&workspace);
    let mut out = String::new();
    for (index, (_, text, facts)) in workspace.files.iter().enumerate() {
        let Some(facts) = facts else { continue };
        let lines = LineIndex::new(text);
        for (id, occurrence) in facts.occurrences.iter().enumerate() {
            if occurrence.role != Role::Call || facts.name(occurrence.name) != name {
                continue;
            }
            let meant = binder.resolve(FileId(index as u32), clew_model::OccurrenceId(id as u32));
            let lines_of = |target: &crate::Target| match target {
                crate::Target::Symbol(symbol) => {
                    let found = workspace.facts(symbol.file)?.symbol(symbol.symbol)?.range.start;
                    Some(lines.line_of(found) + 1)
                }
                _ => None,
            };
            let meant: Vec<usize> = meant.targets().iter().filter_map(lines_of).collect();
            let line = lines.line_of(occurrence.range.start) + 1;
            out.push_str(&format!("{line}: {meant:?}\n"));
        }
    }
    expected.assert_eq(&out);
}

/// Lists the bases that `name` names or fits.
#[track_caller]
pub(crate) fn check_supertypes(fixture: &str, name: &str, expected: Expect) {
    let workspace = Workspace::new(fixture);
    let binder = Binder::new(&workspace);
    let mut out = String::new();
    for class in workspace.symbols(name) {
        for edge in binder.supertypes(class) {
            let Some(facts) = workspace.facts(edge.base.file) else { continue };
            out.push_str(&format!("{} {:?}\n", facts.qualified_name(edge.base.symbol), edge.kind));
        }
    }
    expected.assert_eq(&out);
}

/// Lists the types of the workspace that derive from `name`.
#[track_caller]
pub(crate) fn check_subtypes(fixture: &str, name: &str, expected: Expect) {
    let workspace = Workspace::new(fixture);
    let binder = Binder::new(&workspace);
    let mut out = String::new();
    for base in workspace.symbols(name) {
        for edge in binder.subtypes(base) {
            let Some(facts) = workspace.facts(edge.derived.file) else { continue };
            out.push_str(&format!(
                "{} {:?}\n",
                facts.qualified_name(edge.derived.symbol),
                edge.kind
            ));
        }
    }
    expected.assert_eq(&out);
}
