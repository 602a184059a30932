//! C++: classes with members inside and outside of them, namespaces over files.

use clew_model::{FileFacts, Occurrence, Role, Symbol, SymbolFlags, SymbolId, SymbolKind};

use super::included;
use super::spaces::{
    from_using_directives, in_space, joined, own_spaces, parts, space_of, spaces_around,
};
use crate::languages::{ModuleTarget, Rules, plain_element};
use crate::resolve::external_name;
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// The rules of C++.
pub(crate) struct Cpp;

impl Rules for Cpp {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if module.starts_with(['<', '"']) {
            return vec![included(binder, file, module)];
        }
        let parts = parts(module);
        let Some((last, space)) = parts.split_last() else { return vec![ModuleTarget::Unknown] };
        for base in own_spaces(binder, file).iter() {
            let space = joined(base, space);
            let found = in_space(binder, file, &space, last, Role::Type);
            if let Some(Target::Symbol(symbol)) = found.first() {
                return vec![ModuleTarget::Symbol(*symbol)];
            }
        }
        vec![match parts.first() {
            Some(&"std") => ModuleTarget::Std(module.to_string()),
            _ => ModuleTarget::Package(module.to_string()),
        }]
    }

    fn imported_item(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        module: &str,
        item: &str,
    ) -> Option<Vec<Target>> {
        if module.starts_with(['<', '"']) {
            return None;
        }
        let space = parts(module);
        for base in own_spaces(binder, file).iter() {
            let found = in_space(binder, file, &joined(base, &space), item, Role::Read);
            if !found.is_empty() {
                return Some(found);
            }
        }
        if let Some(ModuleTarget::Symbol(class)) = binder.modules(file, module).first() {
            let members = binder.members_of(*class, item);
            return Some(members.into_iter().map(Target::Symbol).collect());
        }
        Some(vec![Target::External(external_name(module, item))])
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        for class in enclosing_classes(binder, file, facts, occurrence) {
            // Inside a class its own name is the class, not its constructors.
            if binder.facts(class.file).is_some_and(|own| own.symbol_name(class.symbol) == name) {
                return bound(vec![class]);
            }
            let members = binder.members_of(class, name);
            if !members.is_empty() {
                return Resolution::Bound(members.into_iter().map(Target::Symbol).collect());
            }
        }
        for space in spaces_around(binder, file, facts, occurrence) {
            let found = in_space(binder, file, &space, name, occurrence.role);
            if !found.is_empty() {
                return Resolution::Bound(found);
            }
        }
        let found = from_using_directives(binder, file, facts, name, occurrence.role);
        if !found.is_empty() {
            return Resolution::Bound(found);
        }
        if name == "std" {
            return Resolution::Bound(vec![Target::External("std".into())]);
        }
        Resolution::Unknown
    }

    fn declared_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        symbol: SymbolId,
        occurrence: &Occurrence,
    ) -> Option<Resolution> {
        let found = facts.symbol(symbol)?;
        let is_announced = matches!(occurrence.role, Role::Definition | Role::Declaration);
        let is_plain = matches!(
            found.kind,
            SymbolKind::Parameter | SymbolKind::TypeParameter | SymbolKind::Macro
        );
        if is_announced || found.is_local() || is_plain {
            return None;
        }
        let name = facts.name(found.name);
        let reference = SymbolRef { file, symbol };
        if let Some(class) = owning_class(binder, reference, facts, found) {
            for inner in enclosing_classes(binder, file, facts, occurrence) {
                let members = binder.members_of(inner, name);
                if !members.is_empty() {
                    return Some(bound(members));
                }
                if inner == class {
                    break;
                }
            }
            let members = binder.members_of(class, name);
            return (!members.is_empty()).then(|| bound(members));
        }
        let space = space_of(facts, found.container)?;
        let mut targets = in_space(binder, file, &space, name, occurrence.role);
        let own = Target::Symbol(reference);
        if !targets.contains(&own) && !found.flags.has(SymbolFlags::DECLARATION) {
            targets.push(own);
        }
        if targets.is_empty() { None } else { Some(Resolution::Bound(targets)) }
    }

    fn spread_members(
        &self,
        binder: &Binder<'_>,
        owner: SymbolRef,
        name: &str,
    ) -> Option<Vec<SymbolRef>> {
        let facts = binder.facts(owner.file)?;
        let found = facts.symbol(owner.symbol)?;
        if found.kind != SymbolKind::Namespace {
            return None;
        }
        let space = space_of(&facts, Some(owner.symbol))?;
        let members = in_space(binder, owner.file, &space, name, Role::Read);
        Some(
            members
                .into_iter()
                .filter_map(|member| match member {
                    Target::Symbol(symbol) => Some(symbol),
                    _ => None,
                })
                .collect(),
        )
    }

    fn implicit_receiver(
        &self,
        file: FileId,
        facts: &FileFacts,
        occurrence: &Occurrence,
    ) -> Option<Type> {
        let mut current = occurrence.enclosing;
        for _ in 0..64 {
            let symbol = facts.symbol(current?)?;
            if symbol.kind.is_type() {
                let class = SymbolRef { file, symbol: current? };
                return Some(Type::Instance(class, no_arguments()));
            }
            current = symbol.container;
        }
        None
    }

    fn builtin_type(&self, name: &str, arguments: &[Type]) -> Types {
        match (name, arguments) {
            // Not transparent: `p.get()` is the pointer's own, `p->get()` is not.
            ("unique_ptr" | "shared_ptr" | "weak_ptr", [one, ..]) => {
                vec![Type::External("std.pointer".into(), [one.clone()].into())]
            }
            _ => Vec::new(),
        }
    }

    fn element(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(name, arguments) if !arguments.is_empty() => {
                let is_map = name.ends_with("map");
                let index = if is_map && arguments.len() > 1 { 1 } else { 0 };
                vec![arguments[index].clone()]
            }
            Type::Instance(class, _) => {
                let found = called(binder, *class, of, "operator[]");
                if found.is_empty() { vec![of.clone()] } else { found }
            }
            Type::List(_) | Type::Map(_) => plain_element(of),
            other => vec![other.clone()],
        }
    }

    fn unwrapped(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(_, arguments) if !arguments.is_empty() => vec![arguments[0].clone()],
            Type::Instance(class, _) => {
                // The arrow may be that of a plain pointer to the class.
                let mut found = vec![of.clone()];
                crate::types::merge(&mut found, called(binder, *class, of, "operator->"));
                found
            }
            other => vec![other.clone()],
        }
    }

    fn member_call(&self, _binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
        let Type::External(_, arguments) = receiver else { return Vec::new() };
        match (name, arguments.first()) {
            (
                "get" | "front" | "back" | "at" | "top" | "value" | "release" | "lock" | "data"
                | "begin",
                Some(one),
            ) => vec![if arguments.len() > 1 && name == "at" {
                arguments[1].clone()
            } else {
                one.clone()
            }],
            _ => Vec::new(),
        }
    }

    fn call_method(&self) -> Option<&'static str> {
        Some("operator()")
    }

    fn has_outside_members(&self) -> bool {
        true
    }

    fn keeps_declarations(&self) -> bool {
        true
    }
}

fn bound(members: Vec<SymbolRef>) -> Resolution {
    Resolution::Bound(members.into_iter().map(Target::Symbol).collect())
}

/// What calling a member of an instance gives.
fn called(binder: &Binder<'_>, class: SymbolRef, receiver: &Type, name: &str) -> Types {
    let receiver = std::rc::Rc::new(receiver.clone());
    let mut types = Vec::new();
    for member in binder.members_of(class, name) {
        let results = binder.call_result(&Type::Callable(member, Some(receiver.clone())));
        crate::types::merge(&mut types, results);
    }
    types
}

/// The class that a symbol is a member of.
fn owning_class(
    binder: &Binder<'_>,
    symbol: SymbolRef,
    facts: &FileFacts,
    found: &Symbol,
) -> Option<SymbolRef> {
    let in_class = found
        .container
        .filter(|container| facts.symbol(*container).is_some_and(|outer| outer.kind.is_type()));
    let is_enumerator = found.kind == SymbolKind::EnumMember;
    match in_class {
        _ if is_enumerator => None,
        Some(class) => Some(SymbolRef { symbol: class, ..symbol }),
        None if found.owner.is_some() => binder.owner_of(symbol).first().copied(),
        None => None,
    }
}

/// The classes around an occurrence, innermost first; those that definitions
/// outside of them name as their owner included.
pub(super) fn enclosing_classes(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    occurrence: &Occurrence,
) -> Vec<SymbolRef> {
    let mut classes = Vec::new();
    let mut current = occurrence.enclosing;
    for _ in 0..64 {
        let Some(id) = current else { break };
        let Some(symbol) = facts.symbol(id) else { break };
        if symbol.kind.is_type() {
            classes.push(SymbolRef { file, symbol: id });
        } else if symbol.owner.is_some() {
            for owner in binder.owner_of(SymbolRef { file, symbol: id }) {
                push_with_outer(binder, owner, &mut classes);
            }
        }
        current = symbol.container;
    }
    classes
}

fn push_with_outer(binder: &Binder<'_>, class: SymbolRef, classes: &mut Vec<SymbolRef>) {
    let Some(facts) = binder.facts(class.file) else { return };
    let mut current = Some(class.symbol);
    for _ in 0..64 {
        let Some(id) = current else { return };
        let Some(symbol) = facts.symbol(id) else { return };
        if symbol.kind.is_type() {
            classes.push(SymbolRef { file: class.file, symbol: id });
        }
        current = symbol.container;
    }
}
