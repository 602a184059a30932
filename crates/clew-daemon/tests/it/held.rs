//! An engine whose searches end when the test says so.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use clew_engine::{ConnectionId, Engine, Progress, RequestContext};
use clew_protocol::{
    DocumentAnswer, DocumentRequest, ErrorCode, FindReferencesAnswer, FindReferencesRequest,
    Freshness, GraphAnswer, GraphRequest, LanguagesAnswer, ListImportsAnswer, ListImportsRequest,
    LogsAnswer, LogsRequest, LookupSymbolAnswer, LookupSymbolRequest, OpenWorkspace, OutlineAnswer,
    OutlineRequest, ParseSourceAnswer, ParseSourceRequest, RepoMapAnswer, RepoMapRequest, Root,
    RootSource, ScanAnswer, ScanProgress, ScanRequest, ScanStatus, SearchAnswer, SearchRequest,
    Stamp, StatsAnswer, StatusAnswer, StatusRequest, ToolError, UsageRecord, WorkspacesAnswer,
};

/// `search` waits while its query is `hold`, and panics for `panic`; the answer
/// to `size N` has a note of N bytes. All else is not answered.
#[derive(Default)]
pub(crate) struct Held {
    state: Mutex<State>,
    changed: Condvar,
    pub(crate) scanning: Mutex<bool>,
    pub(crate) scan_asked: Mutex<bool>,
    pub(crate) changes: AtomicUsize,
}

#[derive(Default)]
struct State {
    waiting: usize,
    cancelled: usize,
    released: bool,
    closed: Vec<ConnectionId>,
}

impl Held {
    /// Waits until so many searches are held.
    pub(crate) fn wait_for_held(&self, count: usize) {
        self.wait(|state| state.waiting == count);
    }

    /// Waits until so many searches were cancelled.
    pub(crate) fn wait_for_cancelled(&self, count: usize) {
        self.wait(|state| state.cancelled == count);
    }

    /// Waits until a connection was closed.
    pub(crate) fn wait_for_closed(&self, count: usize) {
        self.wait(|state| state.closed.len() == count);
    }

    /// Lets held searches go on.
    pub(crate) fn release(&self) {
        self.state.lock().unwrap().released = true;
        self.changed.notify_all();
    }

    fn wait(&self, done: impl Fn(&State) -> bool) {
        let state = self.state.lock().unwrap();
        let limit = Duration::from_secs(60);
        let (_state, waited) =
            self.changed.wait_timeout_while(state, limit, |state| !done(state)).unwrap();
        assert!(!waited.timed_out());
    }

    fn hold(&self, context: &RequestContext) -> Result<(), ToolError> {
        let mut state = self.state.lock().unwrap();
        state.waiting += 1;
        self.changed.notify_all();
        context.progress.report(&Progress { done: 1, total: Some(2), message: "held".into() });
        let mut done = 1;
        let outcome = loop {
            if state.released {
                break Ok(());
            }
            // Without a pause, as long work does.
            done += 1;
            context.progress.report(&Progress { done, total: None, message: "held".into() });
            if let Err(error) = context.check() {
                state.cancelled += 1;
                break Err(error);
            }
            let look = Duration::from_millis(5);
            state = self.changed.wait_timeout(state, look).unwrap().0;
        };
        state.waiting -= 1;
        self.changed.notify_all();
        outcome
    }
}

fn none<T>() -> Result<T, ToolError> {
    Err(ToolError::new(ErrorCode::NotFound, "not here", "ask elsewhere"))
}

fn answer(note: String) -> SearchAnswer {
    let root = Root { path: "/".into(), source: RootSource::CliFlag };
    let mut stamp = Stamp::new(root, Freshness::default());
    stamp.notes.push(note);
    SearchAnswer { hits: Vec::new(), total: 0, total_is_lower_bound: false, cursor: None, stamp }
}

macro_rules! unanswered {
    ($($name:ident($request:ty) -> $answer:ty;)*) => {
        $(fn $name(&self, _: $request, _: &RequestContext) -> Result<$answer, ToolError> {
            none()
        })*
    };
}

impl Engine for Held {
    fn search(
        &self,
        request: SearchRequest,
        context: &RequestContext,
    ) -> Result<SearchAnswer, ToolError> {
        match request.query.as_str() {
            "hold" => self.hold(context)?,
            "panic" => panic!("as asked"),
            _ => {}
        }
        let size = request.query.strip_prefix("size ").and_then(|size| size.parse().ok());
        Ok(answer("x".repeat(size.unwrap_or(0))))
    }

    unanswered! {
        graph(GraphRequest) -> GraphAnswer;
        lookup_symbol(LookupSymbolRequest) -> LookupSymbolAnswer;
        find_references(FindReferencesRequest) -> FindReferencesAnswer;
        outline(OutlineRequest) -> OutlineAnswer;
        list_imports(ListImportsRequest) -> ListImportsAnswer;
        repo_map(RepoMapRequest) -> RepoMapAnswer;
        parse_source(ParseSourceRequest) -> ParseSourceAnswer;
        status(StatusRequest) -> StatusAnswer;
        scan(ScanRequest) -> ScanAnswer;
        logs(LogsRequest) -> LogsAnswer;
    }

    fn stats(&self, _: &RequestContext) -> Result<StatsAnswer, ToolError> {
        Ok(StatsAnswer::default())
    }

    fn languages(&self, _: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        Ok(LanguagesAnswer { languages: Vec::new() })
    }

    fn record_usage(&self, _: UsageRecord, _: &RequestContext) {}

    fn workspaces(&self, _: &RequestContext) -> Result<WorkspacesAnswer, ToolError> {
        let status = match *self.scanning.lock().unwrap() {
            true => ScanStatus::Scanning,
            false => ScanStatus::Idle,
        };
        let scan = ScanProgress { status, ..ScanProgress::default() };
        let scan_asked = *self.scan_asked.lock().unwrap();
        let workspaces = vec![OpenWorkspace { scan, scan_asked, ..OpenWorkspace::default() }];
        Ok(WorkspacesAnswer { workspaces, memory_budget: 0 })
    }

    fn open_document(
        &self,
        request: DocumentRequest,
        _: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        Ok(DocumentAnswer { root: "/".into(), file: request.file_path, shown: None })
    }

    fn change_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.hold(context)?;
        Ok(DocumentAnswer { root: "/".into(), file: request.file_path, shown: None })
    }

    fn close_client(&self, connection: ConnectionId) {
        self.state.lock().unwrap().closed.push(connection);
        self.changed.notify_all();
    }
}
