//! Pieces that several answers are made of.

use rmcp::model::*;
use serde_json::{Map, Value};

/// A picture of one pixel, as base64 of PNG.
pub(crate) const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
/// A sound without samples, as base64 of WAV.
pub(crate) const SILENCE: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

/// A good answer of one text.
pub(crate) fn said(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.into())])
}

/// A text resource.
pub(crate) fn text_resource(uri: &str, kind: &str, text: &str) -> ResourceContents {
    ResourceContents::TextResourceContents {
        uri: uri.into(),
        mime_type: Some(kind.into()),
        text: text.into(),
        meta: None,
    }
}

/// The members of a JSON object; none of anything else.
pub(crate) fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// A form with these fields, all of them required.
pub(crate) fn form(
    message: &str,
    fields: Value,
    required: &[&str],
) -> Result<ElicitRequestParams, rmcp::ErrorData> {
    let schema = serde_json::json!({
        "type": "object", "properties": fields, "required": required,
    });
    match serde_json::from_value(schema) {
        Ok(requested_schema) => Ok(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: message.into(),
            requested_schema,
        }),
        Err(error) => Err(rmcp::ErrorData::internal_error(error.to_string(), None)),
    }
}
