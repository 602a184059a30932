//! The source files of one package, as the binder sees them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clew_bind::{Binder, FileId, ReferenceQuery, Source, SymbolRef};
use clew_grammars::{Extractor, detect_language};
use clew_model::{Certainty, FileFacts, Role, SymbolId, path_end};
use clew_text::LineIndex;

use crate::package::Package;
use crate::speed::Reading;

/// File, line, column.
pub(crate) type Site = (String, u64, u64);

/// One file with its facts.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) facts: Arc<FileFacts>,
}

/// The source files of one package.
pub(crate) struct Workspace {
    root: PathBuf,
    files: Vec<File>,
    by_path: BTreeMap<String, FileId>,
    by_folder: BTreeMap<String, Vec<FileId>>,
    naming: BTreeMap<String, Vec<FileId>>,
    defining: BTreeMap<String, Vec<FileId>>,
    importing: BTreeMap<String, Vec<FileId>>,
    /// What reading the files of the language took.
    pub(crate) reading: Reading,
}

impl Workspace {
    /// Reads the sources of a package.
    pub(crate) fn read(package: &Package, language: &str) -> std::io::Result<Workspace> {
        let mut paths = Vec::new();
        for source in &package.sources {
            collect(&package.root.join(source), &mut paths)?;
        }
        paths.sort();
        let mut workspace = Workspace {
            root: package.root.clone(),
            files: Vec::new(),
            by_path: BTreeMap::new(),
            by_folder: BTreeMap::new(),
            naming: BTreeMap::new(),
            defining: BTreeMap::new(),
            importing: BTreeMap::new(),
            reading: Reading::default(),
        };
        let mut extractor = Extractor::default();
        for path in paths {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let relative = path.strip_prefix(&package.root).unwrap_or(&path);
            let relative = relative.to_string_lossy().into_owned();
            let Some(definition) = detect_language(&relative, &text) else { continue };
            // With its variants: `typescriptreact`, `ocaml.interface`.
            let rest = definition.id.strip_prefix(language);
            let counts = rest.is_some_and(|rest| matches!(rest, "" | "react" | ".interface"));
            let facts =
                Arc::new(workspace.reading.facts(&mut extractor, definition, &text, counts));
            workspace.add(File { path: relative, text, facts });
        }
        Ok(workspace)
    }

    fn add(&mut self, file: File) {
        let id = FileId(self.files.len() as u32);
        self.by_path.insert(file.path.clone(), id);
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.by_folder.entry(folder.to_string()).or_default().push(id);
        for (_, name) in file.facts.names.iter() {
            self.naming.entry(name.to_string()).or_default().push(id);
        }
        let imports = file.facts.imports.iter();
        let ends: BTreeSet<&str> =
            imports.map(|import| path_end(file.facts.name(import.module))).collect();
        for end in ends {
            self.importing.entry(end.to_string()).or_default().push(id);
        }
        let defined: BTreeSet<&str> = file
            .facts
            .symbols
            .iter()
            .filter(|symbol| !symbol.is_local())
            .map(|symbol| file.facts.name(symbol.name))
            .collect();
        for name in defined {
            self.defining.entry(name.to_string()).or_default().push(id);
        }
        self.files.push(file);
    }

    /// The file at a path within the package.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.by_path.get(path).map(|id| &self.files[id.0 as usize])
    }

    /// The symbol of that name on a line of a file.
    pub(crate) fn symbol(&self, file: &str, line: u64, name: &str) -> Option<SymbolRef> {
        let id = *self.by_path.get(file)?;
        let file = &self.files[id.0 as usize];
        let lines = LineIndex::new(&file.text);
        let index = file.facts.symbols.iter().position(|symbol| {
            file.facts.name(symbol.name) == name
                && lines.line_of(symbol.name_range.start) as u64 + 1 == line
        })?;
        Some(SymbolRef { file: id, symbol: SymbolId(index as u32) })
    }

    /// The call sites bound to a symbol and its overloads.
    pub(crate) fn bound_calls(&self, symbol: SymbolRef) -> BTreeSet<Site> {
        let binder = Binder::new(self);
        let query =
            ReferenceQuery { targets: binder.overloads(symbol), include_name_matches: false };
        let mut sites = BTreeSet::new();
        for reference in binder.references(&query).found {
            let file = &self.files[reference.file.0 as usize];
            let Some(occurrence) = file.facts.occurrence(reference.occurrence) else { continue };
            if occurrence.role == Role::Call && reference.certainty != Certainty::Name {
                let span = LineIndex::new(&file.text).span(&file.text, occurrence.range);
                let column = span.start_column as u64;
                sites.insert((file.path.clone(), span.start_line as u64, column));
            }
        }
        sites
    }
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), paths)?;
        }
    } else if path.is_file() {
        paths.push(path.to_path_buf());
    }
    Ok(())
}

impl Source for Workspace {
    fn facts(&self, file: FileId) -> Option<Arc<FileFacts>> {
        self.files.get(file.0 as usize).map(|file| file.facts.clone())
    }
    fn path(&self, file: FileId) -> Option<String> {
        self.files.get(file.0 as usize).map(|file| file.path.clone())
    }
    fn file_at(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
    }
    fn files_called(&self, file_name: &str) -> Vec<FileId> {
        let is_called = |path: &str| path.rsplit('/').next().is_some_and(|name| name == file_name);
        self.by_path.iter().filter(|(path, _)| is_called(path)).map(|(_, id)| *id).collect()
    }
    fn files_in(&self, folder: &str) -> Vec<FileId> {
        self.by_folder.get(folder).cloned().unwrap_or_default()
    }
    fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.naming.get(name).cloned().unwrap_or_default()
    }
    fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.defining.get(name).cloned().unwrap_or_default()
    }
    fn files_importing(&self, end: &str) -> Vec<FileId> {
        self.importing.get(end).cloned().unwrap_or_default()
    }
    fn config_text(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.root.join(path)).ok()
    }
}
