//! Binding plain names through the scopes of one file.

use clew_model::{
    Binding, ExpressionId, ImportId, NameId, OccurrenceId, Role, ScopeId, ScopeKind, SymbolFlags,
    SymbolId, SymbolKind,
};
use clew_text::ByteOffset;
use rustc_hash::FxHashMap;

use super::FactsBuilder;

/// What a declared name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Symbol(SymbolId),
    Import(ImportId),
}

/// What a plain name may mean in languages that keep kinds of names apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Namespace {
    /// Anything.
    #[default]
    Any,
    /// Callables, and imports that are not of types alone.
    Callable,
    /// Anything but callables.
    Value,
    /// Types, and macros that may stand for one.
    Type,
    /// Anything; types only where nothing else in the same scope has the name.
    Term,
    /// What stands before a double colon, or as a type: types and modules.
    Path,
    /// What an expression may mean where macros, modules and type parameters
    /// have name spaces of their own.
    Expression,
    /// Macros.
    Macro,
    /// What exists when the program runs: anything but interfaces, aliases and type
    /// parameters (TypeScript's values).
    Runtime,
    /// What is of one of these kinds, where sorts of names never meet (OCaml).
    Kinds(&'static [SymbolKind]),
    /// The same, and only what a function around declares: other names may mean
    /// something else here.
    Local(&'static [SymbolKind]),
}

/// A reference that waits for the end of the walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingReference {
    pub(crate) occurrence: OccurrenceId,
    pub(crate) scope: ScopeId,
    pub(crate) namespace: Namespace,
}

/// Declared names by scope; declarations of one name in one scope are chained
/// in source order.
#[derive(Default)]
pub(crate) struct Declarations {
    heads: FxHashMap<(ScopeId, NameId), Head>,
    chain: Vec<Link>,
    declared: Vec<bool>,
}

/// The declarations of one name in one scope.
#[derive(Clone, Copy)]
struct Head {
    first: u32,
    last: u32,
    count: u32,
}

#[derive(Clone, Copy)]
struct Link {
    target: Target,
    visible_from: Option<ByteOffset>,
    next: u32,
}

const END: u32 = u32::MAX;

/// Declarations of one name in one scope among which uses choose; where there are more,
/// uses keep the mere name.
const MOST_DECLARATIONS: u32 = 1_024;

/// A name, what is done with it, and what it may mean.
type Wanted = (NameId, Role, Namespace);

impl Declarations {
    pub(super) fn add(
        &mut self,
        scope: ScopeId,
        name: NameId,
        target: Target,
        visible_from: Option<ByteOffset>,
    ) {
        let index = self.chain.len() as u32;
        self.chain.push(Link { target, visible_from, next: END });
        match self.heads.entry((scope, name)) {
            std::collections::hash_map::Entry::Occupied(mut entry) => {
                let head = entry.get_mut();
                self.chain[head.last as usize].next = index;
                head.last = index;
                head.count += 1;
            }
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Head { first: index, last: index, count: 1 });
            }
        }
        let position = name.0 as usize;
        if self.declared.len() <= position {
            self.declared.resize(position + 1, false);
        }
        self.declared[position] = true;
    }

    pub(super) fn first(&self, scope: ScopeId, name: NameId) -> Option<Target> {
        self.links(scope, name).next().map(|link| link.target)
    }

    /// Whether a scope declares a name so often that to choose for every use would take
    /// the square of the text's length.
    fn is_beyond_choice(&self, scope: ScopeId, name: NameId) -> bool {
        self.heads.get(&(scope, name)).is_some_and(|head| head.count > MOST_DECLARATIONS)
    }

    fn is_declared_anywhere(&self, name: NameId) -> bool {
        self.declared.get(name.0 as usize).copied().unwrap_or(false)
    }

    fn links(&self, scope: ScopeId, name: NameId) -> impl Iterator<Item = Link> + '_ {
        let mut next = self.heads.get(&(scope, name)).map_or(END, |head| head.first);
        std::iter::from_fn(move || {
            let link = *self.chain.get(next as usize)?;
            next = link.next;
            Some(link)
        })
    }
}

impl FactsBuilder<'_> {
    /// Binds every pending reference.
    pub(super) fn resolve_pending(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        for reference in pending {
            let Some(occurrence) = self.facts.occurrence(reference.occurrence) else { continue };
            if !self.declarations.is_declared_anywhere(occurrence.name) {
                continue;
            }
            let (name, role) = (occurrence.name, occurrence.role);
            let at = occurrence.range.start;
            let wanted = (name, role, reference.namespace);
            let binding = match self.look_up(reference.scope, wanted, at) {
                Some(Target::Symbol(symbol)) => Binding::Symbol(symbol),
                Some(Target::Import(import)) => Binding::Import(import),
                None => continue,
            };
            if let Some(occurrence) =
                self.facts.occurrences.get_mut(reference.occurrence.0 as usize)
            {
                occurrence.binding = binding;
            }
        }
    }

    /// Puts members whose owner is a type of this file into that type.
    pub(super) fn adopt_owned(&mut self) {
        for index in 0..self.facts.symbols.len() {
            let symbol = &self.facts.symbols[index];
            let Some(owner) = symbol.owner.filter(|_| symbol.container.is_none()) else { continue };
            let Some(type_symbol) = self.named_type(owner) else { continue };
            if type_symbol.0 as usize != index {
                self.facts.symbols[index].container = Some(type_symbol);
            }
        }
    }

    /// The type of this file that a type expression names.
    fn named_type(&self, id: ExpressionId) -> Option<SymbolId> {
        let mut current = id;
        loop {
            match self.expression_at(current) {
                clew_model::Expression::Generic(base, _) => current = *base,
                clew_model::Expression::Occurrence(occurrence) => {
                    let occurrence = self.facts.occurrence(*occurrence)?;
                    let Binding::Symbol(symbol) = occurrence.binding else { return None };
                    let kind = self.facts.symbol(symbol)?.kind;
                    let is_own = kind.is_type() && kind != SymbolKind::TypeParameter;
                    return is_own.then_some(symbol);
                }
                _ => return None,
            }
        }
    }

    /// Looks a name up from `scope` outwards.
    fn look_up(&self, scope: ScopeId, wanted: Wanted, at: ByteOffset) -> Option<Target> {
        let mut current = Some(scope);
        let mut left_function = false;
        while let Some(id) = current {
            let scope = self.facts.scope(id)?;
            let hidden =
                scope.kind == ScopeKind::Type && left_function && !self.definition.members_in_scope;
            if !hidden && self.declarations.is_beyond_choice(id, wanted.0) {
                return None;
            }
            if !hidden && let Some(target) = self.choose(id, wanted, at, left_function) {
                return Some(target);
            }
            left_function |= scope.kind == ScopeKind::Function;
            let closes = scope.kind == ScopeKind::Module
                && self.definition.closed_modules
                && wanted.2 != Namespace::Macro
                && !self.open_modules.contains(&id);
            current = if closes { None } else { scope.parent };
        }
        None
    }

    /// Picks among the declarations of one name in one scope: the last one that
    /// is visible at the place, else one that is visible everywhere. Types win in
    /// type positions, definitions win over declarations.
    fn choose(
        &self,
        scope: ScopeId,
        (name, role, namespace): Wanted,
        at: ByteOffset,
        left_function: bool,
    ) -> Option<Target> {
        let mut best: Option<(u8, Target)> = None;
        let runs_later = left_function && self.definition.closures_see_later;
        for link in self.declarations.links(scope, name) {
            // A nested function runs later, so it sees what is declared after it.
            let visible = link.visible_from.is_none_or(|from| from <= at || runs_later);
            if !visible || !self.is_in(link.target, namespace) {
                continue;
            }
            let rank = self.rank(link.target, role, namespace);
            let wins = match best {
                None => true,
                Some((best_rank, _)) if link.visible_from.is_some() => rank >= best_rank,
                Some((best_rank, _)) => rank > best_rank,
            };
            if wins {
                best = Some((rank, link.target));
            }
        }
        best.map(|(_, target)| target)
    }

    fn is_in(&self, target: Target, namespace: Namespace) -> bool {
        if matches!(namespace, Namespace::Any | Namespace::Term) {
            return true;
        }
        if let (Namespace::Local(_), Target::Symbol(id)) = (namespace, target)
            && !self.facts.symbol(id).is_some_and(clew_model::Symbol::is_local)
        {
            return false;
        }
        let kind = match target {
            Target::Symbol(id) => self.facts.symbol(id).map(|symbol| symbol.kind),
            Target::Import(id) => {
                let types_alone = self.facts.import(id).is_some_and(|import| import.type_only);
                let needs_value = matches!(namespace, Namespace::Callable | Namespace::Runtime);
                if matches!(namespace, Namespace::Local(_)) {
                    return false;
                }
                return !needs_value || !types_alone;
            }
        };
        let Some(kind) = kind else { return false };
        match namespace {
            Namespace::Any | Namespace::Term => true,
            Namespace::Callable => kind.is_callable(),
            Namespace::Value => !kind.is_callable(),
            Namespace::Type => kind.is_type() || kind == SymbolKind::Macro,
            Namespace::Path => kind.is_type() || kind == SymbolKind::Module,
            Namespace::Expression => !matches!(
                kind,
                SymbolKind::Module
                    | SymbolKind::Macro
                    | SymbolKind::TypeParameter
                    | SymbolKind::Interface
                    | SymbolKind::Enum
            ),
            Namespace::Macro => kind == SymbolKind::Macro,
            Namespace::Kinds(kinds) | Namespace::Local(kinds) => kinds.contains(&kind),
            Namespace::Runtime => !matches!(
                kind,
                SymbolKind::Interface | SymbolKind::Type | SymbolKind::TypeParameter
            ),
        }
    }

    fn rank(&self, target: Target, role: Role, namespace: Namespace) -> u8 {
        let Target::Symbol(id) = target else { return 2 };
        let Some(symbol) = self.facts.symbol(id) else { return 0 };
        let is_definition = !symbol.flags.has(SymbolFlags::DECLARATION);
        let fits = !matches!(role, Role::Type | Role::Inherit) || symbol.kind.is_type();
        let is_term = namespace == Namespace::Term && !symbol.kind.is_type();
        u8::from(is_definition) + 2 * u8::from(fits) + 4 * u8::from(is_term)
    }

    /// Puts occurrences into source order and renumbers what points at them.
    pub(super) fn sort_occurrences(&mut self) {
        let occurrences = &self.facts.occurrences;
        let key = |index: u32| {
            let occurrence = &occurrences[index as usize];
            (occurrence.range.start, occurrence.range.end)
        };
        let mut order: Vec<u32> = (0..occurrences.len() as u32).collect();
        if order.is_sorted_by_key(|index| key(*index)) {
            self.lay_out_arguments();
            return;
        }
        order.sort_by_key(|index| key(*index));
        let mut new_ids = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            new_ids[*old as usize] = new as u32;
        }
        self.facts.occurrences =
            order.iter().map(|old| self.facts.occurrences[*old as usize].clone()).collect();
        for expression in &mut self.facts.expressions {
            if let clew_model::Expression::Occurrence(id) = expression {
                *id = OccurrenceId(new_ids[id.0 as usize]);
            }
        }
        for (id, _) in &mut self.calls {
            *id = OccurrenceId(new_ids[id.0 as usize]);
        }
        self.lay_out_arguments();
    }

    /// Puts the arguments of calls into the order of the calls.
    fn lay_out_arguments(&mut self) {
        let mut calls = std::mem::take(&mut self.calls);
        calls.sort_unstable_by_key(|(call, _)| *call);
        for (call, mut values) in calls {
            values.truncate(usize::from(u8::MAX));
            self.facts.arguments.push((call, values.len() as u8));
            self.facts.argument_values.append(&mut values);
        }
    }
}
