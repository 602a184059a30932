//! The questions an engine answers, and what accompanies each of them.
//!
//! [`Engine`] is implemented in process and over the daemon's socket;
//! every edge (command line, MCP, LSP) knows this trait alone.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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

use crate::session::Session;

/// Answers questions about workspaces and fragments.
///
/// All methods block; run them on a thread of their own where that matters.
/// Long work looks at [`RequestContext::check`] often enough to stop within
/// 50 ms. An answer about a workspace that has no index yet builds it first,
/// within the deadline, or says in its stamp what is missing.
pub trait Engine: Send + Sync {
    /// Whether this kind of question can be answered at all.
    fn offers(&self, question: Question) -> bool {
        !matches!(
            question,
            Question::FormatSource
                | Question::Typecheck
                | Question::ExplainDiagnostic
                | Question::RenameSymbol
                | Question::ReadFile
                | Question::ListFiles
                | Question::Setup
                | Question::SetupStatus
        )
    }

    /// Places by words or by meaning, best first.
    fn search(
        &self,
        request: SearchRequest,
        context: &RequestContext,
    ) -> Result<SearchAnswer, ToolError>;

    /// Code that is like a symbol's, or like a snippet, most similar first.
    fn find_similar(
        &self,
        _request: FindSimilarRequest,
        _context: &RequestContext,
    ) -> Result<FindSimilarAnswer, ToolError> {
        Err(not_offered(Question::FindSimilar))
    }

    /// Surroundings of a symbol, or the path between two.
    fn graph(
        &self,
        request: GraphRequest,
        context: &RequestContext,
    ) -> Result<GraphAnswer, ToolError>;

    /// Definitions by name.
    fn lookup_symbol(
        &self,
        request: LookupSymbolRequest,
        context: &RequestContext,
    ) -> Result<LookupSymbolAnswer, ToolError>;

    /// Uses by name.
    fn find_references(
        &self,
        request: FindReferencesRequest,
        context: &RequestContext,
    ) -> Result<FindReferencesAnswer, ToolError>;

    /// Symbols of a file.
    fn outline(
        &self,
        request: OutlineRequest,
        context: &RequestContext,
    ) -> Result<OutlineAnswer, ToolError>;

    /// Imports of a file.
    fn list_imports(
        &self,
        request: ListImportsRequest,
        context: &RequestContext,
    ) -> Result<ListImportsAnswer, ToolError>;

    /// Central symbols of a workspace or folder.
    fn repo_map(
        &self,
        request: RepoMapRequest,
        context: &RequestContext,
    ) -> Result<RepoMapAnswer, ToolError>;

    /// Syntax tree of a fragment.
    fn parse_source(
        &self,
        request: ParseSourceRequest,
        context: &RequestContext,
    ) -> Result<ParseSourceAnswer, ToolError>;

    /// State of a workspace; never waits for a scan.
    fn status(
        &self,
        request: StatusRequest,
        context: &RequestContext,
    ) -> Result<StatusAnswer, ToolError>;

    /// Brings the index of a workspace up to date.
    fn scan(&self, request: ScanRequest, context: &RequestContext)
    -> Result<ScanAnswer, ToolError>;

    /// The last messages of the engine.
    fn logs(&self, request: LogsRequest, context: &RequestContext)
    -> Result<LogsAnswer, ToolError>;

    /// Usage figures.
    fn stats(&self, context: &RequestContext) -> Result<StatsAnswer, ToolError>;

    /// Known languages.
    fn languages(&self, context: &RequestContext) -> Result<LanguagesAnswer, ToolError>;

    /// Notes a finished call for [`Engine::stats`]; never fails.
    fn record_usage(&self, record: UsageRecord, context: &RequestContext);

    /// The workspaces that are open now. Looks at no file and waits for nothing.
    fn workspaces(&self, _context: &RequestContext) -> Result<WorkspacesAnswer, ToolError> {
        Ok(WorkspacesAnswer::default())
    }

    /// Takes the unsaved text of a document of [`RequestContext::connection`].
    ///
    /// When this returns, every later question of any client sees the text (of
    /// several clients' texts of one file the one that came last). Edges must
    /// therefore finish the changes of a connection in their order, before they
    /// start its later requests. A document that is open already is changed.
    ///
    /// Fails for paths outside the workspace, for paths that name a folder, and
    /// for texts beyond [`clew_protocol::MAX_SOURCE_BYTES`].
    fn open_document(
        &self,
        _request: DocumentRequest,
        _context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        Err(no_documents())
    }

    /// Replaces the unsaved text of an open document; see
    /// [`Engine::open_document`]. Fails also for a version that does not grow and
    /// for a document that this connection has not opened.
    fn change_document(
        &self,
        _request: DocumentRequest,
        _context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        Err(no_documents())
    }

    /// Forgets the unsaved text of a document: another client's text of it, or
    /// the file, counts again. A document that is not open is no error.
    fn close_document(
        &self,
        _request: CloseDocumentRequest,
        _context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        Err(no_documents())
    }

    /// Forgets all unsaved texts of a connection that ended.
    fn close_client(&self, _connection: ConnectionId) {}

    /// Text of a file of the index, or of one symbol in it.
    fn read_file(
        &self,
        _request: ReadFileRequest,
        _context: &RequestContext,
    ) -> Result<ReadFileAnswer, ToolError> {
        Err(not_offered(Question::ReadFile))
    }

    /// Files of the index by what was typed of their path.
    fn list_files(
        &self,
        _request: ListFilesRequest,
        _context: &RequestContext,
    ) -> Result<ListFilesAnswer, ToolError> {
        Err(not_offered(Question::ListFiles))
    }

    /// Changes the configuration of models as far as a program may, or opens the page
    /// where a person does.
    fn setup(
        &self,
        _request: SetupRequest,
        _context: &RequestContext,
    ) -> Result<SetupStatusAnswer, ToolError> {
        Err(not_offered(Question::Setup))
    }

    /// What is configured.
    fn setup_status(
        &self,
        _request: SetupStatusRequest,
        _context: &RequestContext,
    ) -> Result<SetupStatusAnswer, ToolError> {
        Err(not_offered(Question::SetupStatus))
    }

    /// Formatted text of a fragment.
    fn format_source(
        &self,
        _request: FormatSourceRequest,
        _context: &RequestContext,
    ) -> Result<FormatSourceAnswer, ToolError> {
        Err(not_offered(Question::FormatSource))
    }

    /// Findings of a checker about files.
    fn typecheck(
        &self,
        _request: TypecheckRequest,
        _context: &RequestContext,
    ) -> Result<TypecheckAnswer, ToolError> {
        Err(not_offered(Question::Typecheck))
    }

    /// Meaning of a diagnostic code.
    fn explain_diagnostic(
        &self,
        _request: ExplainDiagnosticRequest,
        _context: &RequestContext,
    ) -> Result<ExplainDiagnosticAnswer, ToolError> {
        Err(not_offered(Question::ExplainDiagnostic))
    }

    /// New name inside a fragment.
    fn rename_symbol(
        &self,
        _request: RenameSymbolRequest,
        _context: &RequestContext,
    ) -> Result<RenameSymbolAnswer, ToolError> {
        Err(not_offered(Question::RenameSymbol))
    }
}

fn not_offered(question: Question) -> ToolError {
    ToolError::invalid_input(
        format!("this engine does not answer {}", question.as_str()),
        "use another tool",
    )
}

fn no_documents() -> ToolError {
    ToolError::invalid_input(
        "this engine takes no unsaved documents",
        "save the file and ask again",
    )
}

/// Names a connection; its unsaved documents end with it.
///
/// An edge that serves one client needs no more than the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// What accompanies one request.
#[derive(Clone)]
pub struct RequestContext {
    /// Set when the caller no longer wants the answer.
    pub cancel: CancelToken,
    /// When the answer is no longer of use; none for work without a bound.
    pub deadline: Option<Instant>,
    /// Who is told how far long work is.
    pub progress: Arc<dyn ProgressSink>,
    /// Who asks, for logs; for example `claude-code` or `cli`.
    pub client: String,
    /// The connection that the request came over.
    pub connection: ConnectionId,
    /// Which workspaces the caller may choose.
    pub workspaces: WorkspaceRight,
    /// Whose root and folders count, in an engine that several callers share;
    /// none for the engine's own.
    pub session: Option<Arc<Session>>,
    /// Language of messages for people, as a tag such as `en` or `zh-CN`.
    pub lang: String,
}

impl RequestContext {
    /// A context without deadline and progress, with the rights of a local
    /// caller.
    pub fn new(client: impl Into<String>) -> Self {
        RequestContext {
            cancel: CancelToken::default(),
            deadline: None,
            progress: Arc::new(Silent),
            client: client.into(),
            connection: ConnectionId::default(),
            workspaces: WorkspaceRight::AnyFolder,
            session: None,
            lang: "en".into(),
        }
    }

    /// Fails with `MCP-TIMEOUT` once the request was cancelled or its deadline
    /// has passed.
    pub fn check(&self) -> Result<(), ToolError> {
        if self.cancel.is_cancelled() {
            return Err(ToolError::new(
                ErrorCode::Timeout,
                "the request was cancelled",
                "ask again if the answer is still wanted",
            ));
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(ToolError::new(
                ErrorCode::Timeout,
                "the request took longer than allowed",
                "narrow the question, or raise CLEW_MCP_REQUEST_TIMEOUT_MS",
            )),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for RequestContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RequestContext")
            .field("client", &self.client)
            .field("connection", &self.connection)
            .field("workspaces", &self.workspaces)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// Which workspaces a caller may choose by an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkspaceRight {
    /// `project_path` may name any existing folder (stdio, command line).
    AnyFolder,
    /// Only the start root and folders allowed at start (HTTP).
    AllowedOnly,
}

/// Tells running work that its answer is no longer wanted; clones share it.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks the work to stop; cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far long work is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Units done; never falls within one request.
    pub done: u64,
    /// Units in all, where known.
    pub total: Option<u64>,
    /// What is being done, for people.
    pub message: String,
}

/// Receives the progress of one request; called from any thread, often.
pub trait ProgressSink: Send + Sync {
    /// Takes note of `progress`; must return at once.
    fn report(&self, progress: &Progress);
}

/// A sink that drops everything.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl ProgressSink for Silent {
    fn report(&self, _progress: &Progress) {}
}
