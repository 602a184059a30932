//! Models of outside providers: which there are, vectors for texts, texts by models.
//!
//! [`Provider`] speaks to an Ollama or to an OpenAI-compatible service through
//! `clew-door`, so that everything it sends is sanitized. [`embed_all`] asks in batches
//! and keeps every vector in a [`VectorCache`] by the content of its text, so that an
//! interrupted run goes on where it ended and equal texts are never sent twice.

mod cache;
mod chat;
mod error;
mod provider;
mod run;
#[cfg(test)]
mod tests;

pub use cache::{CacheError, ContentKey, VectorCache};
pub use chat::{ChatRequest, Written};
pub use error::ProviderError;
pub use provider::{Embedder, EmbeddingProvider, Kind, Provider};
pub use run::{Batches, RunError, embed_all};
