//! The daemon's codec and dispatcher take any lines, and answer with lines.

#![no_main]

use std::sync::Arc;

use clew_engine::{Engine, RequestContext};
use clew_protocol::{
    ErrorCode, FindReferencesAnswer, FindReferencesRequest, GraphAnswer, GraphRequest,
    LanguagesAnswer, ListImportsAnswer, ListImportsRequest, LogsAnswer, LogsRequest,
    LookupSymbolAnswer, LookupSymbolRequest, OutlineAnswer, OutlineRequest, ParseSourceAnswer,
    ParseSourceRequest, RepoMapAnswer, RepoMapRequest, ScanAnswer, ScanRequest, SearchAnswer,
    SearchRequest, StatsAnswer, StatusAnswer, StatusRequest, ToolError, UsageRecord,
};
use libfuzzer_sys::fuzz_target;

/// Answers nothing, so that no path of the input is ever read.
struct Mute;

macro_rules! unanswered {
    ($($name:ident($request:ty) -> $answer:ty;)*) => {
        $(fn $name(&self, _: $request, context: &RequestContext) -> Result<$answer, ToolError> {
            context.check()?;
            Err(ToolError::new(ErrorCode::NotFound, "nothing is here", "ask elsewhere"))
        })*
    };
}

impl Engine for Mute {
    unanswered! {
        search(SearchRequest) -> SearchAnswer;
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
}

/// A session and every method, so that the fuzzer starts beyond the envelope.
const FIRST: &str = r#"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"session":{"start":"/"}}}"#;

fuzz_target!(|input: &[u8]| {
    let mut lines = FIRST.as_bytes().to_vec();
    lines.push(b'\n');
    lines.extend_from_slice(input);
    let replies = clew_daemon::serve_line(Arc::new(Mute), &lines);
    // Every line that is not empty has exactly one reply, on one line.
    let asked = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    assert_eq!(replies.iter().filter(|byte| **byte == b'\n').count(), asked);
});
