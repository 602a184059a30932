//! The settings as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything that `config.yaml` says, defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Settings {
    /// The provider of models.
    pub llm: Llm,
    /// Descriptions of symbols.
    pub semantic: Semantic,
    /// Globs of what is not indexed, relative to the root.
    pub exclude: Vec<String>,
    /// Largest file of code or prose, in bytes.
    pub max_file_bytes: Option<u64>,
    /// Largest data file, in bytes.
    pub max_data_bytes: Option<u64>,
    /// `user` or `workspace`.
    pub index_location: IndexLocation,
    /// Settings of one language each, by its name.
    pub languages: BTreeMap<String, LanguageSettings>,
}

/// Where the index is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum IndexLocation {
    /// In the user's data folder.
    #[default]
    User,
    /// Inside the workspace.
    Workspace,
}

/// Who answers requests to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Nobody: everything works offline.
    #[default]
    None,
    /// A local Ollama.
    Ollama,
    /// An OpenAI-compatible service.
    Openapi,
}

/// The provider of models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Llm {
    /// Who answers.
    pub provider: Provider,
    /// Its address.
    pub url: Option<String>,
    /// Model that writes descriptions.
    pub model: Option<String>,
    /// Model for vectors; `none` turns vectors off, nothing means the built-in one.
    pub embed_model: Option<String>,
    /// Where the keyring holds the key.
    pub token_ref: Option<String>,
    /// Name of the environment variable that holds the key.
    pub token_env: Option<String>,
    /// The key itself; deprecated.
    pub token: Option<String>,
    /// Time for one request, in minutes.
    pub request_timeout_minutes: u32,
    /// Waits before a background job asks again, in seconds.
    pub retry_delays_seconds: Vec<u32>,
    /// Largest text for a description, in bytes.
    pub max_bytes: u64,
    /// Largest text for a vector, in bytes.
    pub max_embed_bytes: u64,
    /// Hosts whose addresses may stay in what is sent.
    pub allowed_hosts: Vec<String>,
}

impl Default for Llm {
    fn default() -> Self {
        Llm {
            provider: Provider::None,
            url: None,
            model: None,
            embed_model: None,
            token_ref: None,
            token_env: None,
            token: None,
            request_timeout_minutes: 20,
            retry_delays_seconds: vec![60, 120, 300],
            max_bytes: 25_000,
            max_embed_bytes: 63_768,
            allowed_hosts: Vec::new(),
        }
    }
}

/// Where a key comes from, in the order in which it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential<'a> {
    /// The keyring, under this reference.
    Keyring(&'a str),
    /// An environment variable of this name.
    Variable(&'a str),
    /// The file itself; deprecated.
    Plain(&'a str),
}

impl Llm {
    /// Where the key comes from, if one is set.
    pub fn credential(&self) -> Option<Credential<'_>> {
        let keyring = self.token_ref.as_deref().map(Credential::Keyring);
        let variable = || self.token_env.as_deref().map(Credential::Variable);
        let plain = || self.token.as_deref().map(Credential::Plain);
        keyring.or_else(variable).or_else(plain)
    }
}

/// Descriptions of symbols.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Semantic {
    /// How they come about.
    pub mode: SemanticMode,
    /// Language of written descriptions.
    pub description_language: String,
    /// How many are written at once.
    pub concurrency: Concurrency,
    /// How fast.
    pub throttling: Throttling,
    /// How much may be asked for.
    pub budget: Budget,
}

impl Default for Semantic {
    fn default() -> Self {
        Semantic {
            mode: SemanticMode::Fast,
            description_language: "en".into(),
            concurrency: Concurrency::default(),
            throttling: Throttling::default(),
            budget: Budget::default(),
        }
    }
}

/// How descriptions come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum SemanticMode {
    /// From structure and comments.
    #[default]
    Fast,
    /// Written by the model.
    Llm,
}

/// Requests at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Concurrency {
    /// Descriptions written at once.
    pub semantic_workers: u32,
}

impl Default for Concurrency {
    fn default() -> Self {
        Concurrency { semantic_workers: 6 }
    }
}

/// Pauses between requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Throttling {
    /// Pause between two requests, in milliseconds.
    pub delay_ms: u32,
    /// Whether to slow down when the provider does.
    pub adaptive: bool,
}

impl Default for Throttling {
    fn default() -> Self {
        Throttling { delay_ms: 10, adaptive: true }
    }
}

/// Bounds on what descriptions may cost; a day begins at midnight UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// Requests a day, for all projects together.
    pub requests_per_day: u32,
    /// Tokens a day, read and written; counted by the provider, else four letters each.
    pub tokens_per_day: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { requests_per_day: 500, tokens_per_day: 400_000 }
    }
}

/// Settings of one language; globs, relative to the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(default)]
pub struct LanguageSettings {
    /// Further files of the language.
    pub include: Vec<String>,
    /// Files that are not indexed.
    pub exclude: Vec<String>,
    /// Files where a program begins.
    pub entrypoints: Vec<String>,
    /// Folders of dependencies.
    pub dependency_dirs: Vec<String>,
}
