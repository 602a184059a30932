//! Perl: packages by their whole names, functions that modules export, methods by class.

use clew_model::{
    Binding, FileFacts, Import, ImportForm, ImportId, Occurrence, OccurrenceId, Role, Symbol,
    SymbolId, SymbolKind,
};

use super::members::written_in;
use super::qualified::{modules_at, whole_name};
use super::{ModuleTarget, Rules};
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

pub(crate) struct Perl;

const LANGUAGE: &str = "perl";

/// Most lists that are looked up one in another.
const MAX_TAGS: u32 = 8;

/// Most symbols around a place that are looked at.
const MAX_AROUND: usize = 64;

impl Rules for Perl {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        vec![match package(binder, file, module) {
            Found::One(symbol) => ModuleTarget::Symbol(symbol),
            Found::Several => ModuleTarget::Unknown,
            Found::None => ModuleTarget::Package(module.to_string()),
        }]
    }

    fn named(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        id: OccurrenceId,
    ) -> Option<Resolution> {
        let occurrence = facts.occurrence(id)?;
        let name = facts.name(occurrence.name);
        match (occurrence.binding, occurrence.role) {
            (_, Role::Definition | Role::Declaration) => None,
            (Binding::Member(base), role) => {
                let types = binder.value_types(file, base);
                let found = binder.resolve_member(&types, name);
                Some(of_role(binder, found, role))
            }
            (Binding::Free | Binding::Symbol(_), Role::Type | Role::Inherit) => {
                Some(package_named(binder, file, name))
            }
            (Binding::Symbol(symbol), _) => {
                let found = facts.symbol(symbol)?;
                let is_main = found.container.is_none() && found.owner.is_none();
                let is_apart = is_main && package_around(facts, occurrence).is_some();
                // A package does not see the functions of the script around it.
                (found.kind.is_callable() && is_apart).then_some(Resolution::Unknown)
            }
            (Binding::Free, Role::Call | Role::Read) => {
                Some(function_named(binder, file, facts, occurrence))
            }
            _ => None,
        }
    }

    /// A package may be continued in other files.
    fn spread_members(
        &self,
        binder: &Binder<'_>,
        owner: SymbolRef,
        name: &str,
    ) -> Option<Vec<SymbolRef>> {
        let facts = binder.facts(owner.file)?;
        let parts = modules_at(binder, LANGUAGE, "::", &whole_name(&facts, owner.symbol, "::"));
        let mut found: Vec<SymbolRef> = match parts.contains(&owner) {
            true => parts.into_iter().flat_map(|part| written_in(binder, part, name)).collect(),
            false => written_in(binder, owner, name),
        };
        found.extend(written_from_outside(binder, &facts, owner, name));
        found.dedup();
        Some(found)
    }
}

/// `sub A::name` in the file of the package.
fn written_from_outside(
    binder: &Binder<'_>,
    facts: &FileFacts,
    owner: SymbolRef,
    name: &str,
) -> Vec<SymbolRef> {
    let Some(name) = facts.names.find(name) else { return Vec::new() };
    let all = facts.symbols.iter().enumerate();
    all.filter(|(_, symbol)| symbol.name == name && symbol.owner.is_some())
        .map(|(index, _)| SymbolRef { file: owner.file, symbol: SymbolId(index as u32) })
        .filter(|member| binder.owner_of(*member).contains(&owner))
        .collect()
}

/// The package that a name may mean.
enum Found {
    One(SymbolRef),
    Several,
    None,
}

/// The package called so: the only one, that of the file itself, or that of the file
/// whose path says the same.
fn package(binder: &Binder<'_>, file: FileId, path: &str) -> Found {
    let all = modules_at(binder, LANGUAGE, "::", path);
    let only = |keep: &dyn Fn(&SymbolRef) -> bool| {
        let mut kept = all.iter().filter(|one| keep(one));
        kept.next().copied().filter(|_| kept.next().is_none())
    };
    let ending = format!("{}.pm", path.replace("::", "/"));
    let is_its_file = |one: &SymbolRef| {
        let path = binder.path(one.file);
        path.strip_suffix(&ending).is_some_and(|front| front.is_empty() || front.ends_with('/'))
    };
    match all.first() {
        None => Found::None,
        Some(_) => only(&|_| true)
            .or_else(|| only(&|one| one.file == file))
            .or_else(|| only(&is_its_file))
            .map_or(Found::Several, Found::One),
    }
}

/// A package by its whole name, else what a package of ours has under the last part.
fn package_named(binder: &Binder<'_>, file: FileId, name: &str) -> Resolution {
    match package(binder, file, name) {
        Found::One(symbol) => Resolution::Bound(vec![Target::Symbol(symbol)]),
        Found::Several => Resolution::Unknown,
        Found::None => {
            if let Some((module, last)) = name.rsplit_once("::")
                && let Found::One(symbol) = package(binder, file, module)
            {
                let members = binder.members_of(symbol, last);
                let found = members.into_iter().map(Target::Symbol).collect();
                return of_role(binder, Resolution::from_targets(found), Role::Call);
            }
            Resolution::Bound(vec![Target::External(name.into())])
        }
    }
}

/// Subroutines where something is called, else variables.
fn of_role(binder: &Binder<'_>, found: Resolution, role: Role) -> Resolution {
    let Resolution::Bound(targets) = found else { return found };
    let fits = |target: &Target| match target {
        Target::Symbol(symbol) => binder.facts(symbol.file).is_some_and(|facts| {
            facts
                .symbol(symbol.symbol)
                .is_some_and(|found| (role == Role::Call) == is_called(found))
        }),
        _ => true,
    };
    Resolution::from_targets(targets.into_iter().filter(fits).collect())
}

fn is_called(symbol: &Symbol) -> bool {
    symbol.kind.is_callable() || matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Property)
}

/// The package around a place.
fn package_around(facts: &FileFacts, occurrence: &Occurrence) -> Option<SymbolId> {
    let mut current = occurrence.enclosing;
    for _ in 0..MAX_AROUND {
        let id = current?;
        let symbol = facts.symbol(id)?;
        if symbol.kind == SymbolKind::Class {
            return Some(id);
        }
        current = symbol.container;
    }
    None
}

/// A subroutine or constant by its name alone: of other parts of the package around,
/// else what the modules used here export.
fn function_named(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    occurrence: &Occurrence,
) -> Resolution {
    let name = facts.name(occurrence.name);
    if let Some(around) = package_around(facts, occurrence) {
        let whole = whole_name(facts, around, "::");
        let parts = match whole.as_str() {
            // Every script has a package of this name.
            "main" => Vec::new(),
            _ => modules_at(binder, LANGUAGE, "::", &whole),
        };
        let found: Vec<Target> = parts
            .into_iter()
            .flat_map(|part| written_in(binder, part, name))
            .map(Target::Symbol)
            .collect();
        if let Resolution::Bound(found) =
            of_role(binder, Resolution::from_targets(found), Role::Call)
        {
            return Resolution::Bound(found);
        }
    }
    let at = occurrence.range.start;
    let mut meant: Vec<Target> = Vec::new();
    for (index, import) in facts.imports.iter().enumerate() {
        let is_seen = facts
            .scope(import.scope)
            .is_some_and(|scope| scope.range.start <= at && at <= scope.range.end);
        if !is_seen || !matches!(import.form, ImportForm::Module | ImportForm::Glob) {
            continue;
        }
        let Found::One(module) = package(binder, file, facts.name(import.module)) else { continue };
        let Some(holder) = binder.facts(module.file) else { continue };
        let is_exported = holder.exports.iter().any(|(known, _)| holder.name(*known) == name);
        let is_given = match import.form {
            ImportForm::Glob => {
                let tag = asked_tag(facts, ImportId(index as u32), import);
                tag.is_none_or(|tag| tag_has(&holder, tag, name, 0))
            }
            _ => is_exported,
        };
        if !is_given {
            continue;
        }
        for member in binder.own_members(module, name) {
            if !meant.contains(&Target::Symbol(member)) {
                meant.push(Target::Symbol(member));
            }
        }
    }
    of_role(binder, Resolution::from_targets(meant), Role::Call)
}

/// The tag that an import asks for (`:all`).
fn asked_tag<'facts>(
    facts: &'facts FileFacts,
    id: ImportId,
    import: &Import,
) -> Option<&'facts str> {
    let start = import.item_range.start;
    let at = facts.occurrences.partition_point(|one| one.range.start < start);
    let tag = facts.occurrences.get(at).filter(|one| one.binding == Binding::Import(id))?;
    Some(facts.name(tag.name)).filter(|tag| tag.starts_with(':'))
}

/// Whether a tag, or a list that tags are made of, holds a name; so it may where the
/// module does not say what is in it.
fn tag_has(holder: &FileFacts, tag: &str, name: &str, depth: u32) -> bool {
    let given = |list: &str| {
        let list = holder.names.find(list);
        holder.exports.iter().filter(move |(known, _)| Some(*known) == list)
    };
    if matches!(tag, "@EXPORT" | ":DEFAULT") {
        return given(name).next().is_some();
    }
    let mut inside = given(tag).map(|(_, inner)| holder.name(*inner)).peekable();
    if inside.peek().is_none() || depth >= MAX_TAGS {
        return true;
    }
    inside.any(|inner| {
        inner == name || inner.starts_with('@') && tag_has(holder, inner, name, depth + 1)
    })
}
