//! Imports: what a file takes from elsewhere.

use clew_text::TextRange;
use serde::{Deserialize, Serialize};

use crate::{NameId, ScopeId};

/// Index of an import in its file's facts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ImportId(pub u32);

/// What an import binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ImportForm {
    /// A module under a local name (`import a.b as c`, `import * as ns`, Go imports).
    Module,
    /// The first part of a dotted module under its own name (`import a.b.c` binds `a`).
    ModuleRoot,
    /// One item of a module, which may itself be a module.
    Item,
    /// The default export of a module.
    Default,
    /// All exported names of a module (`use m::*`, `from m import *`, `#include`).
    Glob,
    /// Nothing; the module is only run or loaded.
    SideEffect,
}

/// One imported thing; a statement that imports three items gives three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written, whole: `..models`, `./util.js`, `crate::a::b`,
    /// `java.util.List` without the item, `fmt`, `<vector>`, `"x.h"`.
    pub module: NameId,
    /// What is bound.
    pub form: ImportForm,
    /// The item's own name, for [`ImportForm::Item`].
    pub item: Option<NameId>,
    /// The name bound in `scope`; `None` where nothing is bound.
    pub local: Option<NameId>,
    /// The whole statement.
    pub range: TextRange,
    /// Where the item's name (or the module's, if there is no item) stands.
    pub item_range: TextRange,
    /// Where the local name is bound: the alias if there is one, else the item.
    pub local_range: TextRange,
    /// The scope that the name is bound in.
    pub scope: ScopeId,
    /// Whether the bound name is exported again (`pub use`, `export … from`).
    pub reexport: bool,
    /// Only types are imported (`import type`).
    pub type_only: bool,
}

/// The last part of a module's path without its ending: `x` of `../lib/x.js?raw`, and
/// `index` where the path ends at a folder (`.`, `../..`).
pub fn path_end(module: &str) -> &str {
    let path = module.split(['?', '!']).next().unwrap_or(module).trim_end_matches('/');
    match path.rsplit('/').next().unwrap_or(path) {
        "" | "." | ".." => "index",
        last => last.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(last),
    }
}

#[cfg(test)]
mod tests {
    use super::path_end;

    #[test]
    fn the_last_part_of_a_path() {
        for (module, end) in [
            ("../lib/x.js?raw", "x"),
            ("./a/b/", "b"),
            ("..", "index"),
            ("./", "index"),
            ("@scope/ui", "ui"),
            ("@/user.service", "user"),
            ("./.hidden", ".hidden"),
            ("", "index"),
        ] {
            assert_eq!(path_end(module), end, "{module}");
        }
    }
}
