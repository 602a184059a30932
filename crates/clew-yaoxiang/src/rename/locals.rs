//! Local names by what they belong to: a function, a method `T.m`, a type with
//! parameters, or a value of the module.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::names::{Names, ScopeId, ScopeKind, Symbol, SymbolId, SymbolKind};
use clew_text::TextRange;

/// Names from the outermost function inwards that a local name belongs to.
pub(super) type Chain = Vec<String>;

/// The chains around a scope that have names; lambdas without name belong to
/// what is around them.
fn chain_of_scope(names: &Names, scope: ScopeId) -> Chain {
    let mut chain: Chain = names
        .scopes_from(scope)
        .filter_map(|id| match &names.scope(id).kind {
            ScopeKind::Function(name) => name.clone(),
            ScopeKind::Type(name) => Some(name.clone()),
            ScopeKind::Module | ScopeKind::Block => None,
        })
        .collect();
    chain.reverse();
    chain
}

/// What a symbol belongs to; empty for one of the module itself.
fn chain_of(names: &Names, values: &Values<'_>, id: SymbolId) -> Chain {
    crate::stop::step();
    let symbol = names.symbol(id);
    let chain = chain_of_scope(names, symbol.scope);
    if !chain.is_empty() || symbol.scope == ScopeId(0) {
        return chain;
    }
    let around = values.around(symbol.range);
    around.map(|value| value.name.clone()).into_iter().collect()
}

/// The values of a module by their place; each lies inside another one or
/// beside it.
struct Values<'a>(Vec<&'a Symbol>);

impl<'a> Values<'a> {
    fn of(names: &'a Names) -> Self {
        let is_value = |one: &&Symbol| {
            one.scope == ScopeId(0) && one.kind != SymbolKind::Import && one.owner.is_none()
        };
        let mut values: Vec<&Symbol> = names.symbols.iter().filter(is_value).collect();
        values.sort_by_key(|one| (one.full_range.start, Reverse(one.full_range.end)));
        // What lies inside another one is found by the other one.
        let mut end = None;
        values.retain(|one| {
            let is_outer = end.is_none_or(|end| one.full_range.end > end);
            end = end.max(Some(one.full_range.end));
            is_outer
        });
        Values(values)
    }

    /// The value that a place lies in.
    fn around(&self, range: TextRange) -> Option<&'a Symbol> {
        let behind = self.0.partition_point(|one| one.full_range.start <= range.start);
        let found = self.0[..behind].last()?;
        found.full_range.contains_range(range).then_some(*found)
    }
}

/// The chains that `function` names: the one that it is, else those it ends.
pub(super) fn chains_named(names: &Names, function: &str) -> Vec<Chain> {
    let scopes = (0..names.scopes.len()).filter_map(|index| u32::try_from(index).ok());
    let of_scopes = scopes.map(|index| chain_of_scope(names, ScopeId(index)));
    let symbols = (0..names.symbols.len()).filter_map(|index| u32::try_from(index).ok());
    let values = Values::of(names);
    let of_values = symbols.map(|index| chain_of(names, &values, SymbolId(index)));
    let mut chains: Vec<Chain> = of_scopes.chain(of_values).collect();
    chains.sort_unstable();
    chains.dedup();
    if let Some(whole) = chains.iter().find(|chain| chain.join(".") == function) {
        return vec![whole.clone()];
    }
    let ends = |chain: &Chain| (1..chain.len()).any(|from| chain[from..].join(".") == function);
    chains.into_iter().filter(ends).collect()
}

/// The symbols that `wanted` lets through by what they belong to, without
/// those that shadow another one of the same function.
pub(super) fn by_chain(
    names: &Names,
    old_name: &str,
    wanted: impl Fn(SymbolId) -> bool,
) -> BTreeMap<Chain, Vec<SymbolId>> {
    let mut groups: BTreeMap<Chain, Vec<SymbolId>> = BTreeMap::new();
    let values = Values::of(names);
    for index in 0..names.symbols.len() {
        let Ok(index) = u32::try_from(index) else { break };
        let id = SymbolId(index);
        let symbol = names.symbol(id);
        let is_member = matches!(symbol.kind, SymbolKind::Field | SymbolKind::Method);
        if symbol.name == old_name && !is_member && wanted(id) {
            groups.entry(chain_of(names, &values, id)).or_default().push(id);
        }
    }
    for group in groups.values_mut() {
        let scopes: FxHashSet<ScopeId> = group.iter().map(|id| names.symbol(*id).scope).collect();
        group.retain(|id| {
            crate::stop::step();
            let mut around = names.scopes_from(names.symbol(*id).scope).skip(1);
            !around.any(|scope| scopes.contains(&scope))
        });
    }
    groups
}
