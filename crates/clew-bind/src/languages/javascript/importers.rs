//! Which files can use what a module exports by default.
//!
//! Importers may call it anything, so no name leads to them. The index knows the last
//! parts of the paths that files import, and a module says which last parts may lead to it.

use std::collections::BTreeSet;
use std::rc::Rc;

use clew_model::{ImportForm, path_end};
use serde_json::Value;

use super::modules::{self, entry_of, join, module_names};
use super::{aliases as bundlers, config};
use crate::languages::paths::parent;
use crate::languages::{Aliases, Importers, ModuleTarget};
use crate::{Binder, FileId};

/// Most modules whose importers are looked for, of those that pass a module on as a whole.
const MAX_MODULES: usize = 64;

/// The last parts of paths that frameworks let stand for a folder.
const FOLDER_ALIASES: &[&str] = &["$lib", "@", "~"];

/// The files that import a module, or one that holds the module as a whole; `None` where
/// that cannot be told by their paths, ordered by path otherwise.
pub(super) fn importers(binder: &Binder<'_>, module: FileId) -> Option<Rc<Importers>> {
    let mut modules = vec![module];
    let mut found = BTreeSet::new();
    let mut all_ends = BTreeSet::new();
    let mut done = 0;
    while let Some(module) = modules.get(done).copied() {
        done += 1;
        let ends = ends(binder, module);
        for end in &ends {
            for user in binder.source().files_importing(end) {
                found.insert(user);
                if !modules.contains(&user) && holds_whole(binder, user, (module, &ends))? {
                    modules.push(user);
                }
            }
        }
        all_ends.extend(ends);
        if modules.len() > MAX_MODULES {
            return None;
        }
    }
    let mut files: Vec<FileId> = found.into_iter().collect();
    files.sort_by_key(|file| binder.path(*file));
    Some(Rc::new(Importers { files, ends: all_ends }))
}

/// Whether a file binds the whole of a module to a name, which may be passed on.
fn holds_whole(
    binder: &Binder<'_>,
    file: FileId,
    (module, ends): (FileId, &BTreeSet<String>),
) -> Option<bool> {
    let facts = binder.facts(file)?;
    let mut wholes = facts.imports.iter().filter(|import| {
        import.form == ImportForm::Module && ends.contains(path_end(facts.name(import.module)))
    });
    Some(wholes.any(|import| {
        let target = modules::resolve(binder, file, facts.name(import.module));
        matches!(target, ModuleTarget::File(found) if found == module)
    }))
}

/// The last parts of the names of packages that lead to a module, and of their folders.
fn ends_of_packages(binder: &Binder<'_>, module: FileId, path: &str) -> Vec<String> {
    let mut ends = Vec::new();
    let mut folder = parent(path);
    loop {
        if let Some(package) = config::json(binder, &join(folder, "package.json")) {
            let below = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
            let is_index = ["index.", "src/index."].iter().any(|start| below.starts_with(start));
            if is_index || entry_of(binder, folder) == Some(module) {
                let name = package.get("name").and_then(Value::as_str);
                ends.extend(name.map(|name| path_end(name).to_string()));
                ends.push(path_end(folder).to_string());
            }
        }
        if folder.is_empty() {
            return ends;
        }
        folder = parent(folder);
    }
}

/// The last parts of the paths that may lead to a module.
fn ends(binder: &Binder<'_>, module: FileId) -> BTreeSet<String> {
    let path = binder.path(module);
    let mut own = module_names(&path);
    let is_index = own.len() > 1;
    own.extend(ends_of_packages(binder, module, &path));
    let mut ends: BTreeSet<String> = own.iter().cloned().collect();
    if is_index {
        ends.extend(FOLDER_ALIASES.iter().map(ToString::to_string));
    }
    let leads_here = |target: &str| own.iter().any(|name| name == path_end(target));
    let mut is_by_pattern = is_index;
    for (name, target) in aliases(binder).iter() {
        if leads_here(target) {
            // A star may be any folder of the path.
            is_by_pattern |= name.contains('*');
            ends.insert(path_end(name).to_string());
        }
    }
    if is_by_pattern {
        ends.extend(parent(&path).split('/').map(str::to_string));
    }
    ends
}

/// Names that configuration gives to modules and folders, with what they stand for.
fn aliases(binder: &Binder<'_>) -> Aliases {
    if let Some(known) = binder.memo.aliases.borrow().as_ref() {
        return known.clone();
    }
    let source = binder.source();
    let folders = |file_name: &str| -> Vec<String> {
        let files = source.files_called(file_name);
        files.into_iter().map(|file| parent(&binder.path(file)).to_string()).collect()
    };
    let mut found = Vec::new();
    for folder in folders("tsconfig.json").into_iter().chain(folders("jsconfig.json")) {
        let Some((_, options)) = config::compiler_options(binder, &folder) else { continue };
        let paths = options.get("paths").and_then(Value::as_object);
        for (name, targets) in paths.into_iter().flatten() {
            let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            found.extend(targets.map(|target| (name.clone(), target.to_string())));
        }
    }
    for folder in folders("package.json") {
        let package = config::json(binder, &join(&folder, "package.json"));
        let imports = package.as_ref().and_then(|package| package.get("imports")?.as_object());
        for (name, target) in imports.into_iter().flatten() {
            let targets = modules::conditions(target).into_iter();
            found.extend(targets.map(|target| (name.clone(), target.to_string())));
        }
        found.extend(package.iter().flat_map(|package| config::renamed(package)));
    }
    found.extend(bundlers::everywhere(binder));
    found.sort();
    found.dedup();
    let found: Aliases = found.into();
    *binder.memo.aliases.borrow_mut() = Some(found.clone());
    found
}
