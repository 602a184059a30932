//! All keys of `config.yaml`.

/// A key, what it takes and what it is for.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Path from the top, parts joined by dots; `*` stands for any name.
    pub path: &'static str,
    /// What it takes.
    pub takes: Type,
    /// The default, as YAML on one line.
    pub default: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// What a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Text or nothing.
    Text,
    /// An address: `https`, or `http` on this machine, or nothing.
    Address,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number within bounds.
    Whole(i64, i64),
    /// `true` or `false`.
    Flag,
    /// A list of whole numbers, each within bounds.
    Wholes(i64, i64),
    /// A list of globs.
    Globs,
    /// A list of texts.
    Texts,
}

const fn key(path: &'static str, takes: Type, default: &'static str, about: &'static str) -> Key {
    Key { path, takes, default, about }
}

const MOST: i64 = 1 << 40;

/// All keys, in the order in which they are written.
pub const KEYS: &[Key] = &[
    key(
        "llm.provider",
        Type::OneOf(&["none", "ollama", "openapi"]),
        "none",
        "who answers: none (everything works offline), ollama, or an OpenAI-compatible service",
    ),
    key("llm.url", Type::Address, "null", "the provider's address"),
    key("llm.model", Type::Text, "null", "model that writes descriptions"),
    key(
        "llm.embed_model",
        Type::Text,
        "null",
        "model for vectors; null: the built-in one, none: no vectors",
    ),
    key("llm.token_ref", Type::Text, "null", "where the keyring holds the key"),
    key("llm.token_env", Type::Text, "null", "name of the variable that holds the key"),
    key("llm.token", Type::Text, "null", "deprecated: the key itself; use the keyring"),
    key(
        "llm.request_timeout_minutes",
        Type::Whole(1, 1_440),
        "20",
        "time for one request to the provider",
    ),
    key(
        "llm.retry_delays_seconds",
        Type::Wholes(0, 86_400),
        "[60, 120, 300]",
        "waits before a background job asks again",
    ),
    key("llm.max_bytes", Type::Whole(1_000, MOST), "25000", "largest text for a description"),
    key("llm.max_embed_bytes", Type::Whole(1_000, MOST), "63768", "largest text for a vector"),
    key("llm.allowed_hosts", Type::Texts, "[]", "hosts whose addresses may stay in what is sent"),
    key(
        "semantic.mode",
        Type::OneOf(&["fast", "llm"]),
        "fast",
        "descriptions from structure and comments, or written by the model",
    ),
    key(
        "semantic.description_language",
        Type::Text,
        "en",
        "language of written descriptions, such as en, ru, zh",
    ),
    key(
        "semantic.concurrency.semantic_workers",
        Type::Whole(1, 64),
        "6",
        "descriptions written at once",
    ),
    key("semantic.throttling.delay_ms", Type::Whole(0, 600_000), "10", "pause between requests"),
    key("semantic.throttling.adaptive", Type::Flag, "true", "slow down when the provider does"),
    key(
        "semantic.budget.requests_per_day",
        Type::Whole(0, 1_000_000),
        "500",
        "most requests for descriptions a day, for all projects together",
    ),
    key(
        "semantic.budget.tokens_per_day",
        Type::Whole(0, MOST),
        "400000",
        "most tokens for descriptions a day, read and written",
    ),
    key("exclude", Type::Globs, "[]", "what is not indexed, relative to the root"),
    key("max_file_bytes", Type::Whole(1, MOST), "null", "largest file of code or prose"),
    key("max_data_bytes", Type::Whole(1, MOST), "null", "largest data file"),
    key(
        "index_location",
        Type::OneOf(&["user", "workspace"]),
        "user",
        "in the user's data folder, or inside the workspace",
    ),
    key("languages.*.include", Type::Globs, "[]", "further files of a language"),
    key("languages.*.exclude", Type::Globs, "[]", "files of a language that are not indexed"),
    key("languages.*.entrypoints", Type::Globs, "[]", "files where a program begins"),
    key("languages.*.dependency_dirs", Type::Globs, "[]", "folders of dependencies"),
];

/// The key of a path.
pub(crate) fn find(path: &[&str]) -> Option<&'static Key> {
    KEYS.iter().find(|key| {
        let parts: Vec<&str> = key.path.split('.').collect();
        parts.len() == path.len()
            && parts.iter().zip(path).all(|(part, name)| *part == "*" || part == name)
    })
}

/// Names that may stand below a path; empty where any name may, or none.
pub(crate) fn below(path: &[&str]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for key in KEYS {
        let parts: Vec<&str> = key.path.split('.').collect();
        let prefix = parts.len() > path.len()
            && parts.iter().zip(path).all(|(part, name)| *part == "*" || part == name);
        if prefix && parts[path.len()] != "*" && !names.contains(&parts[path.len()]) {
            names.push(parts[path.len()]);
        }
    }
    names
}

/// Whether a path is a group of keys.
pub(crate) fn is_group(path: &[&str]) -> bool {
    KEYS.iter().any(|key| {
        let parts: Vec<&str> = key.path.split('.').collect();
        parts.len() > path.len()
            && parts.iter().zip(path).all(|(part, name)| *part == "*" || part == name)
    })
}
