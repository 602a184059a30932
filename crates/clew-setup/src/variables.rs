//! Which environment variables may hold a provider's key.

use std::sync::Arc;

/// Reads an environment variable; libraries read none themselves.
pub type Variables = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Names that `token_env` may have. Any other variable may hold another secret, which
/// would then be sent to the provider.
pub const KEY_VARIABLES: [&str; 20] = [
    "CLEW_PROVIDER_KEY",
    "ZNT_LLM_TOKEN",
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "OLLAMA_API_KEY",
    "AZURE_OPENAI_API_KEY",
    "COHERE_API_KEY",
    "DEEPSEEK_API_KEY",
    "FIREWORKS_API_KEY",
    "GEMINI_API_KEY",
    "GROQ_API_KEY",
    "JINA_API_KEY",
    "LITELLM_API_KEY",
    "MISTRAL_API_KEY",
    "NEBIUS_API_KEY",
    "NVIDIA_API_KEY",
    "SILICONFLOW_API_KEY",
    "TOGETHER_API_KEY",
    "VOYAGE_API_KEY",
    "DASHSCOPE_API_KEY",
];

/// Whether a variable may hold a provider's key.
pub fn is_key_variable(name: &str) -> bool {
    KEY_VARIABLES.contains(&name)
}
