//! The places where names of a query are defined.

use std::sync::Arc;

use clew_model::{FileFacts, SymbolFlags, SymbolId, SymbolKind};

use rustc_hash::FxHashMap;

use super::filter::Filter;
use super::rules::is_data_file;
use crate::snapshot::Location;
use crate::text::innermost_chunk;
use crate::{MacroNamespaces, NameBits, NameQuery, PathRole, Snapshot, StoreError};

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
    /// Whether it only announces what others of the same name define: a prototype, or
    /// the `typedef` of a struct called so.
    pub(super) announces: bool,
    kind: SymbolKind,
    is_typedef: bool,
    /// Whether all qualifiers hold, one next to the other.
    pub(super) is_whole: bool,
}

/// The definitions of an identifier, given as parts, that pass `filter`.
pub(super) fn definitions(
    snapshot: &Snapshot,
    parts: &[String],
    filter: &Filter<'_>,
) -> Result<Vec<Definition>, StoreError> {
    let Some((name, qualifiers)) = parts.split_last() else { return Ok(Vec::new()) };
    let mut found = named(snapshot, name, 1.0, qualifiers, filter)?;
    if found.is_empty() {
        for folded in snapshot.names_matching(&NameQuery::ExactFolded(name.clone()), 4)? {
            found.extend(named(snapshot, &folded.name, 0.8, qualifiers, filter)?);
        }
    }
    if found.iter().any(|definition| definition.is_whole) {
        for definition in found.iter_mut().filter(|definition| !definition.is_whole) {
            definition.fit *= PARTLY;
        }
    }
    if found.iter().any(|definition| definition.has_members()) {
        for alias in found.iter_mut().filter(|definition| definition.is_typedef) {
            alias.announces = true;
        }
    }
    found.sort_by_key(|definition| definition.announces);
    Ok(found)
}

impl Definition {
    /// Whether it is a type with members, which a `typedef` of its name stands for.
    fn has_members(&self) -> bool {
        let kinds = [SymbolKind::Struct, SymbolKind::Class, SymbolKind::Enum];
        kinds.contains(&self.kind) && !self.announces
    }

    /// Whether it defines what the other announces.
    pub(super) fn defines(&self, other: &Definition) -> bool {
        other.announces && self.defines_kind(other.kind)
    }

    /// Whether it defines something of that sort.
    pub(super) fn defines_kind(&self, kind: SymbolKind) -> bool {
        !self.announces
            && self.kind.is_callable() == kind.is_callable()
            && self.kind.is_type() == kind.is_type()
    }
}

fn named(
    snapshot: &Snapshot,
    name: &str,
    fit: f32,
    qualifiers: &[String],
    filter: &Filter<'_>,
) -> Result<Vec<Definition>, StoreError> {
    let near = documents_naming(snapshot, qualifiers.last())?;
    let mut documents = Vec::new();
    snapshot.for_each_use(name, |location, bits| {
        if bits.has(NameBits::DEFINES) && filter.lets(location) {
            let rank = snapshot.rank_of(location);
            let distance = near.get(&rank).copied().unwrap_or(2);
            let is_product = snapshot.role_of(location) == PathRole::Product;
            let is_data = is_data_file(snapshot.path(snapshot.id_of(location)).unwrap_or(""));
            documents.push((distance, is_data, !is_product, rank, location));
        }
    })?;
    // Those that know the qualifier, then code, then product code; of that the first
    // by path. Translations repeat the names of code by the hundred.
    documents.sort_unstable_by_key(|(distance, is_data, is_other, rank, _)| {
        (*distance, *is_data, *is_other, *rank)
    });
    documents.truncate(MOST_DOCUMENTS);
    let mut found = Vec::new();
    for (.., location) in documents {
        if filter.is_over() {
            break;
        }
        let facts = snapshot.facts(snapshot.id_of(location))?;
        let path = snapshot.path(snapshot.id_of(location)).unwrap_or("");
        let namespaces = match qualifiers {
            [] => MacroNamespaces::default(),
            _ => snapshot.macro_namespaces(&facts)?,
        };
        in_facts(&facts, name, |symbol, chunk| {
            let (qualified, is_whole) =
                qualified_fit(&facts, path, &namespaces, symbol, qualifiers);
            let fit = fit * qualified * weight(&facts, symbol);
            let Some(known) = facts.symbol(symbol) else { return };
            found.push(Definition {
                location,
                chunk,
                symbol,
                fit,
                announces: known.flags.has(SymbolFlags::DECLARATION),
                kind: known.kind,
                is_typedef: known.kind == SymbolKind::Type
                    && matches!(facts.language.as_str(), "c" | "cpp"),
                is_whole,
            });
        });
    }
    Ok(found)
}

/// The documents that define a qualifier (0) or name it, in their text or path (1).
fn documents_naming(
    snapshot: &Snapshot,
    qualifier: Option<&String>,
) -> Result<FxHashMap<u32, u8>, StoreError> {
    let mut near = FxHashMap::default();
    let Some(qualifier) = qualifier else { return Ok(near) };
    snapshot.for_each_use(qualifier, |location, bits| {
        let distance = u8::from(!bits.has(NameBits::DEFINES));
        near.insert(snapshot.rank_of(location), distance);
    })?;
    Ok(near)
}

/// Calls `found` for the symbols with this name and the chunks around them.
fn in_facts(facts: &Arc<FileFacts>, name: &str, mut found: impl FnMut(SymbolId, u32)) {
    let Some(name) = facts.names.find(name) else { return };
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let fits = symbol.name == name && symbol.is_findable();
        if fits && let Some(chunk) = innermost_chunk(facts, symbol.name_range.start.to_usize()) {
            found(SymbolId(index as u32), chunk as u32);
        }
    }
}

/// Less for what stands behind its like: macros that rename, functions and types
/// inside functions, keys of data and headings.
fn weight(facts: &FileFacts, symbol: SymbolId) -> f32 {
    match facts.symbol(symbol) {
        Some(symbol) if symbol.flags.has(SymbolFlags::EXAMPLE) || symbol.kind.is_data() => 0.5,
        Some(symbol) if symbol.is_local() => 0.85,
        Some(symbol) if symbol.kind == SymbolKind::Macro => 0.9,
        Some(symbol) if !symbol.kind.is_callable() && !symbol.kind.is_type() => 0.9,
        _ => 1.0,
    }
}

/// Factor of places whose qualifiers do not all hold where those of others do.
const PARTLY: f32 = 0.6;

/// How well the typed qualifiers hold, the nearest first; namespaces of macros,
/// containers, then the file's package and path. Names of types count more than names
/// of files, and those in the same case more than others. Also whether all of them
/// hold, in the case typed, without a container between them.
fn qualified_fit(
    facts: &FileFacts,
    path: &str,
    namespaces: &MacroNamespaces,
    symbol: SymbolId,
    qualifiers: &[String],
) -> (f32, bool) {
    if qualifiers.is_empty() {
        return (1.0, true);
    }
    let containers = facts.qualified_parts(symbol);
    let macros = facts
        .symbol(symbol)
        .map_or(&[] as &[String], |symbol| namespaces.around(symbol.name_range.start));
    let packages = facts.packages_of(Some(symbol));
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let packages = packages.into_iter().rev();
    let outer = packages.flat_map(|one| one.rsplit(['.', ':', '/', '\\'])).chain(stem.rsplit('/'));
    let around: Vec<(&str, f32)> = containers
        .iter()
        .rev()
        .skip(1)
        .copied()
        .chain(macros.iter().rev().map(String::as_str))
        .map(|container| (container, 1.0))
        .chain(outer.map(|part| (part, 0.9)))
        .filter(|(part, _)| !part.is_empty())
        .collect();
    let mut at = 0;
    let mut held = 0.0;
    let mut is_whole = true;
    for qualifier in qualifiers.iter().rev() {
        let rest = around.get(at..).unwrap_or_default();
        let same = rest.iter().position(|(part, _)| part == qualifier);
        let alike = || rest.iter().position(|(part, _)| part.eq_ignore_ascii_case(qualifier));
        let found = same.map(|skip| (skip, 1.0)).or_else(|| alike().map(|skip| (skip, 0.8)));
        // Between containers and files there may be anything.
        is_whole &= found.is_some_and(|(skip, worth)| {
            worth == 1.0 && (skip == 0 || rest[..skip].iter().all(|(_, worth)| *worth < 1.0))
        });
        if let Some((skip, worth)) = found {
            held += worth * rest[skip].1;
            at += skip + 1;
        }
    }
    (0.3 + 0.7 * held / qualifiers.len() as f32, is_whole)
}
