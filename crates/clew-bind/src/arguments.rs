//! Type arguments: what generic members give for a receiver of a known type.

use std::rc::Rc;

use clew_model::{Binding, Expression, ExpressionId, FileFacts, Symbol, SymbolId, SymbolKind};

use crate::types::{Types, no_arguments};
use crate::{Binder, SymbolRef, Type};

/// Most steps from a value back to a receiver.
const MAX_BASE_LEVELS: usize = 8;

/// Most bases whose type arguments are followed.
const MAX_BASES: usize = 32;

/// Types with more types inside are left as they are.
const MAX_TYPE_SIZE: usize = 64;

impl Binder<'_> {
    /// Puts the type arguments of `receiver` in place of its type's parameters,
    /// and the receiver in place of its own type (`Self`, `this`).
    pub(crate) fn with_receiver(&self, types: Types, receiver: &Type) -> Types {
        // What a base calls `T` is what the receiver's type puts there.
        let mut types = types;
        let mut pending = vec![receiver.clone()];
        let mut seen = Vec::new();
        while let Some(next) = pending.pop() {
            let Type::Instance(class, arguments) = &next else { continue };
            types = self.substitute_all(types, *class, arguments);
            let is_large = |one: &Type| size(one, MAX_TYPE_SIZE) >= MAX_TYPE_SIZE;
            if seen.len() >= MAX_BASES
                || !types.iter().any(has_parameter)
                || types.iter().any(is_large)
            {
                break;
            }
            seen.push(*class);
            for base in self.bases(*class).iter().rev() {
                let is_known = matches!(base, Type::Instance(base, _) if seen.contains(base));
                if !is_known {
                    pending.extend(self.substitute_all(vec![base.clone()], *class, arguments));
                }
            }
        }
        types
    }

    /// As [`Self::with_receiver`], for a member that names its owner: the
    /// parameters are those that its owner is applied to (`impl<T> List<T>`).
    pub(crate) fn with_owner(
        &self,
        types: Types,
        member: SymbolRef,
        found: &Symbol,
        receiver: &Type,
    ) -> Types {
        let types = self.with_self(types, member, found, receiver);
        let types = self.with_receiver(types, receiver);
        let (Some(owner), Type::Instance(_, arguments)) = (found.owner, receiver) else {
            return types;
        };
        if arguments.is_empty() {
            return types;
        }
        let Some(facts) = self.facts(member.file) else { return types };
        let Some(Expression::Generic(_, applied)) = facts.expression(owner) else { return types };
        // Positions without a parameter of their own get one that nothing uses.
        let parameters: Vec<SymbolRef> = applied
            .iter()
            .map(|one| match self.annotated_types(member.file, *one).first() {
                Some(Type::Parameter(parameter)) => *parameter,
                _ => member,
            })
            .collect();
        types.into_iter().map(|one| substitute(one, &parameters, arguments)).collect()
    }

    /// Puts the receiver in place of the type itself where a method gives back
    /// what it was called on (`return self`, `-> Self`) or makes another one
    /// (`return cls()`).
    fn with_self(&self, types: Types, member: SymbolRef, found: &Symbol, receiver: &Type) -> Types {
        let (Type::Instance(class, _) | Type::Class(class)) = receiver else { return types };
        if !found.kind.is_callable() {
            return types;
        }
        let Some(result) = found.declared_type.or(found.value) else { return types };
        let Some(facts) = self.facts(member.file) else { return types };
        let Some(own) = self_type_in(&facts, result, 0) else { return types };
        let own = SymbolRef { symbol: own, ..member };
        if own == *class || !self.ancestors(*class).contains(&own) {
            return types;
        }
        let as_received = |one: Type| match (&one, receiver) {
            (Type::Instance(found, _), Type::Instance(..)) if *found == own => receiver.clone(),
            (Type::Instance(found, _), _) if *found == own => {
                Type::Instance(*class, no_arguments())
            }
            (Type::Class(found), _) if *found == own => Type::Class(*class),
            _ => one,
        };
        types.into_iter().map(as_received).collect()
    }

    /// Replaces the type parameters of `generic` by `arguments`.
    pub(crate) fn substitute_all(
        &self,
        types: Types,
        generic: SymbolRef,
        arguments: &Rc<[Type]>,
    ) -> Types {
        if arguments.is_empty() {
            return types;
        }
        let Some(facts) = self.facts(generic.file) else { return types };
        let parameters: Vec<SymbolRef> = facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(_, symbol)| {
                symbol.kind == SymbolKind::TypeParameter && symbol.container == Some(generic.symbol)
            })
            .map(|(index, _)| SymbolRef { file: generic.file, symbol: SymbolId(index as u32) })
            .collect();
        types.into_iter().map(|one| substitute(one, &parameters, arguments)).collect()
    }
}

/// The number of types inside a type, counted up to `limit`.
fn size(one: &Type, limit: usize) -> usize {
    let mut pending = vec![one];
    let mut count = 0;
    while let Some(next) = pending.pop() {
        count += 1;
        if count >= limit {
            break;
        }
        match next {
            Type::List(inner)
            | Type::Map(inner)
            | Type::Future(inner)
            | Type::Function(inner)
            | Type::Signature(_, inner) => pending.push(inner),
            Type::Instance(_, inner) | Type::External(_, inner) | Type::Tuple(inner) => {
                pending.extend(inner.iter());
            }
            _ => {}
        }
    }
    count
}

/// Whether a type parameter is left in a type.
fn has_parameter(one: &Type) -> bool {
    match one {
        Type::Parameter(_) => true,
        Type::List(inner) | Type::Map(inner) | Type::Future(inner) | Type::Function(inner) => {
            has_parameter(inner)
        }
        Type::Instance(_, inner) | Type::External(_, inner) | Type::Tuple(inner) => {
            inner.iter().any(has_parameter)
        }
        _ => false,
    }
}

fn substitute(one: Type, parameters: &[SymbolRef], arguments: &Rc<[Type]>) -> Type {
    let inner =
        |inner: &Rc<Type>| Rc::new(substitute(inner.as_ref().clone(), parameters, arguments));
    let list = |list: &Rc<[Type]>| -> Rc<[Type]> {
        list.iter().map(|one| substitute(one.clone(), parameters, arguments)).collect()
    };
    match &one {
        Type::Parameter(parameter) => parameters
            .iter()
            .position(|known| known == parameter)
            .and_then(|index| arguments.get(index))
            .filter(|argument| **argument != Type::Unknown)
            .cloned()
            .unwrap_or(one),
        Type::Instance(class, inner) => Type::Instance(*class, list(inner)),
        Type::External(name, inner) => Type::External(name.clone(), list(inner)),
        Type::List(element) => Type::List(inner(element)),
        Type::Map(value) => Type::Map(inner(value)),
        Type::Future(result) => Type::Future(inner(result)),
        Type::Function(result) => Type::Function(inner(result)),
        Type::Signature(parameters, result) => Type::Signature(list(parameters), inner(result)),
        Type::Tuple(parts) => Type::Tuple(list(parts)),
        _ => one,
    }
}

/// The type that an expression names as the receiver's own.
fn self_type_in(facts: &FileFacts, id: ExpressionId, level: usize) -> Option<SymbolId> {
    if level > MAX_BASE_LEVELS {
        return None;
    }
    match facts.expression(id)? {
        Expression::SelfValue(class) => Some(*class),
        // PHP's `self` is the class that it is written in.
        Expression::SelfType(class) => (facts.language.as_str() != "php").then_some(*class),
        Expression::Instance(made) | Expression::Call(made) => {
            self_type_in(facts, *made, level + 1)
        }
        Expression::Union(parts) => {
            parts.iter().find_map(|part| self_type_in(facts, *part, level + 1))
        }
        Expression::Occurrence(occurrence) => {
            let Binding::Symbol(symbol) = facts.occurrence(*occurrence)?.binding else {
                return None;
            };
            let value = facts.symbol(symbol).filter(|local| local.is_local())?.value?;
            self_type_in(facts, value, level + 1)
        }
        _ => None,
    }
}
