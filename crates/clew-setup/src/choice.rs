//! From arguments to settings.

use clew_config::{Provider, SemanticMode, Settings};
use clew_door::Endpoint;
use clew_protocol::{CredentialSource, SetupMode, SetupRequest};

use crate::error::SetupError;
use crate::keys::KeyRef;
use crate::variables::is_key_variable;
use crate::words::{exclusion, language_tag, model_name};

/// Who asks for a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// A program, such as an agent over MCP.
    Program,
    /// A person, in a terminal or on the page.
    Person,
}

/// Where an Ollama listens unless it was told otherwise.
const OLLAMA: &str = "http://127.0.0.1:11434";

/// Most globs in `exclude`.
const MOST_EXCLUSIONS: usize = 200;

/// The settings that arguments ask for, on top of those in use. A program's
/// exclusions are added to the others, a person's replace them.
///
/// # Errors
///
/// When a value does not fit, or lacks another one.
pub fn choose(
    request: &SetupRequest,
    current: &Settings,
    asker: Asker,
) -> Result<Settings, SetupError> {
    let mut chosen = current.clone();
    provider(request, &mut chosen)?;
    models(request, &mut chosen)?;
    credential(request, current, &mut chosen)?;
    if let Some(tag) = &request.description_language {
        chosen.semantic.description_language = language_tag(tag)?;
    }
    exclusions(request, &mut chosen, asker)?;
    if chosen.semantic.mode == SemanticMode::Llm && chosen.llm.model.is_none() {
        return Err(SetupError::Missing { field: "model", why: "semantic_mode llm needs one" });
    }
    Ok(chosen)
}

fn provider(request: &SetupRequest, chosen: &mut Settings) -> Result<(), SetupError> {
    let before = chosen.llm.provider;
    chosen.llm.provider = match request.mode {
        None => before,
        Some(SetupMode::Bm25) => Provider::None,
        Some(SetupMode::Ollama) => Provider::Ollama,
        Some(SetupMode::Openapi) => Provider::Openapi,
    };
    let llm = &mut chosen.llm;
    if llm.provider != before {
        (llm.url, llm.model, llm.embed_model) = (None, None, None);
    }
    if llm.provider == Provider::None {
        let given = [&request.provider_url, &request.model, &request.token_env];
        if given.into_iter().any(Option::is_some) || request.credential_source.is_some() {
            return Err(SetupError::Contradiction(
                "provider_url, model, token_env and credential_source need mode ollama or openapi",
            ));
        }
        (llm.url, llm.model) = (None, None);
        chosen.semantic.mode = SemanticMode::Fast;
        return Ok(());
    }
    let address = match (&request.provider_url, &llm.url, llm.provider) {
        (Some(given), ..) => given.trim().to_owned(),
        (None, Some(kept), _) => kept.clone(),
        (None, None, Provider::Ollama) => OLLAMA.to_owned(),
        (None, None, _) => {
            let why = "mode openapi needs the provider's address";
            return Err(SetupError::Missing { field: "provider_url", why });
        }
    };
    llm.url = Some(Endpoint::parse(&address)?.as_str().to_owned());
    Ok(())
}

fn models(request: &SetupRequest, chosen: &mut Settings) -> Result<(), SetupError> {
    if let Some(name) = &request.model {
        chosen.llm.model = Some(model_name("model", name)?);
    }
    if let Some(name) = &request.embed_model {
        chosen.llm.embed_model = match name.trim() {
            "built-in" => None,
            "none" => Some("none".into()),
            _ if chosen.llm.provider == Provider::None => {
                return Err(SetupError::Contradiction(
                    "an embed_model of a provider needs mode ollama or openapi; without one it \
                     is built-in or none",
                ));
            }
            name => Some(model_name("embed_model", name)?),
        };
    }
    match request.semantic_mode.as_deref().map(str::trim) {
        None => {}
        Some("fast") => chosen.semantic.mode = SemanticMode::Fast,
        Some("llm") if chosen.llm.provider == Provider::None => {
            return Err(SetupError::Contradiction(
                "semantic_mode llm needs mode ollama or openapi",
            ));
        }
        Some("llm") => chosen.semantic.mode = SemanticMode::Llm,
        Some(other) => {
            let shown = crate::words::shown(other);
            return Err(SetupError::Value { field: "semantic_mode", shown, wanted: "fast or llm" });
        }
    }
    Ok(())
}

/// The key belongs to its address: another address never gets it.
fn credential(
    request: &SetupRequest,
    current: &Settings,
    chosen: &mut Settings,
) -> Result<(), SetupError> {
    let (old, llm) = (&current.llm, &mut chosen.llm);
    let moved = llm.provider != old.provider || llm.url != old.url;
    if moved {
        (llm.token_ref, llm.token_env, llm.token) = (None, None, None);
    }
    if llm.provider == Provider::None {
        return Ok(());
    }
    let endpoint = Endpoint::parse(llm.url.as_deref().unwrap_or_default())?;
    let keyring = || KeyRef::of(llm.provider, &endpoint).to_string();
    let wanted = match (request.credential_source, &request.token_env) {
        (Some(CredentialSource::Keyring), Some(_)) => {
            return Err(SetupError::Contradiction("token_env needs credential_source env"));
        }
        (Some(CredentialSource::Env), None) if llm.token_env.is_none() => {
            let why = "credential_source env needs the variable's name";
            return Err(SetupError::Missing { field: "token_env", why });
        }
        (Some(CredentialSource::Env), None) => return Ok(()),
        (Some(CredentialSource::Keyring), None) => Some(keyring()),
        (_, Some(_)) => None,
        (None, None) if moved && !endpoint.is_loopback() => Some(keyring()),
        (None, None) => return Ok(()),
    };
    llm.token = None;
    llm.token_ref = wanted;
    llm.token_env = match &request.token_env {
        Some(name) if !is_key_variable(name) => {
            return Err(SetupError::Variable(crate::words::shown(name)));
        }
        name => name.clone(),
    };
    Ok(())
}

fn exclusions(
    request: &SetupRequest,
    chosen: &mut Settings,
    asker: Asker,
) -> Result<(), SetupError> {
    if asker == Asker::Person && !request.exclude.is_empty() {
        chosen.exclude.clear();
    }
    for glob in &request.exclude {
        let glob = exclusion(glob)?;
        if !chosen.exclude.contains(&glob) {
            chosen.exclude.push(glob);
        }
    }
    if chosen.exclude.len() > MOST_EXCLUSIONS {
        return Err(SetupError::Contradiction("exclude may hold at most 200 globs"));
    }
    Ok(())
}
