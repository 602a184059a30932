//! Modules and packages that are declared by their whole names: `A.B.C`, `A::B::C`.

use clew_model::{FileFacts, SymbolId, SymbolKind};

use crate::{Binder, FileId, SymbolRef};

/// The module called so as its readers in `file` mean it: the file's own, else the
/// only one of the workspace.
pub(super) fn module_at(
    binder: &Binder<'_>,
    file: FileId,
    language: &str,
    separator: &str,
    path: &str,
) -> Option<SymbolRef> {
    let found = modules_at(binder, language, separator, path);
    let own: Vec<SymbolRef> = found.iter().copied().filter(|one| one.file == file).collect();
    match (own.as_slice(), found.as_slice()) {
        ([one], _) | ([], [one]) => Some(*one),
        _ => None,
    }
}

/// All modules of a language that are called so.
pub(super) fn modules_at(
    binder: &Binder<'_>,
    language: &str,
    separator: &str,
    path: &str,
) -> Vec<SymbolRef> {
    let mut found = Vec::new();
    for name in endings(path, separator) {
        for file in binder.source().files_defining(name) {
            let Some(facts) = binder.facts(file) else { continue };
            let Some(name) = facts.names.find(name) else { continue };
            if facts.language.as_str() != language {
                continue;
            }
            for (index, symbol) in facts.symbols.iter().enumerate() {
                let id = SymbolId(index as u32);
                if symbol.name == name
                    && is_module(symbol.kind)
                    && whole_name(&facts, id, separator) == path
                {
                    found.push(SymbolRef { file, symbol: id });
                }
            }
        }
    }
    found
}

/// Whether a kind has a name that other files say whole.
pub(super) fn is_module(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Module | SymbolKind::Interface | SymbolKind::Class)
}

/// The name of a symbol with all that is around it.
pub(super) fn whole_name(facts: &FileFacts, id: SymbolId, separator: &str) -> String {
    facts.qualified_parts(id).join(separator)
}

/// `A.B.C`, `B.C`, `C`: under these a use may name what is called `A.B.C`.
pub(super) fn endings<'path>(
    path: &'path str,
    separator: &'path str,
) -> impl Iterator<Item = &'path str> {
    let starts = path.match_indices(separator).map(move |(at, found)| at + found.len());
    std::iter::once(0).chain(starts).map(move |at| &path[at..])
}
