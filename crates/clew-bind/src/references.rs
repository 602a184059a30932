//! Who uses a symbol.

use std::collections::BTreeSet;

use clew_model::{
    Binding, Certainty, ImportForm, ImportId, OccurrenceId, Role, SymbolFlags, path_end,
};
use rustc_hash::FxHashSet;

use crate::languages::OtherName;
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

/// Most other names (import aliases, re-exports) followed for one symbol.
const MAX_ALIASES: usize = 32;

/// What is asked about the uses of symbols.
#[derive(Clone, Debug)]
pub struct ReferenceQuery {
    /// The symbols meant, usually all overloads of one qualified name.
    pub targets: Vec<SymbolRef>,
    /// Whether occurrences with the same name that cannot be bound are wanted.
    pub include_name_matches: bool,
}

/// One use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// The file.
    pub file: FileId,
    /// The occurrence in its facts.
    pub occurrence: OccurrenceId,
    /// What it does with the name.
    pub role: Role,
    /// How sure it is.
    pub certainty: Certainty,
}

impl Reference {
    /// Whether it defines or declares the symbol.
    pub fn is_declaration(&self) -> bool {
        matches!(self.role, Role::Definition | Role::Declaration)
    }
}

/// The uses of symbols.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// Definitions and declarations, then uses, each in order of file and place.
    pub found: Vec<Reference>,
    /// The roles of the occurrences of the same name that could not be bound to anything.
    pub unbound: Vec<Role>,
    /// Whether the budget ended the search early.
    pub partial: bool,
}

impl Binder<'_> {
    /// The uses of the asked symbols in the whole workspace; partial when the
    /// binder gives up.
    pub fn references(&self, query: &ReferenceQuery) -> References {
        let mut query = query.clone();
        let generated: Vec<SymbolRef> =
            query.targets.iter().flat_map(|target| self.generated_for(*target)).collect();
        query.targets.extend(generated);
        let same: Vec<SymbolRef> =
            query.targets.iter().flat_map(|target| self.same_symbols(*target)).collect();
        for one in same {
            if !query.targets.contains(&one) {
                query.targets.push(one);
            }
        }
        let query = &query;
        let mut search = Search {
            binder: self,
            query,
            names: Vec::new(),
            seen: FxHashSet::default(),
            result: References::default(),
        };
        for target in &query.targets {
            if let Some(facts) = self.facts(target.file) {
                search.add_name(facts.symbol_name(target.symbol).to_string().into());
                for other in self.rules(&facts).other_names(self, *target, &facts) {
                    search.add_name(other);
                }
            }
        }
        search.run();
        let mut result = search.result;
        result.partial |= self.is_exhausted();
        let order = |reference: &Reference| {
            (!reference.is_declaration(), self.path(reference.file), reference.occurrence)
        };
        result.found.sort_by_cached_key(order);
        result.found.dedup();
        result
    }
}

struct Search<'binder, 'source> {
    binder: &'binder Binder<'source>,
    query: &'binder ReferenceQuery,
    names: Vec<OtherName>,
    seen: FxHashSet<(FileId, OccurrenceId)>,
    result: References,
}

impl Search<'_, '_> {
    fn add_name(&mut self, other: OtherName) {
        let known = self.names.iter().any(|known| {
            known.name == other.name && (known.within.is_none() || known.within == other.within)
        });
        if !known && !other.name.is_empty() && self.names.len() < MAX_ALIASES {
            self.names.push(other);
        }
    }

    fn run(&mut self) {
        let mut done = 0;
        while done < self.names.len() {
            let OtherName { name, within } = self.names[done].clone();
            let is_alias = done > 0;
            done += 1;
            let mut files = match &within {
                Some(within) => within.files.clone(),
                None => self.binder.source().files_naming(&name),
            };
            for target in &self.query.targets {
                if !files.contains(&target.file) {
                    files.push(target.file);
                }
            }
            for file in files {
                if self.binder.is_over() {
                    self.result.partial = true;
                    return;
                }
                self.search_file(file, &name, is_alias);
                if let Some(within) = &within {
                    self.search_imports(file, &within.ends);
                }
            }
        }
    }

    fn search_file(&mut self, file: FileId, name: &str, is_alias: bool) {
        let Some(facts) = self.binder.facts(file) else { return };
        let Some(name_id) = facts.names.find(name) else { return };
        for (index, occurrence) in facts.occurrences.iter().enumerate() {
            if occurrence.name != name_id {
                continue;
            }
            let id = OccurrenceId(index as u32);
            match self.classify(file, id) {
                Some(true) => {
                    let role = match occurrence.binding {
                        Binding::Symbol(symbol) => {
                            let symbol = SymbolRef { file, symbol };
                            self.binder.role_towards(symbol, occurrence.role)
                        }
                        _ => occurrence.role,
                    };
                    self.add(file, id, role);
                    if let Binding::Import(import) = occurrence.binding {
                        self.follow_alias(file, import);
                    }
                }
                Some(false) => {}
                None if is_alias => {}
                None => {
                    if self.seen.insert((file, id)) {
                        self.result.unbound.push(occurrence.role);
                        if self.query.include_name_matches {
                            self.result.found.push(Reference {
                                file,
                                occurrence: id,
                                role: occurrence.role,
                                certainty: Certainty::Name,
                            });
                        }
                    }
                }
            }
        }
    }

    /// Looks at what the imports of a file from such paths bind, whatever it is called.
    fn search_imports(&mut self, file: FileId, ends: &BTreeSet<String>) {
        let Some(facts) = self.binder.facts(file) else { return };
        let is_from = |id: ImportId| {
            facts.import(id).is_some_and(|one| ends.contains(path_end(facts.name(one.module))))
        };
        for (index, occurrence) in facts.occurrences.iter().enumerate() {
            let Binding::Import(import) = occurrence.binding else { continue };
            let id = OccurrenceId(index as u32);
            let is_one = occurrence.role == Role::Import && is_from(import);
            if is_one && self.classify(file, id) == Some(true) {
                self.add(file, id, occurrence.role);
                self.follow_alias(file, import);
            }
        }
    }

    fn add(&mut self, file: FileId, occurrence: OccurrenceId, role: Role) {
        if self.seen.insert((file, occurrence)) {
            let certainty = Certainty::Bound;
            self.result.found.push(Reference { file, occurrence, role, certainty });
        }
    }

    /// Whether the occurrence means an asked symbol; `None` if it cannot be told.
    fn classify(&self, file: FileId, id: OccurrenceId) -> Option<bool> {
        match self.binder.resolve(file, id) {
            Resolution::Bound(targets) if targets.len() > 1 => {
                let facts = self.binder.facts(file)?;
                let certain = self.binder.rules(&facts).certain(self.binder, &targets);
                let is_asked = certain.iter().any(|target| self.is_asked(target));
                (!certain.is_empty()).then_some(is_asked)
            }
            Resolution::Bound(targets) => {
                let is_asked = targets.iter().any(|target| self.is_asked(target));
                if is_asked {
                    return Some(true);
                }
                let role = self.binder.facts(file)?.occurrence(id)?.role;
                let crosses = self.binder.may_cross(file, role, &targets, &self.query.targets);
                (!crosses).then_some(false)
            }
            Resolution::Unknown => {
                let facts = self.binder.facts(file)?;
                match facts.occurrence(id)?.binding {
                    Binding::Opaque => Some(false),
                    _ => None,
                }
            }
        }
    }

    fn is_asked(&self, target: &Target) -> bool {
        matches!(target, Target::Symbol(symbol) if self.query.targets.contains(symbol))
    }

    /// Uses of the local name that an import gives to the symbol.
    fn follow_alias(&mut self, file: FileId, import: ImportId) {
        let Some(facts) = self.binder.facts(file) else { return };
        let Some(found) = facts.import(import) else { return };
        if !matches!(found.form, ImportForm::Item | ImportForm::Default | ImportForm::Module) {
            return;
        }
        let Some(local) = found.local else { return };
        if found.scope.0 == 0 {
            // Other files may import it from here.
            let rules = self.binder.rules(&facts);
            for name in rules.passed_on(self.binder, file, &facts, found) {
                self.add_name(name);
            }
        }
        if Some(local) == found.item {
            return;
        }
        for (index, occurrence) in facts.occurrences.iter().enumerate() {
            if occurrence.binding == Binding::Import(import) {
                self.add(file, OccurrenceId(index as u32), occurrence.role);
            }
        }
    }
}

impl Binder<'_> {
    /// What a symbol is as well: the two files of an OCaml module, the field of a base.
    fn same_symbols(&self, symbol: SymbolRef) -> Vec<SymbolRef> {
        let Some(facts) = self.facts(symbol.file) else { return Vec::new() };
        let mut same = self.rules(&facts).same_symbols(self, symbol);
        same.extend(self.inherited_fields(symbol));
        same
    }

    /// All symbols of the same qualified name in the same file as `symbol`
    /// (overloads, a declaration and its definition).
    pub fn overloads(&self, symbol: SymbolRef) -> Vec<SymbolRef> {
        let Some(facts) = self.facts(symbol.file) else { return vec![symbol] };
        let Some(found) = facts.symbol(symbol.symbol) else { return vec![symbol] };
        if found.flags.has(SymbolFlags::LOCAL) {
            return vec![symbol];
        }
        // Statics of JavaScript are no overloads of instance members.
        let keeps_sides = self.rules(&facts).functions_have_members();
        let is_static = |symbol: &clew_model::Symbol| symbol.flags.has(SymbolFlags::STATIC);
        facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(index, other)| {
                other.name == found.name
                    && other.container == found.container
                    && (!keeps_sides || is_static(other) == is_static(found))
                    && other.owner.is_some() == found.owner.is_some()
                    && !other.is_local()
                    && (other.owner.is_none() || {
                        let other = clew_model::SymbolId(*index as u32);
                        facts.qualified_name(other) == facts.qualified_name(symbol.symbol)
                    })
            })
            .map(|(index, _)| SymbolRef {
                file: symbol.file,
                symbol: clew_model::SymbolId(index as u32),
            })
            .collect()
    }
}
