//! Members that extensions give to types of the language itself, and what well-known
//! types of its library hold.

use std::rc::Rc;

use clew_model::{LiteralKind, SymbolId};

use super::Packaged;
use crate::overloads::is_number;
use crate::types::Types;
use crate::{Binder, SymbolRef, Type};

/// The extensions called `name` of a builtin or outside type; none where several places
/// declare one, since imports tell them apart.
pub(super) fn of_builtin(
    rules: &Packaged,
    binder: &Binder<'_>,
    of: &Type,
    name: &str,
) -> Vec<SymbolRef> {
    let mut found: Vec<SymbolRef> = Vec::new();
    for file in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(file) else { continue };
        if facts.language.as_str() != rules.language {
            continue;
        }
        let Some(name) = facts.names.find(name) else { continue };
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let Some(owner) = symbol.owner.filter(|_| symbol.name == name) else { continue };
            let owners = binder.annotated_types(file, owner);
            if owners.iter().any(|owner| is_like(owner, of)) {
                found.push(SymbolRef { file, symbol: SymbolId(index as u32) });
            }
        }
    }
    let place = |one: &SymbolRef| {
        let container = binder.facts(one.file)?.symbol(one.symbol)?.container;
        Some((one.file, container))
    };
    let first = found.first().and_then(place);
    if found.iter().any(|one| place(one) != first) { Vec::new() } else { found }
}

/// Whether an extension of one type is one of the other.
fn is_like(owner: &Type, of: &Type) -> bool {
    match (owner, of) {
        (Type::Builtin(owner), Type::Builtin(of)) => {
            let is_reckoned = *of == LiteralKind::Number && is_number(*owner);
            (owner == of || is_reckoned) && !matches!(of, LiteralKind::Nothing)
        }
        (Type::List(owner), Type::List(of)) | (Type::Map(owner), Type::Map(of)) => {
            matches!(owner.as_ref(), Type::Parameter(_) | Type::Unknown) || owner == of
        }
        (Type::External(owner, _), Type::External(of, _)) => short(owner) == short(of),
        _ => false,
    }
}

fn short(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// What a type of the language's library with these arguments is, by its last name.
pub(super) fn well_known(language: &str, name: &str, arguments: &[Type]) -> Types {
    let list = |one: &Type| vec![Type::List(Rc::new(one.clone()))];
    match (language, arguments) {
        ("csharp", [one]) if CSHARP_LISTS.contains(&name) => list(one),
        ("csharp", [_, value]) if CSHARP_MAPS.contains(&name) => {
            vec![Type::Map(Rc::new(value.clone()))]
        }
        ("csharp", [one]) if matches!(name, "Task" | "ValueTask") => {
            vec![Type::Future(Rc::new(one.clone()))]
        }
        ("kotlin" | "scala" | "swift", [one]) if LISTS.contains(&name) => list(one),
        ("kotlin" | "scala" | "swift", [_, value]) if MAPS.contains(&name) => {
            vec![Type::Map(Rc::new(value.clone()))]
        }
        ("swift", [one]) if name == "Optional" => vec![one.clone()],
        _ => Vec::new(),
    }
}

const CSHARP_LISTS: &[&str] = &[
    "Collection",
    "ConcurrentBag",
    "ConcurrentQueue",
    "HashSet",
    "IAsyncEnumerable",
    "ICollection",
    "IEnumerable",
    "IList",
    "IQueryable",
    "IReadOnlyCollection",
    "IReadOnlyList",
    "ISet",
    "ImmutableArray",
    "ImmutableList",
    "LinkedList",
    "List",
    "ObservableCollection",
    "Queue",
    "ReadOnlyCollection",
    "ReadOnlySpan",
    "SortedSet",
    "Span",
    "Stack",
];

const CSHARP_MAPS: &[&str] = &[
    "ConcurrentDictionary",
    "Dictionary",
    "IDictionary",
    "IReadOnlyDictionary",
    "ImmutableDictionary",
    "SortedDictionary",
    "SortedList",
];

const LISTS: &[&str] = &[
    "Array",
    "ArrayBuffer",
    "ArrayDeque",
    "ArrayList",
    "ArraySlice",
    "Collection",
    "HashSet",
    "IndexedSeq",
    "Iterable",
    "Iterator",
    "LinkedHashSet",
    "List",
    "ListBuffer",
    "MutableCollection",
    "MutableIterable",
    "MutableList",
    "MutableSet",
    "Seq",
    "Sequence",
    "Set",
    "Vector",
];

const MAPS: &[&str] =
    &["Dictionary", "HashMap", "LinkedHashMap", "Map", "MutableMap", "SortedMap", "TreeMap"];
