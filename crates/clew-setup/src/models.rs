//! The configured models, ready to be asked.

use std::time::Duration;

use clew_config::{Provider as Configured, SemanticMode, Settings};
use clew_describe::Writer;
use clew_door::{Key, Limits, Sanitizer, UrlPolicy};
use clew_provider::{Embedder, Kind, Provider};

use crate::desk::Desk;
use crate::error::SetupError;

/// Time in which the vector of a question has to be there; words can answer sooner.
const ASKING: Duration = Duration::from_secs(3);

/// Time in which a model has to give its first, short answer; a local one may have to be
/// loaded first. Who is silent for longer is not waited for with a whole batch.
const PROBING: Duration = Duration::from_secs(60);

/// The model for vectors in use.
#[derive(Debug, Clone)]
pub struct Embedders {
    /// For many texts: patient.
    pub indexing: Embedder,
    /// For a first look at whether it is there.
    pub probing: Embedder,
    /// For one question: hasty, and asks once.
    pub asking: Embedder,
    /// Waits before a run that failed goes on, the last one for all further ones.
    pub delays: Vec<Duration>,
    /// Bytes of one text; the rest of a longer one does not count.
    pub text_bytes: usize,
}

/// Which vectors are wanted.
#[derive(Debug, Clone)]
pub enum Vectors {
    /// None at all.
    Off,
    /// Those of the built-in model.
    BuiltIn,
    /// Those of a provider's model beside them.
    Provided(Box<Embedders>),
}

impl Desk {
    /// Which vectors are wanted.
    ///
    /// # Errors
    ///
    /// When the key cannot be had or the address cannot be used.
    pub fn vectors(&self) -> Result<Vectors, SetupError> {
        let settings = self.in_use().settings;
        let llm = &settings.llm;
        let model = match llm.embed_model.as_deref() {
            Some("none") => return Ok(Vectors::Off),
            Some(model) => model,
            None => return Ok(Vectors::BuiltIn),
        };
        let timeout = Duration::from_secs(u64::from(llm.request_timeout_minutes) * 60);
        let patient = Limits { timeout, ..Limits::default() };
        let looking = Limits { timeout: timeout.min(PROBING), retries: 1, ..Limits::default() };
        let hasty = Limits { timeout: ASKING, retries: 0, concurrent: 8, ..Limits::default() };
        let key = || self.key(&settings);
        let embedder = |limits| -> Result<Option<Embedder>, SetupError> {
            let provider = provider(&settings, key()?, limits)?;
            Ok(provider.map(|provider| Embedder::new(provider, model)))
        };
        let all = (embedder(patient)?, embedder(looking)?, embedder(hasty)?);
        let (Some(indexing), Some(probing), Some(asking)) = all else {
            return Ok(Vectors::BuiltIn);
        };
        let seconds = llm.retry_delays_seconds.iter();
        Ok(Vectors::Provided(Box::new(Embedders {
            indexing,
            probing,
            asking,
            delays: seconds.map(|seconds| Duration::from_secs((*seconds).into())).collect(),
            text_bytes: usize::try_from(llm.max_embed_bytes).unwrap_or(usize::MAX),
        })))
    }
}

impl Desk {
    /// The model that writes descriptions, where one is to write them.
    ///
    /// # Errors
    ///
    /// When the key cannot be had or the address cannot be used.
    pub fn writer(&self, settings: &Settings) -> Result<Option<Writer>, SetupError> {
        let Some(model) = describing_model(settings) else { return Ok(None) };
        let minutes = u64::from(settings.llm.request_timeout_minutes);
        let workers = settings.semantic.concurrency.semantic_workers as usize;
        let timeout = Duration::from_secs(minutes * 60);
        let retries = if settings.semantic.throttling.adaptive { 4 } else { 0 };
        let limits = Limits { timeout, concurrent: workers, retries, ..Limits::default() };
        let provider = provider(settings, self.key(settings)?, limits)?;
        let language = &settings.semantic.description_language;
        let bytes = usize::try_from(settings.llm.max_bytes).unwrap_or(usize::MAX);
        Ok(provider.map(|provider| Writer::new(provider, model, language, bytes)))
    }
}

/// The model that is to write descriptions; none in fast mode or without a provider.
pub fn describing_model(settings: &Settings) -> Option<&str> {
    let llm = &settings.llm;
    let wanted = settings.semantic.mode == SemanticMode::Llm && llm.provider != Configured::None;
    llm.model.as_deref().filter(|_| wanted)
}

/// The provider of these settings; nothing where none is configured.
pub(crate) fn provider(
    settings: &Settings,
    key: Option<Key>,
    limits: Limits,
) -> Result<Option<Provider>, SetupError> {
    let llm = &settings.llm;
    let kind = match llm.provider {
        Configured::None => return Ok(None),
        Configured::Ollama => Kind::Ollama,
        Configured::Openapi => Kind::OpenAi,
    };
    let url = llm.url.as_deref().unwrap_or_default();
    let sanitizer = Sanitizer::new(UrlPolicy::allowing(llm.allowed_hosts.iter().cloned()));
    Ok(Some(Provider::new(kind, url, key, limits, sanitizer)?))
}
