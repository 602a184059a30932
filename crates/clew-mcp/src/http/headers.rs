//! Headers that repeat what the body of a stateless request says.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::JsonObject;
use serde_json::Value;

/// Protocol revision of a request.
pub(super) const PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// Session of a request of the handshake revisions.
pub(super) const SESSION_ID: &str = "mcp-session-id";
/// Event after which a stream goes on.
pub(super) const LAST_EVENT_ID: &str = "last-event-id";

const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";
const PARAMETER: &str = "mcp-param-";

/// Checks the headers of a stateless message against its body.
///
/// `schema` is the input schema of the called tool, if it is known. Returns
/// what is wrong, for an answer with code -32020.
pub(super) fn check(
    headers: &HeaderMap,
    message: &Value,
    version: Option<&str>,
    schema: Option<&JsonObject>,
) -> Result<(), String> {
    if let Some(version) = version {
        must_equal(PROTOCOL_VERSION, single(headers, PROTOCOL_VERSION)?, version)?;
    }
    let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
    must_equal(METHOD, single(headers, METHOD)?, method)?;
    if let Some(name) = subject(method, message.get("params")) {
        must_equal(NAME, decoded(headers, NAME)?.as_deref(), name)?;
    }
    match (method, schema) {
        ("tools/call", Some(schema)) => check_parameters(headers, message, schema),
        _ => Ok(()),
    }
}

/// The value of a header that may be given once.
pub(super) fn single<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, String> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(format!("header {name} is given twice"));
    }
    match first.map(|value| value.to_str()) {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(text)),
        Some(Err(_)) => Err(format!("header {name} has bytes that are no visible ASCII")),
    }
}

fn must_equal(header: &str, found: Option<&str>, wanted: &str) -> Result<(), String> {
    match found {
        Some(found) if found == wanted => Ok(()),
        Some(found) => Err(format!("header {header} is `{found}`, the body says `{wanted}`")),
        None => Err(format!("header {header} is missing; send `{wanted}`")),
    }
}

/// What a request is about, which its header names too.
fn subject<'a>(method: &str, params: Option<&'a Value>) -> Option<&'a str> {
    let member = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    params?.get(member)?.as_str()
}

/// The value of a header, with the wrapping of other characters than visible
/// ASCII removed.
fn decoded(headers: &HeaderMap, name: &str) -> Result<Option<String>, String> {
    let Some(value) = single(headers, name)? else { return Ok(None) };
    let wrapped = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(wrapped) = wrapped else { return Ok(Some(value.to_string())) };
    let bytes = BASE64_STANDARD.decode(wrapped).ok();
    match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        Some(text) => Ok(Some(text)),
        None => Err(format!("header {name} is no base64 of UTF-8")),
    }
}

/// Checks the headers that a tool's schema asks for.
fn check_parameters(
    headers: &HeaderMap,
    message: &Value,
    schema: &JsonObject,
) -> Result<(), String> {
    let arguments = message.pointer("/params/arguments");
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let Some(header) = property.get("x-mcp-header").and_then(Value::as_str) else { continue };
        let header = format!("{PARAMETER}{}", header.to_ascii_lowercase());
        let found = decoded(headers, &header)?;
        let wanted = arguments.and_then(|arguments| arguments.get(name)).and_then(plain);
        match (found, wanted) {
            (None, None) => {}
            (Some(_), None) => return Err(format!("header {header} without `{name}` in the body")),
            (found, Some(wanted)) => must_equal(&header, found.as_deref(), &wanted)?,
        }
    }
    Ok(())
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    fn check_headers(given: &[(&str, &str)], message: Value, expected: Result<(), &str>) {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            );
        }
        let schema = json!({ "properties": { "region": { "x-mcp-header": "Region" }, "b": {} } });
        let schema = schema.as_object().unwrap();
        let found = check(&headers, &message, Some("2026-07-28"), Some(schema));
        assert_eq!(found, expected.map_err(str::to_string), "{given:?} {message}");
    }

    const VERSION: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");

    #[test]
    fn headers_repeat_the_body() {
        let list = json!({ "method": "tools/list" });
        check_headers(&[VERSION, ("Mcp-Method", "tools/list")], list.clone(), Ok(()));
        check_headers(
            &[VERSION],
            list.clone(),
            Err("header mcp-method is missing; send `tools/list`"),
        );
        check_headers(
            &[VERSION, ("mcp-method", "Tools/list")],
            list.clone(),
            Err("header mcp-method is `Tools/list`, the body says `tools/list`"),
        );
        check_headers(
            &[VERSION, VERSION],
            list.clone(),
            Err("header mcp-protocol-version is given twice"),
        );
        check_headers(
            &[("mcp-protocol-version", "2025-11-25")],
            list,
            Err("header mcp-protocol-version is `2025-11-25`, the body says `2026-07-28`"),
        );
    }

    #[test]
    fn names_are_repeated_and_may_be_wrapped() {
        let call = |name: &str| json!({ "method": "tools/call", "params": { "name": name } });
        let given = |name| [VERSION, ("mcp-method", "tools/call"), ("mcp-name", name)];
        check_headers(&given("search"), call("search"), Ok(()));
        check_headers(&given("=?base64?c8O8w58=?="), call("süß"), Ok(()));
        check_headers(
            &given("=?base64?%?="),
            call("a"),
            Err("header mcp-name is no base64 of UTF-8"),
        );
        check_headers(&given("b"), call("a"), Err("header mcp-name is `b`, the body says `a`"));
        check_headers(
            &given("süß"),
            call("süß"),
            Err("header mcp-name has bytes that are no visible ASCII"),
        );
        let read = json!({ "method": "resources/read", "params": { "uri": "clew://a" } });
        let given = [VERSION, ("mcp-method", "resources/read"), ("mcp-name", "clew://a")];
        check_headers(&given, read, Ok(()));
    }

    #[test]
    fn annotated_parameters_are_repeated() {
        let call = |arguments: Value| json!({ "method": "tools/call", "params": { "name": "a", "arguments": arguments } });
        let base = [VERSION, ("mcp-method", "tools/call"), ("mcp-name", "a")];
        check_headers(&base, call(json!({ "region": null })), Ok(()));
        check_headers(
            &base,
            call(json!({ "region": 5 })),
            Err("header mcp-param-region is missing; send `5`"),
        );
        let with = [base.as_slice(), &[("Mcp-Param-Region", "eu")]].concat();
        check_headers(&with, call(json!({ "region": "eu" })), Ok(()));
        check_headers(
            &with,
            call(json!({})),
            Err("header mcp-param-region without `region` in the body"),
        );
    }
}
