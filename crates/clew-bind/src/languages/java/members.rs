//! Members as Java sees them: methods apart from values, classes before interfaces.

use std::rc::Rc;

use clew_model::{Role, SymbolFlags, SymbolKind};

use super::super::members::apart;
use crate::types::Types;
use crate::{Binder, SymbolRef, Target, Type};

/// Members of a type, its bases included, that a role can mean.
pub(super) fn fitting_members(
    binder: &Binder<'_>,
    class: SymbolRef,
    name: &str,
    role: Role,
) -> Vec<Target> {
    binder
        .ancestors(class)
        .into_iter()
        .map(|ancestor| own_and_fitting(binder, ancestor, name, role))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Members that a type itself declares and that a role can mean.
pub(super) fn own_and_fitting(
    binder: &Binder<'_>,
    class: SymbolRef,
    name: &str,
    role: Role,
) -> Vec<Target> {
    let makes_instance = role == Role::Call && name.starts_with(char::is_uppercase);
    binder
        .own_members(class, name)
        .into_iter()
        .filter(|member| {
            let Some(facts) = binder.facts(member.file) else { return false };
            let Some(symbol) = facts.symbol(member.symbol) else { return false };
            let is_method = symbol.kind == SymbolKind::Method;
            match role {
                Role::Call if makes_instance => symbol.kind.is_type() || is_method,
                Role::Call => is_method || symbol.flags.has(SymbolFlags::ACCESSOR),
                Role::Type | Role::Inherit => symbol.kind.is_type(),
                _ => !symbol.kind.is_callable(),
            }
        })
        .map(Target::Symbol)
        .collect()
}

/// Of methods and values of one name, those that the role can mean.
pub(super) fn fitting(binder: &Binder<'_>, targets: Vec<Target>, role: Role) -> Vec<Target> {
    without_interfaces(binder, apart(binder, targets, role))
}

/// A class's own or inherited method comes before the same of its interfaces.
fn without_interfaces(binder: &Binder<'_>, targets: Vec<Target>) -> Vec<Target> {
    let of_class = |target: &Target| match target {
        Target::Symbol(symbol) => binder.facts(symbol.file).is_some_and(|facts| {
            let container = facts.symbol(symbol.symbol).and_then(|symbol| symbol.container);
            container
                .and_then(|container| facts.symbol(container))
                .is_some_and(|container| container.kind == SymbolKind::Class)
        }),
        _ => false,
    };
    if !targets.iter().any(of_class) {
        return targets;
    }
    targets.into_iter().filter(of_class).collect()
}

/// The bases of a type that are outside the workspace, bases of bases included.
pub(super) fn outside_bases(binder: &Binder<'_>, class: SymbolRef) -> Types {
    let mut found = Vec::new();
    for ancestor in binder.ancestors(class) {
        for base in binder.bases(ancestor).iter() {
            if matches!(base, Type::External(..)) {
                found.push(base.clone());
            }
        }
    }
    found
}

/// What iterating an instance gives: told by its `iterator` method, else by a
/// generic base outside.
pub(super) fn iterated(binder: &Binder<'_>, class: SymbolRef, arguments: &Rc<[Type]>) -> Types {
    let single_argument = |types: &[Type]| {
        binder.flat_map(types, |one| match one {
            Type::External(_, arguments) if arguments.len() == 1 => vec![arguments[0].clone()],
            _ => Vec::new(),
        })
    };
    let receiver = Rc::new(Type::Instance(class, arguments.clone()));
    let iterators: Types = binder
        .members_of(class, "iterator")
        .into_iter()
        .flat_map(|method| binder.call_result(&Type::Callable(method, Some(receiver.clone()))))
        .collect();
    let found = single_argument(&iterators);
    if !found.is_empty() {
        return found;
    }
    single_argument(&outside_bases(binder, class))
}
