//! setup: the configuration of model providers.

use clew_protocol::{CredentialSource, Question, SetupMode, SetupRequest, ToolError};

use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::Setup,
    title: "Set up providers",
    description: "Configure a model provider. Outside addresses and keys wait for a person.",
    fields: &[
        Field::optional("confirm", FieldKind::Flag, "Replace what is in use"),
        Field::optional("interactive", FieldKind::Flag, "Default true: opens a page"),
        Field::optional(
            "mode",
            FieldKind::Choice(&["bm25", "ollama", "openapi"]),
            "bm25: no provider",
        ),
        Field::optional("provider_url", FieldKind::Text, "Its address"),
        Field::optional("model", FieldKind::Text, "For descriptions"),
        Field::optional("embed_model", FieldKind::Text, "Or `none`, `built-in`"),
        Field::optional("semantic_mode", FieldKind::Choice(&["fast", "llm"]), "Default fast"),
        Field::optional("description_language", FieldKind::Text, "e.g. `en`, `ru`, `zh`"),
        Field::optional("token_env", FieldKind::Text, "Name of a variable"),
        Field::optional(
            "credential_source",
            FieldKind::Choice(&["keyring", "env"]),
            "Default keyring",
        ),
        Field::optional("exclude", FieldKind::TextList, "Globs to leave out"),
        Field::optional("check_provider", FieldKind::Flag, "Default true"),
    ],
    aliases: &[],
    output: None,
    effect: Effect::Settings,
    reach: Reach::Provider,
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
