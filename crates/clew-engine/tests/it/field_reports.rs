//! Kinds of faults that users of such tools run into, each once. Those with a test
//! elsewhere are not repeated here.

use std::time::{Duration, Instant};

use clew_engine::{Engine, RequestContext};
use clew_protocol::{
    FindReferencesRequest, GraphRequest, LookupSymbolAnswer, LookupSymbolRequest, ScanRequest,
    ScanStatus, ScanWait, SearchRequest, StatusAnswer, StatusRequest, TypecheckRequest, WatchMode,
};

use crate::support::{Asker, SHOP, Stage};

/// Longest wait for something that comes by itself.
const PATIENCE: Duration = Duration::from_secs(60);

fn status(asker: &Asker) -> StatusAnswer {
    asker.engine.status(StatusRequest::default(), &asker.context).unwrap()
}

fn lookup(asker: &Asker, name: &str, context: &RequestContext) -> LookupSymbolAnswer {
    let request = LookupSymbolRequest { query: name.into(), limit: Some(1), ..Default::default() };
    asker.engine.lookup_symbol(request, context).unwrap()
}

#[track_caller]
fn until_found(asker: &Asker, name: &str) {
    let end = Instant::now() + PATIENCE;
    while lookup(asker, name, &asker.context).symbols.first().is_none_or(|one| one.name != name) {
        assert!(Instant::now() < end, "{name} is not seen: {:?}", status(asker).watch);
    }
}

/// Many files that all use one class.
fn many(count: usize) -> Stage {
    let stage = Stage::new("//- central.py\nclass Central: pass\n");
    add_many(&stage, 0..count);
    stage
}

fn add_many(stage: &Stage, numbers: std::ops::Range<usize>) {
    for number in numbers {
        let text = format!("from central import Central\n\ndef use_{number}():\n    Central()\n");
        stage.write(&format!("p{}/m{number}.py", number % 20), &text);
    }
}

/// A watcher that has died while every status says that all is fresh.
#[test]
fn a_watch_that_reports_nothing_is_noticed() {
    let stage = Stage::new(SHOP);
    let asker = stage.live_engine();
    asker.scan();
    until_found(&asker, "Cart");
    std::fs::remove_dir_all(stage.data.join("fences")).unwrap();
    for round in 0..3 {
        stage.write("shop/late.py", &format!("def late_{round}(): pass\n"));
        until_found(&asker, &format!("late_{round}"));
    }
    let watch = status(&asker).watch;
    assert!(watch.mode != WatchMode::Polling || watch.reason.is_some(), "{watch:?}");
}

/// Status that shows the first full index although later updates ran.
#[test]
fn status_follows_every_update() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    let first = asker.scan().scan_id;
    assert_eq!((status(&asker).stats.files, status(&asker).has_index), (4, true));
    stage.write("shop/extra.py", "def extra(): pass\n");
    let second = asker.scan();
    assert_ne!(second.scan_id, first);
    let now = status(&asker);
    assert_eq!((now.stats.files, now.scan.status), (5, ScanStatus::Completed));
    assert_eq!(status(&stage.engine()).stats.files, 5, "a new process says the same");
}

/// A server that keeps answering from the index that it opened, after another
/// process has changed it.
#[test]
fn what_another_process_indexed_is_seen_and_not_indexed_again() {
    let stage = Stage::new(SHOP);
    let (one, other) = (stage.engine(), stage.engine());
    one.scan();
    assert_eq!(other.symbols("Cart").len(), 1);
    stage.write("shop/extra.py", "def extra(): pass\n");
    assert_eq!(other.scan().counts.unwrap().added, 1);
    let counts = one.scan().counts.unwrap();
    assert_eq!((counts.added, counts.changed), (0, 0), "the other has done it");
    assert_eq!(one.symbols("extra"), ["shop/extra.py:1 function extra"]);
}

/// Diagnostics that stay after the fault is mended.
#[test]
fn diagnostics_go_with_their_cause() {
    let stage = Stage::new("//- main.yx\nmain = { x: Int = \"text\" + }\n");
    let asker = stage.engine();
    let errors = || {
        asker.scan();
        let request = TypecheckRequest { file_paths: vec!["main.yx".into()], ..Default::default() };
        asker.engine.typecheck(request, &asker.context).unwrap().summary.errors
    };
    assert!(errors() > 0);
    stage.write("main.yx", "main = { x: Int = 1; print(x) }\n");
    assert_eq!(errors(), 0);
}

/// References of a central class that never return, and lists without a bound.
#[test]
fn uses_of_a_central_class_come_in_bounded_pages() {
    let stage = many(300);
    let asker = stage.engine();
    asker.scan();
    let mut request = FindReferencesRequest::new("Central");
    request.limit = Some(50);
    let first = asker.engine.find_references(request.clone(), &asker.context).unwrap();
    assert!(first.total > 300, "one call in each file: {}", first.total);
    let mut seen = 0;
    loop {
        let answer = asker.engine.find_references(request.clone(), &asker.context).unwrap();
        assert!(answer.locations.len() <= 50);
        assert_eq!(answer.total, first.total);
        seen += answer.locations.len() as u32;
        request.cursor = answer.cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, first.total);
}

/// Asked seconds after the start, a few of hundreds are returned, without a word
/// that indexing goes on.
#[test]
fn an_answer_from_half_an_index_says_so() {
    let stage = many(600);
    let asker = stage.live_engine();
    let request = ScanRequest { wait: ScanWait::Detached, ..Default::default() };
    asker.engine.scan(request, &asker.context).unwrap();
    let end = Instant::now() + PATIENCE;
    loop {
        // Two seconds are kept back to write the answer, so nearly none is waited.
        let deadline = Instant::now().checked_add(Duration::from_millis(2_010));
        let context = RequestContext { deadline, ..asker.context.clone() };
        let answer = lookup(&asker, "use_599", &context);
        let is_found = answer.symbols.first().is_some_and(|one| one.name == "use_599");
        if is_found && !answer.stamp.freshness.scanning {
            return;
        }
        assert!(is_found || answer.stamp.freshness.scanning, "{:?}", answer.stamp);
        assert!(Instant::now() < end);
    }
}

/// A cap on the number of files that silently leaves out most of a large repository.
#[test]
fn no_file_of_a_large_repository_is_left_out() {
    const FILES: usize = 5_000;
    let stage = many(FILES);
    let asker = stage.engine();
    let scan = asker.scan();
    assert!(scan.left_out.is_empty(), "{:?}", scan.left_out);
    assert_eq!(status(&asker).stats.files, FILES as u64 + 1);
    for number in (0..FILES).step_by(499).chain([FILES - 1]) {
        let name = format!("use_{number}");
        let found = lookup(&asker, &name, &asker.context);
        assert_eq!(found.symbols.first().map(|one| one.name.as_str()), Some(name.as_str()));
    }
    let references = FindReferencesRequest::new("Central");
    let total = asker.engine.find_references(references, &asker.context).unwrap().total;
    assert!(total as usize >= FILES, "a call in each file: {total}");
}

/// Questions that time out once the store is large: here it holds many workspaces
/// and the marks of many commits, and each question has little time.
#[test]
fn questions_of_a_large_store_keep_their_deadline() {
    let stage = many(400);
    for number in 0..8 {
        let other = stage.root.with_file_name(format!("other{number}"));
        for file in 0..200 {
            let text = format!("def other_{number}_{file}(): return {file}\n");
            let path = other.join(format!("f{file}.py"));
            std::fs::create_dir_all(&other).unwrap();
            std::fs::write(path, text).unwrap();
        }
        stage.engine_in(&other).scan();
    }
    let asker = stage.engine();
    asker.scan();
    for round in 0..20 {
        add_many(&stage, 1_000 + round * 5..1_005 + round * 5);
        asker.scan();
    }
    // Two seconds of a deadline are kept back to write the answer.
    let soon = || RequestContext {
        deadline: Instant::now().checked_add(Duration::from_secs(5)),
        ..asker.context.clone()
    };
    assert_eq!(lookup(&asker, "use_1099", &soon()).symbols[0].name, "use_1099");
    let references = FindReferencesRequest::new("Central");
    let references = asker.engine.find_references(references, &soon()).unwrap();
    assert!(references.total >= 500, "{}", references.total);
    let search = SearchRequest { query: "use central".into(), ..Default::default() };
    assert!(!asker.engine.search(search, &soon()).unwrap().hits.is_empty());
    let graph = GraphRequest::new("Central");
    let graph = asker.engine.graph(graph, &soon()).unwrap();
    assert!(graph.text.is_some_and(|text| text.contains("Central")));
    assert!(asker.engine.status(StatusRequest::default(), &soon()).unwrap().stats.files > 500);
}
