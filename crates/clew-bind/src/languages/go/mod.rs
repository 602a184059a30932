//! Go: packages are folders, methods stand beside their types, capital letters
//! export.

mod interfaces;
mod modules;
#[cfg(test)]
mod tests;

use clew_model::{FileFacts, ImportForm, Occurrence};

use super::{ModuleTarget, Rules, outside, plain_element};
use crate::resolve::file_symbols;
use crate::types::Types;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Go;

impl Rules for Go {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let path = binder.path(file);
        let inside = folder_of_import(binder, &path, module).map(ModuleTarget::Folder);
        vec![inside.unwrap_or_else(|| outside_module(module))]
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        let path = binder.path(file);
        let package = facts.package.map(|package| facts.name(package));
        let own = package_members(binder, parent(&path), package, name);
        if !own.is_empty() {
            return Resolution::Bound(own);
        }
        let mut outside_dot = false;
        for import in &facts.imports {
            if !matches!(import.form, ImportForm::Glob | ImportForm::Module) {
                continue;
            }
            let module = facts.name(import.module);
            match binder.modules(file, module).first() {
                Some(ModuleTarget::Folder(folder)) => {
                    let found = if import.form == ImportForm::Glob {
                        self.folder_member(binder, folder, name)
                    } else {
                        unusual_name(binder, folder, name)
                    };
                    if !found.is_empty() {
                        return Resolution::Bound(found);
                    }
                }
                _ => outside_dot |= import.form == ImportForm::Glob,
            }
        }
        match is_builtin(name) || outside_dot {
            true => outside("builtin", name),
            false => Resolution::Unknown,
        }
    }

    fn folder_member(&self, binder: &Binder<'_>, folder: &str, name: &str) -> Vec<Target> {
        if !name.starts_with(char::is_uppercase) {
            return Vec::new();
        }
        package_members(binder, folder, None, name)
    }

    fn builtin_type(&self, _name: &str, _arguments: &[Type]) -> Types {
        Vec::new()
    }

    fn element(&self, binder: &Binder<'_>, of: &Type) -> Types {
        let Type::Instance(class, _) = of else { return plain_element(of) };
        let Some(facts) = binder.facts(class.file) else { return Vec::new() };
        let like = facts.symbol(class.symbol).and_then(|symbol| symbol.value);
        let Some(like) = like else { return Vec::new() };
        let types = binder.value_types(class.file, like);
        binder.flat_map(&types, plain_element)
    }

    fn has_outside_members(&self) -> bool {
        true
    }

    fn structural_bases(&self, binder: &Binder<'_>, class: SymbolRef) -> Vec<SymbolRef> {
        interfaces::satisfied(binder, class)
    }

    fn structural_subtypes(&self, binder: &Binder<'_>, base: SymbolRef) -> Vec<SymbolRef> {
        interfaces::satisfying(binder, base)
    }
}

/// Package-level symbols called `name` in the files of a folder. Files of
/// another package there (`x_test`) do not count: those of `package`, if one is
/// given, else those that are no tests.
fn package_members(
    binder: &Binder<'_>,
    folder: &str,
    package: Option<&str>,
    name: &str,
) -> Vec<Target> {
    let mut found = Vec::new();
    for file in binder.source().files_defining(name) {
        let path = binder.path(file);
        if parent(&path) != folder || !path.ends_with(".go") {
            continue;
        }
        let Some(facts) = binder.facts(file) else { continue };
        let own = facts.package.map(|package| facts.name(package));
        let is_same = match package {
            Some(_) => own == package,
            None => !path.ends_with("_test.go"),
        };
        if !is_same {
            continue;
        }
        found.extend(
            file_symbols(&facts, file)
                .filter(|symbol| facts.symbol_name(symbol.symbol) == name)
                .map(Target::Symbol),
        );
    }
    found
}

/// The folder itself, where its package is called `name` though its path ends in
/// something else.
fn unusual_name(binder: &Binder<'_>, folder: &str, name: &str) -> Vec<Target> {
    let files = binder.source().files_in(folder);
    let is_named = files.iter().any(|file| {
        let Some(facts) = binder.facts(*file) else { return false };
        facts.package.is_some_and(|package| facts.name(package) == name)
    });
    if is_named { vec![Target::Folder(folder.into())] } else { Vec::new() }
}

/// The folder of the workspace that an import path means, asked from `path`.
fn folder_of_import(binder: &Binder<'_>, path: &str, module: &str) -> Option<String> {
    let has_files = |folder: &str| !binder.source().files_in(folder).is_empty();
    let mut folder = parent(path);
    loop {
        if let Some(name) = modules::module_name(binder, folder)
            && let Some(rest) = modules::rest_of(module, &name)
        {
            let found = join(folder, rest);
            if has_files(&found) {
                return Some(found);
            }
        }
        if let Some(found) = modules::replaced(binder, folder, module).filter(|one| has_files(one))
        {
            return Some(found);
        }
        let vendored = join(folder, &format!("vendor/{module}"));
        if has_files(&vendored) {
            return Some(vendored);
        }
        if folder.is_empty() {
            break;
        }
        folder = parent(folder);
    }
    if let Some(found) = modules::elsewhere(binder, module).filter(|one| has_files(one)) {
        return Some(found);
    }
    // A tree without module file: a GOPATH, or the standard library's own.
    let in_gopath = format!("src/{module}");
    if has_files(&in_gopath) {
        return Some(in_gopath);
    }
    let is_own_tree = modules::module_name(binder, "").is_none() && has_files(module);
    is_own_tree.then(|| module.to_string())
}

fn outside_module(module: &str) -> ModuleTarget {
    let first = module.split('/').next().unwrap_or(module);
    if first.contains('.') {
        ModuleTarget::Package(module.to_string())
    } else {
        ModuleTarget::Std(module.to_string())
    }
}

fn is_builtin(name: &str) -> bool {
    matches!(
        name,
        "append"
            | "any"
            | "bool"
            | "byte"
            | "cap"
            | "clear"
            | "close"
            | "comparable"
            | "complex"
            | "complex64"
            | "complex128"
            | "copy"
            | "delete"
            | "error"
            | "float32"
            | "float64"
            | "imag"
            | "int"
            | "int8"
            | "int16"
            | "int32"
            | "int64"
            | "len"
            | "make"
            | "max"
            | "min"
            | "new"
            | "panic"
            | "print"
            | "println"
            | "real"
            | "recover"
            | "rune"
            | "string"
            | "uint"
            | "uint8"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uintptr"
    )
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn join(folder: &str, name: &str) -> String {
    match (folder.is_empty(), name.is_empty()) {
        (true, _) => name.to_string(),
        (_, true) => folder.to_string(),
        _ => format!("{folder}/{name}"),
    }
}
