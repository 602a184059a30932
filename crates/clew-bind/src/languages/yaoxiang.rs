//! YaoXiang: modules beside the file or below the project root, `std`, and
//! `pub` functions that are methods of their first parameter's type.

use clew_model::{FileFacts, ScopeId, SymbolFlags, SymbolId, SymbolKind};

use super::members::written_in;
use super::{ModuleTarget, Rules};
use crate::{Binder, FileId, SymbolRef, Type};

pub(crate) struct YaoXiang;

impl Rules for YaoXiang {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if module == "std" || module.starts_with("std.") {
            return vec![ModuleTarget::Std(module.to_string())];
        }
        let path = binder.path(file);
        let relative = module.replace('.', "/");
        let found = folders_above(&path).into_iter().find_map(|folder| {
            let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            [format!("{prefix}{relative}.yx"), format!("{prefix}{relative}/mod.yx")]
                .iter()
                .find_map(|candidate| binder.source().file_at(candidate))
        });
        vec![found.map_or(ModuleTarget::Unknown, ModuleTarget::File)]
    }

    /// A type that has no member of that name itself has the `pub` functions of
    /// its file that take it first.
    fn spread_members(
        &self,
        binder: &Binder<'_>,
        owner: SymbolRef,
        name: &str,
    ) -> Option<Vec<SymbolRef>> {
        let facts = binder.facts(owner.file)?;
        let name_id = facts.names.find(name)?;
        let functions: Vec<SymbolRef> = facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(_, symbol)| {
                symbol.name == name_id
                    && symbol.kind == SymbolKind::Function
                    && symbol.scope == ScopeId(0)
                    && symbol.flags.has(SymbolFlags::EXPORTED)
            })
            .map(|(index, _)| SymbolRef { file: owner.file, symbol: SymbolId(index as u32) })
            .filter(|function| takes_first(binder, &facts, *function, owner))
            .collect();
        if functions.is_empty() {
            return None;
        }
        let is_member = |member: &SymbolRef| {
            facts.symbol(member.symbol).is_some_and(|symbol| {
                !matches!(symbol.kind, SymbolKind::Parameter | SymbolKind::TypeParameter)
            })
        };
        let has_own = written_in(binder, owner, name).iter().any(is_member);
        (!has_own).then_some(functions)
    }
}

/// Whether the first parameter of a function is of the type.
fn takes_first(
    binder: &Binder<'_>,
    facts: &FileFacts,
    function: SymbolRef,
    owner: SymbolRef,
) -> bool {
    let params = facts.symbols.iter().filter(|symbol| {
        symbol.container == Some(function.symbol) && symbol.kind == SymbolKind::Parameter
    });
    let first = params.min_by_key(|symbol| symbol.name_range.start);
    let Some(declared) = first.and_then(|param| param.declared_type) else { return false };
    let types = binder.annotated_types(function.file, declared);
    types.iter().any(|one| matches!(one, Type::Instance(class, _) if *class == owner))
}

/// The file's own folder, then the folders above it: the project root is one of
/// them, and nearer folders are only reached by projects nested in a workspace.
fn folders_above(path: &str) -> Vec<&str> {
    let mut folders = Vec::new();
    let mut folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    loop {
        folders.push(folder);
        if folder.is_empty() {
            return folders;
        }
        folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
    }
}
