//! The edits of a rename.

use clew_text::{TextEdit, TextRange};
use rustc_hash::FxHashSet;

use crate::names::{Names, Role, SymbolId, SymbolKind};
use crate::syntax::{Field, SyntaxKind, SyntaxTree};

/// One edit for each place, in reading order. A name that `use` takes from a
/// module keeps its name there and gets an alias.
pub(super) fn edits_for(
    tree: &SyntaxTree,
    names: &Names,
    targets: &[SymbolId],
    new_name: &str,
) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let targets: FxHashSet<&SymbolId> = targets.iter().collect();
    for occurrence in &names.occurrences {
        crate::stop::step();
        let Some(symbol) = occurrence.symbol.filter(|symbol| targets.contains(symbol)) else {
            continue;
        };
        let range = occurrence.range;
        let is_import = names.symbol(symbol).kind == SymbolKind::Import;
        if is_import && occurrence.role == Role::Declaration && names_item(tree, range) {
            let end = range.end.to_usize();
            edits.push(TextEdit {
                range: TextRange::empty(end),
                new_text: format!(" as {new_name}"),
            });
        } else {
            edits.push(TextEdit { range, new_text: new_name.to_owned() });
        }
    }
    edits
}

/// Whether the name is what a `use` line takes, and not its alias.
fn names_item(tree: &SyntaxTree, range: TextRange) -> bool {
    let mut node = Some(tree.covering(range));
    let mut is_alias = false;
    while let Some(current) = node {
        is_alias |= current.field() == Field::Alias;
        if current.kind() == SyntaxKind::UseStmt {
            return !is_alias;
        }
        node = current.parent();
    }
    false
}
