//! Vectors for many texts: in batches, resumed, never twice for equal texts.

use std::collections::HashSet;

use crate::cache::{CacheError, ContentKey, VectorCache};
use crate::error::ProviderError;
use crate::provider::EmbeddingProvider;

/// How much is asked for at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batches {
    /// Texts in one request.
    pub texts: usize,
    /// Bytes of text in one request, about.
    pub bytes: usize,
    /// Bytes of one text; the rest of a longer one does not count.
    pub text_bytes: usize,
}

impl Default for Batches {
    fn default() -> Self {
        Batches { texts: 64, bytes: 256 << 10, text_bytes: 63_768 }
    }
}

/// A run ended early. What was embedded before is kept.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The provider.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The cache.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Makes sure that the cache holds the vector of every text, and returns how many were
/// asked for. Each batch is kept before the next is asked for; `progress` is told how
/// many of how many new texts are done. Blank texts have no vector.
///
/// # Errors
///
/// When the provider or the cache fails, or `cancelled` says so.
pub fn embed_all(
    provider: &dyn EmbeddingProvider,
    cache: &VectorCache,
    texts: &[&str],
    batches: Batches,
    cancelled: &dyn Fn() -> bool,
    progress: &dyn Fn(usize, usize),
) -> Result<usize, RunError> {
    let mut seen = HashSet::new();
    let mut missing = Vec::new();
    for text in texts.iter().filter(|text| !text.trim().is_empty()) {
        let key = ContentKey::of(text);
        if seen.insert(key) && cache.get(key)?.is_none() {
            missing.push((key, beginning(text, batches.text_bytes)));
        }
    }
    let mut done = 0;
    for batch in split(&missing, batches) {
        let texts: Vec<&str> = batch.iter().map(|(_, text)| *text).collect();
        let vectors = embed_in_parts(provider, &texts, cancelled)?;
        let pairs = batch.iter().zip(&vectors).map(|((key, _), vector)| (*key, vector.as_slice()));
        cache.put(&pairs.collect::<Vec<_>>())?;
        done += batch.len();
        progress(done, missing.len());
    }
    Ok(done)
}

/// Texts shorter than this are not cut any more.
const SHORTEST: usize = 64;

/// Vectors of texts; where texts are refused, those of parts, and of a text that is
/// refused alone that of its beginning.
fn embed_in_parts(
    provider: &dyn EmbeddingProvider,
    texts: &[&str],
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<Vec<f32>>, ProviderError> {
    let error = match provider.embed(texts, cancelled) {
        Err(error) if error.is_about_texts() => error,
        other => return other,
    };
    match texts {
        [] => Err(error),
        [text] if text.len() <= SHORTEST => Err(error),
        [text] => embed_in_parts(provider, &[beginning(text, text.len() / 2)], cancelled),
        _ => {
            let (left, right) = texts.split_at(texts.len() / 2);
            let mut vectors = embed_in_parts(provider, left, cancelled)?;
            vectors.extend(embed_in_parts(provider, right, cancelled)?);
            Ok(vectors)
        }
    }
}

/// The first bytes of a text, whole characters only.
fn beginning(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn split<'a, 't>(
    missing: &'a [(ContentKey, &'t str)],
    batches: Batches,
) -> Vec<&'a [(ContentKey, &'t str)]> {
    let (mut parts, mut start, mut bytes) = (Vec::new(), 0, 0);
    for (at, (_, text)) in missing.iter().enumerate() {
        let full = at - start >= batches.texts.max(1) || bytes + text.len() > batches.bytes;
        if at > start && full {
            parts.push(&missing[start..at]);
            (start, bytes) = (at, 0);
        }
        bytes += text.len();
    }
    if start < missing.len() {
        parts.push(&missing[start..]);
    }
    parts
}
