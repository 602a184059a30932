//! setup: the configuration of model providers.

use clew_protocol::{CredentialSource, Question, SetupMode, SetupRequest, ToolError};

use super::setup_status::MEMBERS;
use super::{Call, Effect, Length, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::Setup,
    title: "Set up providers",
    description: "Configure a model provider; search needs none. Outside addresses and keys \
        wait until a person confirms.",
    fields: &[
        Field::optional("confirm", FieldKind::Flag, "Replace a set-up in use, default false"),
        Field::optional(
            "interactive",
            FieldKind::Flag,
            "Default true: a page for the person; false: these arguments",
        ),
        Field::optional(
            "mode",
            FieldKind::Choice(&["bm25", "ollama", "openapi"]),
            "bm25: no provider",
        ),
        Field::optional("provider_url", FieldKind::Text, "e.g. `http://127.0.0.1:11434`"),
        Field::optional("model", FieldKind::Text, "Writes descriptions"),
        Field::optional("embed_model", FieldKind::Text, "For vectors; `none`, `built-in`"),
        Field::optional("semantic_mode", FieldKind::Choice(&["fast", "llm"]), "Default fast"),
        Field::optional("description_language", FieldKind::Text, "e.g. `en`, `ru`, `zh`"),
        Field::optional("token_env", FieldKind::Text, "NAME of the variable with the key"),
        Field::optional(
            "credential_source",
            FieldKind::Choice(&["keyring", "env"]),
            "Default keyring",
        ),
        Field::optional("exclude", FieldKind::TextList, "Globs left out of the index"),
        Field::optional("check_provider", FieldKind::Flag, "Ask for its models, default true"),
    ],
    aliases: &[],
    output: Some(MEMBERS),
    effect: Effect::Settings,
    length: Length::Short,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let mode = arguments.text("mode").and_then(|mode| match mode.as_str() {
        "bm25" => Some(SetupMode::Bm25),
        "ollama" => Some(SetupMode::Ollama),
        "openapi" => Some(SetupMode::Openapi),
        _ => None,
    });
    let source = arguments.text("credential_source").and_then(|source| match source.as_str() {
        "keyring" => Some(CredentialSource::Keyring),
        "env" => Some(CredentialSource::Env),
        _ => None,
    });
    let request = SetupRequest {
        confirm: arguments.flag("confirm").unwrap_or(false),
        interactive: arguments.flag("interactive").unwrap_or(true),
        mode,
        provider_url: arguments.filled("provider_url"),
        model: arguments.filled("model"),
        embed_model: arguments.filled("embed_model"),
        semantic_mode: arguments.filled("semantic_mode"),
        description_language: arguments.filled("description_language"),
        token_env: arguments.filled("token_env"),
        credential_source: source,
        exclude: arguments.list("exclude"),
        check_provider: arguments.flag("check_provider").unwrap_or(true),
    };
    Ok(Draft::pretty(&call.engine.setup(request, call.context)?))
}
