//! The protocol's requests, answered for either era.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clew_engine::{CancelToken, Engine, Progress};
use clew_protocol::{ErrorCode as ToolErrorCode, ToolError};
#[expect(deprecated, reason = "older clients still send it")]
use rmcp::model::SetLevelRequestParams;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, DiscoverResult, ErrorCode, ErrorData, GetPromptRequestParams,
    GetPromptResponse, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::access::Access;
use crate::instructions::INSTRUCTIONS;
use crate::legacy_log::LegacyLog;
use crate::listing::wire_tool;
use crate::offers;
use crate::options::ServeOptions;
use crate::outcome::{Outcome, failure};
use crate::progress::{Growing, LatestProgress};
use crate::queue::{CallQueue, TooMany};
use crate::result::{Era, call_result, identity, result_meta};
use crate::toolbox::Toolbox;
use crate::tools::{Effect, Tool};

/// How long a client may keep the list of tools; it never changes within a
/// process.
const LIST_TTL_MS: u64 = 3_600_000;
/// How long a client may keep what files hold.
const FILES_TTL_MS: u64 = 2_000;
/// Time between two progress messages of one call.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(110);

/// What the handlers of all clients share.
pub(crate) struct Shared {
    toolbox: Toolbox,
    options: ServeOptions,
    access: Access,
    calls: CallQueue,
}

impl Shared {
    /// Handlers in front of `engine`, for clients with these rights.
    pub(crate) fn new(engine: Arc<dyn Engine>, options: ServeOptions, access: Access) -> Self {
        let total = match access {
            Access::Local => options.parallel_calls,
            Access::Token | Access::Open => options.parallel_calls.saturating_mul(2),
        };
        Shared {
            toolbox: Toolbox::new(engine, &options.tools, access),
            calls: CallQueue::new(options.parallel_calls, total),
            options,
            access,
        }
    }
}

/// Answers the protocol's requests of one client.
pub(crate) struct Handler {
    shared: Arc<Shared>,
    /// Tells clients apart where they share what there is.
    client: String,
    log: LegacyLog,
}

impl Handler {
    /// The handler of `client`.
    pub(crate) fn new(shared: Arc<Shared>, client: &str) -> Self {
        Handler { shared, client: client.to_string(), log: LegacyLog::default() }
    }

    fn capabilities(&self, era: Era) -> ServerCapabilities {
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        if era == Era::Legacy {
            capabilities.logging = Some(serde_json::Map::new());
        }
        let toolbox = &self.shared.toolbox;
        offers::add_capabilities(&mut capabilities, toolbox.engine().as_ref(), toolbox.tools());
        capabilities
    }

    /// The rights and the name of who asks.
    fn request_context(&self, context: &RequestContext<RoleServer>) -> clew_engine::RequestContext {
        clew_engine::RequestContext {
            client: context.client_info().map_or_else(|| "mcp".into(), |client| client.name),
            workspaces: self.shared.access.workspaces(),
            ..clew_engine::RequestContext::new("mcp")
        }
    }

    /// Puts a question that is no tool call, in turn with the client's calls.
    async fn ask<A: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        question: impl FnOnce(&dyn Engine, &clew_engine::RequestContext) -> Result<A, ToolError>
        + Send
        + 'static,
    ) -> Result<Result<A, ToolError>, ErrorData> {
        let turn = tokio::select! {
            turn = self.shared.calls.turn(&self.client) => turn,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let Ok(_turn) = turn else {
            return Err(ErrorData::internal_error("too many requests are running", None));
        };
        let engine = self.shared.toolbox.engine().clone();
        let request = self.request_context(context);
        offers::ask(engine, self.shared.options.timeout, context, request, question).await
    }

    /// Runs `tool` on a thread, with deadline, cancellation and progress.
    async fn run(
        &self,
        tool: &'static Tool,
        params: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Outcome, ErrorData> {
        let deadline = Instant::now() + self.shared.options.timeout;
        let turn = tokio::select! {
            turn = self.shared.calls.turn(&self.client) => match turn {
                Ok(turn) => turn,
                Err(TooMany) => return Ok(busy()),
            },
            () = tokio::time::sleep_until(deadline.into()) => return Ok(busy()),
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let cancel = CancelToken::default();
        let _left = CancelWhenLeft(cancel.clone());
        let progress = Arc::new(LatestProgress::default());
        let request = clew_engine::RequestContext {
            cancel,
            deadline: Some(deadline),
            progress: progress.clone(),
            ..self.request_context(context)
        };
        let toolbox = self.shared.toolbox.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            toolbox.run(tool, params.arguments.unwrap_or_default(), &request)
        });
        let mut sender = ProgressSender::new(context, progress);
        if tool.effect == Effect::Index {
            sender.start().await;
        }
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done.map_err(|_| panicked(tool)),
                () = context.ct.cancelled() => return Err(cancelled()),
                () = tokio::time::sleep_until(deadline.into()) => {
                    return Ok(timed_out(self.shared.options.timeout));
                }
                () = tokio::time::sleep(PROGRESS_INTERVAL) => sender.send_latest().await,
            }
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(self.capabilities(Era::Legacy))
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .with_server_info(identity(&self.shared.options.version))
            .with_instructions(INSTRUCTIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.negotiate_initialize(&request)?;
        to_revision(&mut result);
        let mut agreed = request;
        agreed.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(agreed);
        Ok(result)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let mut config = self.get_info();
        config.capabilities = self.capabilities(Era::Modern);
        let versions = Cow::into_owned(self.supported_protocol_versions());
        Ok(DiscoverResult::from_server_info(versions, config)
            .with_ttl_ms(LIST_TTL_MS)
            .with_cache_scope(CacheScope::Private))
    }

    #[expect(deprecated, reason = "older clients still send it")]
    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if era(&context) == Era::Modern {
            return Err(unknown_method("logging/setLevel"));
        }
        self.log.set_level(&request);
        Ok(())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        offers::first_page(request)?;
        let tools = self.shared.toolbox.tools().iter().map(|tool| wire_tool(tool)).collect();
        let mut result = ListToolsResult::with_all_items(tools);
        let era = era(&context);
        if era == Era::Modern {
            result = result.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private);
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.shared.toolbox.find(&request.name) else {
            return Err(unknown_tool(&request.name, self.shared.toolbox.tools()));
        };
        let mut outcome = self.run(tool, request, &context).await?;
        let era = era(&context);
        // Links in results came with this revision.
        if !knows(&context, "2025-06-18") {
            outcome.links.clear();
        }
        if era == Era::Legacy {
            self.log.failure(tool, &outcome, &context).await;
        }
        Ok(CallToolResponse::from(call_result(outcome, era, &self.shared.options.version)))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        offers::first_page(request)?;
        let resources = self.ask(&context, offers::list_resources).await?;
        let resources =
            resources.map_err(|error| offers::resource_error(error, "", Era::Modern))?;
        let mut result = ListResourcesResult::with_all_items(resources);
        let era = era(&context);
        if era == Era::Modern {
            result = result.with_ttl_ms(FILES_TTL_MS).with_cache_scope(CacheScope::Private);
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        offers::first_page(request)?;
        let mut result = ListResourceTemplatesResult::with_all_items(offers::templates());
        let era = era(&context);
        if era == Era::Modern {
            result = result.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private);
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let era = era(&context);
        let contents =
            self.ask(&context, move |engine, request| offers::read(engine, &uri, request));
        let contents =
            contents.await?.map_err(|error| offers::resource_error(error, &request.uri, era))?;
        let mut result = ReadResourceResult::new(contents);
        if era == Era::Modern {
            result = result.with_ttl_ms(FILES_TTL_MS).with_cache_scope(CacheScope::Private);
        } else {
            result.result_type = None;
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(ReadResourceResponse::from(result))
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        offers::first_page(request)?;
        let prompts = offers::list_prompts(self.shared.toolbox.tools());
        let mut result = ListPromptsResult::with_all_items(prompts);
        let era = era(&context);
        if era == Era::Modern {
            result = result.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private);
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let tools = self.shared.toolbox.tools();
        let mut result = offers::get_prompt(tools, &request.name, request.arguments)?;
        let era = era(&context);
        if era == Era::Legacy {
            result.result_type = None;
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(GetPromptResponse::from(result))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let typed = offers::complete(&request, self.shared.toolbox.tools())?;
        let answer =
            self.ask(&context, move |engine, request| typed.answer(engine, request)).await?;
        let era = era(&context);
        let mut result = answer.map_err(|error| offers::resource_error(error, "", Era::Modern))?;
        if era == Era::Legacy {
            result.result_type = None;
        }
        result.meta = result_meta(era, &self.shared.options.version);
        Ok(result)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method.as_str();
        let known = match method {
            "tools/list"
            | "tools/call"
            | "server/discover"
            | "resources/list"
            | "resources/templates/list"
            | "resources/read"
            | "prompts/list"
            | "prompts/get"
            | "completion/complete" => true,
            "ping" | "logging/setLevel" | "initialize" => era(&context) == Era::Legacy,
            _ => false,
        };
        if known {
            let message = format!("the params of {method} have a wrong shape");
            return Err(ErrorData::invalid_params(message, None));
        }
        Err(unknown_method(method))
    }
}

/// Cancels the work of a call that nobody waits for any more: it was
/// cancelled, came too late, or the server stops.
struct CancelWhenLeft(CancelToken);

impl Drop for CancelWhenLeft {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Sends the progress of one call to a client that asked for it.
struct ProgressSender<'a> {
    context: &'a RequestContext<RoleServer>,
    latest: Arc<LatestProgress>,
    growing: Growing,
}

impl<'a> ProgressSender<'a> {
    fn new(context: &'a RequestContext<RoleServer>, latest: Arc<LatestProgress>) -> Self {
        ProgressSender { context, latest, growing: Growing::default() }
    }

    async fn start(&mut self) {
        self.send(Progress { done: 0, total: None, message: "started".into() }).await;
    }

    async fn send_latest(&mut self) {
        if let Some(progress) = self.latest.take() {
            self.send(progress).await;
        }
    }

    async fn send(&mut self, progress: Progress) {
        let Some(token) = self.context.meta.get_progress_token() else { return };
        if !self.growing.admits(&progress) {
            return;
        }
        let mut message = ProgressNotificationParam::new(token, progress.done as f64);
        message.total = progress.total.map(|total| total as f64);
        message.message = knows(self.context, "2025-03-26").then_some(progress.message);
        if let Err(error) = self.context.peer.notify_progress(message).await {
            tracing::debug!(%error, "progress was not sent");
        }
    }
}

fn era(context: &RequestContext<RoleServer>) -> Era {
    match context.protocol_version() {
        Some(version) if !version.has_initialize() => Era::Modern,
        _ => Era::Legacy,
    }
}

/// Whether a request is served by this revision or a newer one.
fn knows(context: &RequestContext<RoleServer>, revision: &str) -> bool {
    context.protocol_version().is_some_and(|version| version.as_str() >= revision)
}

/// Leaves out what the agreed revision does not know: a title before
/// 2025-06-18, a description before 2025-11-25, completions in 2024-11-05.
fn to_revision(result: &mut InitializeResult) {
    let revision = result.protocol_version.as_str().to_string();
    if revision.as_str() < "2025-06-18" {
        result.server_info.title = None;
    }
    if revision.as_str() < "2025-11-25" {
        result.server_info.description = None;
    }
    if revision.as_str() < "2025-03-26" {
        result.capabilities.completions = None;
    }
}

fn unknown_method(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("unknown method `{method}`"), None)
}

fn unknown_tool(name: &str, tools: &[&Tool]) -> ErrorData {
    let shown: String = name.chars().take(60).collect();
    let known: Vec<&str> = tools.iter().map(|tool| tool.question.as_str()).collect();
    let message = format!("unknown tool `{shown}`; known: {}", known.join(", "));
    ErrorData::invalid_params(message, None)
}

fn panicked(tool: &Tool) -> ErrorData {
    let message = format!("{} failed inside; other calls go on, see logs", tool.question.as_str());
    ErrorData::internal_error(message, None)
}

fn cancelled() -> ErrorData {
    ErrorData::internal_error("the call was cancelled", None)
}

fn busy() -> Outcome {
    failure(&ToolError::new(
        ToolErrorCode::Busy,
        "too many calls are running",
        "wait for some of them and ask again",
    ))
}

fn timed_out(timeout: Duration) -> Outcome {
    failure(&ToolError::new(
        ToolErrorCode::Timeout,
        format!("no answer within {} ms", timeout.as_millis()),
        "narrow the question, ask again when status shows no scan, or raise \
         CLEW_MCP_REQUEST_TIMEOUT_MS",
    ))
}
