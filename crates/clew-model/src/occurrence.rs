//! Occurrences: a name at a range, with a role.

use clew_text::TextRange;
use serde::{Deserialize, Serialize};

use crate::{ExpressionId, ImportId, NameId, SymbolId};

/// Index of an occurrence in its file's facts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct OccurrenceId(pub u32);

/// What an occurrence does with the thing that it names.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Defines it.
    Definition,
    /// Announces it; the definition is elsewhere.
    Declaration,
    /// Calls or instantiates it, or applies it as macro or decorator.
    Call,
    /// Reads its value.
    #[default]
    Read,
    /// Assigns to it.
    Write,
    /// Uses it as a type.
    Type,
    /// Imports or re-exports it.
    Import,
    /// Names it as a base type or implemented interface.
    Inherit,
}

impl Role {
    /// The name in tool results.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Definition => "definition",
            Role::Declaration => "declaration",
            Role::Call => "call",
            Role::Read => "read",
            Role::Write => "write",
            Role::Type => "type",
            Role::Import => "import",
            Role::Inherit => "inherit",
        }
    }
}

/// How sure an answer is that an occurrence means the symbol asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Told by a compiler or a precise index.
    Exact,
    /// Resolved by our rules.
    Bound,
    /// Same name, nothing more.
    Name,
}

impl Certainty {
    /// The name in tool results.
    pub fn as_str(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::Bound => "bound",
            Certainty::Name => "name",
        }
    }
}

/// What is known inside the file about an occurrence's target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Binding {
    /// A free name: a builtin, a glob import, or the same package in another file.
    #[default]
    Free,
    /// Declared in this file (locals included).
    Symbol(SymbolId),
    /// Bound by an import of this file.
    Import(ImportId),
    /// A member of the expression before the dot, arrow or double colon.
    Member(ExpressionId),
    /// A key, argument name or other word that names nothing we could follow;
    /// never offered as a reference.
    Opaque,
    /// A name in a position where any target would be a guess (a label in a
    /// macro body, text of an unexpanded template); offered as `name` only.
    Unsure,
}

/// A name at a range, with a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// The name as written.
    pub name: NameId,
    /// Where it stands.
    pub range: TextRange,
    /// What it does.
    pub role: Role,
    /// The innermost symbol that is not local and encloses it: who calls, reads, …
    pub enclosing: Option<SymbolId>,
    /// What is known of its target.
    pub binding: Binding,
}
