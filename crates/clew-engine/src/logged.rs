//! An engine that logs what it is asked.

use std::time::Instant;

use clew_protocol::{
    CloseDocumentRequest, DocumentAnswer, DocumentRequest, ExplainDiagnosticAnswer,
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

use crate::api::{ConnectionId, Engine, RequestContext};

/// An engine whose questions are logged, each with who asked, its time and its outcome.
pub struct LoggedEngine<E>(pub E);

/// Has a question answered and logs how.
fn logged<A>(
    question: &str,
    context: &RequestContext,
    answer: impl FnOnce() -> Result<A, ToolError>,
) -> Result<A, ToolError> {
    let start = Instant::now();
    let outcome = answer();
    let (client, ms) = (context.client.as_str(), start.elapsed().as_millis());
    match &outcome {
        Ok(_) => tracing::debug!(question, client, ms, "answered"),
        Err(error) => {
            let code = error.code.as_str();
            tracing::debug!(question, client, ms, code, "not answered: {}", error.message);
        }
    }
    outcome
}

macro_rules! questions {
    ($($name:ident: $question:ident($request:ty) -> $answer:ty;)*) => {
        $(
            fn $name(
                &self,
                request: $request,
                context: &RequestContext,
            ) -> Result<$answer, ToolError> {
                logged(Question::$question.as_str(), context, || self.0.$name(request, context))
            }
        )*
    };
}

impl<E: Engine> Engine for LoggedEngine<E> {
    fn offers(&self, question: Question) -> bool {
        self.0.offers(question)
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
        logged(Question::Stats.as_str(), context, || self.0.stats(context))
    }

    fn languages(&self, context: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        logged(Question::Languages.as_str(), context, || self.0.languages(context))
    }

    fn workspaces(&self, context: &RequestContext) -> Result<WorkspacesAnswer, ToolError> {
        self.0.workspaces(context)
    }

    fn record_usage(&self, record: UsageRecord, context: &RequestContext) {
        self.0.record_usage(record, context);
    }

    fn open_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        logged("open document", context, || self.0.open_document(request, context))
    }

    fn change_document(
        &self,
        request: DocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        logged("change document", context, || self.0.change_document(request, context))
    }

    fn close_document(
        &self,
        request: CloseDocumentRequest,
        context: &RequestContext,
    ) -> Result<DocumentAnswer, ToolError> {
        logged("close document", context, || self.0.close_document(request, context))
    }

    fn close_client(&self, connection: ConnectionId) {
        self.0.close_client(connection);
    }
}
