//! Modules and crates: files, modules inside files, paths between them.

use clew_model::{FileFacts, ImportForm, Occurrence, ScopeId, ScopeKind, SymbolId, SymbolKind};

use super::crates::crate_named;
use super::std_types::is_std;
use crate::languages::ModuleTarget;
use crate::{Binder, FileId, SymbolRef, Target};

/// The nearest scope of a module, from `scope` outwards; the file's own is 0.
pub(super) fn module_scope(facts: &FileFacts, scope: ScopeId) -> ScopeId {
    let mut current = scope;
    for _ in 0..256 {
        match facts.scope(current) {
            Some(scope) if scope.kind != ScopeKind::Module => match scope.parent {
                Some(parent) => current = parent,
                None => return ScopeId(0),
            },
            Some(_) => return current,
            None => return ScopeId(0),
        }
    }
    ScopeId(0)
}

/// The innermost module scope that covers a place.
pub(super) fn module_at(facts: &FileFacts, occurrence: &Occurrence) -> ScopeId {
    let at = occurrence.range.start;
    let mut inside = facts.scopes.iter().enumerate().filter(|(_, scope)| {
        scope.kind == ScopeKind::Module && scope.range.start <= at && at < scope.range.end
    });
    // Inner scopes are opened after outer ones.
    inside.next_back().map_or(ScopeId(0), |(index, _)| ScopeId(index as u32))
}

/// The names of the modules inside the file around a scope; `None` at file level.
pub(super) fn module_path(facts: &FileFacts, scope: ScopeId) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut current = scope;
    while current != ScopeId(0) && names.len() < 64 {
        let found = facts.scope(current)?;
        let owner = found.owner?;
        names.push(facts.symbol_name(owner).to_string());
        current = module_scope(facts, found.parent?);
    }
    names.reverse();
    (!names.is_empty()).then_some(names)
}

/// A path written inside the modules `inside` of a file, as seen from the file.
pub(super) fn absolute(inside: &[String], text: &str) -> String {
    let mut depth = inside.len();
    let mut rest = text;
    let mut is_relative = false;
    loop {
        let (first, more) = rest.split_once("::").unwrap_or((rest, ""));
        match first {
            "self" if !is_relative => {}
            "super" if depth > 0 => depth -= 1,
            _ => break,
        }
        is_relative = true;
        rest = more;
    }
    if !is_relative {
        return text.to_string();
    }
    let mut path = String::from("self");
    for name in inside[..depth].iter().map(String::as_str).chain([rest]) {
        if !name.is_empty() {
            path.push_str("::");
            path.push_str(name);
        }
    }
    path
}

/// Where the first name of a path leads.
pub(super) fn first_segment(binder: &Binder<'_>, file: FileId, first: &str) -> Vec<ModuleTarget> {
    let as_file = |file: Option<FileId>| file.map(ModuleTarget::File).into_iter().collect();
    match first {
        "crate" | "$crate" => return as_file(crate_root(binder, file)),
        "self" => return vec![ModuleTarget::File(file)],
        "super" => return as_file(parent_module(binder, file)),
        _ => {}
    }
    let local: Vec<ModuleTarget> =
        binder.exported(file, first).into_iter().filter_map(|t| as_module(binder, t)).collect();
    if !local.is_empty() {
        return local;
    }
    if is_std(first) {
        return vec![ModuleTarget::Std(first.to_string())];
    }
    match crate_named(binder, file, first) {
        Some(root) => vec![ModuleTarget::File(root)],
        None => vec![ModuleTarget::Package(first.to_string())],
    }
}

/// What a name leads to inside a module, type or outside path.
pub(super) fn child(binder: &Binder<'_>, at: &ModuleTarget, name: &str) -> Vec<ModuleTarget> {
    let targets = match at {
        ModuleTarget::File(file) if name == "super" => {
            return parent_module(binder, *file).map(ModuleTarget::File).into_iter().collect();
        }
        // `self::name` of a `mod name;` asks for the file itself.
        ModuleTarget::File(file) => match module_file(binder, *file, name) {
            Some(found) if declares_module(binder, *file, name) => {
                return vec![ModuleTarget::File(found)];
            }
            _ => binder.exported(*file, name),
        },
        ModuleTarget::Symbol(symbol) => binder.static_targets(*symbol, name),
        ModuleTarget::Std(path) => return vec![ModuleTarget::Std(format!("{path}::{name}"))],
        ModuleTarget::Package(path) => {
            return vec![ModuleTarget::Package(format!("{path}::{name}"))];
        }
        ModuleTarget::Folder(_) | ModuleTarget::Unknown => Vec::new(),
    };
    targets.into_iter().filter_map(|target| as_module(binder, target)).collect()
}

/// A target that can have items of its own.
fn as_module(binder: &Binder<'_>, target: Target) -> Option<ModuleTarget> {
    match target {
        Target::Module(file) => Some(ModuleTarget::File(file)),
        Target::Folder(folder) => Some(ModuleTarget::Folder(folder.to_string())),
        Target::External(name) => Some(ModuleTarget::Package(name.to_string())),
        Target::Symbol(symbol) => {
            let facts = binder.facts(symbol.file)?;
            let kind = facts.symbol(symbol.symbol)?.kind;
            let holds = kind.is_type() || kind == SymbolKind::Module;
            holds.then_some(ModuleTarget::Symbol(symbol))
        }
    }
}

/// Whether a file says `mod name;`.
fn declares_module(binder: &Binder<'_>, file: FileId, name: &str) -> bool {
    let Some(facts) = binder.facts(file) else { return false };
    facts.imports.iter().any(|import| {
        import.form == ImportForm::Module
            && import.local.is_some_and(|local| facts.name(local) == name)
            && facts.name(import.module).starts_with("self::")
    })
}

/// The file of the module `name` declared in `file`.
fn module_file(binder: &Binder<'_>, file: FileId, name: &str) -> Option<FileId> {
    let path = binder.path(file);
    let source = binder.source();
    let folder = parent(&path);
    let stem = path.rsplit('/').next().unwrap_or("").trim_end_matches(".rs");
    let own = if is_folder_module(stem) { folder.to_string() } else { join(folder, stem) };
    let mut folders = vec![own];
    // The root of a binary, test or example keeps its modules beside it.
    folders.push(folder.to_string());
    folders.iter().find_map(|folder| {
        source
            .file_at(&join(folder, &format!("{name}.rs")))
            .or_else(|| source.file_at(&join(folder, &format!("{name}/mod.rs"))))
            .filter(|found| *found != file)
    })
}

fn is_folder_module(stem: &str) -> bool {
    matches!(stem, "mod" | "lib" | "main")
}

/// The module that a file's module is declared in.
pub(super) fn parent_module(binder: &Binder<'_>, file: FileId) -> Option<FileId> {
    let path = binder.path(file);
    let source = binder.source();
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let stem = name.trim_end_matches(".rs");
    if matches!(stem, "lib" | "main") {
        return None;
    }
    let (folder, own) = match stem {
        "mod" => folder.rsplit_once('/').unwrap_or(("", folder)),
        _ => (folder, stem),
    };
    let mut candidates =
        vec![join(folder, "mod.rs"), join(folder, "lib.rs"), join(folder, "main.rs")];
    if !folder.is_empty() {
        candidates.push(format!("{folder}.rs"));
    }
    let found: Vec<FileId> =
        candidates.iter().filter_map(|path| source.file_at(path)).filter(|f| *f != file).collect();
    found
        .iter()
        .copied()
        .find(|parent| declares_module(binder, *parent, own))
        .or_else(|| found.first().copied())
}

/// The root file of the crate that a file belongs to.
pub(super) fn crate_root(binder: &Binder<'_>, file: FileId) -> Option<FileId> {
    let mut current = file;
    for _ in 0..64 {
        match parent_module(binder, current) {
            Some(parent) => current = parent,
            None => break,
        }
    }
    Some(current)
}

/// A macro seen everywhere below its definition: the only one of its name.
pub(super) fn only_macro(binder: &Binder<'_>, file: FileId, name: &str) -> Option<SymbolRef> {
    let mut found = None;
    for other in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(other) else { continue };
        for (index, symbol) in facts.symbols.iter().enumerate() {
            if symbol.kind != SymbolKind::Macro || facts.name(symbol.name) != name {
                continue;
            }
            if found.is_some() || crate_root(binder, other) != crate_root(binder, file) {
                return None;
            }
            found = Some(SymbolRef { file: other, symbol: SymbolId(index as u32) });
        }
    }
    found
}

pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn paths_inside_modules_are_made_absolute() {
        let inside = ["a".to_string(), "b".to_string()];
        for (text, expected) in [
            ("crate::x", "crate::x"),
            ("std::fmt", "std::fmt"),
            ("self::x", "self::a::b::x"),
            ("super", "self::a"),
            ("super::super::x", "self::x"),
            ("super::super::super::x", "self::super::x"),
        ] {
            assert_eq!(absolute(&inside, text), expected);
        }
    }
}
