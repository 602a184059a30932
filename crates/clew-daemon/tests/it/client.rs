//! The engine's trait over the socket.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};

use clew_engine::{Engine, Progress, ProgressSink, RequestContext, Session, SessionOptions};
use clew_protocol::{
    CloseDocumentRequest, DocumentRequest, ErrorCode, FindReferencesRequest, GraphRequest,
    LogsRequest, LookupSymbolRequest, OutlineRequest, ParseSourceRequest, Question, ScanRequest,
    ScanWait, SearchRequest, StatusRequest, UsageRecord,
};

use crate::held::Held;
use crate::stage::Stage;

fn context() -> RequestContext {
    RequestContext::new("test")
}

fn scan(engine: &dyn Engine) {
    let request = ScanRequest { wait: ScanWait::UntilDone, ..ScanRequest::default() };
    engine.scan(request, &context()).unwrap();
}

fn search(query: &str) -> SearchRequest {
    SearchRequest { query: query.into(), ..SearchRequest::default() }
}

#[test]
fn answers_are_those_of_the_engine() {
    let stage = Stage::new();
    let engine = stage.engine();
    let _running = stage.serve(engine.clone());
    let remote = stage.client();
    scan(&remote);
    let options = SessionOptions { start: stage.root(), ..SessionOptions::default() };
    let session = Some(Arc::new(Session::open(options).unwrap()));
    let local = RequestContext { session, ..context() };
    let here = &context();
    let lookup = LookupSymbolRequest { query: "price_of".into(), ..Default::default() };
    assert_eq!(remote.lookup_symbol(lookup.clone(), here), engine.lookup_symbol(lookup, &local));
    let graph = GraphRequest::new("checkout");
    assert_eq!(remote.graph(graph.clone(), here), engine.graph(graph, &local));
    let references =
        serde_json::from_value::<FindReferencesRequest>(serde_json::json!({ "query": "price_of" }))
            .unwrap();
    assert_eq!(
        remote.find_references(references.clone(), here),
        engine.find_references(references, &local)
    );
    let outline = OutlineRequest { file_path: "shop/none.py".into(), ..Default::default() };
    assert_eq!(remote.outline(outline.clone(), here), engine.outline(outline, &local));
    assert_eq!(remote.search(search("price"), here).unwrap().hits[0].name, "price_of");
    assert_eq!(remote.languages(here), engine.languages(&local));
    let logs = LogsRequest::default();
    assert_eq!(remote.logs(logs.clone(), here), engine.logs(logs, &local));
    let offered = |one: &dyn Engine| Question::ALL.map(|question| one.offers(question));
    assert_eq!(offered(&remote), offered(&*engine));
    assert_eq!(remote.status(StatusRequest::default(), here).unwrap().stats.files, 2);
    assert_eq!(remote.daemon().unwrap().root, Some(stage.root()));
}

#[test]
fn deep_trees_arrive_whole() {
    let stage = Stage::new();
    let _running = stage.serve(stage.engine());
    let request = ParseSourceRequest {
        source: format!("x = {}1{}\n", "(".repeat(200), ")".repeat(200)),
        language: Some("python".into()),
        max_depth: Some(100),
        ..ParseSourceRequest::default()
    };
    let answer = stage.client().parse_source(request, &context()).unwrap();
    assert!(serde_json::to_string(&answer).unwrap().contains("parenthesized_expression"));
}

#[test]
fn each_client_has_its_own_project() {
    let (stage, other) = (Stage::new(), Stage::new());
    other.write("z.py", "def elsewhere():\n    pass\n");
    let engine = stage.engine();
    let _running = stage.serve(engine);
    let first = stage.client();
    assert!(first.state().unwrap().clients.contains(&"test".to_string()));
    let options = clew_daemon::Connector::new(clew_daemon::ConnectorOptions {
        client: "other".into(),
        session: Some(SessionOptions { start: other.root(), ..SessionOptions::default() }),
        ..stage.connector_options()
    });
    let second = clew_daemon::RemoteEngine::connect(options).unwrap();
    let elsewhere = LookupSymbolRequest { query: "elsewhere".into(), ..Default::default() };
    scan(&first);
    scan(&second);
    assert_eq!(second.lookup_symbol(elsewhere.clone(), &context()).unwrap().total, 1);
    assert_eq!(first.lookup_symbol(elsewhere, &context()).unwrap().total, 0);
}

#[test]
fn usage_is_counted_by_the_daemon() {
    let stage = Stage::new();
    let _running = stage.serve(stage.engine());
    let client = stage.client();
    let record = UsageRecord {
        tool_name: "search".into(),
        input_characters: 1,
        output_characters: 8,
        execution_us: 10,
    };
    client.record_usage(record, &context());
    let stats = client.stats(&context()).unwrap();
    assert_eq!((stats.session_calls, stats.total_output_tokens), (1, 2));
    // Another process of the same project shares the history and not the session.
    let other = stage.client().stats(&context()).unwrap();
    assert_eq!((other.session_calls, other.lifetime_calls), (0, 1));
    assert!(stage.root().join(".clew/mcp-usage.jsonl").exists());
}

/// Hands on what is reported.
struct Told(std::sync::Mutex<Sender<Progress>>);

impl ProgressSink for Told {
    fn report(&self, progress: &Progress) {
        let _ = self.0.lock().unwrap().send(progress.clone());
    }
}

#[test]
fn progress_and_cancelling_go_through() {
    let stage = Stage::new();
    let engine = Arc::new(Held::default());
    let _running = stage.serve(engine.clone());
    let client = stage.client();
    let (sender, told) = channel();
    let context =
        RequestContext { progress: Arc::new(Told(std::sync::Mutex::new(sender))), ..context() };
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| client.search(search("hold"), &context));
        assert_eq!(told.recv().unwrap().message, "held");
        context.cancel.cancel();
        assert_eq!(asking.join().unwrap().unwrap_err().code, ErrorCode::Timeout);
    });
    engine.wait_for_cancelled(1);
    let late = RequestContext { deadline: Some(std::time::Instant::now()), ..self::context() };
    assert_eq!(client.search(search("x"), &late).unwrap_err().code, ErrorCode::Timeout);
}

#[test]
fn a_question_survives_the_daemon_and_a_change_is_not_made_twice() {
    let stage = Stage::new();
    let engine = Arc::new(Held::default());
    let running = stage.serve(engine.clone());
    let client = stage.client();
    client.search(search("x"), &context()).unwrap();
    running.stop();
    let again = Arc::new(Held::default());
    let running = stage.serve(again.clone());
    // The connection has ended; the next question finds the new daemon.
    client.search(search("x"), &context()).unwrap();
    std::thread::scope(|scope| {
        let request = DocumentRequest { file_path: "a.py".into(), ..Default::default() };
        let changing = scope.spawn(|| client.change_document(request, &context()));
        again.wait_for_held(1);
        running.stop();
        assert_eq!(changing.join().unwrap().unwrap_err().code, ErrorCode::Timeout);
    });
    assert_eq!(again.changes.load(Ordering::SeqCst), 1);
    let error = client.search(search("x"), &context()).unwrap_err();
    assert!(error.message.contains("no daemon is running"), "{error}");
}

#[test]
fn unsaved_text_is_seen_by_others_and_ends_with_its_client() {
    let stage = Stage::new();
    let engine = stage.engine();
    let running = stage.serve(engine.clone());
    let (editor, agent) = (stage.client(), stage.client());
    scan(&agent);
    let found = |engine: &dyn Engine| {
        let request = LookupSymbolRequest { query: "unsaved_name".into(), ..Default::default() };
        engine.lookup_symbol(request, &context()).unwrap().total
    };
    let open = DocumentRequest {
        file_path: "shop/cart.py".into(),
        version: 1,
        text: "def unsaved_name():\n    pass\n".into(),
        ..DocumentRequest::default()
    };
    let Ok(opened) = editor.open_document(open.clone(), &context()) else { return };
    assert_eq!(opened.shown.unwrap().version, 1);
    assert_eq!(found(&agent), 1);
    // After a restart of the daemon the editor's text is there again.
    running.stop();
    let _running = stage.serve(stage.engine());
    assert_eq!(found(&editor), 1);
    let close = CloseDocumentRequest { root: None, file_path: open.file_path.clone() };
    editor.close_document(close, &context()).unwrap();
    assert_eq!(found(&agent), 0);
    editor.open_document(DocumentRequest { version: 2, ..open }, &context()).unwrap();
    assert_eq!(found(&agent), 1);
    drop(editor);
    let start = std::time::Instant::now();
    while found(&agent) == 1 {
        assert!(start.elapsed().as_secs() < 60, "the text outlived its client");
    }
}

/// What a client chose is its own, whichever process answers.
#[test]
fn a_chosen_project_survives_the_daemon_and_its_absence() {
    let (stage, other, third) = (Stage::new(), Stage::new(), Stage::new());
    other.write("z.py", "def elsewhere():\n    pass\n");
    third.write("t.py", "def third_place():\n    pass\n");
    let running = stage.serve(stage.engine());
    let own = stage.engine_of_the_project();
    let client = stage.client().with_own(Box::new(move || Ok(own.clone())));
    let total = |query: &str, root: Option<&Stage>| {
        let root = root.map(|stage| stage.root().display().to_string());
        let request = LookupSymbolRequest { query: query.into(), root, ..Default::default() };
        client.lookup_symbol(request, &context()).map(|answer| answer.total)
    };
    let path = |stage: &Stage| Some(stage.root().display().to_string());
    let choose =
        ScanRequest { project_path: path(&other), wait: ScanWait::UntilDone, ..Default::default() };
    client.status(StatusRequest { project_path: path(&third) }, &context()).unwrap();
    client.scan(choose, &context()).unwrap();
    let check = || {
        assert_eq!(total("elsewhere", None), Ok(1));
        assert_eq!(total("price_of", Some(&stage)), Ok(1));
        assert_eq!(total("third_place", Some(&third)), Ok(1));
    };
    check();
    running.stop();
    let running = stage.serve(stage.engine());
    check();
    running.stop();
    check();
    // The own engine takes a choice, and the daemon that comes is told.
    let back =
        ScanRequest { project_path: path(&third), wait: ScanWait::UntilDone, ..Default::default() };
    client.scan(back, &context()).unwrap();
    assert_eq!(total("third_place", None), Ok(1));
    let _running = stage.serve(stage.engine());
    let start = std::time::Instant::now();
    while client.daemon().is_none() {
        assert!(start.elapsed().as_secs() < 60, "it does not go back");
    }
    assert_eq!(total("third_place", None), Ok(1));
}
