//! Which types have the methods that an interface wants.
//!
//! A type fits when it has a method of each wanted name that takes as many
//! arguments. Types of parameters and results are not compared. An interface that
//! embeds one from outside the workspace is left out: its methods are not known.

use clew_model::{Arity, FileFacts, SymbolFlags, SymbolId, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::parent;
use crate::{Binder, SymbolRef, Type};

/// Most types looked at for one interface, and the other way round.
const MAX_TYPES: usize = 2_000;

/// Names of methods with what they take.
type Methods = FxHashMap<String, Arity>;

/// The interfaces of the workspace that a type fits.
pub(super) fn satisfied(binder: &Binder<'_>, class: SymbolRef) -> Vec<SymbolRef> {
    if kind_of(binder, class).is_none_or(|kind| !kind.is_type() || kind == SymbolKind::Interface) {
        return Vec::new();
    }
    let methods = methods(binder, class);
    let mut candidates: FxHashSet<SymbolRef> = FxHashSet::default();
    for name in methods.keys() {
        for file in binder.source().files_defining(name) {
            let Some(facts) = binder.facts(file).filter(|facts| is_go(facts)) else { continue };
            for symbol in facts.symbols.iter().filter(|one| one.flags.has(SymbolFlags::ABSTRACT)) {
                if let Some(container) = symbol.container
                    && facts.name(symbol.name) == name
                    && candidates.len() < MAX_TYPES
                {
                    candidates.insert(SymbolRef { file, symbol: container });
                }
            }
        }
    }
    let mut found: Vec<SymbolRef> = candidates
        .into_iter()
        .filter(|interface| {
            wanted(binder, *interface)
                .is_some_and(|wanted| fits(binder, class, &methods, *interface, &wanted))
        })
        .collect();
    found.sort();
    found
}

/// The types of the workspace that fit an interface.
pub(super) fn satisfying(binder: &Binder<'_>, interface: SymbolRef) -> Vec<SymbolRef> {
    if kind_of(binder, interface) != Some(SymbolKind::Interface) {
        return Vec::new();
    }
    let Some(wanted) = wanted(binder, interface) else { return Vec::new() };
    let files = |name: &&String| binder.source().files_defining(name).len();
    let Some(rarest) = wanted.keys().min_by_key(|name| (files(name), name.as_str())) else {
        return Vec::new();
    };
    let mut open = owners(binder, rarest);
    let mut seen: FxHashSet<SymbolRef> = open.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(class) = open.pop() {
        if binder.is_over() || seen.len() > MAX_TYPES {
            break;
        }
        if fits(binder, class, &methods(binder, class), interface, &wanted) {
            found.push(class);
        }
        // Whoever embeds the type has its methods too.
        for edge in binder.named_subtypes(class) {
            if seen.insert(edge.derived) {
                open.push(edge.derived);
            }
        }
    }
    found.sort();
    found
}

/// The types that declare a method of this name.
fn owners(binder: &Binder<'_>, name: &str) -> Vec<SymbolRef> {
    let mut owners = Vec::new();
    for file in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(file).filter(|facts| is_go(facts)) else { continue };
        for (index, symbol) in facts.symbols.iter().enumerate() {
            if symbol.owner.is_some() && facts.name(symbol.name) == name {
                let member = SymbolRef { file, symbol: SymbolId(index as u32) };
                owners.extend(binder.owner_of(member));
            }
        }
    }
    owners.sort();
    owners.dedup();
    owners
}

fn fits(
    binder: &Binder<'_>,
    class: SymbolRef,
    methods: &Methods,
    interface: SymbolRef,
    wanted: &Methods,
) -> bool {
    let is_type =
        kind_of(binder, class).is_some_and(|kind| kind.is_type() && kind != SymbolKind::Interface);
    // Names that begin in lower case are those of one package.
    let same_package = parent(&binder.path(class.file)) == parent(&binder.path(interface.file));
    is_type
        && wanted.iter().all(|(name, arity)| {
            let is_seen = same_package || name.starts_with(char::is_uppercase);
            is_seen && methods.get(name) == Some(arity)
        })
}

/// What an interface wants, embedded ones included; `None` where that is not known
/// or nothing is wanted.
fn wanted(binder: &Binder<'_>, interface: SymbolRef) -> Option<Methods> {
    let mut wanted = Methods::default();
    for part in binder.ancestors(interface) {
        let is_known = binder.bases(part).iter().all(|base| matches!(base, Type::Instance(..)));
        if !is_known || kind_of(binder, part) != Some(SymbolKind::Interface) {
            return None;
        }
        abstract_methods(binder, part, &mut wanted);
    }
    (!wanted.is_empty()).then_some(wanted)
}

fn abstract_methods(binder: &Binder<'_>, interface: SymbolRef, methods: &mut Methods) {
    let Some(facts) = binder.facts(interface.file) else { return };
    for (index, symbol) in facts.symbols.iter().enumerate() {
        if symbol.container == Some(interface.symbol)
            && symbol.kind == SymbolKind::Method
            && let Some(arity) = facts.arity(SymbolId(index as u32))
        {
            methods.entry(facts.name(symbol.name).to_string()).or_insert(arity);
        }
    }
}

/// The methods of a type, with those of what it embeds.
fn methods(binder: &Binder<'_>, class: SymbolRef) -> Methods {
    let mut methods = Methods::default();
    for part in binder.ancestors(class) {
        if kind_of(binder, part) == Some(SymbolKind::Interface) {
            abstract_methods(binder, part, &mut methods);
        } else {
            own_methods(binder, part, &mut methods);
        }
    }
    methods
}

/// The methods that a type declares, which stand in its own package.
fn own_methods(binder: &Binder<'_>, class: SymbolRef, methods: &mut Methods) {
    let Some(facts) = binder.facts(class.file) else { return };
    let name = facts.symbol_name(class.symbol);
    let package = facts.package.map(|package| facts.name(package));
    let path = binder.path(class.file);
    for file in binder.source().files_in(parent(&path)) {
        let Some(other) = binder.facts(file).filter(|other| is_go(other)) else { continue };
        if other.package.map(|package| other.name(package)) != package {
            continue;
        }
        for (id, arity) in &other.parameters {
            let parts = other.qualified_parts(*id);
            let is_own = other.symbol(*id).is_some_and(|symbol| symbol.owner.is_some());
            if is_own
                && let [owner, method] = parts.as_slice()
                && *owner == name
            {
                methods.entry(method.to_string()).or_insert(*arity);
            }
        }
    }
}

fn kind_of(binder: &Binder<'_>, symbol: SymbolRef) -> Option<SymbolKind> {
    let facts = binder.facts(symbol.file)?;
    facts.symbol(symbol.symbol).map(|symbol| symbol.kind)
}

fn is_go(facts: &FileFacts) -> bool {
    facts.language.as_str() == "go"
}
