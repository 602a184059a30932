//! Chunks: the pieces of a file that search ranks.

use clew_text::TextRange;
use serde::{Deserialize, Serialize};

use crate::SymbolId;

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChunkKind {
    /// A callable with its body, or a part of a very long one.
    Callable,
    /// A type: header, fields and short members, without long method bodies.
    Type,
    /// A constant, variable, alias or other small declaration (several may share one).
    Value,
    /// Imports and statements at file level.
    TopLevel,
    /// A section of a document.
    Section,
    /// A part of a data file or plain text.
    Text,
}

/// A piece of a file that search ranks as one hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// What it holds.
    pub kind: ChunkKind,
    /// The symbol that it shows, if it shows one.
    pub symbol: Option<SymbolId>,
    /// Its text, doc comment included. Chunks may nest (a class and its methods)
    /// but every line of a file is in at least one.
    pub range: TextRange,
}
