//! Tools that ask the client something while they run (handshake revisions).

use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::contents::{form, said};

type Context = RequestContext<RoleServer>;

/// Lets the client's model say something.
pub(crate) async fn sampling(prompt: &str, context: &Context) -> CallToolResult {
    let messages = vec![SamplingMessage::user_text(prompt)];
    match context.peer.create_message(CreateMessageRequestParams::new(messages, 100)).await {
        Ok(result) => {
            let first = result.message.content.first();
            let text = first.and_then(|content| content.as_text()).map(|text| text.text.clone());
            said(format!("LLM response: {}", text.unwrap_or_default()))
        }
        Err(error) => failed(&error.to_string()),
    }
}

/// Asks the user for a name and an address.
pub(crate) async fn elicitation(
    message: &str,
    context: &Context,
) -> Result<CallToolResult, ErrorData> {
    let fields = json!({
        "username": { "type": "string", "description": "User's response" },
        "email": { "type": "string", "description": "User's email address" },
    });
    ask(form(message, fields, &["username", "email"])?, "User response", context).await
}

/// A form whose fields all have defaults.
pub(crate) async fn defaults(context: &Context) -> Result<CallToolResult, ErrorData> {
    let fields = json!({
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": {
            "type": "string", "enum": ["active", "inactive", "pending"], "default": "active",
        },
        "verified": { "type": "boolean", "default": true },
    });
    ask(form("Change what is not right", fields, &[])?, "Elicitation completed", context).await
}

/// A form with every way to choose from a list.
pub(crate) async fn choices(context: &Context) -> Result<CallToolResult, ErrorData> {
    let titled = |titles: [&str; 3]| -> Vec<Value> {
        let values = ["value1", "value2", "value3"].into_iter().zip(titles);
        values.map(|(value, title)| json!({ "const": value, "title": title })).collect()
    };
    let plain = ["option1", "option2", "option3"];
    let fields = json!({
        "untitledSingle": { "type": "string", "enum": plain },
        "titledSingle": {
            "type": "string", "oneOf": titled(["First Option", "Second Option", "Third Option"]),
        },
        "legacyEnum": {
            "type": "string", "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": plain } },
        "titledMulti": {
            "type": "array",
            "items": { "anyOf": titled(["First Choice", "Second Choice", "Third Choice"]) },
        },
    });
    ask(form("Choose", fields, &[])?, "Elicitation completed", context).await
}

async fn ask(
    form: ElicitRequestParams,
    heading: &str,
    context: &Context,
) -> Result<CallToolResult, ErrorData> {
    Ok(match context.peer.create_elicitation(form).await {
        Ok(answer) => {
            let action = match answer.action {
                ElicitationAction::Accept => "accept",
                ElicitationAction::Decline => "decline",
                _ => "cancel",
            };
            let content = json!(answer.content);
            said(format!("{heading}: action={action}, content={content}"))
        }
        Err(error) => failed(&error.to_string()),
    })
}

fn failed(reason: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!("the client did not answer: {reason}"))])
}
