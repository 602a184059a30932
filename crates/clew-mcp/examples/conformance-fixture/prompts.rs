//! Prompts.

use rmcp::ErrorData;
use rmcp::model::*;
use serde_json::{Value, json};

use crate::TTL_MS;
use crate::contents::{PIXEL, form};
use crate::rounds::response;

/// The prompts.
pub(crate) fn list() -> ListPromptsResult {
    let plain = |name: &str| Prompt::new(name, Some("For tests"), None);
    let argument = |name: &str, required| {
        PromptArgument::new(name).with_description("For tests").with_required(required)
    };
    let arguments = vec![argument("arg1", true), argument("arg2", false)];
    ListPromptsResult::with_all_items(vec![
        plain("test_simple_prompt"),
        Prompt::new("test_prompt_with_arguments", Some("For tests"), Some(arguments)),
        plain("test_prompt_with_embedded_resource"),
        plain("test_prompt_with_image"),
        plain("test_input_required_result_prompt"),
    ])
    .with_ttl_ms(TTL_MS)
    .with_cache_scope(CacheScope::Public)
}

/// A prompt filled in.
pub(crate) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let user = |text: String| PromptMessage::new_text(Role::User, text);
    let argument = |name: &str| {
        let arguments = request.arguments.as_ref();
        arguments.and_then(|all| all.get(name)).and_then(Value::as_str).unwrap_or_default()
    };
    let messages = match request.name.as_str() {
        "test_simple_prompt" => vec![user("This is a simple prompt for testing.".into())],
        "test_prompt_with_arguments" => {
            let (one, two) = (argument("arg1"), argument("arg2"));
            vec![user(format!("Prompt with arguments: arg1='{one}', arg2='{two}'"))]
        }
        "test_prompt_with_embedded_resource" => {
            let uri = match argument("resourceUri") {
                "" => "test://example-resource",
                uri => uri,
            };
            let kind = Some("text/plain".to_string());
            let text = Some("Embedded resource content for testing.".to_string());
            vec![
                PromptMessage::new_resource(Role::User, uri.into(), kind, text, None, None, None),
                user("Please process the embedded resource above.".into()),
            ]
        }
        "test_prompt_with_image" => {
            let image = ContentBlock::Image(ImageContent::new(PIXEL, "image/png"));
            vec![PromptMessage::new(Role::User, image), user("Please look at the image.".into())]
        }
        "test_input_required_result_prompt" => return with_context(request),
        name => return Err(ErrorData::invalid_params(format!("no prompt {name}"), None)),
    };
    Ok(GetPromptResult::new(messages).into())
}

fn with_context(request: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let Some(answer) = response(request.input_responses.as_ref(), "user_context") else {
        let fields = json!({ "context": { "type": "string" } });
        let form = form("What context should the prompt use?", fields, &["context"])?;
        let mut requests = InputRequests::new();
        requests.insert("user_context".into(), InputRequest::Elicitation(ElicitRequest::new(form)));
        return Ok(InputRequiredResult::from_input_requests(requests).into());
    };
    let context = answer.get("content").and_then(|content| content.get("context"));
    let context = context.and_then(Value::as_str).unwrap_or_default();
    let message = PromptMessage::new_text(Role::User, format!("Use this context: {context}"));
    Ok(GetPromptResult::new(vec![message]).into())
}
