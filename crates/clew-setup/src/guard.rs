//! What only a person may decide.

use std::fmt;

use clew_config::{Provider, SemanticMode, Settings};
use clew_door::Endpoint;

/// Why a change needs a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Code would leave the machine.
    Outside {
        /// The host that gets it.
        host: String,
    },
    /// Requests would go elsewhere than before.
    ChangedAddress,
    /// An address on this machine that is more than a host, a port and `/v1`.
    Path,
    /// A variable of the environment would be read and sent.
    Variable(String),
    /// A key would be sent.
    Key,
    /// A local provider would pass the request on to its maker's machines.
    RemoteModel(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Outside { host } => write!(f, "parts of your code would be sent to {host}"),
            Reason::ChangedAddress => f.write_str("requests would go to another address"),
            Reason::Path => f.write_str("the address holds more than a host, a port and /v1"),
            Reason::Variable(name) => write!(f, "the variable {name} would be sent as a key"),
            Reason::Key => f.write_str("a key of the keyring would be sent"),
            Reason::RemoteModel(name) => {
                write!(f, "the model {name} does not run on this machine")
            }
        }
    }
}

/// Why a program may not make this change alone; empty where it may.
pub fn reasons(current: &Settings, new: &Settings) -> Vec<Reason> {
    let (old, llm) = (&current.llm, &new.llm);
    let same = old == llm && current.semantic.mode == new.semantic.mode;
    if same || llm.provider == Provider::None {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    match Endpoint::parse(llm.url.as_deref().unwrap_or_default()) {
        Ok(endpoint) if endpoint.is_loopback() => {
            if !is_plain(&endpoint) {
                reasons.push(Reason::Path);
            }
        }
        Ok(endpoint) => reasons.push(Reason::Outside { host: endpoint.host().to_owned() }),
        // Nothing is sent to what is no address.
        Err(_) => return Vec::new(),
    }
    if old.url.is_some() && old.url != llm.url {
        reasons.push(Reason::ChangedAddress);
    }
    if let Some(name) = llm.token_env.as_ref().filter(|_| llm.token_env != old.token_env) {
        reasons.push(Reason::Variable(name.clone()));
    }
    if llm.token_ref.is_some() && llm.token_ref != old.token_ref {
        reasons.push(Reason::Key);
    }
    let models = [&llm.model, &llm.embed_model];
    for name in models.into_iter().flatten().filter(|name| runs_elsewhere(name)) {
        reasons.push(Reason::RemoteModel(name.clone()));
    }
    reasons
}

/// Whether an address is a host and a port, perhaps with `/v1`.
fn is_plain(endpoint: &Endpoint) -> bool {
    let rest = endpoint.as_str().split_once("://").map_or("", |(_, rest)| rest);
    matches!(rest.split_once('/'), None | Some((_, "" | "v1")))
}

/// Whether an Ollama would pass this model's requests on to its maker.
fn runs_elsewhere(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("-cloud") || name.ends_with(":cloud")
}

/// What differs, one line each, for people.
pub fn differences(current: &Settings, new: &Settings) -> Vec<String> {
    let rows = rows(current).into_iter().zip(rows(new));
    let changed = rows.filter(|((_, old), (_, new))| old != new);
    changed.map(|((name, old), (_, new))| format!("{name}: {old} -> {new}")).collect()
}

fn rows(settings: &Settings) -> Vec<(&'static str, String)> {
    let llm = &settings.llm;
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".into());
    let provider = match llm.provider {
        Provider::None => "none",
        Provider::Ollama => "ollama",
        Provider::Openapi => "openapi",
    };
    let mode = match settings.semantic.mode {
        SemanticMode::Fast => "fast",
        SemanticMode::Llm => "llm",
    };
    vec![
        ("provider", provider.into()),
        ("address", text(&llm.url)),
        ("model", text(&llm.model)),
        ("model for vectors", llm.embed_model.clone().unwrap_or_else(|| "built-in".into())),
        ("descriptions", mode.into()),
        ("language of descriptions", settings.semantic.description_language.clone()),
        ("key from the keyring", text(&llm.token_ref)),
        ("key from the variable", text(&llm.token_env)),
        ("hosts that may be named", llm.allowed_hosts.join(", ")),
        ("left out", settings.exclude.join(", ")),
    ]
}
