//! What a description is about.

/// A symbol with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// File relative to the root; helps the model, and is no part of the key.
    pub path: String,
    /// What it is, for example `method`.
    pub kind: String,
    /// Its qualified name.
    pub name: String,
    /// Its own text, comment included.
    pub code: String,
}

/// Names a description by what it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DescriptionKey(pub(crate) [u8; 32]);

/// Raised whenever other words are sent to the model for the same subject.
const PROMPT_VERSION: &str = "1";

impl DescriptionKey {
    /// The key of a subject's description by a model in a language.
    pub fn of(model: &str, language: &str, subject: &Subject) -> DescriptionKey {
        let mut hasher = blake3::Hasher::new();
        let parts = [PROMPT_VERSION, model, language, &subject.kind, &subject.name, &subject.code];
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        DescriptionKey(*hasher.finalize().as_bytes())
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
