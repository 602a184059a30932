//! Which symbols a rename means.

use clew_text::TextRange;

use super::RenameScope;
use crate::diagnostic::Diagnostic;
use crate::names::{Names, ScopeId, ScopeKind, Symbol, SymbolId, SymbolKind};

/// The symbols of this name in the scope; at least one.
pub(super) fn find_targets(
    names: &Names,
    old_name: &str,
    scope: &RenameScope,
) -> Result<Vec<SymbolId>, Vec<Diagnostic>> {
    let all: Vec<SymbolId> = (0..names.symbols.len())
        .filter_map(|index| u32::try_from(index).ok().map(SymbolId))
        .filter(|id| names.symbol(*id).name == old_name)
        .collect();
    let chosen = match scope {
        RenameScope::Module => in_module(names, &all)?,
        RenameScope::Function(function) => in_function(names, &all, function)?,
    };
    if chosen.is_empty() {
        return Err(vec![refusal("RENAME-UNKNOWN", TextRange::empty(0), old_name)]);
    }
    Ok(chosen)
}

fn refusal(code: &'static str, range: TextRange, name: &str) -> Diagnostic {
    Diagnostic::error(code, range).with_arg("name", name)
}

fn is_member(symbol: &Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Field | SymbolKind::Method)
}

/// The top-level name, else all local ones, else the only member.
fn in_module(names: &Names, all: &[SymbolId]) -> Result<Vec<SymbolId>, Vec<Diagnostic>> {
    let (members, plain): (Vec<SymbolId>, Vec<SymbolId>) =
        all.iter().partition(|id| is_member(names.symbol(**id)));
    let top: Vec<SymbolId> =
        plain.iter().copied().filter(|id| names.symbol(*id).scope == ScopeId(0)).collect();
    if !top.is_empty() {
        return Ok(top);
    }
    if !plain.is_empty() {
        return Ok(plain);
    }
    if members.len() > 1 {
        let ambiguous = members.iter().map(|id| {
            let symbol = names.symbol(*id);
            refusal("RENAME-AMBIGUOUS", symbol.range, &symbol.name)
                .with_arg("owner", symbol.owner.clone().unwrap_or_default())
        });
        return Err(ambiguous.collect());
    }
    Ok(members)
}

fn in_function(
    names: &Names,
    all: &[SymbolId],
    function: &str,
) -> Result<Vec<SymbolId>, Vec<Diagnostic>> {
    let known = names
        .scopes
        .iter()
        .any(|scope| matches!(&scope.kind, ScopeKind::Function(Some(name)) if name == function));
    if !known {
        return Err(vec![refusal("RENAME-UNKNOWN", TextRange::empty(0), function)]);
    }
    Ok(all
        .iter()
        .copied()
        .filter(|id| !is_member(names.symbol(*id)))
        .filter(|id| names.is_in_function(names.symbol(*id).scope, function))
        .collect())
}
