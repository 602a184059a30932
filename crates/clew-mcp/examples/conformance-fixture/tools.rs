//! The list of tools, and those that answer by themselves.

use std::time::Duration;

use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::contents::{PIXEL, SILENCE, members, said, text_resource};
use crate::rounds::{elicitation, need};
use crate::{Fixture, asks, tasks};

/// Tools without arguments.
const PLAIN: [&str; 24] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_tool_with_logging",
    "test_error_handling",
    "test_tool_with_progress",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_reconnection",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
];

/// The tools.
pub(crate) fn list() -> Vec<Tool> {
    let tool =
        |name: &str, schema: Value| Tool::new(name.to_string(), "For tests", members(schema));
    let text = |field: &str| json!({ "type": "object", "properties": { field: { "type": "string" } }, "required": [field] });
    let mut list: Vec<Tool> =
        PLAIN.iter().map(|name| tool(name, json!({ "type": "object" }))).collect();
    list.push(tool("test_sampling", text("prompt")));
    list.push(tool("test_elicitation", text("message")));
    let header = json!({ "value": { "type": "string", "x-mcp-header": "Value" } });
    let header = json!({ "type": "object", "properties": header, "required": ["value"] });
    list.push(tool("test_custom_header", header));
    list.push(tool("json_schema_2020_12_tool", schema_2020_12()));
    for name in tasks::NAMES {
        list.push(tool(name, json!({ "type": "object" })));
    }
    list
}

/// A schema with what the 2020-12 dialect has and older ones lack.
fn schema_2020_12() -> Value {
    let lines = json!({ "street": { "type": "string" }, "city": { "type": "string" } });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": { "$anchor": "address", "type": "object", "properties": lines } },
        "properties": { "name": { "type": "string" }, "address": { "$ref": "#/$defs/address" } },
        "allOf": [{ "anyOf": [{ "required": ["name"] }, { "required": ["address"] }] }],
        "if": { "required": ["address"] },
        "then": { "properties": { "address": { "required": ["street"] } } },
        "else": { "required": ["name"] },
        "additionalProperties": false,
    })
}

/// Calls a tool.
pub(crate) async fn call(
    fixture: &Fixture,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let arguments = request.arguments.unwrap_or_default();
    let text = |key: &str| arguments.get(key).and_then(Value::as_str).unwrap_or("hello");
    let result = match request.name.as_ref() {
        "test_simple_text" => said("This is a simple text response for testing."),
        "test_image_content" => {
            CallToolResult::success(vec![ContentBlock::image(PIXEL, "image/png")])
        }
        "test_audio_content" => {
            let sound = ContentBlock::Audio(AudioContent::new(SILENCE, "audio/wav"));
            CallToolResult::success(vec![sound])
        }
        "test_embedded_resource" => {
            let text = "This is an embedded resource content.";
            let resource = text_resource("test://embedded-resource", "text/plain", text);
            CallToolResult::success(vec![ContentBlock::resource(resource)])
        }
        "test_multiple_content_types" => several_kinds(),
        "test_tool_with_logging" => logging(context).await,
        "test_tool_with_progress" => progress(context).await,
        "test_error_handling" => {
            let text = "This tool intentionally returns an error for testing";
            CallToolResult::error(vec![ContentBlock::text(text)])
        }
        "test_sampling" => asks::sampling(text("prompt"), context).await,
        "test_elicitation" => asks::elicitation(text("message"), context).await?,
        "test_elicitation_sep1034_defaults" => asks::defaults(context).await?,
        "test_elicitation_sep1330_enums" => asks::choices(context).await?,
        "test_reconnection" => {
            // Longer than an answer may stay without a stream.
            tokio::time::sleep(Duration::from_millis(1500)).await;
            said("The client came back, or never left")
        }
        "test_custom_header" => said(text("value")),
        "json_schema_2020_12_tool" => said(format!("Hello, {}!", text("name"))),
        "test_missing_capability" => {
            let can = context.meta.client_capabilities().unwrap_or_default();
            if can.sampling.is_none() {
                let needed = ClientCapabilities::builder().enable_sampling().build();
                return Err(ErrorData::missing_required_client_capability(needed));
            }
            said("The capability is there")
        }
        "test_streaming_elicitation" => {
            let fields = json!({ "value": { "type": "string" } });
            return need(vec![("value", elicitation("A value?", fields, &["value"])?)], None);
        }
        "test_logging_tool" => {
            if let Some(level) = context.meta.log_level() {
                log(context, level, "as asked for").await;
            }
            said("Logged if asked to")
        }
        "test_trigger_tool_change" => {
            for sink in fixture.sinks().await {
                ignore(sink.notify_tool_list_changed().await);
            }
            said("The tools changed")
        }
        "test_trigger_prompt_change" => {
            for sink in fixture.sinks().await {
                ignore(sink.notify_prompt_list_changed().await);
            }
            said("The prompts changed")
        }
        other => return Err(ErrorData::invalid_params(format!("no tool {other}"), None)),
    };
    Ok(result.into())
}

fn several_kinds() -> CallToolResult {
    let data = json!({ "test": "data", "value": 123 }).to_string();
    let resource = text_resource("test://mixed-content-resource", "application/json", &data);
    CallToolResult::success(vec![
        ContentBlock::text("Multiple content types test:"),
        ContentBlock::image(PIXEL, "image/png"),
        ContentBlock::resource(resource),
    ])
}

async fn logging(context: &RequestContext<RoleServer>) -> CallToolResult {
    for message in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        log(context, LoggingLevel::Info, message).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    said("Logged three messages")
}

async fn progress(context: &RequestContext<RoleServer>) -> CallToolResult {
    for done in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let message = ProgressNotificationParam::new(token, done)
                .with_total(100.0)
                .with_message(format!("{done} of 100"));
            ignore(context.peer.notify_progress(message).await);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    said("Went all the way")
}

async fn log(context: &RequestContext<RoleServer>, level: LoggingLevel, text: &str) {
    let message = LoggingMessageNotificationParam::new(level, json!(text)).with_logger("fixture");
    ignore(context.peer.notify_logging_message(message).await);
}

/// A client that went away is no matter of the fixture.
fn ignore<T, E>(_sent: Result<T, E>) {}
