//! Checks of whole projects, remembered file by file.
//!
//! A file's findings depend on its text and on the interfaces of the modules
//! it imports. After an edit a file is parsed again if its stamp changed, and
//! checked again if its text or one of those interfaces did; an edit inside a
//! function body leaves the interface as it was, so nobody else is checked.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::unused::UNUSED_DEFINITIONS;
use super::{ResolvedImport, ResolvedModule, check_file};
use crate::diagnostic::Diagnostic;
use crate::modules::{FileProvider, Import, Interface, candidates, imports_of, std_module};
use crate::syntax::{Parse, parse};

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMode {
    /// The files asked for.
    Fast,
    /// The files asked for and everything that depends on them.
    Full,
}

/// The findings in one file.
#[derive(Clone, Debug)]
pub struct CheckedFile {
    /// Path below the project root.
    pub path: String,
    /// All findings, errors first.
    pub diagnostics: Arc<[Diagnostic]>,
}

/// Checks files of one project and remembers what it found.
#[derive(Default)]
pub struct ProjectChecker {
    files: FxHashMap<String, FileMemo>,
    /// Trees made in the current run, for files that are checked in it.
    parsed: FxHashMap<String, Parse>,
    checks_run: usize,
}

struct FileMemo {
    stamp: u64,
    interface: Arc<Interface>,
    imports: Arc<[ImportMemo]>,
    findings: Option<Findings>,
}

/// A `use` line with the files it may mean, in order of preference; none for
/// a built-in module.
struct ImportMemo {
    import: Import,
    candidates: Vec<String>,
}

impl ImportMemo {
    fn new(import: Import, from: &str) -> ImportMemo {
        let built_in = import.module == "std" || import.module.starts_with("std.");
        let candidates = if built_in { Vec::new() } else { candidates(&import.module, from) };
        ImportMemo { import, candidates }
    }

    /// The file that the line means.
    fn target(&self, files: &dyn FileProvider) -> Option<&str> {
        self.candidates.iter().find(|path| files.stamp(path).is_some()).map(String::as_str)
    }
}

struct Findings {
    /// The modules the check saw, in the order of the imports.
    modules: Vec<SeenModule>,
    diagnostics: Arc<[Diagnostic]>,
}

/// A module as seen by a check; equal ones lead to equal findings.
enum SeenModule {
    Std(&'static str),
    File(Arc<Interface>),
    Unknown,
}

impl ProjectChecker {
    /// Checks `wanted` and, in full mode, every file that imports one of them
    /// directly or through others. Files that do not exist are left out.
    ///
    /// The result is ordered by path.
    pub fn check_project(
        &mut self,
        files: &dyn FileProvider,
        wanted: &[String],
        mode: CheckMode,
    ) -> Vec<CheckedFile> {
        self.checks_run = 0;
        // A check that was given up leaves some.
        self.parsed.clear();
        let mut chosen: Vec<String> = match mode {
            CheckMode::Fast => wanted.to_vec(),
            CheckMode::Full => self.with_dependents(files, wanted),
        };
        chosen.sort();
        chosen.dedup();
        let mut checked = Vec::with_capacity(chosen.len());
        let total = chosen.len();
        for (done, path) in chosen.into_iter().enumerate() {
            crate::stop::look();
            files.checking(done, total);
            if let Some(diagnostics) = self.check_one(files, &path) {
                checked.push(CheckedFile { path, diagnostics });
            }
        }
        self.parsed.clear();
        self.drop_refuted(files, &mut checked);
        checked
    }

    /// What a program defines and does not use itself may be used by a file
    /// that imports it; where not all files are known that cannot be told.
    fn drop_refuted(&self, files: &dyn FileProvider, checked: &mut [CheckedFile]) {
        let unused = |found: &Diagnostic| UNUSED_DEFINITIONS.contains(&found.code);
        let doubtful: Vec<&mut CheckedFile> =
            checked.iter_mut().filter(|file| file.diagnostics.iter().any(unused)).collect();
        if doubtful.is_empty() {
            return;
        }
        let all_known = files.list().iter().all(|path| self.files.contains_key(path));
        let imported: FxHashSet<&str> = self
            .files
            .values()
            .flat_map(|memo| memo.imports.iter().filter_map(|import| import.target(files)))
            .collect();
        for file in doubtful {
            if !all_known || imported.contains(&*file.path) {
                file.diagnostics =
                    file.diagnostics.iter().filter(|found| !unused(found)).cloned().collect();
            }
        }
    }

    /// How many files the last call really checked.
    pub fn checks_run(&self) -> usize {
        self.checks_run
    }

    /// Brings what is known of a file up to date; false if it does not exist.
    fn refresh(&mut self, files: &dyn FileProvider, path: &str) -> bool {
        let Some(stamp) = files.stamp(path) else {
            self.files.remove(path);
            return false;
        };
        if self.files.get(path).is_some_and(|memo| memo.stamp == stamp) {
            return true;
        }
        let Some(text) = files.read(path) else {
            self.files.remove(path);
            return false;
        };
        let parsed = parse(&text);
        let interface = Interface::of(&parsed.tree);
        let interface = match self.files.get(path) {
            Some(old) if *old.interface == interface => old.interface.clone(),
            _ => Arc::new(interface),
        };
        let imports = imports_of(&parsed.tree)
            .into_iter()
            .map(|import| ImportMemo::new(import, path))
            .collect();
        self.parsed.insert(path.to_owned(), parsed);
        self.files.insert(path.to_owned(), FileMemo { stamp, interface, imports, findings: None });
        true
    }

    fn with_dependents(&mut self, files: &dyn FileProvider, wanted: &[String]) -> Vec<String> {
        let mut importers: FxHashMap<String, Vec<String>> = FxHashMap::default();
        let all = files.list();
        if wanted.len() >= all.len() {
            return wanted.to_vec();
        }
        for path in all {
            crate::stop::look();
            if !self.refresh(files, &path) {
                continue;
            }
            let Some(memo) = self.files.get(&path) else { continue };
            for import in memo.imports.iter() {
                if let Some(target) = import.target(files) {
                    importers.entry(target.to_owned()).or_default().push(path.clone());
                }
            }
        }
        let mut chosen: FxHashSet<String> = wanted.iter().cloned().collect();
        let mut pending: Vec<String> = wanted.to_vec();
        while let Some(path) = pending.pop() {
            for importer in importers.get(&path).into_iter().flatten() {
                if chosen.insert(importer.clone()) {
                    pending.push(importer.clone());
                }
            }
        }
        chosen.into_iter().collect()
    }

    fn check_one(&mut self, files: &dyn FileProvider, path: &str) -> Option<Arc<[Diagnostic]>> {
        if !self.refresh(files, path) {
            return None;
        }
        let imports = self.files.get(path)?.imports.clone();
        let modules: Vec<SeenModule> =
            imports.iter().map(|import| self.see_module(files, import)).collect();
        let memo = self.files.get(path)?;
        if let Some(findings) = &memo.findings
            && same_modules(&findings.modules, &modules)
        {
            return Some(findings.diagnostics.clone());
        }
        let interface = memo.interface.clone();
        let parsed = match self.parsed.remove(path) {
            Some(parsed) => parsed,
            None => parse(&files.read(path)?),
        };
        let resolved: Vec<ResolvedImport> = imports
            .iter()
            .zip(&modules)
            .map(|(import, module)| ResolvedImport {
                import: import.import.clone(),
                module: module.resolved(),
            })
            .collect();
        let diagnostics: Arc<[Diagnostic]> = check_file(&parsed, &interface, &resolved).into();
        self.checks_run += 1;
        let findings = Findings { modules, diagnostics: diagnostics.clone() };
        self.files.get_mut(path)?.findings = Some(findings);
        Some(diagnostics)
    }

    fn see_module(&mut self, files: &dyn FileProvider, import: &ImportMemo) -> SeenModule {
        if import.candidates.is_empty() {
            return match std_module(&import.import.module) {
                Some(module) => SeenModule::Std(module.name),
                None if import.import.module == "std" => SeenModule::Std("std"),
                None => SeenModule::Unknown,
            };
        }
        let Some(path) = import.target(files) else { return SeenModule::Unknown };
        self.refresh(files, path);
        match self.files.get(path) {
            Some(memo) => SeenModule::File(memo.interface.clone()),
            None => SeenModule::Unknown,
        }
    }
}

impl SeenModule {
    fn resolved(&self) -> ResolvedModule {
        match self {
            SeenModule::Std("std") => ResolvedModule::StdRoot,
            SeenModule::Std(name) => {
                std_module(name).map_or(ResolvedModule::Unknown, ResolvedModule::Std)
            }
            SeenModule::File(interface) => ResolvedModule::File(interface.clone()),
            SeenModule::Unknown => ResolvedModule::Unknown,
        }
    }
}

fn same_modules(old: &[SeenModule], new: &[SeenModule]) -> bool {
    old.len() == new.len()
        && old.iter().zip(new).all(|pair| match pair {
            (SeenModule::Std(old), SeenModule::Std(new)) => old == new,
            (SeenModule::File(old), SeenModule::File(new)) => Arc::ptr_eq(old, new),
            (SeenModule::Unknown, SeenModule::Unknown) => true,
            _ => false,
        })
}
