//! Tools that may run as tasks, for the suite's unscored scenarios.

use std::time::Duration;

use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::task_manager::{TaskExit, TaskOptions};
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use crate::Fixture;
use crate::contents::said;
use crate::rounds::{elicitation, name, need, response};

/// The tools.
pub(crate) const NAMES: [&str; 7] = [
    "greet",
    "slow_compute",
    "failing_job",
    "protocol_error_job",
    "confirm_delete",
    "multi_input",
    "test_tool_with_task",
];

/// Those that cannot answer without a task.
const TASK_ONLY: [&str; 4] =
    ["failing_job", "test_tool_with_task", "confirm_delete", "multi_input"];

/// Calls one of the tools.
pub(crate) async fn call(
    fixture: &Fixture,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let tasks = context.client_capabilities().is_some_and(|can| can.supports_tasks());
    let tool = request.name.as_ref();
    if TASK_ONLY.contains(&tool) && !tasks {
        let needed = ClientCapabilities::builder().enable_tasks().build();
        return Err(ErrorData::missing_required_client_capability(needed));
    }
    let arguments = request.arguments.clone().unwrap_or_default();
    let text = |key: &str, other: &str| {
        arguments.get(key).and_then(Value::as_str).unwrap_or(other).to_string()
    };
    match tool {
        "greet" => Ok(said(format!("Hello, {}!", text("name", "friend"))).into()),
        "slow_compute" => {
            let seconds = arguments.get("seconds").and_then(Value::as_f64).unwrap_or(1.0);
            let pause = Duration::from_secs_f64(seconds.clamp(0.0, 600.0));
            let label = text("label", "compute");
            if !tasks {
                tokio::time::sleep(pause).await;
                return Ok(said(format!("{label} took {seconds} s")).into());
            }
            Ok(slow(fixture, pause, label).into())
        }
        "failing_job" => Ok(failing(fixture).into()),
        "protocol_error_job" if tasks => Ok(erring(fixture).into()),
        "protocol_error_job" => Err(ErrorData::internal_error("it fails on purpose", None)),
        "confirm_delete" => Ok(confirming(fixture, text("filename", "file.txt"))?.into()),
        "multi_input" => Ok(gathering(fixture)?.into()),
        _ => match response(request.input_responses.as_ref(), "user_name") {
            None => need(vec![("user_name", name()?)], None),
            Some(answer) => {
                let who = answer.get("content").and_then(|content| content.get("name"));
                let who = who.and_then(Value::as_str).unwrap_or("friend").to_string();
                Ok(slow(fixture, Duration::from_millis(200), format!("Hello, {who}!")).into())
            }
        },
    }
}

fn slow(fixture: &Fixture, pause: Duration, label: String) -> CreateTaskResult {
    let task = fixture.tasks.spawn(TaskOptions::default(), move |context| {
        Box::pin(async move {
            tokio::select! {
                _ = context.cancelled() => Err(TaskExit::Cancelled),
                () = tokio::time::sleep(pause) => Ok(said(label)),
            }
        })
    });
    CreateTaskResult::new(task)
}

fn failing(fixture: &Fixture) -> CreateTaskResult {
    let task = fixture.tasks.spawn(TaskOptions::default(), |_| {
        Box::pin(async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok(CallToolResult::error(vec![ContentBlock::text("it fails on purpose")]))
        })
    });
    CreateTaskResult::new(task)
}

fn erring(fixture: &Fixture) -> CreateTaskResult {
    let task = fixture.tasks.spawn(TaskOptions::default(), |_| {
        Box::pin(async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            Err(TaskExit::Error(ErrorData::internal_error("it fails on purpose", None)))
        })
    });
    CreateTaskResult::new(task)
}

fn confirming(fixture: &Fixture, file: String) -> Result<CreateTaskResult, ErrorData> {
    let fields = json!({ "confirm": { "type": "boolean" } });
    let question = elicitation(&format!("Delete {file}?"), fields, &["confirm"])?;
    let task = fixture.tasks.spawn(TaskOptions::default(), move |context| {
        Box::pin(async move {
            let answer = context.request_input("confirm", question).await?;
            Ok(said(format!("{file}: {}", json!(answer.pointer("/content/confirm")))))
        })
    });
    Ok(CreateTaskResult::new(task))
}

fn gathering(fixture: &Fixture) -> Result<CreateTaskResult, ErrorData> {
    let question =
        |title: &str| elicitation(title, json!({ "value": { "type": "string" } }), &["value"]);
    let (first, second) = (question("Value A")?, question("Value B")?);
    let task = fixture.tasks.spawn(TaskOptions::default(), move |context| {
        Box::pin(async move {
            let first = context.request_input("input-a", first);
            let second = context.request_input("input-b", second);
            let (first, second) = tokio::join!(first, second);
            let value = |answer: Value| json!(answer.pointer("/content/value"));
            Ok(said(format!("a = {}, b = {}", value(first?), value(second?))))
        })
    });
    Ok(CreateTaskResult::new(task))
}
