//! Scopes: where names are visible.

use clew_text::TextRange;
use serde::{Deserialize, Serialize};

use crate::SymbolId;

/// Index of a scope in its file's facts; 0 is the file's own scope.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ScopeId(pub u32);

/// What opened a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The whole file.
    #[default]
    File,
    /// A module or namespace body.
    Module,
    /// A type's members. Plain names inside methods do not see them unless the
    /// language says so (Java, C++, C#).
    Type,
    /// Parameters and body of a function.
    Function,
    /// A block, loop, arm or comprehension.
    Block,
}

/// A region in which declared names are visible.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// What opened it.
    pub kind: ScopeKind,
    /// The enclosing scope; `None` for the file.
    pub parent: Option<ScopeId>,
    /// The text that it covers.
    pub range: TextRange,
    /// The function, type or module whose scope it is.
    pub owner: Option<SymbolId>,
}
