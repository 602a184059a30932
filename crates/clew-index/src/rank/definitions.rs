//! The places where names of a query are defined.

use std::sync::Arc;

use clew_model::{FileFacts, SymbolFlags, SymbolId};

use super::filter::Filter;
use crate::snapshot::Location;
use crate::text::innermost_chunk;
use crate::{NameBits, NameQuery, PathRole, Snapshot, StoreError};

/// Documents looked into for one name; the best places come first.
const MOST_DOCUMENTS: usize = 24;

/// A definition of a name.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// Its document.
    pub(super) location: Location,
    /// The innermost chunk around it.
    pub(super) chunk: u32,
    /// The defined symbol.
    pub(super) symbol: SymbolId,
    /// How well it fits the name as typed, 0 to 1.
    pub(super) fit: f32,
}

/// The definitions of an identifier, given as parts, that pass `filter`.
pub(super) fn definitions(
    snapshot: &Snapshot,
    parts: &[String],
    filter: &Filter,
) -> Result<Vec<Definition>, StoreError> {
    let Some((name, qualifiers)) = parts.split_last() else { return Ok(Vec::new()) };
    let mut found = named(snapshot, name, 1.0, qualifiers, filter)?;
    if found.is_empty() {
        for folded in snapshot.names_matching(&NameQuery::ExactFolded(name.clone()), 4)? {
            found.extend(named(snapshot, &folded.name, 0.8, qualifiers, filter)?);
        }
    }
    Ok(found)
}

fn named(
    snapshot: &Snapshot,
    name: &str,
    fit: f32,
    qualifiers: &[String],
    filter: &Filter,
) -> Result<Vec<Definition>, StoreError> {
    let mut documents = Vec::new();
    snapshot.for_each_use(name, |location, bits| {
        if bits.has(NameBits::DEFINES) && filter.lets(location) {
            documents.push((role(snapshot, location), snapshot.rank_of(location), location));
        }
    })?;
    // Product code first; of that the first by path.
    documents.sort_unstable_by_key(|(role, rank, _)| (*role != PathRole::Product, *rank));
    documents.truncate(MOST_DOCUMENTS);
    let mut found = Vec::new();
    for (.., location) in documents {
        let facts = snapshot.facts(snapshot.id_of(location))?;
        let path = snapshot.path(snapshot.id_of(location)).unwrap_or("");
        in_facts(&facts, name, |symbol, chunk| {
            let fit = fit * qualified_fit(&facts, path, symbol, qualifiers);
            found.push(Definition { location, chunk, symbol, fit });
        });
    }
    Ok(found)
}

fn role(snapshot: &Snapshot, location: Location) -> PathRole {
    match location {
        Location::Overlay(index) => {
            snapshot.overlay().get(index).map_or(PathRole::Product, |document| document.role)
        }
        Location::Committed(place) => snapshot
            .generation_ref()
            .record(place)
            .map_or(PathRole::Product, |(_, record)| record.role),
    }
}

/// Calls `found` for the symbols with this name and the chunks around them.
fn in_facts(facts: &Arc<FileFacts>, name: &str, mut found: impl FnMut(SymbolId, u32)) {
    let Some(name) = facts.names.find(name) else { return };
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let fits =
            symbol.name == name && !symbol.is_local() && !symbol.flags.has(SymbolFlags::ANONYMOUS);
        if fits && let Some(chunk) = innermost_chunk(facts, symbol.name_range.start.to_usize()) {
            found(SymbolId(index as u32), chunk as u32);
        }
    }
}

/// How many of the typed qualifiers hold, the nearest first; containers, then
/// the file's package and path.
fn qualified_fit(facts: &FileFacts, path: &str, symbol: SymbolId, qualifiers: &[String]) -> f32 {
    if qualifiers.is_empty() {
        return 1.0;
    }
    let containers = facts.qualified_parts(symbol);
    let package = facts.package.map_or("", |package| facts.name(package));
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let around: Vec<&str> = containers
        .iter()
        .rev()
        .skip(1)
        .copied()
        .chain(package.rsplit(['.', ':', '/']))
        .chain(stem.rsplit('/'))
        .filter(|part| !part.is_empty())
        .collect();
    let mut at = 0;
    let mut held = 0;
    for qualifier in qualifiers.iter().rev() {
        let rest = around.iter().skip(at);
        if let Some(skip) = rest.clone().position(|part| part.eq_ignore_ascii_case(qualifier)) {
            at += skip + 1;
            held += 1;
        }
    }
    0.3 + 0.7 * held as f32 / qualifiers.len() as f32
}
