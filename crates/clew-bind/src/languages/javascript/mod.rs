//! JavaScript and TypeScript: ES modules and CommonJS, prototypes, merged
//! declarations, builtin containers and promises.

mod aliases;
mod builtins;
mod config;
#[cfg(test)]
mod dependency_tests;
mod importers;
#[cfg(test)]
mod importers_tests;
mod modules;
mod namespaces;
#[cfg(test)]
mod reexport_tests;
#[cfg(test)]
mod tests;
mod tokens;

use clew_model::{FileFacts, Import, ImportForm, ImportId, Occurrence, SymbolFlags, SymbolKind};

use super::{ModuleTarget, OtherName, Rules, outside};
use crate::resolve::{file_symbols, prefer_definitions};
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct JavaScript;

/// The name under which facts list a module's whole value.
const WHOLE: &str = "export=";

/// The name of a module's whole value that has no name of its own.
const UNNAMED: &str = "exports";

impl Rules for JavaScript {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        vec![modules::resolve(binder, file, module)]
    }

    /// A JSON file is its value: the default import is the file.
    fn imported_item(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        module: &str,
        item: &str,
    ) -> Option<Vec<Target>> {
        if item != "default" || !module.ends_with(".json") {
            return None;
        }
        let ModuleTarget::File(data) = modules::resolve(binder, file, module) else { return None };
        let facts = binder.facts(data)?;
        (facts.language.as_str() == "json").then(|| vec![Target::Module(data)])
    }

    fn module_value(&self, binder: &Binder<'_>, file: FileId) -> Vec<Target> {
        let Some(facts) = binder.facts(file) else { return Vec::new() };
        let mut targets = whole_value(binder, file, &facts);
        targets.push(Target::Module(file));
        targets
    }

    fn other_names(
        &self,
        binder: &Binder<'_>,
        symbol: SymbolRef,
        facts: &FileFacts,
    ) -> Vec<OtherName> {
        let Some(found) = facts.symbol(symbol.symbol) else { return Vec::new() };
        if found.container.is_some() {
            return Vec::new();
        }
        let mut names = Vec::new();
        let mut is_whole = found.flags.has(SymbolFlags::DEFAULT_EXPORT);
        for (exported, local) in &facts.exports {
            if *local == found.name && exported != local {
                match facts.name(*exported) {
                    "default" | WHOLE => is_whole = true,
                    name => names.push(OtherName::from(name.to_string())),
                }
            }
        }
        if is_whole {
            names.extend(names_of_default(binder, symbol.file));
        }
        names
    }

    fn passed_on(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        import: &Import,
    ) -> Vec<OtherName> {
        let Some(local) = import.local else { return Vec::new() };
        let mut names = vec![facts.name(local)];
        if !import.reexport {
            let listed = facts.exports.iter().filter(|(_, listed)| *listed == local);
            names.extend(listed.map(|(exported, _)| facts.name(*exported)));
        }
        let is_default = names.iter().any(|name| matches!(*name, "default" | WHOLE | UNNAMED));
        let mut names: Vec<OtherName> =
            names.into_iter().map(|name| name.to_string().into()).collect();
        if is_default {
            names.extend(names_of_default(binder, file));
        }
        names
    }

    fn free_name(
        &self,
        _binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        let merged = namespaces::merged(file, facts, name, occurrence);
        if !merged.is_empty() {
            return Resolution::Bound(merged);
        }
        match name {
            "exports" => Resolution::Bound(vec![Target::Module(file)]),
            name if builtins::is_global(name) => outside("global", name),
            _ => Resolution::Unknown,
        }
    }

    fn namespace_member(
        &self,
        binder: &Binder<'_>,
        namespace: SymbolRef,
        name: &str,
    ) -> Option<Vec<Target>> {
        let facts = binder.facts(namespace.file)?;
        facts.symbol(namespace.symbol).filter(|one| one.kind == SymbolKind::Namespace)?;
        let found = namespaces::in_blocks(namespace.file, &facts, namespace.symbol, name);
        (!found.is_empty()).then_some(found)
    }

    fn exported(
        &self,
        binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        if name == "default" {
            return default_export(binder, module, facts);
        }
        let own = own_export(binder, module, facts, name);
        if !own.is_empty() {
            return own;
        }
        let member = member_of_whole(binder, module, facts, name);
        if member.is_empty() { export_by_globs(binder, module, facts, name) } else { member }
    }

    fn construct(&self, _binder: &Binder<'_>, class: SymbolRef) -> Types {
        vec![Type::Instance(class, no_arguments())]
    }

    fn builtin_type(&self, name: &str, arguments: &[Type]) -> Types {
        builtins::builtin_type(name, arguments)
    }

    fn element(&self, binder: &Binder<'_>, of: &Type) -> Types {
        builtins::element(binder, of)
    }

    fn awaited(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        vec![of.clone()]
    }

    fn unwrapped(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        vec![of.clone()]
    }

    fn member_call(&self, binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
        builtins::member_call(binder, receiver, name)
    }

    fn members_may_be_mixed_in(&self) -> bool {
        true
    }

    fn functions_have_members(&self) -> bool {
        true
    }

    fn merges_declarations(&self) -> bool {
        true
    }

    fn makes_fields_by_assignment(&self) -> bool {
        true
    }
}

/// What importers may write for a module's default export: the last part of its path,
/// and `default` where they rename it or pass it on.
fn names_of_default(binder: &Binder<'_>, file: FileId) -> Vec<OtherName> {
    let names = modules::module_names(&binder.path(file)).into_iter();
    let mut names: Vec<OtherName> = names.map(OtherName::from).collect();
    let within = importers::importers(binder, file);
    names.push(OtherName { name: "default".to_string(), within });
    names
}

/// What a local name of a module's file scope means.
fn local_targets(
    binder: &Binder<'_>,
    module: FileId,
    facts: &FileFacts,
    local: &str,
) -> Vec<Target> {
    let Some(name) = facts.names.find(local) else { return Vec::new() };
    let own: Vec<Target> = file_symbols(facts, module)
        .filter(|symbol| facts.symbol(symbol.symbol).is_some_and(|found| found.name == name))
        .map(Target::Symbol)
        .collect();
    if !own.is_empty() {
        return prefer_definitions(facts, own);
    }
    let import =
        facts.imports.iter().position(|import| import.local == Some(name) && !import.reexport);
    match import {
        Some(import) => binder.import_target(module, ImportId(import as u32)),
        None => Vec::new(),
    }
}

/// What the module's lists and marks export under a name.
fn own_export(binder: &Binder<'_>, module: FileId, facts: &FileFacts, name: &str) -> Vec<Target> {
    let Some(id) = facts.names.find(name) else { return Vec::new() };
    for (exported, local) in &facts.exports {
        if *exported == id {
            let targets = local_targets(binder, module, facts, facts.name(*local));
            if !targets.is_empty() {
                return targets;
            }
        }
    }
    let marked: Vec<Target> = file_symbols(facts, module)
        .filter(|symbol| {
            facts.symbol(symbol.symbol).is_some_and(|found| {
                found.name == id
                    && found.flags.has(SymbolFlags::EXPORTED)
                    && !found.flags.has(SymbolFlags::DEFAULT_EXPORT)
            })
        })
        .map(Target::Symbol)
        .collect();
    if !marked.is_empty() {
        return prefer_definitions(facts, marked);
    }
    for (index, import) in facts.imports.iter().enumerate() {
        if import.reexport && import.local == Some(id) {
            return binder.import_target(module, ImportId(index as u32));
        }
    }
    Vec::new()
}

fn default_export(binder: &Binder<'_>, module: FileId, facts: &FileFacts) -> Vec<Target> {
    let marked: Vec<Target> = file_symbols(facts, module)
        .filter(|symbol| {
            facts.symbol(symbol.symbol).is_some_and(|found| {
                found.flags.has(SymbolFlags::DEFAULT_EXPORT) && facts.name(found.name) != UNNAMED
            })
        })
        .map(Target::Symbol)
        .collect();
    if !marked.is_empty() {
        return prefer_definitions(facts, marked);
    }
    let listed = own_export(binder, module, facts, "default");
    if listed.is_empty() { whole_value(binder, module, facts) } else { listed }
}

/// What `module.exports = …` or `export = …` gives the module as its value.
fn whole_value(binder: &Binder<'_>, module: FileId, facts: &FileFacts) -> Vec<Target> {
    let listed = own_export(binder, module, facts, WHOLE);
    if !listed.is_empty() {
        return listed;
    }
    file_symbols(facts, module)
        .filter(|symbol| {
            facts.symbol(symbol.symbol).is_some_and(|found| {
                found.flags.has(SymbolFlags::DEFAULT_EXPORT) && facts.name(found.name) == UNNAMED
            })
        })
        .map(Target::Symbol)
        .collect()
}

/// A member of the module's value, imported like a name of the module.
fn member_of_whole(
    binder: &Binder<'_>,
    module: FileId,
    facts: &FileFacts,
    name: &str,
) -> Vec<Target> {
    let whole: Vec<Target> = whole_value(binder, module, facts)
        .into_iter()
        .filter(|target| *target != Target::Module(module))
        .collect();
    let mut types = Vec::new();
    for target in &whole {
        crate::types::merge(&mut types, binder.target_types(target, None));
    }
    binder.resolve_member(&types, name).targets().to_vec()
}

fn export_by_globs(
    binder: &Binder<'_>,
    module: FileId,
    facts: &FileFacts,
    name: &str,
) -> Vec<Target> {
    let globs =
        facts.imports.iter().filter(|import| import.form == ImportForm::Glob && import.reexport);
    let mut outside = None;
    for import in globs {
        for target in binder.modules(module, facts.name(import.module)) {
            match target {
                ModuleTarget::File(file) if file != module => {
                    let targets = binder.exported(file, name);
                    if !targets.is_empty() {
                        return targets;
                    }
                }
                ModuleTarget::Package(package) | ModuleTarget::Std(package) => {
                    outside = Some(package);
                }
                _ => {}
            }
        }
    }
    // With one package passed through, what is not ours is from there.
    outside
        .map(|package| Target::External(crate::resolve::external_name(&package, name)))
        .into_iter()
        .collect()
}
