//! The two protocols: lists of models and vectors.

use std::sync::Arc;

use clew_door::{Door, Endpoint, EndpointError, Key, Limits, Method, Sanitizer};
use serde_json::{Value, json};

use crate::error::ProviderError;

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Ollama's own protocol.
    Ollama,
    /// The protocol of OpenAI, which many speak.
    OpenAi,
}

/// Most numbers in a vector: no model has as many, and an index of such would fill the
/// disk.
const MOST_NUMBERS: usize = 16_384;

/// A provider of models.
#[derive(Debug)]
pub struct Provider {
    kind: Kind,
    door: Door,
    sanitizer: Sanitizer,
    /// What stands between the base address and the names of the protocol.
    prefix: &'static str,
}

impl Provider {
    /// The way to a provider at a base address, with or without `/v1`.
    ///
    /// # Errors
    ///
    /// When no request may go to that address.
    pub fn new(
        kind: Kind,
        address: &str,
        key: Option<Key>,
        limits: Limits,
        sanitizer: Sanitizer,
    ) -> Result<Self, EndpointError> {
        let base = address.trim_end_matches('/');
        let (base, prefix) = match (kind, base.strip_suffix("/v1")) {
            (Kind::Ollama, stripped) => (stripped.unwrap_or(base), "api"),
            // Some services count otherwise, such as `/api/paas/v4`.
            (Kind::OpenAi, None) if !ends_in_version(base) => (base, "v1"),
            (Kind::OpenAi, _) => (base, ""),
        };
        let door = Door::new(Endpoint::parse(base)?, key, limits);
        Ok(Provider { kind, door, sanitizer, prefix })
    }

    /// Names of its models, in its order.
    ///
    /// # Errors
    ///
    /// When it does not answer, or not as its protocol says.
    pub fn models(&self, cancelled: &dyn Fn() -> bool) -> Result<Vec<String>, ProviderError> {
        let (path, list, name) = match self.kind {
            Kind::Ollama => ("tags", "models", "name"),
            Kind::OpenAi => ("models", "data", "id"),
        };
        let body = self.door.send(&self.path(path), Method::Get, cancelled)?.body;
        let models = body[list].as_array().ok_or_else(|| self.lacks("a list of models"))?;
        Ok(models.iter().filter_map(|model| model[name].as_str()).map(str::to_owned).collect())
    }

    /// One vector for each text, in their order.
    ///
    /// # Errors
    ///
    /// When it does not answer, or with another number of vectors, or with vectors of
    /// different lengths or without a direction.
    pub fn embed(
        &self,
        model: &str,
        texts: &[&str],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, ProviderError> {
        let (path, list) = match self.kind {
            Kind::Ollama => ("embed", "embeddings"),
            Kind::OpenAi => ("embeddings", "data"),
        };
        let (body, _) = self.sanitizer.json(&json!({ "model": model, "input": texts }));
        let body = self.door.send(&self.path(path), Method::Post(&body), cancelled)?.body;
        let items = body[list].as_array().ok_or_else(|| self.lacks("a list of vectors"))?;
        let mut vectors = vec![Vec::new(); texts.len()];
        self.counted("vectors", texts.len(), items.len())?;
        for (place, item) in items.iter().enumerate() {
            let (place, values) = match self.kind {
                Kind::Ollama => (place, item),
                Kind::OpenAi => (index(item).unwrap_or(place), &item["embedding"]),
            };
            let slot = vectors.get_mut(place).ok_or_else(|| self.lacks("vectors in order"))?;
            *slot = numbers(values).ok_or_else(|| self.lacks("vectors of numbers"))?;
        }
        let length = vectors.first().map_or(0, Vec::len);
        if length > MOST_NUMBERS {
            return Err(self.lacks("vectors of at most 16384 numbers"));
        }
        if let Some(other) = vectors.iter().find(|one| one.len() != length || one.is_empty()) {
            self.counted("numbers in a vector", length.max(1), other.len())?;
        }
        if !vectors.iter().all(|vector| has_direction(vector)) {
            return Err(ProviderError::NoDirection { host: self.endpoint().host().to_owned() });
        }
        Ok(vectors)
    }

    /// Where it is.
    pub fn endpoint(&self) -> &Endpoint {
        self.door.endpoint()
    }

    /// What it speaks.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn sanitizer(&self) -> &Sanitizer {
        &self.sanitizer
    }

    pub(crate) fn door(&self) -> &Door {
        &self.door
    }

    pub(crate) fn path(&self, name: &str) -> String {
        if self.prefix.is_empty() { name.to_owned() } else { format!("{}/{name}", self.prefix) }
    }

    pub(crate) fn lacks(&self, what: &'static str) -> ProviderError {
        ProviderError::Shape { host: self.endpoint().host().to_owned(), what }
    }

    fn counted(
        &self,
        what: &'static str,
        wanted: usize,
        found: usize,
    ) -> Result<(), ProviderError> {
        if wanted == found {
            return Ok(());
        }
        let host = self.endpoint().host().to_owned();
        Err(ProviderError::Count { host, what, wanted, found })
    }
}

fn ends_in_version(base: &str) -> bool {
    let last = base.rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|number| number.parse::<u32>().is_ok())
}

fn index(item: &Value) -> Option<usize> {
    usize::try_from(item["index"].as_u64()?).ok()
}

fn numbers(values: &Value) -> Option<Vec<f32>> {
    let numbers = values.as_array()?.iter().map(|value| value.as_f64().map(|one| one as f32));
    let numbers = numbers.collect::<Option<Vec<f32>>>()?;
    numbers.iter().all(|one| one.is_finite()).then_some(numbers)
}

/// Whether a vector can be compared with others. Its scale does not matter, so its length
/// is not asked for, which may overflow.
fn has_direction(vector: &[f32]) -> bool {
    vector.iter().any(|one| *one != 0.0)
}

/// Makes vectors of texts.
pub trait EmbeddingProvider: Send + Sync {
    /// Names what makes the vectors; those of another name cannot be compared.
    fn id(&self) -> String;

    /// One vector for each text, in their order.
    ///
    /// # Errors
    ///
    /// As [`Provider::embed`].
    fn embed(
        &self,
        texts: &[&str],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, ProviderError>;
}

/// One model of a provider.
#[derive(Debug, Clone)]
pub struct Embedder {
    provider: Arc<Provider>,
    model: String,
}

impl Embedder {
    /// That model there.
    pub fn new(provider: Provider, model: impl Into<String>) -> Self {
        Embedder { provider: Arc::new(provider), model: model.into() }
    }

    /// Another model of the same provider.
    #[must_use]
    pub fn other(&self, model: &str) -> Self {
        Embedder { provider: Arc::clone(&self.provider), model: model.to_owned() }
    }

    /// Name of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Base address of the provider.
    pub fn endpoint(&self) -> &str {
        self.provider.endpoint().as_str()
    }
}

impl EmbeddingProvider for Embedder {
    fn id(&self) -> String {
        format!("{} {}", self.provider.endpoint().as_str(), self.model)
    }

    fn embed(
        &self,
        texts: &[&str],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, ProviderError> {
        self.provider.embed(&self.model, texts, cancelled)
    }
}
