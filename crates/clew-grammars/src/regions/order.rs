//! Source order for facts that came from several regions.

use clew_model::{Binding, Expression, FileFacts, HeritageSubject, OccurrenceId, SymbolId};

/// Puts symbols and occurrences into source order and renumbers what points at them.
pub(crate) fn sort(facts: &mut FileFacts) {
    sort_symbols(facts);
    sort_occurrences(facts);
    facts.parameters.sort_unstable_by_key(|(symbol, _)| *symbol);
    facts.arguments.sort_unstable();
}

/// The places of things after sorting by `key`: old index to new, and the order.
fn permutation<K: Ord>(count: usize, key: impl Fn(usize) -> K) -> Option<(Vec<u32>, Vec<usize>)> {
    let mut order: Vec<usize> = (0..count).collect();
    if order.is_sorted_by_key(|index| key(*index)) {
        return None;
    }
    order.sort_by_key(|index| key(*index));
    let mut new_ids = vec![0; count];
    for (new, old) in order.iter().enumerate() {
        new_ids[*old] = new as u32;
    }
    Some((new_ids, order))
}

fn sort_symbols(facts: &mut FileFacts) {
    let key = |index: usize| {
        let range = facts.symbols[index].range;
        (range.start, std::cmp::Reverse(range.end))
    };
    let Some((new_ids, order)) = permutation(facts.symbols.len(), key) else { return };
    let renumber = |id: &mut SymbolId| {
        if let Some(new) = new_ids.get(id.0 as usize) {
            id.0 = *new;
        }
    };
    facts.symbols = order.iter().map(|old| facts.symbols[*old].clone()).collect();
    facts.symbols.iter_mut().filter_map(|symbol| symbol.container.as_mut()).for_each(renumber);
    facts.scopes.iter_mut().filter_map(|scope| scope.owner.as_mut()).for_each(renumber);
    for occurrence in &mut facts.occurrences {
        occurrence.enclosing.iter_mut().for_each(renumber);
        if let Binding::Symbol(id) = &mut occurrence.binding {
            renumber(id);
        }
    }
    for expression in &mut facts.expressions {
        if let Expression::SelfValue(id) | Expression::SelfType(id) | Expression::Super(id) =
            expression
        {
            renumber(id);
        }
    }
    for heritage in &mut facts.heritage {
        if let HeritageSubject::Symbol(id) = &mut heritage.subject {
            renumber(id);
        }
    }
    facts.parameters.iter_mut().for_each(|(id, _)| renumber(id));
}

fn sort_occurrences(facts: &mut FileFacts) {
    let key = |index: usize| {
        let range = facts.occurrences[index].range;
        (range.start, range.end)
    };
    let Some((new_ids, order)) = permutation(facts.occurrences.len(), key) else { return };
    let renumber = |id: &mut OccurrenceId| {
        if let Some(new) = new_ids.get(id.0 as usize) {
            id.0 = *new;
        }
    };
    facts.occurrences = order.iter().map(|old| facts.occurrences[*old].clone()).collect();
    for expression in &mut facts.expressions {
        if let Expression::Occurrence(id) = expression {
            renumber(id);
        }
    }
    facts.arguments.iter_mut().for_each(|(id, _)| renumber(id));
}
