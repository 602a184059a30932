//! The engine inside this process.

use std::path::PathBuf;
use std::sync::Arc;

use clew_protocol::{
    CloseDocumentRequest, Coverage, DocumentAnswer, DocumentRequest, ExplainDiagnosticAnswer,
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
use clew_vfs::walk::WalkOptions;
use clew_vfs::{Environment, RootError};

use crate::api::{ConnectionId, Engine, RequestContext, WorkspaceRight};
use crate::log_ring::LogRing;
use crate::questions;
use crate::questions::documents::{self, Change};
use crate::questions::status::Asked;
use crate::registry::{Common, Registry};
use crate::session::{Session, SessionOptions};
use crate::unsaved::Unsaved;
use crate::usage::Usage;

/// What an engine needs to start.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    /// The current folder, absolute.
    pub start: PathBuf,
    /// `--project-root`, if given.
    pub project_root: Option<PathBuf>,
    /// `--allow-root` folders.
    pub allowed_roots: Vec<PathBuf>,
    /// The environment values that decide where the user's folders are.
    pub environment: Environment,
    /// Where usage is logged, if not in the workspace.
    pub metrics_file: Option<PathBuf>,
    /// Threads that walk the tree; zero for as many as pay.
    pub walk_threads: usize,
    /// How changed files become known.
    pub following: Following,
    /// Bytes of memory that open workspaces may take together, about; zero for
    /// [`DEFAULT_MEMORY_BUDGET`].
    pub memory_budget: u64,
    /// The user's configuration of models; none where it cannot be asked for.
    pub setup: Option<clew_setup::SetupService>,
    /// What the stamp of every answer about a workspace says besides.
    pub note: Option<String>,
}

/// How an engine learns of changed files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Following {
    /// It looks at the files when a question comes: for short-lived processes.
    #[default]
    OnQuestion,
    /// It has the system report changes, and looks in intervals where that
    /// fails: for processes that live on.
    Continuous,
}

/// Memory that open workspaces take together before the one used longest ago is
/// closed, in bytes.
pub const DEFAULT_MEMORY_BUDGET: u64 = 1 << 30;

/// Why an engine could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The project root cannot be used.
    #[error(transparent)]
    Root(#[from] RootError),
    /// There is no place for the index.
    #[error("the user's data folder is unknown; set CLEW_DATA_DIR")]
    NoDataFolder,
    /// What is named as the data folder is a file.
    #[error("the data folder {path} is no folder", path = path.display())]
    DataFolder {
        /// Its path.
        path: PathBuf,
    },
}

/// Answers questions in this process.
pub struct InProcessEngine {
    pub(crate) registry: Registry,
    unsaved: Arc<Unsaved>,
    pub(crate) logs: Arc<LogRing>,
    pub(crate) usage: Usage,
    session: Arc<Session>,
    data: PathBuf,
    setup: Option<clew_setup::SetupService>,
}

/// What the log begins with. A daemon has no root of its own.
fn first_line(session: &Session, data: &std::path::Path) -> String {
    match session.root() == data {
        true => format!("data folder {}; roots come with the questions", data.display()),
        false => format!("root {} ({})", session.root().display(), session.root_rule()),
    }
}

impl InProcessEngine {
    /// Finds the project root and makes an engine for it. Reads no source file.
    ///
    /// Fails if the root is missing or no folder, or the data folder is unknown.
    pub fn new(options: EngineOptions) -> Result<Self, StartError> {
        let session = Session::open(SessionOptions {
            start: options.start,
            project_root: options.project_root,
            allowed_roots: options.allowed_roots,
            metrics_file: options.metrics_file,
            ..SessionOptions::default()
        })?;
        let data = clew_vfs::data_dir(&options.environment).ok_or(StartError::NoDataFolder)?;
        // Missing ones are made when something is written.
        if data.exists() && !data.is_dir() {
            return Err(StartError::DataFolder { path: data });
        }
        let walk = WalkOptions { threads: options.walk_threads, ..WalkOptions::default() };
        let stream = blake3::hash(crate::usage::utc_now().as_bytes()).to_hex();
        let logs =
            Arc::new(LogRing::new(format!("{}-{}", std::process::id(), &stream.as_str()[..8])));
        logs.push_about(session.root(), crate::log_ring::Level::Info, first_line(&session, &data));
        let unsaved = Arc::new(Unsaved::default());
        let budget = match options.memory_budget {
            0 => DEFAULT_MEMORY_BUDGET,
            bytes => bytes,
        };
        let common = Common {
            data: data.clone(),
            walk,
            logs: logs.clone(),
            unsaved: unsaved.clone(),
            following: options.following,
            provided: Arc::new(crate::meaning::Provided::new(
                options.setup.as_ref(),
                &data,
                logs.clone(),
            )),
            setup: options.setup.clone(),
            note: options.note,
            descriptions: Arc::default(),
            stores: Arc::default(),
            environment: Arc::new(options.environment.clone()),
            numbers: Arc::default(),
        };
        Ok(InProcessEngine {
            registry: Registry::new(common, budget),
            unsaved,
            logs,
            usage: Usage::default(),
            session: Arc::new(session),
            data,
            setup: options.setup,
        })
    }

    /// The root that questions without one are about, where the caller has no
    /// session of its own.
    pub fn root(&self) -> &std::path::Path {
        self.session.root()
    }

    /// Who answers for the configuration of models.
    fn set_up(&self) -> Result<&clew_setup::SetupService, ToolError> {
        self.setup.as_ref().ok_or_else(|| {
            let next = "run `clew setup` in a terminal";
            ToolError::invalid_input("this engine keeps no configuration", next)
        })
    }

    /// The caller's session, or the engine's own.
    fn session<'a>(&'a self, context: &'a RequestContext) -> &'a Session {
        context.session.as_deref().unwrap_or(&self.session)
    }

    /// Where usage is appended: the named file, the workspace's log, or, where
    /// that cannot be written, the data folder.
    fn usage_file(&self, session: &Session) -> Option<PathBuf> {
        if let Some(file) = session.metrics_file() {
            return Some(file.to_path_buf());
        }
        let folder = clew_vfs::workspace_dir::prepare(session.root())
            .ok()
            .or_else(|| clew_vfs::make_private(&self.data).ok().map(|()| self.data.clone()))?;
        Some(folder.join("mcp-usage.jsonl"))
    }

    /// Where usage would be appended, without creating anything.
    fn usage_file_if_any(&self, session: &Session) -> Option<PathBuf> {
        if let Some(file) = session.metrics_file() {
            return Some(file.to_path_buf());
        }
        let inside = session.root().join(".clew").join("mcp-usage.jsonl");
        let outside = self.data.join("mcp-usage.jsonl");
        if !inside.exists() && outside.exists() { Some(outside) } else { Some(inside) }
    }
}

impl Engine for InProcessEngine {
    fn search(
        &self,
        request: SearchRequest,
        context: &RequestContext,
    ) -> Result<SearchAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::Search, context, || {
            questions::search::search(&workspace, &request, context)
        })
    }

    fn find_similar(
        &self,
        request: FindSimilarRequest,
        context: &RequestContext,
    ) -> Result<FindSimilarAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::FindSimilar, context, || {
            questions::similar::find_similar(&workspace, &request, context)
        })
    }

    fn graph(
        &self,
        request: GraphRequest,
        context: &RequestContext,
    ) -> Result<GraphAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::Graph, context, || {
            questions::graph::graph(&workspace, &request, context)
        })
    }

    fn lookup_symbol(
        &self,
        request: LookupSymbolRequest,
        context: &RequestContext,
    ) -> Result<LookupSymbolAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::LookupSymbol, context, || {
            questions::lookup::lookup(&workspace, &request, context)
        })
    }

    fn find_references(
        &self,
        request: FindReferencesRequest,
        context: &RequestContext,
    ) -> Result<FindReferencesAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::FindReferences, context, || {
            questions::references::references(&workspace, &request, context)
        })
    }

    fn outline(
        &self,
        request: OutlineRequest,
        context: &RequestContext,
    ) -> Result<OutlineAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::Outline, context, || {
            questions::outline::outline(&workspace, &request, context)
        })
    }

    fn list_imports(
        &self,
        request: ListImportsRequest,
        context: &RequestContext,
    ) -> Result<ListImportsAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::ListImports, context, || {
            questions::imports::imports(&workspace, &request, context)
        })
    }

    fn repo_map(
        &self,
        request: RepoMapRequest,
        context: &RequestContext,
    ) -> Result<RepoMapAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::RepoMap, context, || {
            questions::repo_map::repo_map(&workspace, &request, context)
        })
    }

    fn parse_source(
        &self,
        request: ParseSourceRequest,
        context: &RequestContext,
    ) -> Result<ParseSourceAnswer, ToolError> {
        questions::parse::parse(&request, self.session(context).root(), context)
    }

    fn workspaces(&self, context: &RequestContext) -> Result<WorkspacesAnswer, ToolError> {
        Ok(WorkspacesAnswer {
            workspaces: self.registry.list(self.session(context), context),
            memory_budget: self.registry.budget,
        })
    }

    fn status(
        &self,
        request: StatusRequest,
        context: &RequestContext,
    ) -> Result<StatusAnswer, ToolError> {
        let session = self.session(context);
        let path = request.project_path.as_deref();
        let (folder, mut chosen) = self.registry.choose(path, session, context)?;
        if !session.shows(&chosen.root, context.workspaces) {
            // The index lies in a folder above, which this caller is not told of.
            chosen = self.registry.open(&folder, session)?;
        }
        let is_own = folder == session.current() || chosen.root != folder;
        // Another folder counts as served once it was scanned, now or earlier.
        let is_known = is_own || !chosen.is_empty() || chosen.has_scanned() || chosen.is_scanning();
        let (workspace, coverage) = match is_known {
            false => (self.registry.select(None, &self.session, context)?, Coverage::None),
            true if chosen.root == folder => (chosen, Coverage::Exact),
            true => (chosen, Coverage::Ancestor),
        };
        let asked = Asked { folder: &folder, workspace: &workspace, coverage };
        questions::status::status(&asked, self.registry.list(session, context), context)
    }

    fn scan(
        &self,
        request: ScanRequest,
        context: &RequestContext,
    ) -> Result<ScanAnswer, ToolError> {
        let session = self.session(context);
        let path = request.project_path.as_deref();
        let (folder, workspace) = self.registry.choose(path, session, context)?;
        // Callers that share a session may not move it under each other.
        if path.is_some() && context.workspaces != WorkspaceRight::AllowedOnly {
            session.turn_to(&workspace.root);
        }
        let mut answer = questions::scan::scan(&workspace, &folder, &request, context)?;
        if !session.shows(&workspace.root, context.workspaces) {
            questions::scan::narrow(&mut answer, &self.registry.open(&folder, session)?);
        }
        Ok(answer)
    }

    fn logs(
        &self,
        request: LogsRequest,
        context: &RequestContext,
    ) -> Result<LogsAnswer, ToolError> {
        let (session, right) = (self.session(context), context.workspaces);
        self.logs.answer(&request, &|about| match about {
            Some(root) => session.shows(root, right),
            None => right == WorkspaceRight::AnyFolder,
        })
    }

    fn stats(&self, context: &RequestContext) -> Result<StatsAnswer, ToolError> {
        let session = self.session(context);
        Ok(self.usage.answer(self.usage_file_if_any(session), session.figures()))
    }

    fn languages(&self, _context: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        Ok(questions::languages::languages())
    }

    fn setup(
        &self,
        request: SetupRequest,
        context: &RequestContext,
    ) -> Result<SetupStatusAnswer, ToolError> {
        let service = self.set_up()?;
        let before = service.desk().in_use();
        let answer = service.ask(&request, &|| context.check().is_err())?;
        if service.desk().in_use() != before {
            self.registry.close_all();
        }
        context.check()?;
        Ok(answer)
    }

    fn setup_status(
        &self,
        request: SetupStatusRequest,
        context: &RequestContext,
    ) -> Result<SetupStatusAnswer, ToolError> {
        let answer = self.set_up()?.status(request.check_provider, &|| context.check().is_err());
        context.check()?;
        Ok(answer)
    }

    fn read_file(
        &self,
        request: ReadFileRequest,
        context: &RequestContext,
    ) -> Result<ReadFileAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::ReadFile, context, || {
            questions::files::read(&workspace, &request, context)
        })
    }

    fn list_files(
        &self,
        request: ListFilesRequest,
        context: &RequestContext,
    ) -> Result<ListFilesAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        workspace.answer(Question::ListFiles, context, || {
            questions::files::list(&workspace, &request, context)
        })
    }

    fn open_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        documents::put(&workspace, &self.unsaved, request, Change::Open, context)
    }

    fn change_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        documents::put(&workspace, &self.unsaved, request, Change::Replace, context)
    }

    fn close_document(
        &self,
        request: CloseDocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        documents::close(&workspace, &self.unsaved, &request, context)
    }

    fn close_client(&self, connection: ConnectionId) {
        self.unsaved.close_connection(connection);
    }

    fn offers(&self, question: Question) -> bool {
        let of_set_up = matches!(question, Question::Setup | Question::SetupStatus);
        !of_set_up || self.setup.is_some()
    }

    fn format_source(
        &self,
        request: FormatSourceRequest,
        context: &RequestContext,
    ) -> Result<FormatSourceAnswer, ToolError> {
        questions::fragments::format(&request, self.session(context).root(), context)
    }

    fn typecheck(
        &self,
        request: TypecheckRequest,
        context: &RequestContext,
    ) -> Result<TypecheckAnswer, ToolError> {
        let workspace = self.registry.select(request.root.as_deref(), &self.session, context)?;
        questions::typecheck::typecheck(&workspace, &request, context)
    }

    fn explain_diagnostic(
        &self,
        request: ExplainDiagnosticRequest,
        _context: &RequestContext,
    ) -> Result<ExplainDiagnosticAnswer, ToolError> {
        questions::fragments::explain(&request)
    }

    fn rename_symbol(
        &self,
        request: RenameSymbolRequest,
        context: &RequestContext,
    ) -> Result<RenameSymbolAnswer, ToolError> {
        questions::fragments::rename(&request, context)
    }

    fn record_usage(&self, record: UsageRecord, context: &RequestContext) {
        let session = self.session(context);
        session.count_call();
        self.usage.record(&record, self.usage_file(session));
    }
}
