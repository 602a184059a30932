//! Binding across files: what a name means, who uses a symbol, who calls whom.
//!
//! Binding happens when a question asks, by name first: the index gives the
//! files that use a name ([`Source`]), and each occurrence in them is bound
//! through scopes, imports, modules, class hierarchy and receiver types. What
//! cannot be bound stays a match of names and is labelled so; nothing is guessed.
//!
//! How the pieces fit:
//!
//! - [`Binder`] lives for one question over one snapshot; it memoises and counts
//!   steps, so that no question runs without bound.
//! - `resolve` turns an occurrence into [`Target`]s, `evaluate` an expression into
//!   [`Type`]s, `members` looks names up in types and modules.
//! - `languages/` holds what differs between languages: how module paths lead to
//!   files, what free names mean, how builtin types behave.
//! - `references` and `calls` answer the questions.
//!
//! This crate does no I/O and stores nothing.

mod across;
mod arguments;
mod bases;
mod binder;
mod calls;
mod definition;
mod evaluate;
#[cfg(test)]
mod field_tests;
mod fields;
mod languages;
mod members;
#[cfg(test)]
mod outside_tests;
mod overloads;
#[cfg(test)]
mod receiver_tests;
mod references;
mod resolve;
mod source;
#[cfg(test)]
mod testing;
mod types;

pub use binder::{Binder, Budget};
pub use calls::{Call, HierarchyEdge};
pub use languages::ModuleTarget;
pub use references::{Reference, ReferenceQuery, References};
pub use source::{FileId, Source, SymbolRef};
pub use types::{Resolution, Target, Type};
