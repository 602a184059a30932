//! Members as plain names and roles see them.

use clew_model::{Role, Symbol};

use crate::{Binder, SymbolRef, Target};

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
