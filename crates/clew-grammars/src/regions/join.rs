//! Binding across the regions of a component.

use clew_model::{
    Binding, FileFacts, ImportId, NameId, Role, ScopeId, Symbol, SymbolFlags, SymbolId, SymbolKind,
    Visibility,
};
use clew_text::{ByteOffset, TextRange};
use rustc_hash::FxHashMap;

/// The name of a module's value that has no name of its own.
const DEFAULT: &str = "default";

/// Gives a component file the default export that importers get, unless its script
/// says one, and makes it the one who does what happens in the template. Its name is
/// that of its file, which facts do not know.
pub(crate) fn join_component(facts: &mut FileFacts, text: &str) {
    let is_default = |symbol: &Symbol| symbol.flags.has(SymbolFlags::DEFAULT_EXPORT);
    let lists_default = facts.exports.iter().any(|(exported, _)| facts.name(*exported) == DEFAULT);
    if lists_default {
        return;
    }
    if !facts.symbols.iter().any(is_default) {
        declare_default(facts, text);
    }
    let component = facts.symbols.iter().position(is_default);
    for occurrence in &mut facts.occurrences {
        let is_use = !matches!(occurrence.role, Role::Definition | Role::Import);
        if is_use && occurrence.enclosing.is_none() {
            occurrence.enclosing = component.map(|index| SymbolId(index as u32));
        }
    }
}

fn declare_default(facts: &mut FileFacts, text: &str) {
    let name = facts.names.find(DEFAULT).unwrap_or_else(|| facts.names.push(DEFAULT));
    let start = TextRange::empty(0);
    let flags =
        SymbolFlags::ANONYMOUS.with(SymbolFlags::EXPORTED).with(SymbolFlags::DEFAULT_EXPORT);
    facts.symbols.push(Symbol {
        name,
        kind: SymbolKind::Constant,
        container: None,
        owner: None,
        name_range: start,
        range: TextRange::new(0, text.len()),
        signature_range: start,
        doc_range: None,
        scope: ScopeId(0),
        body: None,
        visibility: Visibility::Public,
        flags,
        declared_type: None,
        value: None,
    });
    super::order::sort(facts);
}

/// What a plain name means at file level.
enum Known {
    Symbol(SymbolId),
    Import(ImportId),
}

fn file_names(facts: &FileFacts) -> FxHashMap<NameId, Known> {
    let mut known = FxHashMap::default();
    for (index, import) in facts.imports.iter().enumerate() {
        if let Some(local) = import.local.filter(|_| import.scope == ScopeId(0)) {
            known.insert(local, Known::Import(ImportId(index as u32)));
        }
    }
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let at_top = symbol.container.is_none() && symbol.scope == ScopeId(0);
        if at_top && !symbol.is_local() {
            known.insert(symbol.name, Known::Symbol(SymbolId(index as u32)));
        }
    }
    known
}

/// `$store` is the value of `store`.
pub(crate) fn join_stores(facts: &mut FileFacts) {
    const RUNES: &[&str] =
        &["state", "derived", "effect", "props", "bindable", "inspect", "host", "restProps"];
    let known = file_names(facts);
    let mut stores: FxHashMap<NameId, (NameId, Binding)> = FxHashMap::default();
    for (id, name) in facts.names.iter() {
        let Some(store) = name.strip_prefix('$').filter(|store| !RUNES.contains(store)) else {
            continue;
        };
        let Some(store) = facts.names.find(store).filter(|_| !store.is_empty()) else { continue };
        match known.get(&store) {
            Some(Known::Symbol(symbol)) => stores.insert(id, (store, Binding::Symbol(*symbol))),
            Some(Known::Import(import)) => stores.insert(id, (store, Binding::Import(*import))),
            None => None,
        };
    }
    for occurrence in &mut facts.occurrences {
        if occurrence.binding == Binding::Free
            && let Some((store, binding)) = stores.get(&occurrence.name)
        {
            occurrence.name = *store;
            occurrence.binding = *binding;
            let range = occurrence.range;
            occurrence.range = TextRange { start: ByteOffset(range.start.0 + 1), end: range.end };
        }
    }
    super::order::sort(facts);
}
