//! The configured models, ready to be asked.

use std::time::Duration;

use clew_config::{Provider as Configured, Settings};
use clew_door::{Key, Limits, Sanitizer, UrlPolicy};
use clew_provider::{Embedder, Kind, Provider};

use crate::desk::Desk;
use crate::error::SetupError;

impl Desk {
    /// The model for vectors in use; nothing where it is the built-in one or none.
    ///
    /// # Errors
    ///
    /// When the key cannot be had or the address cannot be used.
    pub fn embedder(&self) -> Result<Option<Embedder>, SetupError> {
        let settings = self.in_use().settings;
        let Some(model) = settings.llm.embed_model.as_deref().filter(|name| *name != "none") else {
            return Ok(None);
        };
        let minutes = u64::from(settings.llm.request_timeout_minutes);
        let timeout = Duration::from_secs(minutes * 60);
        let limits = Limits { timeout, ..Limits::default() };
        let provider = provider(&settings, self.key(&settings)?, limits)?;
        Ok(provider.map(|provider| Embedder::new(provider, model)))
    }
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
