//! Imports and definitions that nothing uses.
//!
//! The reference works these out for nearly every import and shows none. A
//! definition is told only in a program, a text with `main`: elsewhere it is
//! there for others. Whether another file imports the program is for the
//! check of the project to say.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Checker, ResolvedModule};
use crate::diagnostic::Diagnostic;
use crate::names::{Names, Role, ScopeId, Symbol, SymbolId, SymbolKind};
use crate::syntax::{Field, SyntaxKind, SyntaxTree};

/// Codes about definitions, which the use in another file refutes.
pub(super) const UNUSED_DEFINITIONS: [&str; 4] = ["W1001", "W1002", "W1004", "W1005"];

impl<'tree> Checker<'tree> {
    /// Warns of what the text defines or imports and never uses.
    pub(super) fn check_unused(&mut self, tree: &SyntaxTree, names: &Names) {
        let used: FxHashSet<SymbolId> = names
            .occurrences
            .iter()
            .filter(|found| found.role != Role::Declaration)
            .filter_map(|found| found.symbol)
            .collect();
        let members: FxHashSet<&str> = names
            .occurrences
            .iter()
            .filter(|found| found.is_member && found.role != Role::Declaration)
            .map(|found| found.range.slice(tree.text()))
            .collect();
        let is_program = names.symbols.iter().any(|symbol| is_top(symbol) && symbol.name == "main");
        let claiming = types_with_interfaces(tree);
        let owners = method_owners(names);
        for (index, symbol) in names.symbols.iter().enumerate() {
            let is_used = u32::try_from(index).is_ok_and(|id| used.contains(&SymbolId(id)));
            let owner = owners.get(&index).copied();
            let owner_claims = owner.is_some_and(|own| claiming.contains(own));
            let called = owner.is_some() && (members.contains(&*symbol.name) || owner_claims);
            if is_used || called || symbol.name.starts_with('_') {
                continue;
            }
            let Some(code) = code_for(symbol, is_program) else { continue };
            if code == "W1003" && (self.is_unknown_import(symbol) || is_passed_on(tree, symbol)) {
                continue;
            }
            self.warn(Diagnostic::warning(code, symbol.range).with_arg("name", &*symbol.name));
        }
    }

    /// The module or item is unknown, which was told.
    fn is_unknown_import(&self, symbol: &Symbol) -> bool {
        let told = self.found.iter().any(|(_, found)| {
            found.code == "E5003" && symbol.full_range.contains_range(found.range)
        });
        told || self.env.imports.iter().any(|resolved| {
            matches!(resolved.module, ResolvedModule::Unknown)
                && resolved.import.range.contains_range(symbol.range)
        })
    }
}

fn is_top(symbol: &Symbol) -> bool {
    symbol.scope == ScopeId(0)
}

fn code_for(symbol: &Symbol, is_program: bool) -> Option<&'static str> {
    match symbol.kind {
        SymbolKind::Import => Some("W1003"),
        SymbolKind::Method if is_program => Some("W1005"),
        _ if !is_program || !is_top(symbol) || symbol.name == "main" => None,
        SymbolKind::Function => Some("W1001"),
        SymbolKind::Type => Some("W1002"),
        SymbolKind::Variable => Some("W1004"),
        _ => None,
    }
}

/// The types that methods belong to, `pub` functions that are methods
/// included, by the number of their symbol.
fn method_owners(names: &Names) -> FxHashMap<usize, &str> {
    let methods = names.members.iter().filter_map(|((owner, _), id)| {
        let is_method = names.symbol(*id).kind != SymbolKind::Field;
        is_method.then_some((id.0 as usize, owner.as_str()))
    });
    methods.collect()
}

/// Types that claim an interface: its user calls their methods.
fn types_with_interfaces(tree: &SyntaxTree) -> FxHashSet<&str> {
    let claims = tree.elements().filter(|node| node.kind() == SyntaxKind::RecordInterface);
    claims
        .filter_map(|claim| claim.parent()?.parent()?.child(Field::Target))
        .map(|target| target.text())
        .collect()
}

/// `use m.{pub x}` takes `x` for others.
fn is_passed_on(tree: &SyntaxTree, symbol: &Symbol) -> bool {
    let mut node = Some(tree.covering(symbol.full_range));
    while let Some(current) = node {
        if current.kind() == SyntaxKind::UseItem {
            return current.token(SyntaxKind::PubKw).is_some();
        }
        node = current.parent();
    }
    false
}
