//! An engine whose answers and delays the tests decide.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

use clew_engine::{Engine, Progress, RequestContext};
use clew_protocol::*;

/// Answers by the words of the question: `panic`, `hold` until released,
/// `wait` until cancelled, `many` hits, `fail`.
#[derive(Default)]
pub(crate) struct Scripted {
    released: Mutex<bool>,
    release: Condvar,
    /// Calls that wait, or have waited.
    pub(crate) waiting: AtomicU64,
    /// Calls that saw their cancellation.
    pub(crate) cancelled: AtomicU64,
    /// Calls that were counted.
    pub(crate) recorded: AtomicU64,
}

impl Scripted {
    /// Lets the calls that hold go on.
    pub(crate) fn release(&self) {
        *self.released.lock().unwrap() = true;
        self.release.notify_all();
    }

    fn hold(&self) {
        let mut released = self.released.lock().unwrap();
        while !*released {
            released = self.release.wait(released).unwrap();
        }
    }
}

pub(crate) fn stamp() -> Stamp {
    let root = Root { path: "/p".into(), source: RootSource::AutoDetected };
    Stamp::new(root, Freshness { edges: EdgeState::Complete, ..Freshness::default() })
}

fn symbol(number: u32) -> Symbol {
    Symbol {
        name: format!("name{number}"),
        qualified_name: format!("module.name{number}"),
        kind: SymbolKind::Function,
        is_declaration: false,
        file: "src/a.py".into(),
        line: number,
        span: Span { start_line: number, start_column: 1, end_line: number + 1, end_column: 1 },
        signature: Some(format!("def name{number}(first, second, third) -> int")),
        doc: None,
        container: None,
        visibility: None,
        score: 1.0,
    }
}

impl Engine for Scripted {
    fn search(
        &self,
        request: SearchRequest,
        context: &RequestContext,
    ) -> Result<SearchAnswer, ToolError> {
        match request.query.as_str() {
            "panic" => panic!("a test wants it"),
            "hold" => {
                for done in [1, 1, 3] {
                    let message = format!("step {done}");
                    context.progress.report(&Progress { done, total: Some(3), message });
                }
                self.hold();
            }
            "wait" => {
                self.waiting.fetch_add(1, Ordering::SeqCst);
                while context.check().is_ok() {
                    std::thread::yield_now();
                }
                if context.cancel.is_cancelled() {
                    self.cancelled.fetch_add(1, Ordering::SeqCst);
                }
                return context.check().map(|()| unreachable!());
            }
            "fail" => {
                return Err(ToolError::ambiguous("`fail` means two", vec!["a".into(), "b".into()]));
            }
            _ => {}
        }
        Ok(SearchAnswer {
            hits: vec![],
            total: 0,
            total_is_lower_bound: false,
            cursor: None,
            stamp: stamp(),
        })
    }

    fn offers(&self, question: Question) -> bool {
        !matches!(
            question,
            Question::FormatSource
                | Question::Typecheck
                | Question::ExplainDiagnostic
                | Question::RenameSymbol
        )
    }

    fn read_file(
        &self,
        request: ReadFileRequest,
        _context: &RequestContext,
    ) -> Result<ReadFileAnswer, ToolError> {
        let file = request.file_path;
        if file.starts_with("..") {
            return Err(ToolError::new(ErrorCode::PathOutsideProject, "outside", "stay inside"));
        }
        if file == "none.py" {
            return Err(ToolError::not_found("no such file", "look", vec!["src/a.py".into()]));
        }
        let part = FilePart {
            text: format!("text of {file} {:?}", request.symbol),
            symbol: request.symbol,
            start_line: 1,
            end_line: 1,
            cut: file == "cut.py",
        };
        Ok(ReadFileAnswer { file, language: "python".into(), parts: vec![part], stamp: stamp() })
    }

    fn list_files(
        &self,
        _request: ListFilesRequest,
        _context: &RequestContext,
    ) -> Result<ListFilesAnswer, ToolError> {
        let files = vec!["src/a.py".to_string(), "src/b.py".to_string()];
        Ok(ListFilesAnswer { files, total: 2, stamp: stamp() })
    }

    fn lookup_symbol(
        &self,
        request: LookupSymbolRequest,
        _context: &RequestContext,
    ) -> Result<LookupSymbolAnswer, ToolError> {
        let total = if request.query == "many" { 2000 } else { 1 };
        let limit = request.limit.unwrap_or(20).min(total);
        let symbols = (1..=limit).map(symbol).collect();
        let cursor = (limit < total).then(|| format!("after-{limit}"));
        Ok(LookupSymbolAnswer {
            symbols,
            total,
            total_is_lower_bound: false,
            cursor,
            stamp: stamp(),
        })
    }

    fn graph(
        &self,
        request: GraphRequest,
        _context: &RequestContext,
    ) -> Result<GraphAnswer, ToolError> {
        let shown = Some(format!("{} depth {}", request.from, request.depth));
        let (text, mermaid, nodes) = match request.format {
            GraphFormat::Text => (shown, None, None),
            GraphFormat::Mermaid => (None, Some("flowchart LR\n  a --> b".into()), None),
            GraphFormat::Json => (None, None, Some(vec![])),
        };
        Ok(GraphAnswer {
            from: request.from,
            to: request.to,
            depth: request.depth,
            format: request.format,
            warning: None,
            status: None,
            text,
            mermaid,
            edges: nodes.is_some().then(Vec::new),
            nodes,
            cursor: (request.depth == 9).then(|| "after-100".into()),
            stamp: stamp(),
        })
    }

    fn find_references(
        &self,
        request: FindReferencesRequest,
        _context: &RequestContext,
    ) -> Result<FindReferencesAnswer, ToolError> {
        Err(ToolError::not_found(format!("no `{}`", request.query), "look it up", vec![]))
    }

    fn outline(
        &self,
        request: OutlineRequest,
        _context: &RequestContext,
    ) -> Result<OutlineAnswer, ToolError> {
        let near = vec!["src/a.py".to_string()];
        Err(ToolError::not_found(format!("no file `{}`", request.file_path), "see nearest", near))
    }

    fn list_imports(
        &self,
        request: ListImportsRequest,
        _context: &RequestContext,
    ) -> Result<ListImportsAnswer, ToolError> {
        let file = request.file_path;
        Ok(ListImportsAnswer { file, imports: vec![], total: 0, cursor: None, stamp: stamp() })
    }

    fn repo_map(
        &self,
        _request: RepoMapRequest,
        _context: &RequestContext,
    ) -> Result<RepoMapAnswer, ToolError> {
        Ok(RepoMapAnswer {
            files: vec![],
            total_files: 0,
            total_symbols: 0,
            tokens: 0,
            cursor: None,
            stamp: stamp(),
        })
    }

    fn parse_source(
        &self,
        request: ParseSourceRequest,
        _context: &RequestContext,
    ) -> Result<ParseSourceAnswer, ToolError> {
        Ok(ParseSourceAnswer {
            language: request.language.unwrap_or_else(|| "python".into()),
            ok: true,
            diagnostics: vec![],
            ast: Node { kind: "module".into(), ..Node::default() },
            summary: Default::default(),
            notes: vec![],
        })
    }

    fn status(
        &self,
        _request: StatusRequest,
        _context: &RequestContext,
    ) -> Result<StatusAnswer, ToolError> {
        Ok(StatusAnswer {
            current_project: "/p".into(),
            daemon_project: "/p".into(),
            is_current_project: true,
            is_exact_project: true,
            coverage: Coverage::Exact,
            daemon_status: DaemonStatus::Idle,
            has_index: true,
            stats: IndexStats::default(),
            scan: ScanProgress::default(),
            left_out: vec![],
            languages: vec![],
            watch: Default::default(),
            workspaces: vec![],
            vectors: None,
            descriptions: None,
            stamp: stamp(),
        })
    }

    fn scan(
        &self,
        _request: ScanRequest,
        _context: &RequestContext,
    ) -> Result<ScanAnswer, ToolError> {
        Ok(ScanAnswer {
            started: true,
            reason: None,
            scan_id: "s1".into(),
            status: ScanStatus::Scanning,
            message: "scan started".into(),
            path: "/p".into(),
            language: "auto".into(),
            progress: ScanProgress::default(),
            counts: None,
            unsaved: false,
            left_out: vec![],
            stamp: stamp(),
        })
    }

    fn logs(
        &self,
        _request: LogsRequest,
        _context: &RequestContext,
    ) -> Result<LogsAnswer, ToolError> {
        Ok(LogsAnswer { stream_id: "x".into(), entries: vec![], next_cursor: 0, truncated: false })
    }

    fn stats(&self, _context: &RequestContext) -> Result<StatsAnswer, ToolError> {
        Ok(StatsAnswer::default())
    }

    fn languages(&self, _context: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        Ok(LanguagesAnswer::default())
    }

    fn record_usage(&self, _record: UsageRecord, _context: &RequestContext) {
        self.recorded.fetch_add(1, Ordering::SeqCst);
    }
}
