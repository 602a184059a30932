//! Members as plain names and roles see them.

use clew_model::{FileFacts, Occurrence, Role, Symbol, SymbolId};

use crate::{Binder, SymbolRef, Target};

/// The types around an occurrence, innermost first.
pub(in crate::languages) fn enclosing_types(
    facts: &FileFacts,
    occurrence: &Occurrence,
) -> Vec<SymbolId> {
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

/// Whether a symbol can be meant by a name in a role.
pub(in crate::languages) fn fits(symbol: &Symbol, name: &str, role: Role) -> bool {
    match role {
        Role::Call => {
            let makes_instance = name.starts_with(char::is_uppercase) && symbol.kind.is_type();
            makes_instance || symbol.kind.is_callable()
        }
        Role::Type | Role::Inherit => symbol.kind.is_type(),
        Role::Write => !symbol.kind.is_callable() && !symbol.kind.is_type(),
        _ => true,
    }
}

/// Members of a type, its bases included, that a role can mean.
pub(in crate::languages) fn fitting_inherited(
    binder: &Binder<'_>,
    class: SymbolRef,
    name: &str,
    role: Role,
) -> Vec<Target> {
    binder
        .ancestors(class)
        .into_iter()
        .map(|ancestor| fitting_own(binder, ancestor, name, role))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Members that a type itself declares and that a role can mean.
pub(super) fn fitting_own(
    binder: &Binder<'_>,
    class: SymbolRef,
    name: &str,
    role: Role,
) -> Vec<Target> {
    binder
        .own_members(class, name)
        .into_iter()
        .filter(|member| {
            binder.facts(member.file).is_some_and(|facts| {
                facts.symbol(member.symbol).is_some_and(|symbol| fits(symbol, name, role))
            })
        })
        .map(Target::Symbol)
        .collect()
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

/// Of callables and values of one name, those that the role can mean.
pub(super) fn fitting(binder: &Binder<'_>, targets: Vec<Target>, role: Role) -> Vec<Target> {
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
