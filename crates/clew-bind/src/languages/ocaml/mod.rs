//! OCaml: a file is a module under its capitalised name, `open` shows its names. What
//! is later in the file hides what was there before.

mod opens;
mod pairs;
#[cfg(test)]
mod tests;

use clew_model::{FileFacts, Occurrence, Role, SymbolId, SymbolKind};
use clew_text::ByteOffset;

use super::paths::parent;
use super::{ModuleTarget, Rules};
use crate::resolve::file_symbols;
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Ocaml;

/// Sorts of names that never meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Value,
    Type,
    Module,
    ModuleType,
    Field,
    /// Constructors; classes and exceptions, which are made like them.
    Made,
}

impl Sort {
    fn of_kind(kind: SymbolKind) -> Sort {
        match kind {
            SymbolKind::Module => Sort::Module,
            SymbolKind::Interface => Sort::ModuleType,
            SymbolKind::Field => Sort::Field,
            SymbolKind::EnumMember | SymbolKind::Class => Sort::Made,
            kind if kind.is_type() => Sort::Type,
            _ => Sort::Value,
        }
    }

    /// The sort of a target; `None` where it is not here.
    fn of(binder: &Binder<'_>, target: &Target) -> Option<Sort> {
        match target {
            Target::Symbol(symbol) => kind_of(binder, *symbol).map(Sort::of_kind),
            Target::Module(_) => Some(Sort::Module),
            Target::Folder(_) | Target::External(_) => None,
        }
    }
}

impl Rules for Ocaml {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let mut parts = module.split('.').map(str::trim);
        let first = parts.next().unwrap_or("");
        let own = binder.facts(file).and_then(|facts| module_in(&facts, file, first));
        let mut target = match (own, file_of(binder, file, first)) {
            (Some(own), _) => ModuleTarget::Symbol(own),
            (None, Some(found)) => ModuleTarget::File(found),
            (None, None) => return vec![ModuleTarget::Package(module.to_string())],
        };
        for part in parts {
            let inner = match &target {
                ModuleTarget::File(found) => {
                    binder.facts(*found).and_then(|facts| module_in(&facts, *found, part))
                }
                ModuleTarget::Symbol(symbol) => {
                    let members = binder.members_of(*symbol, part);
                    members.into_iter().find(|member| is_module(binder, *member))
                }
                _ => None,
            };
            match inner {
                Some(inner) => target = ModuleTarget::Symbol(inner),
                None => return vec![ModuleTarget::Unknown],
            }
        }
        vec![target]
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        let seen = (facts, ByteOffset(0));
        if let Some(found) = self.opened(binder, file, seen, (name, occurrence), None) {
            return found;
        }
        let is_module = occurrence.role == Role::Type && name.starts_with(char::is_uppercase);
        match is_module.then(|| file_of(binder, file, name)).flatten() {
            Some(module) => Resolution::Bound(vec![Target::Module(module)]),
            None => Resolution::Unknown,
        }
    }

    /// What is opened after a name was bound hides it; and what an interface only
    /// announces is what the implementation defines.
    fn declared_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        symbol: SymbolId,
        occurrence: &Occurrence,
    ) -> Option<Resolution> {
        if matches!(occurrence.role, Role::Definition | Role::Declaration) {
            return None;
        }
        let found = facts.symbol(symbol)?;
        let own = SymbolRef { file, symbol };
        let sort = Sort::of_kind(found.kind);
        if sort != Sort::Field && occurrence.range != found.name_range {
            let (seen, name) = ((facts, found.name_range.end), facts.name(occurrence.name));
            match self.opened(binder, file, seen, (name, occurrence), Some(sort)) {
                // A local name right before is likelier than one of a module that is
                // not here.
                Some(Resolution::Unknown) if found.is_local() => {}
                Some(hiding) => return Some(hiding),
                None => {}
            }
        }
        let is_interface = binder.path(file).ends_with(".mli");
        let defined = is_interface.then(|| pairs::counterpart(binder, own)).flatten()?;
        Some(Resolution::Bound(vec![Target::Symbol(defined)]))
    }

    fn same_symbols(&self, binder: &Binder<'_>, symbol: SymbolRef) -> Vec<SymbolRef> {
        pairs::counterpart(binder, symbol).into_iter().collect()
    }

    /// What a module shows: what it defines and includes, the last of each sort, if its
    /// interface does not hide it.
    fn exported(
        &self,
        binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        if !pairs::is_shown(binder, module, name) {
            return Vec::new();
        }
        let own = file_symbols(facts, module)
            .filter(|symbol| facts.symbol_name(symbol.symbol) == name)
            .filter_map(|own| Some((facts.symbol(own.symbol)?.range.start, Target::Symbol(own))));
        let mut found: Vec<(ByteOffset, Target)> = own.collect();
        found.extend(opens::included(self, binder, (module, facts), |scope| scope.0 == 0, name));
        last_of_each_sort(binder, found)
    }

    fn namespace_member(
        &self,
        binder: &Binder<'_>,
        namespace: SymbolRef,
        name: &str,
    ) -> Option<Vec<Target>> {
        let facts = binder.facts(namespace.file)?;
        let module = facts.symbol(namespace.symbol)?;
        if Sort::of_kind(module.kind) != Sort::Module {
            return None;
        }
        let is_own =
            |one: &&SymbolRef| facts.symbol(one.symbol).is_some_and(|member| !member.is_local());
        let own = binder.own_members(namespace, name);
        let own = own
            .iter()
            .filter(is_own)
            .filter_map(|own| Some((facts.symbol(own.symbol)?.range.start, Target::Symbol(*own))));
        let mut found: Vec<(ByteOffset, Target)> = own.collect();
        let is_inside =
            |scope| facts.scope(scope).is_some_and(|scope| scope.owner == Some(namespace.symbol));
        let place = (namespace.file, facts.as_ref());
        found.extend(
            binder.step(Vec::new(), || opens::included(self, binder, place, is_inside, name)),
        );
        let found = last_of_each_sort(binder, found);
        if !found.is_empty() {
            return Some(found);
        }
        let written = (namespace.file, module.value, module.declared_type);
        let found = binder.step(Vec::new(), || opens::through_value(binder, written, name));
        (!found.is_empty()).then_some(found)
    }

    /// An applied functor is a module again.
    fn construct(&self, binder: &Binder<'_>, class: SymbolRef) -> Types {
        match kind_of(binder, class) {
            Some(SymbolKind::Module) => vec![Type::Class(class)],
            _ => vec![Type::Instance(class, no_arguments())],
        }
    }

    /// Types and values have names of their own; of several the last one counts.
    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        let wants_type = matches!(occurrence.role, Role::Type | Role::Inherit);
        let fits = |target: &Target| match target {
            Target::Symbol(symbol) => kind_of(binder, *symbol).is_none_or(|kind| match kind {
                SymbolKind::Module => true,
                // Exceptions and classes are made.
                SymbolKind::Class => true,
                kind => kind.is_type() == wants_type,
            }),
            _ => true,
        };
        let fitting: Vec<Target> = targets.into_iter().filter(fits).collect();
        let mut kept: Vec<Target> = Vec::new();
        for target in fitting {
            let file = |target: &Target| match target {
                Target::Symbol(symbol) => Some(symbol.file),
                _ => None,
            };
            match kept
                .iter_mut()
                .find(|known| file(known).is_some() && file(known) == file(&target))
            {
                Some(earlier) => *earlier = target,
                None => kept.push(target),
            }
        }
        kept
    }
}

/// Of what a module holds under one name, the last of each sort.
fn last_of_each_sort(binder: &Binder<'_>, mut found: Vec<(ByteOffset, Target)>) -> Vec<Target> {
    found.sort_by_key(|(at, _)| *at);
    let mut kept: Vec<(Option<Sort>, Target)> = Vec::new();
    for (_, target) in found {
        let sort = Sort::of(binder, &target);
        kept.retain(|(known, _)| *known != sort);
        kept.push((sort, target));
    }
    kept.into_iter().map(|(_, target)| target).collect()
}

fn kind_of(binder: &Binder<'_>, symbol: SymbolRef) -> Option<SymbolKind> {
    Some(binder.facts(symbol.file)?.symbol(symbol.symbol)?.kind)
}

fn is_module(binder: &Binder<'_>, symbol: SymbolRef) -> bool {
    kind_of(binder, symbol) == Some(SymbolKind::Module)
}

/// The module of this name that a file declares.
fn module_in(facts: &FileFacts, file: FileId, name: &str) -> Option<SymbolRef> {
    file_symbols(facts, file).find(|symbol| {
        facts
            .symbol(symbol.symbol)
            .is_some_and(|found| found.kind == SymbolKind::Module && facts.name(found.name) == name)
    })
}

/// The file that is the module `name`: beside this one, else the only one. The
/// interface counts where there is no implementation.
fn file_of(binder: &Binder<'_>, file: FileId, name: &str) -> Option<FileId> {
    let own = binder.path(file);
    let folder = parent(&own);
    let mut letters = name.chars();
    let first = letters.next()?;
    if !first.is_uppercase() {
        return None;
    }
    let small: String = first.to_lowercase().chain(letters).collect();
    for ending in ["ml", "mli"] {
        let mut found: Vec<FileId> = Vec::new();
        for stem in [small.as_str(), name] {
            found.extend(binder.source().files_called(&format!("{stem}.{ending}")));
        }
        found.retain(|candidate| *candidate != file);
        let beside = found.iter().find(|one| parent(&binder.path(**one)) == folder);
        match (beside, found.as_slice()) {
            (Some(beside), _) => return Some(*beside),
            (None, [one]) => return Some(*one),
            (None, []) => {}
            (None, _) => return None,
        }
    }
    None
}
