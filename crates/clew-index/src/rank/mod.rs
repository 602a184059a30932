//! Text search and ranking.

mod announced;
mod bm25f;
mod candidate;
mod definitions;
mod filter;
mod kin;
mod kinds;
mod likeness;
mod meaning;
mod path_role;
mod placed;
mod rules;
mod search;
mod similar;
mod terms;
mod weights;

#[cfg(test)]
mod tests;

pub use filter::FilePattern;
pub(crate) use kinds::RoleWords;
pub use likeness::Likeness;
pub use placed::PlacedFile;
pub use similar::{SimilarHit, SimilarQuery, SimilarTo};

use std::sync::Arc;

use clew_model::{LanguageId, SymbolId};

use crate::DocumentId;
#[cfg(test)]
use crate::Snapshot;
use crate::vectors::ProvidedVector;

/// The five kinds of components that searches tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolType {
    /// Classes, structs, interfaces, types, enums.
    Declaration,
    /// Functions, methods, constructors, macros.
    Function,
    /// Fields, properties, enum members, variables, constants.
    Member,
    /// Imports.
    Dependency,
    /// Modules, packages, namespaces, files, sections.
    Namespace,
}

/// What part a component plays, told from its names and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolRole {
    /// Takes requests and hands them on.
    Controller,
    /// Stores and finds records.
    Repository,
    /// Holds the work that is done.
    Service,
    /// Holds data.
    Model,
    /// Small help for others.
    Utility,
    /// Interface or trait.
    Contract,
    /// Makes others.
    Factory,
    /// Fits one interface to another.
    Adapter,
    /// Reacts to an event or message.
    Handler,
    /// Where the program starts.
    Entrypoint,
    /// Constants, variables, fields.
    State,
    /// Imports.
    Dependency,
    /// A place that calls.
    Callsite,
    /// Tests.
    Test,
    /// None of the others.
    Generic,
}

/// What a search goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchMode {
    /// Words.
    Lexical,
    /// Vectors.
    Vector,
    /// Both.
    #[default]
    Hybrid,
}

/// What becomes of hits that are nearly the text of better ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Copies {
    /// They are counted where the better one is listed. Messages and what stands in quotes
    /// list them all the same.
    #[default]
    LeftOut,
    /// They are listed, beyond the limit if need be.
    Listed,
}

/// A search over chunks.
#[derive(Clone, Debug, PartialEq)]
pub struct TextQuery {
    /// What is looked for, as typed.
    pub text: String,
    /// What it goes by.
    pub mode: SearchMode,
    /// Most hits to return.
    pub limit: usize,
    /// Hits to skip first (cursor).
    pub offset: usize,
    /// Raises hits of this type by 4.
    pub type_boost: Option<SymbolType>,
    /// Raises hits of this role by 4.
    pub role_boost: Option<SymbolRole>,
    /// Only files whose path matches this glob; `**/` is put in front if missing.
    pub file_pattern: Option<String>,
    /// Only files of these languages; empty for all.
    pub languages: Vec<LanguageId>,
    /// Most hits of one file.
    pub per_file: usize,
    /// Whether to list how each score came about.
    pub explain: bool,
    /// What becomes of near copies of better hits.
    pub copies: Copies,
    /// Whether what stands in quotes may be missing from a hit.
    pub loose_phrases: bool,
    /// Its vector by a provider's model, which then stands for the built-in one
    /// where chunks have vectors of it.
    pub vector: Option<ProvidedVector>,
}

impl TextQuery {
    /// The ten best hits for `text`.
    pub fn new(text: &str) -> Self {
        TextQuery {
            text: text.to_owned(),
            mode: SearchMode::default(),
            limit: 10,
            offset: 0,
            type_boost: None,
            role_boost: None,
            file_pattern: None,
            languages: Vec::new(),
            per_file: 3,
            explain: false,
            copies: Copies::default(),
            loose_phrases: false,
            vector: None,
        }
    }
}

/// One reason for a score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScorePart {
    /// What counted.
    pub what: Arc<str>,
    /// What it added; negative where it took away.
    pub value: f32,
}

/// A chunk that answers a [`TextQuery`].
#[derive(Clone, Debug, PartialEq)]
pub struct TextHit {
    /// Its document.
    pub document: DocumentId,
    /// Index into the chunks of the document's facts.
    pub chunk: u32,
    /// The symbol to show: the defined one for a name, else the chunk's own.
    pub symbol: Option<SymbolId>,
    /// Higher is better; comparable inside one answer only.
    pub score: f32,
    /// What tells that others are nearly the same text.
    pub likeness: Likeness,
    /// How many of nearly the same text were left out in its favour.
    pub copies: u32,
    /// How the score came about, if asked for.
    pub parts: Vec<ScorePart>,
}
