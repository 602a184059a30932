//! setup and setup_status: the user's configuration of models.

use serde::{Deserialize, Serialize};

/// Asks for a configuration.
///
/// What a program asks for can be what an injected text asks for: whatever would send
/// code or a key to a new place waits until a person confirms it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SetupRequest {
    /// Whether a configuration that is in use may be replaced.
    pub confirm: bool,
    /// Whether to open the page in the browser; otherwise the other fields count.
    pub interactive: bool,
    /// Who answers.
    pub mode: Option<SetupMode>,
    /// Address of the provider.
    pub provider_url: Option<String>,
    /// Model that writes descriptions.
    pub model: Option<String>,
    /// Model for vectors; `none` turns them off, `built-in` is the one inside Clew.
    pub embed_model: Option<String>,
    /// `fast` or `llm`.
    pub semantic_mode: Option<String>,
    /// Language of descriptions, as a tag such as `en`.
    pub description_language: Option<String>,
    /// Name of the variable that holds the key.
    pub token_env: Option<String>,
    /// Where the key is kept.
    pub credential_source: Option<CredentialSource>,
    /// Globs that are left out of every index, added to those in use.
    pub exclude: Vec<String>,
    /// Whether to ask the provider for its models before writing.
    pub check_provider: bool,
}

impl Default for SetupRequest {
    fn default() -> Self {
        SetupRequest {
            confirm: false,
            interactive: true,
            mode: None,
            provider_url: None,
            model: None,
            embed_model: None,
            semantic_mode: None,
            description_language: None,
            token_env: None,
            credential_source: None,
            exclude: Vec::new(),
            check_provider: true,
        }
    }
}

/// Who answers requests to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SetupMode {
    /// Nobody: words and the built-in vectors.
    Bm25,
    /// A local Ollama.
    Ollama,
    /// An OpenAI-compatible service.
    Openapi,
}

/// Where a key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CredentialSource {
    /// The keyring of the operating system.
    Keyring,
    /// An environment variable.
    Env,
}

/// Asks what is configured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SetupStatusRequest {
    /// Whether to ask the provider in use whether it answers.
    pub check_provider: bool,
}

/// What is configured. It never holds a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupStatusAnswer {
    /// How far set-up is.
    pub state: SetupState,
    /// Whether the program is there: always, for it answers.
    pub binary_present: bool,
    /// Whether there is a configuration file.
    pub yaml_present: bool,
    /// Whether a key was found where the configuration says.
    pub credential_present: bool,
    /// Path of the configuration file.
    pub config_path: String,
    /// Whether Clew writes that file; otherwise `CLEW_CONFIG` names it.
    pub config_managed: bool,
    /// `none`, `ollama` or `openapi`.
    pub provider: String,
    /// Address of the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_url: Option<String>,
    /// Model that writes descriptions, or `not_required (fast mode)`.
    pub model: String,
    /// Model for vectors: `built-in`, `none` or a provider's.
    pub embed_model: String,
    /// `fast` or `llm`.
    pub semantic_mode: String,
    /// Language of descriptions.
    pub description_language: String,
    /// Where the key is: `none`, `keyring`, `env` or `plain`.
    pub credential_source: String,
    /// Name of the variable that holds the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_env: Option<String>,
    /// Globs that are left out of every index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// What is wrong in the file, `line:column: key: what; suggestion`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// What waits for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<PendingChange>,
    /// What the provider said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_check: Option<ProviderCheck>,
    /// Page where a person goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup_url: Option<String>,
    /// What else the caller should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How far set-up is. Search works in every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupState {
    /// Nothing was configured, and nothing needs to be.
    Default,
    /// What is configured can be used.
    Ready,
    /// A change waits for a person; what was configured before goes on.
    Pending,
    /// The file has problems, or a provider lacks what it needs.
    Incomplete,
}

/// A change that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingChange {
    /// What would change, one line each.
    pub changes: Vec<String>,
    /// Why a person is asked, one sentence each.
    pub reasons: Vec<String>,
    /// How a person confirms.
    pub confirm_with: String,
}

/// What a provider said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderCheck {
    /// Whether it answered.
    pub reachable: bool,
    /// Whether it has the models that are configured.
    pub models_present: bool,
    /// Names of its models, at most fifty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// What is wrong, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
