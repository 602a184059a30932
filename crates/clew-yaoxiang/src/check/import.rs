//! `use` lines: what they bind, and what they ask for in vain.

use rustc_hash::FxHashMap;

use super::env::Global;
use super::scope::{LocalKind, Mutability};
use super::ty::Ty;
use super::{Checker, ResolvedImport, ResolvedModule, Stage};
use crate::diagnostic::{Diagnostic, Severity};
use crate::modules::ImportPlace;
use crate::syntax::ast::{AstNode, SourceFile, Stmt, UseStmt};

/// How many exports a hint lists.
const LISTED: usize = 40;

impl<'tree> Checker<'tree> {
    /// Reports modules and items that do not exist, and useless lines.
    pub(super) fn check_imports(&mut self) {
        let mut bound: FxHashMap<(String, String), ()> = FxHashMap::default();
        for resolved in self.env.imports {
            if matches!(resolved.module, ResolvedModule::Unknown) {
                let diagnostic = Diagnostic::error("E5001", resolved.import.module_range)
                    .with_arg("module", &*resolved.import.module);
                self.report(Stage::Types, diagnostic);
                continue;
            }
            self.check_items(resolved);
            if resolved.import.place == ImportPlace::Block {
                continue;
            }
            for (name, source, range) in bound_names(resolved) {
                if bound.insert((name.clone(), source), ()).is_some() {
                    let diagnostic = Diagnostic::warning("E5006", range).with_arg("name", name);
                    self.report(Stage::Types, diagnostic);
                }
            }
        }
    }

    fn check_items(&mut self, resolved: &ResolvedImport) {
        let module = &resolved.import.module;
        for item in resolved.import.items.iter().flatten() {
            let known = self.env.module_item(&resolved.module, &item.name.text, &mut self.types);
            if known.is_some() {
                continue;
            }
            let range = item.name.range;
            let missing = Diagnostic::error("E5003", range)
                .with_arg("export", &*item.name.text)
                .with_arg("module", &**module);
            self.report(Stage::Types, missing);
            let hint = Diagnostic { severity: Severity::Note, ..Diagnostic::error("E5007", range) }
                .with_arg("module", &**module)
                .with_arg("available", exports_of(&resolved.module));
            self.report(Stage::Types, hint);
        }
    }

    /// Binds the names of all `use` lines at the top level.
    pub(super) fn bind_top_level_imports(&mut self, file: SourceFile<'tree>) {
        for stmt in file.statements() {
            if let Stmt::UseStmt(line) = stmt {
                for (name, global) in self.globals_of(line) {
                    self.env.imported.insert(name.into(), global);
                }
            }
        }
    }

    /// Binds the names of a `use` line inside a block.
    pub(super) fn bind_local_import(&mut self, line: UseStmt<'tree>) {
        for (name, global) in self.globals_of(line) {
            let kind = LocalKind::Import(global);
            self.scopes.declare(name, Ty::UNKNOWN, Mutability::Immutable, kind);
        }
    }

    /// The local names of a `use` line with their meanings.
    fn globals_of(&mut self, line: UseStmt<'tree>) -> Vec<(&'tree str, Global)> {
        let Some(resolved) = self.env.import_at(line.range()) else { return Vec::new() };
        let Some(list) = line.list() else {
            let name = match line.aliases().next() {
                Some(alias) => alias.text(),
                None => {
                    line.path().and_then(|path| path.segments().last()).map_or("", |n| n.text())
                }
            };
            let global = match &resolved.module {
                ResolvedModule::Unknown => Global::Unknown,
                module => {
                    let module = module.clone();
                    Global::Module(self.env.add_module(&resolved.import.module, module))
                }
            };
            return vec![(name, global)];
        };
        let mut bound = Vec::new();
        for item in list.items() {
            let Some(name) = item.name() else { continue };
            let local = item.alias().unwrap_or(name).text();
            let global = self.env.module_item(&resolved.module, name.text(), &mut self.types);
            bound.push((local, global.unwrap_or(Global::Unknown)));
        }
        bound
    }
}

/// Local name, origin and place of everything a line binds.
fn bound_names(resolved: &ResolvedImport) -> Vec<(String, String, clew_text::TextRange)> {
    let import = &resolved.import;
    match &import.items {
        None => {
            vec![(import.bound_name().to_owned(), import.module.clone(), import.module_range)]
        }
        Some(items) => items
            .iter()
            .map(|item| {
                let source = format!("{}.{}", import.module, item.name.text);
                (item.bound_name().text.clone(), source, item.name.range)
            })
            .collect(),
    }
}

fn exports_of(module: &ResolvedModule) -> String {
    let mut names: Vec<&str> = match module {
        ResolvedModule::StdRoot => crate::modules::std_modules()
            .iter()
            .filter_map(|module| module.name.strip_prefix("std."))
            .collect(),
        ResolvedModule::Std(module) => module.items.keys().copied().collect(),
        ResolvedModule::File(interface) => interface.names(),
        ResolvedModule::Unknown => Vec::new(),
    };
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    let mut text = names.join(", ");
    if more > 0 {
        text.push_str(", …");
    }
    if text.is_empty() { "@nothing".to_owned() } else { text }
}
