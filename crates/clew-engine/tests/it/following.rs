//! An engine that lives on knows of changes without walking, and is as right as
//! one that looks at everything.

use std::process::Command;
use std::time::{Duration, Instant};

use clew_engine::{Engine, RequestContext};
use clew_protocol::{LookupSymbolRequest, StatusAnswer, StatusRequest, WatchMode};
use proptest::prelude::*;

use crate::support::{Asker, SHOP, Stage};

/// Longest wait for something that comes without being asked for.
const PATIENCE: Duration = Duration::from_secs(60);

fn status(asker: &Asker) -> StatusAnswer {
    asker.engine.status(StatusRequest::default(), &asker.context).unwrap()
}

/// Asks until the engine says that it follows the files.
#[track_caller]
fn until_watched(asker: &Asker) {
    let end = Instant::now() + PATIENCE;
    while status(asker).watch.folders == 0 {
        found(asker, "anything");
        assert!(Instant::now() < end, "{:?}", status(asker).watch);
        std::thread::yield_now();
    }
}

/// `path:line` of the symbols of a name, without a scan before.
fn found(asker: &Asker, name: &str) -> Vec<String> {
    let request = LookupSymbolRequest { query: name.into(), ..Default::default() };
    let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    let exact = answer.symbols.iter().filter(|symbol| symbol.name == name);
    exact.map(|symbol| format!("{}:{}", symbol.file, symbol.span.start_line)).collect()
}

fn live(stage: &Stage) -> Asker {
    let asker = stage.live_engine();
    asker.scan();
    until_watched(&asker);
    asker
}

#[test]
fn an_edit_is_seen_by_the_next_question() {
    let stage = Stage::new(SHOP);
    let asker = live(&stage);
    assert_eq!(status(&asker).watch.mode, WatchMode::Native);
    for round in 0..30 {
        stage.write("shop/new.py", &format!("\ndef edit_{round}(): pass\n"));
        // On a busy machine an answer may come before the file was read, saying so.
        let end = Instant::now() + PATIENCE;
        while found(&asker, &format!("edit_{round}")) != ["shop/new.py:2"] {
            assert!(Instant::now() < end);
        }
    }
    std::fs::remove_file(stage.root.join("shop/new.py")).unwrap();
    let end = Instant::now() + PATIENCE;
    while !found(&asker, "edit_29").is_empty() {
        assert!(Instant::now() < end);
    }
}

#[test]
fn folders_that_come_go_and_move_are_followed() {
    let stage = Stage::new(SHOP);
    let asker = live(&stage);
    let check = |name: &str, expected: &[&str]| {
        let end = Instant::now() + PATIENCE;
        while found(&asker, name) != expected {
            assert!(Instant::now() < end, "{name}: {:?}", found(&asker, name));
        }
    };
    stage.write("a/b/c/deep.py", "def deep(): pass\n");
    check("deep", &["a/b/c/deep.py:1"]);
    stage.write("a/b/c/deep.py", "\ndef deep(): pass\n");
    check("deep", &["a/b/c/deep.py:2"]);
    std::fs::rename(stage.root.join("a/b"), stage.root.join("moved")).unwrap();
    check("deep", &["moved/c/deep.py:2"]);
    stage.write("moved/c/more.py", "def more(): pass\n");
    check("more", &["moved/c/more.py:1"]);
    stage.write(".gitignore", "moved/\n");
    check("more", &[]);
    stage.write(".gitignore", "");
    check("more", &["moved/c/more.py:1"]);
    std::fs::remove_dir_all(stage.root.join("moved")).unwrap();
    check("deep", &[]);
}

#[test]
fn ignored_folders_are_not_watched() {
    let stage = Stage::new(SHOP);
    stage.write(".gitignore", "node_modules/\n");
    stage.write("node_modules/a/b/c/x.js", "function hidden() {}\n");
    let asker = live(&stage);
    // The root, `shop` and `tests`.
    assert_eq!(status(&asker).watch.folders, 3);
    for number in 0..200 {
        stage.write(&format!("node_modules/p{number}/index.js"), "function hidden() {}\n");
    }
    assert_eq!(found(&asker, "hidden"), Vec::<String>::new());
    assert_eq!(status(&asker).watch.folders, 3);
}

fn git(folder: &std::path::Path, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// What git tracks belongs to the workspace though a rule ignores it, from the very next
/// answer on; one that comes before says that changes are still being looked at.
#[test]
fn what_git_begins_to_track_is_seen_by_the_next_question() {
    let stage = Stage::new(SHOP);
    git(&stage.root, &["init", "-q"]);
    stage.write(".gitignore", "made/\n");
    git(&stage.root, &["add", "."]);
    git(&stage.root, &["commit", "-q", "-m", "all"]);
    stage.write("made/forced.py", "def forced(): pass\n");
    let asker = live(&stage);
    assert_eq!(found(&asker, "forced"), Vec::<String>::new());
    git(&stage.root, &["add", "-f", "made/forced.py"]);
    let end = Instant::now() + PATIENCE;
    loop {
        let request = LookupSymbolRequest { query: "forced".into(), ..Default::default() };
        let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
        if answer.symbols.first().is_some_and(|symbol| symbol.file == "made/forced.py") {
            break;
        }
        assert!(answer.stamp.freshness.scanning, "{:?}", answer.stamp);
        assert!(Instant::now() < end);
    }
}

/// A repository whose submodule has two branches.
fn with_submodule() -> Stage {
    let stage = Stage::new(SHOP);
    let inner = stage.root.parent().unwrap().join("inner");
    std::fs::create_dir(&inner).unwrap();
    git(&inner, &["init", "-q", "-b", "one"]);
    std::fs::write(inner.join("part.py"), "def on_one(): pass\n").unwrap();
    git(&inner, &["add", "."]);
    git(&inner, &["commit", "-q", "-m", "one"]);
    git(&inner, &["checkout", "-q", "-b", "two"]);
    std::fs::write(inner.join("part.py"), "\n\ndef on_two(): pass\n").unwrap();
    git(&inner, &["commit", "-q", "-a", "-m", "two"]);
    git(&stage.root, &["init", "-q"]);
    git(&stage.root, &["add", "."]);
    git(&stage.root, &["submodule", "add", "-q", "../inner", "module"]);
    git(&stage.root, &["commit", "-q", "-m", "all"]);
    stage
}

#[track_caller]
fn check_submodule(asker: &Asker, stage: &Stage) {
    let check = |name: &str, expected: &[&str]| {
        let end = Instant::now() + PATIENCE;
        while found(asker, name) != expected {
            assert!(Instant::now() < end, "{name}: {:?}", found(asker, name));
        }
    };
    check("on_two", &["module/part.py:3"]);
    git(&stage.root.join("module"), &["checkout", "-q", "one"]);
    check("on_one", &["module/part.py:1"]);
    check("on_two", &[]);
    git(&stage.root.join("module"), &["checkout", "-q", "two"]);
    check("on_two", &["module/part.py:3"]);
}

#[test]
fn a_branch_switch_inside_a_submodule_is_seen() {
    let stage = with_submodule();
    check_submodule(&live(&stage), &stage);
    let asker = stage.engine();
    asker.scan();
    check_submodule(&asker, &stage);
}

#[test]
fn a_checkout_of_many_files_is_seen_whole() {
    let stage = Stage::new("//- README.md\n# x\n");
    git(&stage.root, &["init", "-q", "-b", "small"]);
    git(&stage.root, &["add", "."]);
    git(&stage.root, &["commit", "-q", "-m", "small"]);
    git(&stage.root, &["checkout", "-q", "-b", "large"]);
    for number in 0..1500 {
        let text = format!("def number_{number}(): pass\n");
        stage.write(&format!("src/p{}/m{number}.py", number % 40), &text);
    }
    git(&stage.root, &["add", "."]);
    git(&stage.root, &["commit", "-q", "-m", "large"]);
    git(&stage.root, &["checkout", "-q", "small"]);
    let asker = live(&stage);
    for (branch, files) in [("large", 1501), ("small", 1), ("large", 1501)] {
        git(&stage.root, &["checkout", "-q", branch]);
        let end = Instant::now() + PATIENCE;
        while status(&asker).stats.files != files {
            assert!(Instant::now() < end, "{branch}: {}", status(&asker).stats.files);
        }
        let expected: &[&str] = if files > 1 { &["src/p39/m1479.py:1"] } else { &[] };
        assert_eq!(found(&asker, "number_1479"), expected);
    }
}

#[test]
fn questions_during_changes_never_show_lines_that_are_not_there() {
    let stage = Stage::new(SHOP);
    let asker = live(&stage);
    let text = |round: usize| format!("{}def wanted(): pass\n", "\n".repeat(round % 7));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..300 {
                stage.write("shop/moving.py", &text(round));
            }
        });
        for _ in 0..300 {
            let request = LookupSymbolRequest { query: "wanted".into(), ..Default::default() };
            let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
            for symbol in answer.symbols {
                assert!((1..=7).contains(&symbol.span.start_line));
                assert_eq!(symbol.signature.as_deref(), Some("def wanted()"));
            }
        }
    });
    assert_eq!(
        asker.symbols("wanted"),
        [format!("shop/moving.py:{} function wanted", 299 % 7 + 1)]
    );
}

/// One change of the files of a workspace.
#[derive(Clone, Debug)]
enum Edit {
    Write(u8, u8),
    Remove(u8),
    MoveFolder(u8, u8),
    RemoveFolder(u8),
    Ignore(u8),
    Ask,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        5 => (0..12u8, 0..50u8).prop_map(|(file, text)| Edit::Write(file, text)),
        2 => (0..12u8).prop_map(Edit::Remove),
        1 => (0..4u8, 0..4u8).prop_map(|(from, to)| Edit::MoveFolder(from, to)),
        1 => (0..4u8).prop_map(Edit::RemoveFolder),
        1 => (0..5u8).prop_map(Edit::Ignore),
        3 => Just(Edit::Ask),
    ]
}

fn folder_of(number: u8) -> String {
    ["", "a", "a/b", "c"][usize::from(number % 4)].to_string()
}

fn apply(stage: &Stage, edit: &Edit, asker: &Asker) {
    let file = |number: u8| {
        let folder = folder_of(number);
        let name = format!("f{}.py", number / 4);
        if folder.is_empty() { name } else { format!("{folder}/{name}") }
    };
    match edit {
        Edit::Write(number, text) => {
            stage.write(&file(*number), &format!("def name_{text}(): pass\n"));
        }
        // What is not there cannot be changed; the next edit goes on.
        Edit::Remove(number) => drop(std::fs::remove_file(stage.root.join(file(*number)))),
        Edit::MoveFolder(from, to) => {
            let (from, to) = (folder_of(*from), folder_of(*to));
            let _ = std::fs::rename(stage.root.join(from), stage.root.join(to).join("moved"));
        }
        Edit::RemoveFolder(number) if number % 4 != 0 => {
            let _ = std::fs::remove_dir_all(stage.root.join(folder_of(*number)));
        }
        Edit::RemoveFolder(_) => {}
        Edit::Ignore(number) => {
            let rules = ["", "a/\n", "*.py\n!f0.py\n", "/c\n", "moved/\n"];
            stage.write(".gitignore", rules[usize::from(*number)]);
        }
        Edit::Ask => drop(found(asker, "name_1")),
    }
}

/// All documents and definitions that an engine sees, from two kinds of questions.
fn picture(asker: &Asker) -> Vec<String> {
    let request =
        LookupSymbolRequest { query: "name_".into(), limit: Some(1000), ..Default::default() };
    let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    let mut lines: Vec<String> = answer
        .symbols
        .iter()
        .map(|symbol| format!("{} {}:{}", symbol.name, symbol.file, symbol.span.start_line))
        .collect();
    lines.sort();
    lines.push(format!("{:?}", status(asker).languages));
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn following_equals_a_look_at_everything(edits in proptest::collection::vec(edit(), 1..25)) {
        let stage = Stage::new("//- a/f0.py\ndef name_0(): pass\n//- c/f1.py\ndef name_1(): pass\n");
        let asker = live(&stage);
        for edit in &edits {
            apply(&stage, edit, &asker);
        }
        // On a busy machine an answer may come before the files were read, saying so.
        let end = Instant::now() + PATIENCE;
        let expected = picture(&stage.fresh_engine());
        while picture(&asker) != expected {
            prop_assert!(Instant::now() < end, "{:?} {:?}", picture(&asker), expected);
        }
        let context = RequestContext::new("test");
        prop_assert!(asker.engine.workspaces(&context).unwrap().workspaces.len() == 1);
    }
}
