//! The vocabulary of Clew: what is known of one file, as plain data.
//!
//! [`FileFacts`] is a pure function of (language, text). It holds symbols,
//! scopes, occurrences with roles, imports and search chunks, with everything
//! bound that can be bound inside one file. What needs another file is left as
//! an [`Expression`] for `clew-bind` to evaluate when a question asks for it.
//!
//! This crate does no I/O and knows no wire types and no grammars.

mod arity;
mod chunk;
mod diagnostic;
mod expression;
mod facts;
mod import;
mod language;
mod names;
mod occurrence;
mod scope;
mod symbol;

pub use arity::Arity;
pub use chunk::{Chunk, ChunkKind};
pub use diagnostic::{Diagnostic, Related, Severity};
pub use expression::{Expression, ExpressionId, LiteralKind};
pub use facts::{FileFacts, FileFlags, Heritage, HeritageKind, HeritageSubject, Separator};
pub use import::{Import, ImportForm, ImportId, path_end};
pub use language::LanguageId;
pub use names::{NameId, NameTable};
pub use occurrence::{Binding, Certainty, Occurrence, OccurrenceId, Role};
pub use scope::{Scope, ScopeId, ScopeKind};
pub use symbol::{Symbol, SymbolFlags, SymbolId, SymbolKind, Visibility};
