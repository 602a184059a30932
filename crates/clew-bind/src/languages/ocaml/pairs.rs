//! A module in two files: its interface (`.mli`) says what its implementation (`.ml`)
//! shows.

use clew_model::{FileFacts, ImportForm, Role, SymbolId};

use super::Sort;
use crate::{Binder, FileId, SymbolRef};

/// The other file of a module: the implementation of an interface or the interface of
/// an implementation, beside it.
pub(super) fn other_half(binder: &Binder<'_>, file: FileId) -> Option<FileId> {
    let path = binder.path(file);
    let other = match path.strip_suffix(".mli") {
        Some(stem) => format!("{stem}.ml"),
        None => format!("{}.mli", path.strip_suffix(".ml")?),
    };
    binder.source().file_at(&other)
}

/// The symbol that a symbol is in the other file of its module: of the same sort under
/// the same names.
pub(super) fn counterpart(binder: &Binder<'_>, symbol: SymbolRef) -> Option<SymbolRef> {
    let facts = binder.facts(symbol.file)?;
    let found = facts.symbol(symbol.symbol)?;
    if found.is_local() {
        return None;
    }
    let file = other_half(binder, symbol.file)?;
    let other = binder.facts(file)?;
    let name = other.names.find(facts.name(found.name))?;
    let sort = Sort::of_kind(found.kind);
    let parts = facts.qualified_parts(symbol.symbol);
    let last = other.symbols.iter().enumerate().filter(|(index, one)| {
        one.name == name
            && !one.is_local()
            && Sort::of_kind(one.kind) == sort
            && other.qualified_parts(SymbolId(*index as u32)) == parts
    });
    let symbol = last.map(|(index, _)| SymbolId(index as u32)).next_back()?;
    Some(SymbolRef { file, symbol })
}

/// Whether the interface of a module shows a name: it says so, or includes what might.
pub(super) fn is_shown(binder: &Binder<'_>, module: FileId, name: &str) -> bool {
    if binder.path(module).ends_with(".mli") {
        return true;
    }
    let Some(interface) = other_half(binder, module).and_then(|file| binder.facts(file)) else {
        return true;
    };
    includes(&interface) || declares(&interface, name)
}

fn declares(facts: &FileFacts, name: &str) -> bool {
    facts.names.find(name).is_some_and(|name| facts.symbols.iter().any(|one| one.name == name))
}

/// Whether an interface includes anything: what that shows is not told by its own text.
fn includes(facts: &FileFacts) -> bool {
    facts.imports.iter().any(|import| import.form == ImportForm::Glob && import.reexport)
        || facts
            .occurrences
            .iter()
            .any(|one| one.enclosing.is_none() && matches!(one.role, Role::Type | Role::Inherit))
}
