//! Tools that need several rounds: each answer says what is still needed.

use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Map, Value, json};

use crate::Fixture;
use crate::contents::{form, said};

type Answer = Result<CallToolResponse, ErrorData>;

/// A usable response of the client to the request of this key.
pub(crate) fn response<'a>(
    responses: Option<&'a InputResponses>,
    key: &str,
) -> Option<&'a Map<String, Value>> {
    responses?.get(key)?.as_object()
}

/// Calls one of the tools.
pub(crate) fn call(
    fixture: &Fixture,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Answer {
    let given = |key: &str| response(request.input_responses.as_ref(), key);
    match request.name.trim_start_matches("test_input_required_result_") {
        "elicitation" => match given("user_name") {
            Some(answer) => done(format!("Hello, {}!", text_at(answer, "name"))),
            None => need(vec![("user_name", name()?)], None),
        },
        "sampling" => match given("capital_question") {
            Some(answer) => done(format!("The model said: {}", text_at(answer, "text"))),
            None => {
                need(vec![("capital_question", sampling("What is the capital of France?"))], None)
            }
        },
        "list_roots" => match given("client_roots") {
            Some(answer) => done(format!("Roots: {}", json!(answer.get("roots")))),
            None => need(vec![("client_roots", roots())], None),
        },
        "request_state" | "tampered_state" => match &request.request_state {
            None => {
                let fields = json!({ "ok": { "type": "boolean" } });
                let confirm = elicitation("Please confirm", fields, &["ok"])?;
                need(vec![("confirm", confirm)], Some(seal(fixture, 1)?))
            }
            Some(state) => {
                unseal(fixture, state)?;
                done("Confirmed: state-ok".into())
            }
        },
        "multiple_inputs" => {
            let keys = ["user_name", "greeting", "client_roots"];
            match &request.request_state {
                Some(state) => {
                    unseal(fixture, state)?;
                    if keys.iter().all(|key| given(key).is_some()) {
                        return done("All inputs received".into());
                    }
                    need(several()?, Some(seal(fixture, 1)?))
                }
                None => need(several()?, Some(seal(fixture, 1)?)),
            }
        }
        "multi_round" => {
            let round = match &request.request_state {
                Some(state) => unseal(fixture, state)?,
                None => 0,
            };
            match round {
                0 => need(vec![("step1", name()?)], Some(seal(fixture, 1)?)),
                1 => {
                    let fields = json!({ "color": { "type": "string" } });
                    let color = elicitation("What is your favorite color?", fields, &["color"])?;
                    need(vec![("step2", color)], Some(seal(fixture, 2)?))
                }
                _ => done("All rounds are done".into()),
            }
        }
        "capabilities" => by_capability(request, context),
        other => Err(ErrorData::invalid_params(format!("no tool {other}"), None)),
    }
}

/// Asks only for what the client says it can do.
fn by_capability(request: &CallToolRequestParams, context: &RequestContext<RoleServer>) -> Answer {
    if request.input_responses.is_some() {
        return done("The client answered".into());
    }
    let can = context.meta.client_capabilities().unwrap_or_default();
    let mut inputs = Vec::new();
    if can.elicitation.is_some() {
        inputs.push(("user_name", name()?));
    }
    if can.sampling.is_some() {
        inputs.push(("greeting", sampling("Say hello")));
    }
    if can.roots.is_some() {
        inputs.push(("client_roots", roots()));
    }
    if inputs.is_empty() {
        return done("The client can answer nothing".into());
    }
    need(inputs, None)
}

fn several() -> Result<Vec<(&'static str, InputRequest)>, ErrorData> {
    Ok(vec![("user_name", name()?), ("greeting", sampling("Say hello")), ("client_roots", roots())])
}

/// The form that asks for a name.
pub(crate) fn name() -> Result<InputRequest, ErrorData> {
    elicitation("What is your name?", json!({ "name": { "type": "string" } }), &["name"])
}

/// A form as an input that is needed.
pub(crate) fn elicitation(
    message: &str,
    fields: Value,
    required: &[&str],
) -> Result<InputRequest, ErrorData> {
    Ok(InputRequest::Elicitation(ElicitRequest::new(form(message, fields, required)?)))
}

fn sampling(prompt: &str) -> InputRequest {
    let messages = vec![SamplingMessage::user_text(prompt)];
    InputRequest::CreateMessage(CreateMessageRequest::new(CreateMessageRequestParams::new(
        messages, 100,
    )))
}

fn roots() -> InputRequest {
    InputRequest::ListRoots(ListRootsRequest::default())
}

fn text_at<'a>(answer: &'a Map<String, Value>, member: &str) -> &'a str {
    let value = answer.get("content").and_then(|content| content.get(member));
    value.and_then(Value::as_str).unwrap_or("nobody")
}

fn done(text: String) -> Answer {
    Ok(said(text).into())
}

/// An answer that says what is still needed.
pub(crate) fn need(inputs: Vec<(&str, InputRequest)>, state: Option<String>) -> Answer {
    let mut requests = InputRequests::new();
    for (key, request) in inputs {
        requests.insert(key.into(), request);
    }
    Ok(InputRequiredResult::new(Some(requests), state).into())
}

fn seal(fixture: &Fixture, round: i64) -> Result<String, ErrorData> {
    let sealed = fixture.states.seal_json(&json!({ "round": round }));
    sealed.map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn unseal(fixture: &Fixture, state: &str) -> Result<i64, ErrorData> {
    match fixture.states.open_json::<Value>(state) {
        Ok(state) => Ok(state["round"].as_i64().unwrap_or_default()),
        Err(_) => Err(ErrorData::invalid_params("requestState was changed on the way", None)),
    }
}
