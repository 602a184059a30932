//! The index of Clew: store, text search, ranking, snapshots.
//!
//! A [`Store`] holds what is known of one repository family (its worktrees,
//! clones and branches) in one folder. Readers take a [`Snapshot`]: the last
//! committed generation plus an overlay of changed and unsaved files. One writer
//! at a time turns a [`Batch`] into the next generation; several processes may
//! read meanwhile.
//!
//! On disk:
//!
//! - `packs/<blake3>.pack`: immutable, content-addressed. One pack holds the
//!   documents of a batch: a table of them, their facts, their names and one
//!   tantivy segment over their chunks.
//! - `packs/<blake3>.<model>.vectors` and `.provided`: the vectors of a pack's chunks
//!   by the built-in and a provider's model, see `vectors`.
//! - `workspaces/<blake3>.workspace`: immutable. The live documents of one
//!   workspace and what the file system said of them.
//! - `manifest`: replaced atomically. It names the packs and workspaces of the
//!   current generation; what it does not name is rubbish.
//! - `lock`: locked by whoever writes.
//!
//! Nothing in a pack depends on the machine or on where the workspace lies.
//!
//! This crate parses no source, knows no wire protocol and starts no thread.

mod batch;
mod bits;
mod bytes;
mod disk;
mod document;
mod error;
mod facts_cache;
mod facts_codec;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod generation;
mod manifest;
mod names;
mod names_in_facts;
mod pack;
mod query;
mod rank;
mod snapshot;
mod store;
mod tally;
#[cfg(test)]
mod testing;
mod text;
mod tokens;
mod vectors;
mod workspace;

pub use batch::{Batch, Upsert};
pub use clew_embed::ModelId;
pub use document::{
    DocumentId, DocumentInfo, DocumentInput, FactsInput, FileStat, PathRole, WorkspaceKey,
};
pub use error::StoreError;
pub use names::{NameBits, NameMatch, NameQuery};
pub use pack::FORMAT as STORE_FORMAT;
pub use query::{Frame, Query, QueryKind, Word, parse_query};
pub use rank::{
    Copies, FilePattern, Likeness, PlacedFile, ScorePart, SearchMode, SimilarHit, SimilarQuery,
    SimilarTo, SymbolRole, SymbolType, TextHit, TextQuery,
};
pub use snapshot::{MacroNamespaces, Snapshot};
pub use store::{
    Committed, GarbagePolicy, GarbageReport, MissingVectors, ProvidedRows, Store, StoreOptions,
    Stores, TextOf, VectorOf, WorkspaceInfo, WriteProgress,
};
pub use tally::Tally;
pub use vectors::ProvidedVector;
