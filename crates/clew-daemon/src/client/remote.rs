//! The engine's trait, answered by the daemon.

use std::sync::{Arc, Mutex, PoisonError};
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
use super::documents::OpenDocuments;
use super::link::{Link, Unanswered, decode};
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
/// have been done.
pub struct RemoteEngine {
    connector: Connector,
    link: Mutex<Option<Arc<Link>>>,
    documents: OpenDocuments,
}

/// Whether a request may be done twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    /// It only asks, or changes nothing the second time.
    Harmless,
    /// It changes something.
    Never,
}

impl RemoteEngine {
    /// Connects now, so that a daemon that cannot be had is known at once.
    pub fn connect(connector: Connector) -> Result<Self, RemoteError> {
        let engine =
            RemoteEngine { connector, link: Mutex::default(), documents: OpenDocuments::default() };
        engine.link()?;
        Ok(engine)
    }

    /// What the daemon is and can, and what this client wants and it lacks.
    pub fn daemon(&self) -> Option<DaemonInfo> {
        self.link().ok()?.info().cloned()
    }

    /// What the daemon is doing.
    pub fn state(&self) -> Result<DaemonState, ToolError> {
        let answer = self.link()?.ask(method::DAEMON, &json!({}), &RequestContext::new("cli"));
        decode(&answer.map_err(failed)?)
    }

    /// Ends the daemon and waits for its end. Without `force` it refuses while a
    /// scan or another client's request runs.
    pub fn shut_down(&self, force: bool) -> Result<(), ToolError> {
        let link = self.link()?;
        let context = RequestContext::new("cli");
        match link.ask(method::SHUTDOWN, &json!({ "force": force }), &context) {
            Ok(_) | Err(Unanswered::Lost) => {}
            Err(unanswered) => return Err(failed(unanswered)),
        }
        drop(link);
        self.lock().take();
        let lock = self.connector.endpoint().daemon_lock();
        LockFile::take(&lock, END).map(drop).map_err(|error| {
            ToolError::new(
                ErrorCode::Busy,
                format!("the daemon has not ended yet: {error}"),
                "wait, or end its process by the id that `clew daemon status` shows",
            )
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Arc<Link>>> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection, made anew if the last one has ended.
    fn link(&self) -> Result<Arc<Link>, RemoteError> {
        let mut current = self.lock();
        if let Some(link) = current.as_ref().filter(|link| !link.has_ended()) {
            return Ok(link.clone());
        }
        *current = None;
        let link = self.connector.connect()?;
        self.reopen_documents(&link);
        *current = Some(link.clone());
        Ok(link)
    }

    /// The texts of open documents, which ended with the last connection.
    fn reopen_documents(&self, link: &Link) {
        for (connection, request) in self.documents.all() {
            let call = Call { request, connection, ..Call::default() };
            link.notify(method::OPEN_DOCUMENT, &call);
        }
    }

    fn forget(&self, lost: &Arc<Link>) {
        let mut current = self.lock();
        if current.as_ref().is_some_and(|link| Arc::ptr_eq(link, lost)) {
            *current = None;
        }
    }

    fn call<R: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        request: R,
        context: &RequestContext,
        repeat: Repeat,
    ) -> Result<A, ToolError> {
        let start = Instant::now();
        let answer = self.ask(method, request, context, repeat);
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &answer {
            Ok(_) => tracing::debug!(method, ms, "the daemon answered"),
            Err(error) => {
                tracing::debug!(
                    method,
                    ms,
                    code = error.code.as_str(),
                    "no answer of the daemon: {}",
                    error.message
                );
            }
        }
        answer
    }

    fn ask<R: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        request: R,
        context: &RequestContext,
        repeat: Repeat,
    ) -> Result<A, ToolError> {
        context.check()?;
        let params = call_of(request, context);
        let link = self.link()?;
        match link.ask(method, &params, context) {
            Ok(answer) => return decode(&answer),
            Err(Unanswered::NotSent) => {}
            Err(Unanswered::Lost) if repeat == Repeat::Harmless => {}
            Err(unanswered) => {
                self.forget(&link);
                return Err(failed(unanswered));
            }
        }
        tracing::debug!(method, "the connection to the daemon was lost; asking again");
        self.forget(&link);
        context.check()?;
        let link = self.link()?;
        decode(&link.ask(method, &params, context).map_err(failed)?)
    }

    fn question<R: Serialize, A: DeserializeOwned>(
        &self,
        question: Question,
        request: R,
        context: &RequestContext,
    ) -> Result<A, ToolError> {
        self.call(&method::of(question), request, context, Repeat::Harmless)
    }
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

fn failed(unanswered: Unanswered) -> ToolError {
    match unanswered {
        Unanswered::Failed(error) => error,
        Unanswered::NotSent => ToolError::new(
            ErrorCode::Internal,
            "the daemon ended and the request did not reach it",
            "ask again; `clew daemon logs` may say why",
        ),
        Unanswered::Lost => ToolError::new(
            ErrorCode::Internal,
            "the daemon ended while it worked on the request",
            "ask again; `clew daemon logs` may say why, --standalone answers without it",
        ),
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
                self.question(Question::$question, request, context)
            }
        )*
    };
}

impl Engine for RemoteEngine {
    fn offers(&self, question: Question) -> bool {
        let info = self.daemon();
        info.is_some_and(|info| info.questions.contains(&question))
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
        status: Status(StatusRequest) -> StatusAnswer;
        scan: Scan(ScanRequest) -> ScanAnswer;
        logs: Logs(LogsRequest) -> LogsAnswer;
        read_file: ReadFile(ReadFileRequest) -> ReadFileAnswer;
        list_files: ListFiles(ListFilesRequest) -> ListFilesAnswer;
        setup: Setup(SetupRequest) -> SetupStatusAnswer;
        setup_status: SetupStatus(SetupStatusRequest) -> SetupStatusAnswer;
    }

    fn stats(&self, context: &RequestContext) -> Result<StatsAnswer, ToolError> {
        self.question(Question::Stats, (), context)
    }

    fn languages(&self, context: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        self.question(Question::Languages, (), context)
    }

    fn workspaces(&self, context: &RequestContext) -> Result<WorkspacesAnswer, ToolError> {
        self.call(method::WORKSPACES, (), context, Repeat::Harmless)
    }

    fn record_usage(&self, record: UsageRecord, context: &RequestContext) {
        // Figures are not worth a daemon.
        let link = self.lock().clone();
        if let Some(link) = link {
            link.notify(method::RECORD_USAGE, &call_of(record, context));
        }
    }

    fn open_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        // An open document that is opened is changed, so twice does no harm.
        let answer = self.call(method::OPEN_DOCUMENT, &request, context, Repeat::Harmless)?;
        self.documents.keep(context.connection.0, &request);
        Ok(answer)
    }

    fn change_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        let answer = self.call(method::CHANGE_DOCUMENT, &request, context, Repeat::Never)?;
        self.documents.keep(context.connection.0, &request);
        Ok(answer)
    }

    fn close_document(
        &self,
        request: CloseDocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        self.documents.close(context.connection.0, &request);
        self.call(method::CLOSE_DOCUMENT, &request, context, Repeat::Harmless)
    }

    fn close_client(&self, connection: ConnectionId) {
        self.documents.close_all(connection.0);
        let link = self.lock().clone();
        if let Some(link) = link {
            let call = Call { request: (), connection: connection.0, ..Call::default() };
            link.notify(method::CLOSE_CLIENT, &call);
        }
    }
}
