//! Which names a file uses, and how: what the name index is made of.

use std::collections::BTreeSet;

use clew_model::{Binding, FileFacts, NameId, Occurrence, Role, path_end};

use crate::NameBits;

/// The names of `facts` that other files may ask for, in the order of the table.
pub(crate) fn names_in_facts(facts: &FileFacts) -> impl Iterator<Item = (&str, NameBits)> {
    let mut table = Table(vec![NameBits::default(); facts.names.len()]);
    for symbol in &facts.symbols {
        if symbol.is_findable() {
            table.set(symbol.name, NameBits::DEFINES);
        }
    }
    for occurrence in &facts.occurrences {
        if counts(facts, occurrence) {
            table.set(occurrence.name, bits(occurrence.role));
        }
    }
    for import in &facts.imports {
        for name in import.item.into_iter().chain(import.local) {
            table.set(name, NameBits::IMPORTS);
        }
    }
    for &(exported, local) in &facts.exports {
        table.set(exported, NameBits::EXPORTS);
        table.set(local, NameBits::EXPORTS);
    }
    facts
        .names
        .iter()
        .zip(table.0)
        .filter(|((_, name), bits)| *bits != NameBits::default() && !name.is_empty())
        .map(|((_, name), bits)| (name, bits))
}

/// Languages whose imports name files by path.
const BY_PATH: &[&str] = &[
    "javascript",
    "javascriptreact",
    "typescript",
    "typescriptreact",
    "vue",
    "svelte",
    "astro",
    "html",
];

/// What stands before the last part of a path in the index, so that it is no name.
const PATH: &str = "./";

/// The last parts of the paths that `facts` imports, as [`path_key`] writes them.
pub(crate) fn paths_in_facts(facts: &FileFacts) -> BTreeSet<String> {
    if !BY_PATH.contains(&facts.language.as_str()) {
        return BTreeSet::new();
    }
    let ends = facts.imports.iter().map(|import| path_end(facts.name(import.module)));
    ends.map(path_key).collect()
}

/// How the index of names calls the last part of an imported path.
pub(crate) fn path_key(end: &str) -> String {
    format!("{PATH}{end}")
}

struct Table(Vec<NameBits>);

impl Table {
    fn set(&mut self, name: NameId, bits: NameBits) {
        if let Some(known) = self.0.get_mut(name.0 as usize) {
            known.set(bits);
        }
    }
}

fn counts(facts: &FileFacts, occurrence: &Occurrence) -> bool {
    match occurrence.binding {
        Binding::Opaque => false,
        Binding::Symbol(id) => {
            !matches!(occurrence.role, Role::Definition | Role::Declaration)
                && !facts.symbol(id).is_some_and(clew_model::Symbol::is_local)
        }
        _ => true,
    }
}

fn bits(role: Role) -> NameBits {
    let further = match role {
        Role::Call => NameBits::CALLS,
        Role::Inherit => NameBits::INHERITS,
        Role::Import => NameBits::IMPORTS,
        _ => NameBits::default(),
    };
    let mut bits = NameBits::OCCURS;
    bits.set(further);
    bits
}
