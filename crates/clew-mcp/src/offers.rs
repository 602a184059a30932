//! What is offered besides tools: resources, prompts and completion.

mod completion;
mod prompts;
mod resources;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use clew_engine::{CancelToken, Engine, RequestContext};
use clew_protocol::{ErrorCode as ToolErrorCode, Question, ToolError};
use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, PaginatedRequestParams, ServerCapabilities};
use serde_json::json;

pub(crate) use self::completion::complete;
pub(crate) use self::prompts::{get as get_prompt, list as list_prompts};
pub(crate) use self::resources::{list as list_resources, read, templates};
use crate::result::Era;
use crate::tools::Tool;

/// Adds what `engine` and these tools make possible.
pub(crate) fn add_capabilities(
    capabilities: &mut ServerCapabilities,
    engine: &dyn Engine,
    tools: &[&Tool],
) {
    let resources = engine.offers(Question::ReadFile);
    let prompts = prompts::offered(tools).next().is_some();
    capabilities.resources = resources.then(Default::default);
    capabilities.prompts = prompts.then(Default::default);
    capabilities.completions = (resources || prompts).then(serde_json::Map::new);
}

/// Lists are short and have one page.
pub(crate) fn first_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor).as_deref() {
        None | Some("") => Ok(()),
        Some(_) => Err(ErrorData::invalid_params("unknown cursor; the list has one page", None)),
    }
}

/// Puts a question on a thread of its own, with deadline and cancellation.
pub(crate) async fn ask<A: Send + 'static>(
    engine: Arc<dyn Engine>,
    timeout: Duration,
    context: &rmcp::service::RequestContext<RoleServer>,
    mut request: RequestContext,
    question: impl FnOnce(&dyn Engine, &RequestContext) -> Result<A, ToolError> + Send + 'static,
) -> Result<Result<A, ToolError>, ErrorData> {
    let cancel = CancelToken::default();
    request.cancel = cancel.clone();
    request.deadline = Some(std::time::Instant::now() + timeout);
    let mut work = tokio::task::spawn_blocking(move || question(engine.as_ref(), &request));
    tokio::select! {
        biased;
        done = &mut work => done.map_err(|_| {
            ErrorData::internal_error("the question failed inside; others go on, see logs", None)
        }),
        () = context.ct.cancelled() => {
            cancel.cancel();
            Err(ErrorData::internal_error("the request was cancelled", None))
        }
        () = tokio::time::sleep(timeout) => {
            cancel.cancel();
            Ok(Err(ToolError::new(ToolErrorCode::Timeout, "no answer in time", "ask again")))
        }
    }
}

/// A tool error about the resource `uri`, as the era's protocol error.
pub(crate) fn resource_error(error: ToolError, uri: &str, era: Era) -> ErrorData {
    let code = match (error.code, era) {
        (ToolErrorCode::NotFound, Era::Legacy) => ErrorCode::RESOURCE_NOT_FOUND,
        (
            ToolErrorCode::NotFound
            | ToolErrorCode::InvalidInput
            | ToolErrorCode::Ambiguous
            | ToolErrorCode::PathOutsideProject
            | ToolErrorCode::ProjectNotFound,
            _,
        ) => ErrorCode::INVALID_PARAMS,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    let shown: String = uri.chars().take(300).collect();
    let mut data = json!({ "uri": shown, "next": error.next });
    if !error.nearest.is_empty() {
        data["nearest"] = json!(error.nearest);
    }
    let message: String = error.message.chars().take(500).collect();
    ErrorData::new(code, message, Some(data))
}
