//! Meaning as vectors: a static table of word vectors that is part of the binary.
//!
//! A text is split into words ([`split`](mod@split)), each word is looked up in
//! the table, and the vector of the text is the normalised sum of the vectors of
//! its distinct words. The vectors were trained so that a sentence about a piece
//! of code lies near that code; `model/` in the repository reproduces the table.
//!
//! [`Model::built_in`] is the table, an [`Encoder`] turns texts into
//! [`Embedding`]s, [`Embedding::similarity`] compares them; indexes keep [`Coarse`]
//! ones. Nothing here reads
//! files, opens connections or ranks.

mod coarse;
mod embedding;
mod encoder;
mod model;
mod split;

#[cfg(test)]
mod tests;

pub use coarse::{COARSE_BYTES, Coarse, dot_coarse};
pub use embedding::{DIMENSIONS, Embedding, dot, dot_of};
pub use encoder::Encoder;
pub use model::{Model, ModelError, ModelId};
