//! Progress of long questions, and questions whose answer nobody wants any more.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clew_engine::{CancelToken, Engine, Progress, ProgressSink, RequestContext};
use clew_protocol::{
    EdgeKind, ErrorCode, FindReferencesRequest, FormatSourceRequest, GraphRequest,
    ListImportsRequest, ParseSourceRequest, RenameSymbolRequest, RepoMapRequest, SearchRequest,
    StatusRequest, ToolError, TypecheckRequest,
};

use crate::support::{Asker, Stage};

const PROJECT: &str = "\
//- main.yx
use lib.{twice}
main = { x = twice(2) }
//- lib.yx
twice: (n: Int) -> Int = (n) => n * 2
//- shop.py
import json
class Cart:
    def total(self): return price(self)
def price(item): return retry(item)
def retry(item): return json.dumps(item)
";

fn asker() -> Asker {
    let asker = Stage::new(PROJECT).engine();
    asker.scan();
    asker
}

/// What a question reported: units done.
fn progress(asker: &Asker, ask: impl Fn(&dyn Engine, &RequestContext)) -> Vec<u64> {
    #[derive(Default)]
    struct Kept(Mutex<Vec<u64>>);
    impl ProgressSink for Kept {
        fn report(&self, progress: &Progress) {
            assert!(!progress.message.is_empty());
            assert!(progress.total.is_none_or(|total| progress.done <= total), "{progress:?}");
            self.0.lock().unwrap().push(progress.done);
        }
    }
    let kept = Arc::new(Kept::default());
    let context = RequestContext { progress: kept.clone(), ..asker.context.clone() };
    ask(&asker.engine, &context);
    kept.0.lock().unwrap().clone()
}

#[test]
fn graphs_and_checks_tell_how_far_they_are() {
    let asker = asker();
    let graph = GraphRequest { depth: 5, ..GraphRequest::new("Cart.total") };
    let done = progress(&asker, |engine, context| {
        engine.graph(graph.clone(), context).unwrap();
    });
    assert_eq!(done, [0, 1, 2]);
    let path = GraphRequest { to: Some("retry".into()), ..GraphRequest::new("Cart.total") };
    let done = progress(&asker, |engine, context| {
        engine.graph(path.clone(), context).unwrap();
    });
    assert_eq!(done, [0, 1]);
    let check = TypecheckRequest { file_paths: vec![".".into()], ..Default::default() };
    let done = progress(&asker, |engine, context| {
        engine.typecheck(check.clone(), context).unwrap();
    });
    assert_eq!(done, [0, 1]);
}

/// Every question, asked with this context.
fn all(
    engine: &dyn Engine,
    context: &RequestContext,
) -> Vec<(&'static str, Result<(), ToolError>)> {
    let yaoxiang = "f: (n: Int) -> Int = (n) => n\n".repeat(2_000);
    let python = "def f(x):\n    return [x]\n".repeat(20_000);
    let language = Some("yaoxiang".to_string());
    let graph =
        GraphRequest { edge_types: EdgeKind::ALL.to_vec(), depth: 9, ..GraphRequest::new("Cart") };
    let path = GraphRequest { to: Some("retry".into()), ..GraphRequest::new("Cart.total") };
    let search = SearchRequest {
        query: "price of a cart".into(),
        callers_level: 5,
        callees_level: 5,
        ..Default::default()
    };
    let check = TypecheckRequest { file_paths: vec![".".into()], ..Default::default() };
    let parse = |source: &str, language: &str| ParseSourceRequest {
        source: source.into(),
        language: Some(language.into()),
        ..Default::default()
    };
    let format = FormatSourceRequest {
        source: yaoxiang.clone(),
        language: language.clone(),
        ..Default::default()
    };
    let rename = RenameSymbolRequest {
        source: yaoxiang.clone(),
        language,
        old_name: "f".into(),
        new_name: "g".into(),
        ..Default::default()
    };
    let imports = ListImportsRequest { file_path: "shop.py".into(), ..Default::default() };
    let references = FindReferencesRequest::new("retry");
    vec![
        ("graph", engine.graph(graph, context).map(drop)),
        ("path", engine.graph(path, context).map(drop)),
        ("search", engine.search(search, context).map(drop)),
        ("references", engine.find_references(references, context).map(drop)),
        ("typecheck", engine.typecheck(check, context).map(drop)),
        ("map", engine.repo_map(RepoMapRequest::default(), context).map(drop)),
        ("imports", engine.list_imports(imports, context).map(drop)),
        ("status", engine.status(StatusRequest::default(), context).map(drop)),
        ("parse", engine.parse_source(parse(&python, "python"), context).map(drop)),
        ("parse yx", engine.parse_source(parse(&yaoxiang, "yaoxiang"), context).map(drop)),
        ("format", engine.format_source(format, context).map(drop)),
        ("rename", engine.rename_symbol(rename, context).map(drop)),
    ]
}

#[test]
fn cancelled_questions_fail_and_leave_nothing_behind() {
    let asker = asker();
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = RequestContext { cancel, ..asker.context.clone() };
    for (name, outcome) in all(&asker.engine, &cancelled) {
        let error = outcome.expect_err(name);
        assert_eq!(error.code, ErrorCode::Timeout, "{name}: {error}");
    }
    for (name, outcome) in all(&asker.engine, &asker.context) {
        assert!(outcome.is_ok(), "{name}: {outcome:?}");
    }
}

#[test]
fn work_ends_soon_after_the_caller_lost_interest() {
    // The sink cancels after the first report, as a client may at any time.
    struct Cancelling(CancelToken, AtomicUsize);
    impl ProgressSink for Cancelling {
        fn report(&self, _: &Progress) {
            self.0.cancel();
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
    let asker = asker();
    let check = TypecheckRequest { file_paths: vec![".".into()], ..Default::default() };
    let graph = GraphRequest { depth: 9, ..GraphRequest::new("Cart.total") };
    let cancel = CancelToken::default();
    let sink = Arc::new(Cancelling(cancel.clone(), AtomicUsize::new(0)));
    let context = RequestContext { cancel, progress: sink.clone(), ..asker.context.clone() };
    assert!(asker.engine.graph(graph, &context).is_err());
    assert_eq!(sink.1.load(Ordering::Relaxed), 1, "no second node is looked at");
    assert!(asker.engine.typecheck(check, &context).is_err());
    assert_eq!(sink.1.load(Ordering::Relaxed), 1, "no file is looked at");
}
