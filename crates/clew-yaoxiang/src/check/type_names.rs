//! Names of types that nothing defines.
//!
//! The reference takes such a name for an opaque type, so they are warnings.

use super::Checker;
use super::ty::Prim;
use crate::diagnostic::Diagnostic;
use crate::names::{Names, Role};
use crate::syntax::SyntaxTree;

impl<'tree> Checker<'tree> {
    pub(super) fn check_type_names(&mut self, tree: &'tree SyntaxTree, names: &Names) {
        for found in &names.occurrences {
            if found.role != Role::Type || found.symbol.is_some() {
                continue;
            }
            let name = found.range.slice(tree.text());
            if !is_known(name) {
                self.warn(Diagnostic::error("E1003", found.range).with_arg("type", name));
            }
        }
    }
}

/// Types that are always there.
fn is_known(name: &str) -> bool {
    Prim::from_name(name).is_some() || BUILT_IN.contains(&name)
}

const BUILT_IN: [&str; 38] = [
    "Any", "Arc", "Array", "Assert", "Bytes", "Clone", "Copy", "DateTime", "Debug", "Default",
    "Dict", "Display", "Dup", "Eq", "Equal", "Error", "File", "Float64", "Hash", "Int64",
    "Iterable", "Iterator", "List", "Native", "Option", "Ord", "Range", "Rc", "Result", "Self",
    "Send", "Set", "Sync", "Tuple", "Type", "Unit", "Weak", "bool",
];
