//! What is configured, told without a secret.

use clew_config::{Credential, Provider, SemanticMode, Settings};
use clew_door::{Key, Limits};
use clew_protocol::{PendingChange, ProviderCheck, SetupState, SetupStatusAnswer};

use crate::desk::{Desk, Pending};

/// Most names of models in an answer.
const MOST_MODELS: usize = 50;

impl Desk {
    /// What is configured. With `check`, the provider in use is asked for its models;
    /// what waits for a person is never contacted.
    pub fn status(&self, check: bool, cancelled: &dyn Fn() -> bool) -> SetupStatusAnswer {
        let used = self.in_use();
        let settings = &used.settings;
        let llm = &settings.llm;
        let key = self.key(settings);
        let mut problems = used.problems;
        if let Err(error) = &key {
            problems.push(error.to_string());
        }
        let credential_present = matches!(key, Ok(Some(_)));
        if llm.credential().is_some() && matches!(key, Ok(None)) {
            problems
                .push("no key was found where the configuration says; `clew setup --key`".into());
        }
        let provider_check =
            (check && llm.provider != Provider::None).then(|| self.check(settings, cancelled));
        let pending = self.pending();
        let state = match (&pending, problems.is_empty(), used.is_written) {
            (_, false, _) => SetupState::Incomplete,
            (Some(_), true, _) => SetupState::Pending,
            (None, true, true) => SetupState::Ready,
            (None, true, false) => SetupState::Default,
        };
        let places = self.places();
        SetupStatusAnswer {
            state,
            binary_present: true,
            yaml_present: used.is_written,
            credential_present,
            config_path: places.config().display().to_string(),
            config_managed: places.external.is_none(),
            provider: provider_name(llm.provider).into(),
            provider_url: llm.url.clone().filter(|_| llm.provider != Provider::None),
            model: match (settings.semantic.mode, &llm.model) {
                (SemanticMode::Fast, None) => "not_required (fast mode)".into(),
                (_, model) => model.clone().unwrap_or_default(),
            },
            embed_model: llm.embed_model.clone().unwrap_or_else(|| "built-in".into()),
            semantic_mode: match settings.semantic.mode {
                SemanticMode::Fast => "fast".into(),
                SemanticMode::Llm => "llm".into(),
            },
            description_language: settings.semantic.description_language.clone(),
            credential_source: match llm.credential() {
                None => "none".into(),
                Some(Credential::Keyring(_)) => "keyring".into(),
                Some(Credential::Variable(_)) => "env".into(),
                Some(Credential::Plain(_)) => "plain".into(),
            },
            token_env: llm.token_env.clone(),
            exclude: settings.exclude.clone(),
            problems,
            pending: pending.map(|pending| told(&pending)),
            provider_check,
            setup_url: None,
            notes: Vec::new(),
        }
    }

    /// Asks the provider of these settings for its models, with the key in use.
    pub fn check(&self, settings: &Settings, cancelled: &dyn Fn() -> bool) -> ProviderCheck {
        self.check_with(settings, None, cancelled)
    }

    /// The same, with a key that a person typed.
    pub fn check_with(
        &self,
        settings: &Settings,
        typed: Option<&str>,
        cancelled: &dyn Fn() -> bool,
    ) -> ProviderCheck {
        let failed = |message: String| ProviderCheck {
            reachable: false,
            models_present: false,
            models: Vec::new(),
            message: Some(message),
        };
        let key = match typed.map_or_else(|| self.key(settings), |typed| Ok(Key::new(typed))) {
            Ok(key) => key,
            Err(error) => return failed(error.to_string()),
        };
        let models = match models(settings, key, cancelled) {
            Ok(models) => models,
            Err(message) => return failed(message),
        };
        let llm = &settings.llm;
        let wanted = [&llm.model, &llm.embed_model].into_iter().flatten();
        let missing = wanted.filter(|name| *name != "none").find(|name| !has(&models, name));
        ProviderCheck {
            reachable: true,
            models_present: missing.is_none(),
            message: missing.map(|name| format!("the provider has no model {name}")),
            // Names that could not be given as an argument are no use to anybody.
            models: models
                .into_iter()
                .filter(|name| crate::words::model_name("model", name).is_ok())
                .take(MOST_MODELS)
                .collect(),
        }
    }
}

/// The models of the provider in these settings; a probe is short and is not repeated.
fn models(
    settings: &Settings,
    key: Option<Key>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<String>, String> {
    let limits = Limits {
        timeout: std::time::Duration::from_secs(10),
        retries: 0,
        answer_bytes: 4 << 20,
        ..Limits::default()
    };
    crate::models::provider(settings, key, limits)
        .map_err(|error| error.to_string())?
        .ok_or("no provider is configured")?
        .models(cancelled)
        .map_err(|error| error.summary())
}

/// Ollama's names may leave the tag `latest` out.
fn has(models: &[String], name: &str) -> bool {
    models.iter().any(|model| model == name || model.strip_suffix(":latest") == Some(name))
}

/// What waits, told to whoever asks.
pub(crate) fn told(pending: &Pending) -> PendingChange {
    PendingChange {
        changes: pending.changes.clone(),
        reasons: pending.reasons.iter().map(ToString::to_string).collect(),
        confirm_with: "a person runs `clew setup --confirm` in a terminal".into(),
    }
}

pub(crate) fn provider_name(provider: Provider) -> &'static str {
    match provider {
        Provider::None => "none",
        Provider::Ollama => "ollama",
        Provider::Openapi => "openapi",
    }
}
