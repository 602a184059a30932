//! Which symbols a rename means.

use clew_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::RenameScope;
use super::locals::{Chain, by_chain, chains_named};
use super::meaning::Meaning;
use crate::diagnostic::Diagnostic;
use crate::names::{Names, SymbolId, SymbolKind};

type Found = Result<Vec<SymbolId>, Vec<Diagnostic>>;

/// The symbols that `old_name` means in the scope, with everything that has to
/// be renamed together with them; at least one.
pub(super) fn find_targets(meaning: &Meaning, old_name: &str, scope: &RenameScope) -> Found {
    let seeds = match (scope, old_name.rsplit_once('.')) {
        (RenameScope::Module, Some((owner, name))) => member(meaning, owner, name)?,
        (RenameScope::Module, None) => in_module(meaning, old_name)?,
        (RenameScope::Function(function), _) => in_function(meaning, old_name, function)?,
    };
    Ok(with_all_related(meaning, seeds))
}

fn refusal(code: &'static str, range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::error(code, range).with_arg("name", name)
}

fn unknown(name: &str) -> Vec<Diagnostic> {
    vec![refusal("RENAME-UNKNOWN", TextRange::empty(0), name)]
}

/// The member of a type.
fn member(meaning: &Meaning, owner: &str, name: &str) -> Found {
    let key = (owner.to_owned(), name.to_owned());
    let found = meaning.names.members.get(&key);
    found.map(|id| vec![*id]).ok_or_else(|| unknown(&format!("{owner}.{name}")))
}

/// The top-level name; else the only local or member of that name.
fn in_module(meaning: &Meaning, old_name: &str) -> Found {
    let names = &meaning.names;
    let mut locals = by_chain(names, old_name, |id| !meaning.is_pattern_variable(id));
    if let Some(top) = locals.remove(&Chain::new()) {
        return Ok(top);
    }
    let members = member_families(meaning, old_name);
    let mut groups: Vec<Vec<SymbolId>> = locals.values().cloned().collect();
    groups.extend(members.iter().map(|(_, id)| vec![*id]));
    match groups.as_slice() {
        [] => Err(pattern_refusals(meaning, old_name, |_| true)),
        [only] => Ok(only.clone()),
        _ => Err(ambiguous(names, old_name, &locals, &members)),
    }
}

/// The members of a name, one for each family, with their qualified names.
fn member_families(meaning: &Meaning, name: &str) -> Vec<(String, SymbolId)> {
    let mut members: Vec<(SymbolId, String)> = meaning
        .names
        .members
        .iter()
        .filter(|((_, member), _)| member == name)
        .map(|((owner, member), id)| (*id, format!("{owner}.{member}")))
        .collect();
    members.sort_unstable();
    let mut seen = FxHashSet::default();
    members.retain(|(id, _)| seen.insert(meaning.families.root(*id)));
    members.into_iter().map(|(id, qualified)| (qualified, id)).collect()
}

/// One finding for each thing of the name, with the way to mean it.
fn ambiguous(
    names: &Names,
    old_name: &str,
    locals: &std::collections::BTreeMap<Chain, Vec<SymbolId>>,
    members: &[(String, SymbolId)],
) -> Vec<Diagnostic> {
    let local = locals.iter().filter_map(|(chain, ids)| {
        let way = format!("@by_scope:function:{}", chain.join("."));
        Some((names.symbol(*ids.first()?).range, way))
    });
    let members = members
        .iter()
        .map(|(qualified, id)| (names.symbol(*id).range, format!("@by_name:{qualified}")));
    let mut places: Vec<(TextRange, String)> = local.chain(members).collect();
    places.sort_unstable();
    let finding = |(range, way): (TextRange, String)| {
        refusal("RENAME-AMBIGUOUS", range, old_name).with_arg("way", way)
    };
    places.into_iter().map(finding).collect()
}

/// What belongs to the function itself.
fn in_function(meaning: &Meaning, old_name: &str, function: &str) -> Found {
    let names = &meaning.names;
    let chains = chains_named(names, function);
    if chains.is_empty() {
        return Err(unknown(function));
    }
    let mut locals = by_chain(names, old_name, |id| !meaning.is_pattern_variable(id));
    locals.retain(|chain, _| chains.contains(chain));
    match locals.len() {
        0 => {
            let patterns = by_chain(names, old_name, |id| meaning.is_pattern_variable(id));
            let groups = patterns.iter().filter(|(chain, _)| chains.contains(chain));
            let here: FxHashSet<SymbolId> =
                groups.flat_map(|(_, ids)| ids.iter().copied()).collect();
            Err(pattern_refusals(meaning, old_name, |id| here.contains(&id)))
        }
        1 => Ok(locals.into_values().flatten().collect()),
        _ => Err(ambiguous(names, old_name, &locals, &[])),
    }
}

/// Why the variables of record patterns cannot be renamed for themselves; that
/// nothing has the name, where no pattern has it either.
fn pattern_refusals(
    meaning: &Meaning,
    old_name: &str,
    is_meant: impl Fn(SymbolId) -> bool,
) -> Vec<Diagnostic> {
    let names = &meaning.names;
    let qualified = qualified_names(names);
    let found: Vec<Diagnostic> = meaning
        .patterns
        .iter()
        .filter(|pattern| names.symbol(pattern.variable).name == old_name)
        .filter(|pattern| is_meant(pattern.variable))
        .map(|pattern| {
            let advice = match pattern.field.and_then(|field| qualified.get(&field)) {
                Some((owner, name)) => format!("@rename_field:{owner}.{name}"),
                None => "@field_of_unknown".to_owned(),
            };
            refusal("RENAME-PATTERN", pattern.range, old_name).with_arg("advice", advice)
        })
        .collect();
    if found.is_empty() { unknown(old_name) } else { found }
}

/// `T.m` for every member; the first one for what is a member of several types.
fn qualified_names(names: &Names) -> FxHashMap<SymbolId, (&str, &str)> {
    let mut first: FxHashMap<SymbolId, (&str, &str)> = FxHashMap::default();
    for ((owner, name), id) in &names.members {
        let key = (owner.as_str(), name.as_str());
        first.entry(*id).and_modify(|known| *known = (*known).min(key)).or_insert(key);
    }
    first
}

/// Adds what is renamed together: the same member of an interface and of the
/// types that claim it, and the variables of patterns that name a field.
fn with_all_related(meaning: &Meaning, seeds: Vec<SymbolId>) -> Vec<SymbolId> {
    let mut all = seeds;
    let roots: FxHashSet<SymbolId> = all.iter().map(|id| meaning.families.root(*id)).collect();
    let members = meaning.names.members.values().copied();
    all.extend(members.filter(|id| roots.contains(&meaning.families.root(*id))));
    let known: FxHashSet<SymbolId> = all.iter().copied().collect();
    let of_fields = meaning.patterns.iter().filter_map(|pattern| {
        pattern.field.filter(|field| known.contains(field)).map(|_| pattern.variable)
    });
    let variables: Vec<SymbolId> = of_fields.collect();
    all.extend(variables);
    all.sort_unstable();
    all.dedup();
    all
}

/// Refuses where it is not certain that a place means what is renamed, or
/// that an interface of another file does not ask for it.
pub(super) fn refuse_doubtful(
    meaning: &Meaning,
    claims: &[(String, TextRange)],
    targets: &[SymbolId],
) -> Result<(), Vec<Diagnostic>> {
    let names = &meaning.names;
    let targets: FxHashSet<SymbolId> = targets.iter().copied().collect();
    let mut places: Vec<(TextRange, SymbolId)> = Vec::new();
    let mut meant: FxHashMap<*const SymbolId, Option<SymbolId>> = FxHashMap::default();
    for doubtful in &meaning.doubtful {
        crate::stop::step();
        let candidates = &doubtful.candidates;
        let meant = meant
            .entry(candidates.as_ptr())
            .or_insert_with(|| candidates.iter().find(|id| targets.contains(id)).copied());
        places.extend(meant.map(|id| (doubtful.range, id)));
    }
    let mut claimed: FxHashMap<&str, Vec<TextRange>> = FxHashMap::default();
    for (claiming, range) in claims {
        claimed.entry(claiming).or_default().push(*range);
    }
    for ((owner, _), id) in &names.members {
        if targets.contains(id) && names.symbol(*id).kind != SymbolKind::Field {
            let of_owner = claimed.get(owner.as_str()).into_iter().flatten();
            places.extend(of_owner.map(|range| (*range, *id)));
        }
    }
    places.sort_unstable();
    places.dedup();
    if places.is_empty() {
        return Ok(());
    }
    let qualified = qualified_names(names);
    let finding = |(range, id): (TextRange, SymbolId)| {
        let symbol = names.symbol(id);
        let name = qualified.get(&id).map(|(owner, name)| format!("{owner}.{name}"));
        refusal("RENAME-UNCERTAIN", range, name.as_ref().unwrap_or(&symbol.name))
            .with_related(symbol.range, "declared_here")
    };
    Err(places.into_iter().map(finding).collect())
}
