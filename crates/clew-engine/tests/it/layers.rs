//! Layers of one search: code, documents, history.

use std::path::Path;
use std::process::Command;

use clew_engine::Engine;
use clew_protocol::{Origin, SearchAnswer, SearchRequest, SearchScope};
use expect_test::{Expect, expect};

use crate::support::{Asker, Stage};

const FILES: &str = "\
//- src/retry.py
def retry_request(attempts):
    \"\"\"Sends the request again after a failure.\"\"\"
    for attempt in range(attempts):
        send(attempt)
//- docs/guide.md
# Guide

Words.

## Retry a request

Requests are sent again after a failure.
//- docs/api.rst
Retrying
========

How a request is sent again.
//- CMakeLists.txt
retry request failure
";

fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git")
        .args(["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_NAME", "Ada")
        .env("GIT_AUTHOR_EMAIL", "ada@example.org")
        .env("GIT_COMMITTER_NAME", "Ada")
        .env("GIT_COMMITTER_EMAIL", "ada@example.org")
        .env("GIT_AUTHOR_DATE", "2024-02-03T04:05:06+0000")
        .env("GIT_COMMITTER_DATE", "2024-02-03T04:05:06+0000")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

fn commit(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", message]);
}

/// The files in a repository with two commits.
fn stage() -> Stage {
    let stage = Stage::new(FILES);
    git(&stage.root, &["init", "-q", "-b", "main", "."]);
    commit(&stage.root, "Start the project\n\nWith everything it needs.");
    stage.write("src/backoff.py", "def wait(): ...\n");
    commit(&stage.root, "Back off between retries\n\nThe server was overwhelmed by requests.");
    stage
}

fn ask(asker: &Asker, query: &str, scope: SearchScope) -> SearchAnswer {
    asker.scan();
    let request =
        SearchRequest { query: query.into(), scope: Some(scope), ..SearchRequest::default() };
    asker.engine.search(request, &asker.context).unwrap()
}

fn shown(answer: &SearchAnswer) -> String {
    let mut text = String::new();
    for hit in &answer.hits {
        match &hit.commit {
            Some(commit) => {
                let paths = commit.paths.join(" ");
                assert!(hit.id == format!("git:{}", commit.id) && hit.file.is_empty());
                text += &format!("{:?} {} {} | {paths}\n", hit.origin, commit.date, commit.subject);
            }
            None => {
                text += &format!("{:?} {}:{} {}\n", hit.origin, hit.file, hit.start_line, hit.name);
            }
        }
    }
    for note in &answer.stamp.notes {
        text += &format!("note: {note}\n");
    }
    text
}

#[track_caller]
fn check_layer(asker: &Asker, query: &str, scope: SearchScope, expected: Expect) {
    expected.assert_eq(&shown(&ask(asker, query, scope)));
}

#[test]
fn each_layer_answers_from_its_own() {
    let asker = stage().engine();
    let query = "request sent again after failure";
    check_layer(
        &asker,
        query,
        SearchScope::Code,
        expect![[r#"
            Code src/retry.py:1 retry_request
            Code CMakeLists.txt:1 CMakeLists.txt
        "#]],
    );
    check_layer(
        &asker,
        query,
        SearchScope::Docs,
        expect![[r#"
        Docs docs/guide.md:5 Guide.Retry a request
        Docs docs/api.rst:1 Retrying
    "#]],
    );
    check_layer(
        &asker,
        "server overwhelmed",
        SearchScope::History,
        expect![[r#"
            History 2024-02-03 Back off between retries | src/backoff.py
        "#]],
    );
    check_layer(
        &asker,
        query,
        SearchScope::All,
        expect![[r#"
            Code src/retry.py:1 retry_request
            Docs docs/guide.md:5 Guide.Retry a request
            History 2024-02-03 Back off between retries | src/backoff.py
            Docs docs/api.rst:1 Retrying
            Code CMakeLists.txt:1 CMakeLists.txt
        "#]],
    );
}

#[test]
fn pages_of_all_layers_follow_one_another() {
    let asker = stage().engine();
    let whole = ask(&asker, "retry request", SearchScope::All);
    let mut request = SearchRequest {
        query: "retry request".into(),
        scope: Some(SearchScope::All),
        limit: Some(2),
        ..SearchRequest::default()
    };
    let mut ids = Vec::new();
    loop {
        let answer = asker.engine.search(request.clone(), &asker.context).unwrap();
        ids.extend(answer.hits.iter().map(|hit| hit.id.clone()));
        match answer.cursor {
            Some(cursor) => request.cursor = Some(cursor),
            None => break,
        }
    }
    let wanted: Vec<String> = whole.hits.iter().map(|hit| hit.id.clone()).collect();
    assert_eq!(ids, wanted);
    assert!(whole.hits.iter().any(|hit| hit.origin == Origin::History));
}

#[test]
fn history_follows_the_head() {
    let stage = stage();
    let asker = stage.engine();
    let found = |query: &str| {
        let answer = ask(&asker, query, SearchScope::History);
        answer.hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>()
    };
    assert!(found("overwhelmed").contains(&"Back off between retries".into()));
    stage.write("src/new.py", "x = 1\n");
    commit(&stage.root, "Measure the temperature");
    assert_eq!(found("temperature")[0], "Measure the temperature");
    git(&stage.root, &["reset", "-q", "--hard", "HEAD~2"]);
    assert_eq!(found("start project temperature overwhelmed"), ["Start the project"]);
    git(&stage.root, &["reset", "-q", "--hard", "ORIG_HEAD"]);
    assert_eq!(found("temperature")[0], "Measure the temperature");
}

#[test]
fn worktrees_share_a_history_and_see_their_own_branch() {
    let stage = stage();
    let beside = stage.data.with_file_name("beside");
    git(&stage.root, &["worktree", "add", "-q", "-b", "side", beside.to_str().unwrap()]);
    std::fs::write(beside.join("side.py"), "x = 1\n").unwrap();
    commit(&beside, "Paint the shed");
    let main = stage.engine();
    let side = stage.engine_in(&std::fs::canonicalize(&beside).unwrap());
    let names = |asker: &Asker| {
        let answer = ask(asker, "paint shed overwhelmed", SearchScope::History);
        answer.hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&main), ["Back off between retries", "Start the project"]);
    assert!(names(&side).contains(&"Paint the shed".into()));
    assert!(!names(&main).contains(&"Paint the shed".into()));
}

#[test]
fn files_narrow_the_history_and_folders_see_their_own() {
    let stage = stage();
    let asker = stage.engine();
    let request = SearchRequest {
        query: "retries project".into(),
        scope: Some(SearchScope::History),
        file_pattern: Some("src/backoff.py".into()),
        ..SearchRequest::default()
    };
    let answer = asker.engine.search(request, &asker.context).unwrap();
    let names: Vec<&str> = answer.hits.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, ["Back off between retries"]);
    let docs = stage.engine_in(&stage.root.join("docs"));
    check_layer(
        &docs,
        "start project retries",
        SearchScope::History,
        expect![[r#"
        History 2024-02-03 Start the project | api.rst guide.md
    "#]],
    );
}

#[test]
fn what_is_missing_is_said() {
    let plain = Stage::new(FILES);
    check_layer(
        &plain.engine(),
        "retry",
        SearchScope::History,
        expect![[r#"
        note: there is no git repository here, so no history
    "#]],
    );
    let unborn = Stage::new(FILES);
    git(&unborn.root, &["init", "-q", "."]);
    check_layer(
        &unborn.engine(),
        "retry",
        SearchScope::History,
        expect![[r#"
        note: the repository has no commit yet
    "#]],
    );
    let whole = stage();
    let shallow = whole.data.with_file_name("shallow");
    let url = format!("file://{}", whole.root.display());
    git(&whole.root, &["clone", "-q", "--depth", "1", &url, shallow.to_str().unwrap()]);
    let asker = whole.engine_in(&std::fs::canonicalize(&shallow).unwrap());
    check_layer(
        &asker,
        "retries project",
        SearchScope::History,
        expect![[r#"
        History 2024-02-03 Back off between retries | 
        note: this is a shallow clone; older commits are not here
    "#]],
    );
}

#[test]
fn merges_are_found_by_what_they_brought_in() {
    let stage = stage();
    git(&stage.root, &["checkout", "-q", "-b", "side"]);
    stage.write("src/jitter.py", "def jitter():\n    pass\n");
    commit(&stage.root, "Random pauses");
    git(&stage.root, &["checkout", "-q", "-"]);
    stage.write("src/other.py", "def other():\n    pass\n");
    commit(&stage.root, "Something else");
    git(&stage.root, &["merge", "-q", "--no-ff", "-m", "Merge the pauses", "side"]);
    check_layer(
        &stage.engine(),
        "jitter",
        SearchScope::History,
        expect![[r#"
            History 2024-02-03 Random pauses | src/jitter.py
            History 2024-02-03 Merge the pauses | src/jitter.py
        "#]],
    );
}

#[test]
fn submodules_are_told_to_have_a_history_of_their_own() {
    let (stage, inner) = (stage(), stage());
    let url = format!("file://{}", inner.root.display());
    for name in ["docs/inner", "one", "two", "three"] {
        git(&stage.root, &["submodule", "add", "-q", &url, name]);
    }
    commit(&stage.root, "Take them in");
    let notes = |asker: &Asker| {
        let request = SearchRequest {
            query: "take them in".into(),
            scope: Some(SearchScope::History),
            ..SearchRequest::default()
        };
        asker.engine.search(request, &asker.context).unwrap().stamp.notes
    };
    let note = "the history of submodules is not searched here, ask in their folders: ";
    let all = format!("{note}docs/inner, one, two and 1 more");
    assert!(notes(&stage.engine()).contains(&all), "{:?}", notes(&stage.engine()));
    let docs = notes(&stage.engine_in(&stage.root.join("docs")));
    assert!(docs.contains(&format!("{note}inner")), "{docs:?}");
}

#[test]
fn a_broken_repository_says_so_and_files_still_answer() {
    let stage = stage();
    std::fs::remove_dir_all(stage.root.join(".git/objects")).unwrap();
    std::fs::create_dir(stage.root.join(".git/objects")).unwrap();
    let asker = stage.engine();
    let answer = ask(&asker, "retry request", SearchScope::All);
    assert!(answer.hits.iter().any(|hit| hit.name == "retry_request"));
    let note = answer.stamp.notes.iter().find(|note| note.contains("cannot be read"));
    assert!(note.is_some_and(|note| note.contains("git fsck")), "{:?}", answer.stamp.notes);
}

#[test]
fn a_question_about_something_else_finds_nothing() {
    let asker = stage().engine();
    for scope in [SearchScope::Docs, SearchScope::Code, SearchScope::History] {
        for query in ["zebra pancake quantum", "how to water tomato plants", "flurbl wibble"] {
            let answer = ask(&asker, query, scope);
            assert!(answer.hits.is_empty(), "{query}: {}", shown(&answer));
        }
    }
}
