//! The engine's trait, answered by the daemon.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

use clew_engine::{ConnectionId, Engine, RequestContext, WorkspaceRight};
use clew_protocol::{
    CloseDocumentRequest, DocumentAnswer, DocumentRequest, ErrorCode, ExplainDiagnosticAnswer,
    ExplainDiagnosticRequest, FindReferencesAnswer, FindReferencesRequest, FindSimilarAnswer,
    FindSimilarRequest, FormatSourceAnswer, FormatSourceRequest, GraphAnswer, GraphRequest,
    LanguagesAnswer, ListFilesAnswer, ListFilesRequest, ListImportsAnswer, ListImportsRequest,
    LogsAnswer, LogsRequest, LookupSymbolAnswer, LookupSymbolRequest, OutlineAnswer,
    OutlineRequest, ParseSourceAnswer, ParseSourceRequest, Question, ReadFileAnswer,
    ReadFileRequest, RenameSymbolAnswer, RenameSymbolRequest, RepoMapAnswer, RepoMapRequest,
    ScanAnswer, ScanRequest, SearchAnswer, SearchRequest, SetupRequest, SetupStatusAnswer,
    SetupStatusRequest, StatsAnswer, StatusAnswer, StatusRequest, ToolError, TypecheckAnswer,
    TypecheckRequest, UsageRecord, WorkspacesAnswer,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::connector::{Connector, RemoteError};
use super::link::{Unanswered, decode};
use super::own::{MakeEngine, Own};
use super::reach::{Reach, Unreached};
use crate::life::lock::LockFile;
use crate::wire::call::{Call, Rights};
use crate::wire::hello::{DaemonInfo, DaemonState};
use crate::wire::method;

/// How long the end of a daemon is waited for.
const END: std::time::Duration = std::time::Duration::from_secs(20);

/// Asks the daemon; connects, and starts it, when that is needed.
///
/// When the connection is lost, a question is asked once more, of the daemon
/// that is there then. What changes something is asked again only if it cannot
/// have been done. While no daemon can be had, or the one that is there hangs,
/// the engine of [`RemoteEngine::with_own`] answers.
pub struct RemoteEngine {
    reach: Arc<Reach>,
    own: Option<Own>,
}

/// Whether a request may be done twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    /// It only asks, or changes nothing the second time.
    Harmless,
    /// It changes something.
    Never,
}

/// Why the daemon gave no answer.
enum Failure {
    /// It, or the caller's patience, says why.
    Told(ToolError),
    /// It cannot be had, or hangs.
    Away(Arc<RemoteError>),
}

impl From<Unreached> for Failure {
    fn from(unreached: Unreached) -> Self {
        match unreached {
            Unreached::NotWanted(error) => Failure::Told(error),
            Unreached::Failed(error) => match &*error {
                // That this client stands nowhere is no fault of the daemon's.
                RemoteError::Refused(told) if told.code == ErrorCode::ProjectNotFound => {
                    Failure::Told(told.clone())
                }
                _ => Failure::Away(error),
            },
        }
    }
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Told(error) => error,
            Failure::Away(error) => ToolError::from(&*error),
        }
    }
}

impl RemoteEngine {
    /// Connects now, so that a daemon that cannot be had is known at once.
    pub fn connect(connector: Connector) -> Result<Self, RemoteError> {
        let reach = Reach::new(connector, None);
        reach.connect()?;
        Ok(RemoteEngine { reach, own: None })
    }

    /// Connects in the background and returns at once; the first question waits for
    /// it. `greeted` is told what the daemon is.
    pub fn connect_later(
        connector: Connector,
        greeted: impl FnOnce(&DaemonInfo) + Send + 'static,
    ) -> Self {
        let reach = Reach::new(connector, Some(Box::new(greeted)));
        reach.begin();
        RemoteEngine { reach, own: None }
    }

    /// Has an engine of this process answer while no daemon does. It is made when it
    /// is needed.
    pub fn with_own(self, make: MakeEngine) -> Self {
        RemoteEngine { own: Some(Own::new(make)), ..self }
    }

    /// What the daemon is and can, and what this client wants and it lacks.
    pub fn daemon(&self) -> Option<DaemonInfo> {
        self.reach.link(&RequestContext::new("cli")).ok()?.info().cloned()
    }

    /// What the daemon is doing.
    pub fn state(&self) -> Result<DaemonState, ToolError> {
        let context = RequestContext::new("cli");
        let link = self.reach.link(&context)?;
        let answer = link.ask(method::DAEMON, &json!({}), &context);
        decode(&answer.map_err(|unanswered| self.failed(unanswered))?)
    }

    /// Ends the daemon and waits for its end. Without `force` it refuses while a
    /// scan or another client's request runs.
    pub fn shut_down(&self, force: bool) -> Result<(), ToolError> {
        let context = RequestContext::new("cli");
        let link = self.reach.link(&context)?;
        match link.ask(method::SHUTDOWN, &json!({ "force": force }), &context) {
            Ok(_) | Err(Unanswered::Lost) => {}
            Err(unanswered) => return Err(self.failed(unanswered).into()),
        }
        drop(link);
        self.reach.hang_up();
        let lock = self.reach.connector.endpoint().daemon_lock();
        LockFile::wait_until_free(&lock, END).map_err(|error| {
            ToolError::new(
                ErrorCode::Busy,
                format!("the daemon has not ended yet: {error}"),
                "wait, or end its process by the id that `clew daemon status` shows",
            )
        })
    }

    /// Asks the daemon, or, while none answers, the own engine.
    fn call<R: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        request: R,
        context: &RequestContext,
        repeat: Repeat,
        own: impl FnOnce(&dyn Engine, R) -> Result<A, ToolError>,
    ) -> Result<A, ToolError> {
        context.check()?;
        let Some(standby) = &self.own else {
            return Ok(self.timed(method, &request, context, repeat)?);
        };
        if let Some(engine) = standby.instead(&self.reach) {
            return own(&*engine?, request);
        }
        match self.timed(method, &request, context, repeat) {
            Ok(answer) => Ok(answer),
            Err(Failure::Told(error)) => Err(error),
            Err(Failure::Away(error)) => {
                let engine = standby.take_over(&error.in_full(), &self.reach)?;
                own(&*engine, request)
            }
        }
    }

    /// Asks the daemon and notes how long that took.
    fn timed<R: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        request: &R,
        context: &RequestContext,
        repeat: Repeat,
    ) -> Result<A, Failure> {
        let start = Instant::now();
        let answer = self.ask(method, request, context, repeat);
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &answer {
            Ok(_) => tracing::debug!(method, ms, "the daemon answered"),
            Err(Failure::Told(error)) => {
                let (code, why) = (error.code.as_str(), &error.message);
                tracing::debug!(method, ms, code, "no answer of the daemon: {why}");
            }
            Err(Failure::Away(error)) => {
                tracing::debug!(method, ms, "no answer of the daemon: {error}");
            }
        }
        answer
    }

    fn ask<R: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        request: &R,
        context: &RequestContext,
        repeat: Repeat,
    ) -> Result<A, Failure> {
        let params = call_of(request, context);
        let link = self.reach.link(context)?;
        match link.ask(method, &params, context) {
            Ok(answer) => return decode(&answer).map_err(Failure::Told),
            Err(Unanswered::NotSent) => {}
            Err(Unanswered::Lost) if repeat == Repeat::Harmless => {}
            Err(unanswered) => {
                self.reach.forget(&link);
                return Err(self.failed(unanswered));
            }
        }
        tracing::debug!(method, "the connection to the daemon was lost; asking again");
        self.reach.forget(&link);
        context.check().map_err(Failure::Told)?;
        let link = self.reach.link(context)?;
        let answer = link.ask(method, &params, context).map_err(|unanswered| {
            if matches!(unanswered, Unanswered::Silent) {
                self.reach.forget(&link);
            }
            self.failed(unanswered)
        })?;
        decode(&answer).map_err(Failure::Told)
    }

    fn question<R: Serialize, A: DeserializeOwned>(
        &self,
        question: Question,
        request: R,
        context: &RequestContext,
        own: impl FnOnce(&dyn Engine, R) -> Result<A, ToolError>,
    ) -> Result<A, ToolError> {
        self.call(&method::of(question), request, context, Repeat::Harmless, own)
    }

    /// Puts the text of a document, and keeps it for the next daemon.
    fn put(
        &self,
        method: &str,
        repeat: Repeat,
        request: DocumentRequest,
        context: &RequestContext,
        own: impl FnOnce(&dyn Engine, DocumentRequest) -> Result<DocumentAnswer, ToolError>,
    ) -> Result<DocumentAnswer, ToolError> {
        let by_own = Cell::new(false);
        let own = |engine: &dyn Engine, request| {
            by_own.set(true);
            own(engine, request)
        };
        let kept = request.clone();
        let answer = self.call(method, request, context, repeat, own)?;
        self.reach.documents.keep(context.connection.0, &kept);
        if by_own.get() {
            self.tell_again(method::OPEN_DOCUMENT, kept, context);
        }
        Ok(answer)
    }

    /// Tells a daemon that came back while the own engine took a change of it.
    fn tell_again<R: Serialize>(&self, method: &str, request: R, context: &RequestContext) {
        if let Some(link) = self.reach.current() {
            link.notify(method, &call_of(request, context));
        }
    }

    /// Has a daemon that came back meanwhile told what the own engine was told to choose.
    fn greet_again(&self, by_own: &Cell<bool>) {
        if by_own.get() {
            self.reach.hang_up();
        }
    }

    fn failed(&self, unanswered: Unanswered) -> Failure {
        let ended = |message: &str, next: &str| {
            Failure::Told(ToolError::new(ErrorCode::Internal, message, next))
        };
        match unanswered {
            Unanswered::Failed(error) => Failure::Told(error),
            Unanswered::Silent => {
                let endpoint = self.reach.connector.endpoint().path().to_path_buf();
                Failure::Away(Arc::new(RemoteError::Silent { endpoint, process: None }))
            }
            Unanswered::NotSent => ended(
                "the daemon ended and the request did not reach it",
                "ask again; `clew daemon logs` may say why",
            ),
            Unanswered::Lost => ended(
                "the daemon ended while it worked on the request",
                "ask again; `clew daemon logs` may say why, --standalone answers without it",
            ),
        }
    }
}

/// Whether a request chooses a folder for the session.
fn chooses(project_path: Option<&str>, context: &RequestContext) -> bool {
    project_path.is_some_and(|path| !path.is_empty())
        && context.workspaces == WorkspaceRight::AnyFolder
}

fn call_of<R>(request: R, context: &RequestContext) -> Call<R> {
    let left = context.deadline.map(|end| end.saturating_duration_since(std::time::Instant::now()));
    Call {
        request,
        timeout_ms: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        progress: true,
        lang: Some(context.lang.clone()),
        client: Some(context.client.clone()),
        connection: context.connection.0,
        workspaces: match context.workspaces {
            WorkspaceRight::AnyFolder => Rights::AnyFolder,
            WorkspaceRight::AllowedOnly => Rights::AllowedOnly,
        },
    }
}

/// Methods that only pass a question on.
macro_rules! questions {
    ($($name:ident: $question:ident($request:ty) -> $answer:ty;)*) => {
        $(
            fn $name(
                &self,
                request: $request,
                context: &RequestContext,
            ) -> Result<$answer, ToolError> {
                self.question(Question::$question, request, context, |own, request| {
                    own.$name(request, context)
                })
            }
        )*
    };
}

impl Engine for RemoteEngine {
    /// As far as the daemon has said; before that all is offered, since the list
    /// must not wait for it.
    fn offers(&self, question: Question) -> bool {
        let link = self.reach.current();
        link.and_then(|link| Some(link.info()?.questions.contains(&question))).unwrap_or(true)
    }

    questions! {
        search: Search(SearchRequest) -> SearchAnswer;
        graph: Graph(GraphRequest) -> GraphAnswer;
        lookup_symbol: LookupSymbol(LookupSymbolRequest) -> LookupSymbolAnswer;
        find_references: FindReferences(FindReferencesRequest) -> FindReferencesAnswer;
        find_similar: FindSimilar(FindSimilarRequest) -> FindSimilarAnswer;
        outline: Outline(OutlineRequest) -> OutlineAnswer;
        list_imports: ListImports(ListImportsRequest) -> ListImportsAnswer;
        repo_map: RepoMap(RepoMapRequest) -> RepoMapAnswer;
        parse_source: ParseSource(ParseSourceRequest) -> ParseSourceAnswer;
        format_source: FormatSource(FormatSourceRequest) -> FormatSourceAnswer;
        typecheck: Typecheck(TypecheckRequest) -> TypecheckAnswer;
        explain_diagnostic: ExplainDiagnostic(ExplainDiagnosticRequest) -> ExplainDiagnosticAnswer;
        rename_symbol: RenameSymbol(RenameSymbolRequest) -> RenameSymbolAnswer;
        logs: Logs(LogsRequest) -> LogsAnswer;
        read_file: ReadFile(ReadFileRequest) -> ReadFileAnswer;
        list_files: ListFiles(ListFilesRequest) -> ListFilesAnswer;
        setup: Setup(SetupRequest) -> SetupStatusAnswer;
        setup_status: SetupStatus(SetupStatusRequest) -> SetupStatusAnswer;
    }

    fn status(
        &self,
        request: StatusRequest,
        context: &RequestContext,
    ) -> Result<StatusAnswer, ToolError> {
        let chooses = chooses(request.project_path.as_deref(), context);
        let by_own = Cell::new(false);
        let answer = self.question(Question::Status, request, context, |own, request| {
            by_own.set(true);
            own.status(request, context)
        })?;
        if chooses {
            self.reach.choices.choose(&answer.current_project);
            self.greet_again(&by_own);
        }
        Ok(answer)
    }

    fn scan(
        &self,
        request: ScanRequest,
        context: &RequestContext,
    ) -> Result<ScanAnswer, ToolError> {
        let chooses = chooses(request.project_path.as_deref(), context);
        let by_own = Cell::new(false);
        let answer = self.question(Question::Scan, request, context, |own, request| {
            by_own.set(true);
            own.scan(request, context)
        })?;
        if chooses {
            self.reach.choices.turn_to(&answer.path);
            self.greet_again(&by_own);
        }
        Ok(answer)
    }

    fn stats(&self, context: &RequestContext) -> Result<StatsAnswer, ToolError> {
        self.question(Question::Stats, (), context, |own, ()| own.stats(context))
    }

    fn languages(&self, context: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        self.question(Question::Languages, (), context, |own, ()| own.languages(context))
    }

    fn workspaces(&self, context: &RequestContext) -> Result<WorkspacesAnswer, ToolError> {
        let own = |own: &dyn Engine, ()| own.workspaces(context);
        self.call(method::WORKSPACES, (), context, Repeat::Harmless, own)
    }

    fn record_usage(&self, record: UsageRecord, context: &RequestContext) {
        // Figures are not worth a daemon.
        if let Some(link) = self.reach.current() {
            link.notify(method::RECORD_USAGE, &call_of(record, context));
        } else if let Some(engine) = self.own.as_ref().and_then(Own::made) {
            engine.record_usage(record, context);
        }
    }

    fn open_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        // An open document that is opened is changed, so twice does no harm.
        self.put(method::OPEN_DOCUMENT, Repeat::Harmless, request, context, |own, request| {
            own.open_document(request, context)
        })
    }

    fn change_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        self.put(method::CHANGE_DOCUMENT, Repeat::Never, request, context, |own, request| {
            own.change_document(request, context)
        })
    }

    fn close_document(
        &self,
        request: CloseDocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        let by_own = Cell::new(false);
        let own = |own: &dyn Engine, request| {
            by_own.set(true);
            own.close_document(request, context)
        };
        let (method, closed) = (method::CLOSE_DOCUMENT, request.clone());
        self.reach.documents.close(context.connection.0, &request);
        let answer = self.call(method, request, context, Repeat::Harmless, own)?;
        if by_own.get() {
            self.tell_again(method, closed, context);
        }
        Ok(answer)
    }

    fn close_client(&self, connection: ConnectionId) {
        self.reach.documents.close_all(connection.0);
        if let Some(engine) = self.own.as_ref().and_then(Own::made) {
            engine.close_client(connection);
        }
        if let Some(link) = self.reach.current() {
            let call = Call { request: (), connection: connection.0, ..Call::default() };
            link.notify(method::CLOSE_CLIENT, &call);
        }
    }
}
