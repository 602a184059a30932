//! Files that the system reports nothing of, and roots that are replaced.

use std::time::{Duration, Instant};

use clew_engine::Engine;
use clew_protocol::{
    ErrorCode, LogsRequest, LookupSymbolAnswer, LookupSymbolRequest, StatusRequest, WatchMode,
};

use crate::support::{Asker, SHOP, Stage};

/// Longest wait for something that comes without being asked for.
const PATIENCE: Duration = Duration::from_secs(60);

fn lookup(asker: &Asker, name: &str) -> Result<LookupSymbolAnswer, ErrorCode> {
    let request = LookupSymbolRequest { query: name.into(), ..Default::default() };
    asker.engine.lookup_symbol(request, &asker.context).map_err(|error| error.code)
}

/// `path:line` of the symbols of exactly this name.
fn places(answer: &LookupSymbolAnswer, name: &str) -> Vec<String> {
    let exact = answer.symbols.iter().filter(|symbol| symbol.name == name);
    exact.map(|symbol| format!("{}:{}", symbol.file, symbol.span.start_line)).collect()
}

fn watch(asker: &Asker) -> clew_protocol::WatchState {
    asker.engine.status(StatusRequest::default(), &asker.context).unwrap().watch
}

/// An engine that lives on and can set no watch.
fn polling(stage: &Stage) -> Asker {
    std::fs::create_dir_all(&stage.data).unwrap();
    std::fs::write(stage.data.join("fences"), "not a folder").unwrap();
    let asker = stage.live_engine();
    asker.scan();
    let end = Instant::now() + PATIENCE;
    while watch(&asker).reason.is_none() {
        assert!(Instant::now() < end);
        std::thread::yield_now();
    }
    assert_eq!(watch(&asker).mode, WatchMode::Polling);
    asker
}

/// Whether an answer says that it may lack changes.
fn says_so(answer: &LookupSymbolAnswer) -> bool {
    let freshness = &answer.stamp.freshness;
    let notes = &answer.stamp.notes;
    freshness.pending > 0
        || freshness.scanning
        || notes.iter().any(|note| {
            note.starts_with("changes of files in the last ") && note.contains("looked at every")
        })
}

#[test]
fn without_a_watch_each_edit_is_seen_by_the_next_question_or_said_to_be_missing() {
    let stage = Stage::new(SHOP);
    let asker = polling(&stage);
    for round in 0..40 {
        let name = format!("edit_{round}");
        stage.write("shop/new.py", &format!("{}def {name}(): pass\n", "\n".repeat(round)));
        let answer = lookup(&asker, &name).unwrap();
        let found = places(&answer, &name);
        assert!(found == [format!("shop/new.py:{}", round + 1)] || says_so(&answer), "{answer:?}");
    }
}

/// Looking at many files takes long, so not every question does.
#[test]
fn an_answer_without_a_look_at_the_files_says_so() {
    let stage = Stage::new(SHOP);
    for number in 0..4_000 {
        stage.write(&format!("many/{}/{number}.txt", number % 50), "nothing\n");
    }
    let asker = polling(&stage);
    for round in 0..20 {
        let name = format!("edit_{round}");
        stage.write("shop/new.py", &format!("def {name}(): pass\n"));
        let answer = lookup(&asker, &name).unwrap();
        let old = format!("edit_{}", round.max(1) - 1);
        let gone = lookup(&asker, &old).unwrap();
        for (answer, right) in [
            (&answer, places(&answer, &name) == ["shop/new.py:1"]),
            (&gone, round == 0 || places(&gone, &old).is_empty()),
        ] {
            assert!(right || says_so(answer), "{answer:?}");
        }
    }
}

/// Deletes a folder and makes it anew.
fn recreate(stage: &Stage, name: &str) {
    std::fs::remove_dir_all(&stage.root).unwrap();
    stage.write("again.py", &format!("def {name}(): pass\n"));
}

#[track_caller]
fn check_recovery(stage: &Stage, asker: &Asker) {
    for round in 0..3 {
        recreate(stage, &format!("first_{round}"));
        let answer = lookup(asker, &format!("first_{round}")).unwrap();
        assert_eq!(places(&answer, &format!("first_{round}")), ["again.py:1"], "{answer:?}");
        std::fs::remove_dir_all(&stage.root).unwrap();
        assert_eq!(lookup(asker, "Cart").unwrap_err(), ErrorCode::ProjectNotFound);
        stage.write("more.py", &format!("def second_{round}(): pass\n"));
        let answer = lookup(asker, &format!("second_{round}")).unwrap();
        assert_eq!(places(&answer, &format!("second_{round}")), ["more.py:1"], "{answer:?}");
    }
}

#[test]
fn a_root_that_comes_again_is_answered_from_at_once() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    check_recovery(&stage, &asker);
}

#[test]
fn a_watched_root_that_comes_again_is_answered_from_at_once() {
    let stage = Stage::new(SHOP);
    let asker = watched(&stage);
    check_recovery(&stage, &asker);
    until_found(&asker, &stage, "then");
}

fn watched(stage: &Stage) -> Asker {
    let asker = stage.live_engine();
    asker.scan();
    let end = Instant::now() + PATIENCE;
    while watch(&asker).folders == 0 {
        lookup(&asker, "anything").unwrap();
        assert!(Instant::now() < end, "{:?}", watch(&asker));
        std::thread::yield_now();
    }
    asker
}

/// The system reports changes again, in whatever is at the root now.
#[track_caller]
fn until_found(asker: &Asker, stage: &Stage, name: &str) {
    let end = Instant::now() + PATIENCE;
    while watch(asker).folders == 0 {
        lookup(asker, "anything").unwrap();
        assert!(Instant::now() < end, "{:?}", watch(asker));
    }
    for round in 0..10 {
        let name = format!("{name}_{round}");
        stage.write("then.py", &format!("def {name}(): pass\n"));
        while places(&lookup(asker, &name).unwrap(), &name) != ["then.py:1"] {
            assert!(Instant::now() < end);
        }
    }
}

/// The watches of a folder go with it when one around it is moved away, and the system
/// tells nothing of that.
#[cfg(unix)]
#[test]
fn a_root_whose_parent_is_replaced_is_not_answered_from_the_old_one() {
    let stage = Stage::new("");
    let outer = stage.root.join("outer");
    stage.write("outer/inner/a.py", "def before(): pass\n");
    let live = stage.inside("outer/inner");
    let asker = watched(&live);
    assert_eq!(places(&lookup(&asker, "before").unwrap(), "before"), ["a.py:1"]);
    let aside = stage.root.join("aside");
    std::fs::rename(&outer, &aside).unwrap();
    assert_eq!(lookup(&asker, "before").unwrap_err(), ErrorCode::ProjectNotFound);
    std::fs::rename(&aside, &outer).unwrap();
    assert_eq!(places(&lookup(&asker, "before").unwrap(), "before"), ["a.py:1"]);
    std::fs::rename(&outer, &aside).unwrap();
    live.write("b.py", "def after(): pass\n");
    let answer = lookup(&asker, "after").unwrap();
    assert_eq!(places(&answer, "after"), ["b.py:1"], "{answer:?}");
    assert_eq!(places(&lookup(&asker, "before").unwrap(), "before"), [""; 0]);
    until_found(&asker, &live, "then");
}

/// The errors in the log.
fn logged_errors(asker: &Asker) -> usize {
    let log = asker.engine.logs(LogsRequest::default(), &asker.context).unwrap();
    log.entries.iter().filter(|entry| entry.level == "error").count()
}

#[test]
fn the_log_tells_once_that_a_root_is_gone() {
    let stage = Stage::new("");
    stage.write("inner/a.py", "def before(): pass\n");
    let asker = stage.inside("inner").engine();
    let aside = stage.root.join("aside");
    for times in 1..=2 {
        asker.scan();
        std::fs::rename(stage.root.join("inner"), &aside).unwrap();
        for _ in 0..3 {
            assert_eq!(lookup(&asker, "before").unwrap_err(), ErrorCode::ProjectNotFound);
        }
        assert_eq!(logged_errors(&asker), times);
        std::fs::rename(&aside, stage.root.join("inner")).unwrap();
    }
}
