//! What languages with classes share: the types around a name, and callables apart
//! from values.

use clew_model::{FileFacts, Occurrence, Role, SymbolId};

use crate::{Binder, SymbolRef, Target};

/// The types around an occurrence, innermost first.
pub(super) fn enclosing_types(facts: &FileFacts, occurrence: &Occurrence) -> Vec<SymbolId> {
    let mut types = Vec::new();
    let mut current = occurrence.enclosing;
    for _ in 0..64 {
        let Some(id) = current else { break };
        let Some(symbol) = facts.symbol(id) else { break };
        if symbol.kind.is_type() {
            types.push(id);
        }
        current = symbol.container;
    }
    types
}

/// Of callables and values of one name, those that the role can mean.
pub(super) fn apart(binder: &Binder<'_>, targets: Vec<Target>, role: Role) -> Vec<Target> {
    let is_callable = |target: &Target| match target {
        Target::Symbol(symbol) => binder.facts(symbol.file).is_some_and(|facts| {
            facts.symbol(symbol.symbol).is_some_and(|symbol| symbol.kind.is_callable())
        }),
        _ => role == Role::Call,
    };
    let (callables, values): (Vec<_>, Vec<_>) = targets.into_iter().partition(is_callable);
    let (first, second) =
        if role == Role::Call { (callables, values) } else { (values, callables) };
    if first.is_empty() { second } else { first }
}

/// The members of this name that stand in one part of a type.
pub(super) fn written_in(binder: &Binder<'_>, part: SymbolRef, name: &str) -> Vec<SymbolRef> {
    let Some(facts) = binder.facts(part.file) else { return Vec::new() };
    let Some(name) = facts.names.find(name) else { return Vec::new() };
    facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| {
            symbol.name == name && symbol.container == Some(part.symbol) && !symbol.is_local()
        })
        .map(|(index, _)| SymbolRef { file: part.file, symbol: SymbolId(index as u32) })
        .collect()
}
