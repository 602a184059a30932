//! Answers agree with the files of the moment.

use std::process::Command;

use clew_engine::Engine;
use clew_protocol::{ErrorCode, OutlineRequest, StatusRequest};

use crate::support::{SHOP, Stage};

#[test]
fn changed_added_renamed_and_deleted_files_are_seen() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    assert_eq!(asker.symbols("brand_new"), Vec::<String>::new());
    stage.write("shop/new.py", "def brand_new(): pass\n");
    assert_eq!(asker.symbols("brand_new"), ["shop/new.py:1 function brand_new"]);
    stage.write("shop/new.py", "\n\ndef brand_new(): pass\n");
    assert_eq!(asker.symbols("brand_new"), ["shop/new.py:3 function brand_new"]);
    std::fs::rename(stage.root.join("shop/new.py"), stage.root.join("shop/moved.py")).unwrap();
    assert_eq!(asker.symbols("brand_new"), ["shop/moved.py:3 function brand_new"]);
    std::fs::remove_file(stage.root.join("shop/moved.py")).unwrap();
    assert_eq!(asker.symbols("brand_new"), Vec::<String>::new());
}

#[test]
fn an_edit_that_puts_size_and_time_back_is_seen() {
    let stage = Stage::new("//- a.py\ndef alpha(): pass\ndef beta(): pass\n");
    let path = stage.root.join("a.py");
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let put_back = || {
        let file = std::fs::File::options().append(true).open(&path).unwrap();
        file.set_modified(long_ago).unwrap();
    };
    put_back();
    let asker = stage.engine();
    assert_eq!(asker.symbols("beta"), ["a.py:2 function beta"]);
    std::fs::write(&path, "def alpha(): pass\ndef betu(): pass\n").unwrap();
    put_back();
    assert_eq!(asker.symbols("betu"), ["a.py:2 function betu"]);
    // Another process, too.
    std::fs::write(&path, "def alpha(): pass\ndef bety(): pass\n").unwrap();
    put_back();
    assert_eq!(stage.engine().symbols("bety"), ["a.py:2 function bety"]);
}

#[test]
fn a_second_start_reads_only_what_changed() {
    let stage = Stage::new(SHOP);
    let first = stage.engine().scan().counts.unwrap();
    assert_eq!((first.files, first.added), (4, 4));
    let second = stage.engine().scan().counts.unwrap();
    assert_eq!((second.files, second.added, second.changed), (4, 0, 0));
}

#[test]
fn one_file_with_the_content_of_another_keeps_its_own_path() {
    let stage = Stage::new("//- a.py\ndef twin(): pass\n//- b.py\ndef twin(): pass\n");
    let found = stage.engine().symbols("twin");
    assert_eq!(found, ["a.py:1 function twin", "b.py:1 function twin"]);
}

#[test]
fn a_second_worktree_is_answered_from_its_own_files() {
    let stage = Stage::new(SHOP);
    let git = |arguments: &[&str]| {
        let status = Command::new("git")
            .current_dir(&stage.root)
            .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid"])
            .args(arguments)
            .output()
            .unwrap();
        assert!(status.status.success(), "{status:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    git(&["worktree", "add", "-q", "../other"]);
    let asker = stage.engine();
    let dirty = || asker.scan().stamp.freshness.dirty_files;
    assert_eq!(dirty(), 0);
    stage.write("shop/price.py", "def pay(amount):\n    return amount\n");
    assert_eq!(dirty(), 1);
    git(&["checkout", "-q", "."]);
    let other = std::fs::canonicalize(stage.root.parent().unwrap().join("other")).unwrap();
    std::fs::write(other.join("shop/only.py"), "def only_here(): pass\n").unwrap();
    let asker = stage.engine_in(&other);
    assert_eq!(asker.symbols("only_here"), ["shop/only.py:1 function only_here"]);
    assert_eq!(asker.symbols("pay")[0], "shop/price.py:9 function pay");
    assert_eq!(stage.engine().symbols("only_here"), Vec::<String>::new());
}

#[test]
fn odd_files_are_counted_and_hide_nothing() {
    let stage = Stage::new(SHOP);
    stage.write_bytes("logo.dat", b"\x00\x01\x02\x03binary\x00");
    stage.write_bytes("latin.py", b"# caf\xe9\ndef latin(): pass\n");
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("def wide(): pass\r\n".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    stage.write_bytes("wide.py", &utf16);
    stage.write("min.js", &format!("var a={};", "1+".repeat(40_000)));
    stage.write(".gitignore", "ignored/\n");
    stage.write("ignored/x.py", "def hidden(): pass\n");
    let asker = stage.engine();
    let answer = asker.scan();
    let reasons: Vec<&str> = answer.left_out.iter().map(|one| one.reason.as_str()).collect();
    assert!(reasons.iter().any(|reason| reason.contains("binary")), "{reasons:?}");
    assert_eq!(asker.symbols("latin"), ["latin.py:2 function latin"]);
    assert_eq!(asker.symbols("wide"), ["wide.py:1 function wide"]);
    assert_eq!(asker.symbols("hidden"), Vec::<String>::new());
    let again = stage.engine().scan();
    assert_eq!(again.counts.unwrap().added, 0, "files left out are not read again");
    assert_eq!(again.left_out, answer.left_out);
}

#[test]
fn status_is_computed_from_files() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    let before = asker.engine.status(StatusRequest::default(), &asker.context).unwrap();
    assert!(!before.has_index);
    asker.scan();
    let after = asker.engine.status(StatusRequest::default(), &asker.context).unwrap();
    assert!(after.has_index && after.is_exact_project);
    assert_eq!(after.stats.files, 4);
    assert_eq!(after.languages, [("python".to_string(), 4)]);
}

#[test]
fn languages_are_those_of_the_files_that_are_there_now() {
    let stage = Stage::new("");
    let asker = stage.engine();
    asker.scan();
    let languages = || {
        let request = StatusRequest::default();
        asker.engine.status(request, &asker.context).unwrap().languages
    };
    assert_eq!(languages(), []);
    stage.write("a.py", "def first(): pass\n");
    stage.write("b.go", "package b\nfunc Second() {}\n");
    assert_eq!(asker.symbols("Second"), ["b.go:2 function Second"]);
    assert_eq!(languages(), [("go".to_string(), 1), ("python".to_string(), 1)]);
}

#[test]
fn nothing_is_written_into_the_workspace_by_questions() {
    let stage = Stage::new(SHOP);
    stage.engine().symbols("Cart");
    stage.engine().search("total");
    let mut names: Vec<String> = std::fs::read_dir(&stage.root)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["shop", "tests"]);
}

#[test]
fn files_left_out_are_named_as_such() {
    let stage = Stage::new(SHOP);
    stage.write(".gitignore", "secret.py\n");
    stage.write("secret.py", "x = 1\n");
    let asker = stage.engine();
    asker.scan();
    let request = OutlineRequest { file_path: "secret.py".into(), ..Default::default() };
    let error = asker.engine.outline(request, &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::NotFound);
    assert!(error.message.contains("not in the index"), "{}", error.message);
}

#[test]
fn an_edit_that_keeps_size_and_time_is_found_out() {
    let stage = Stage::new("//- a.py\ndef before(): pass\n");
    let file = stage.root.join("a.py");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    let set_time = || {
        let handle = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
        handle.set_modified(old).unwrap();
    };
    set_time();
    let asker = stage.engine();
    assert_eq!(asker.symbols("before"), ["a.py:1 function before"]);
    std::fs::write(&file, "def behind(): pass\n").unwrap();
    set_time();
    assert_eq!(asker.symbols("before"), Vec::<String>::new(), "its line is gone");
    assert_eq!(asker.symbols("behind"), ["a.py:1 function behind"]);
}

#[test]
fn a_restart_reads_everything_again() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    let request = clew_protocol::ScanRequest {
        restart: true,
        wait: clew_protocol::ScanWait::UntilDone,
        ..Default::default()
    };
    let answer = asker.engine.scan(request, &asker.context).unwrap();
    assert_eq!(answer.counts.unwrap().added, 4);
}

#[test]
fn a_held_lock_is_told_and_answered_from_memory() {
    let stage = Stage::new(SHOP);
    stage.engine().scan();
    stage.write("shop/fresh.py", "def brand_new(): pass\n");
    let store = walk_to(&stage.data, "lock");
    let lock = std::fs::OpenOptions::new().write(true).open(store).unwrap();
    lock.lock().unwrap();
    let asker = stage.engine();
    let began = std::time::Instant::now();
    let answer = asker.scan();
    assert!(began.elapsed() < std::time::Duration::from_secs(15), "{:?}", began.elapsed());
    assert!(answer.message.contains("could not be written"), "{}", answer.message);
    assert!(answer.stamp.notes.iter().any(|note| note.contains("from memory")));
    assert_eq!(asker.symbols("brand_new"), ["shop/fresh.py:1 function brand_new"]);
    drop(lock);
    assert_eq!(asker.scan().message, "the index is up to date");
    assert_eq!(stage.engine().scan().counts.unwrap().added, 0, "it was written after all");
}

/// The first file of a name below a folder.
fn walk_to(folder: &std::path::Path, name: &str) -> std::path::PathBuf {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|found| found == name) {
                return path;
            }
        }
    }
    panic!("no {name}");
}

#[test]
fn what_was_left_out_is_read_once() {
    let stage = Stage::new(SHOP);
    stage.write_bytes("a.foo", b"PNG\x00\x01\xff\xfe");
    stage.write_bytes("b.bar", b"\x00\x01\xff\xfeabcdefghijklmnopqrst");
    for file in ["a.foo", "b.bar"] {
        let past = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
        let file = std::fs::File::options().write(true).open(stage.root.join(file)).unwrap();
        file.set_modified(past).unwrap();
    }
    stage.engine().scan();
    let counts = stage.engine().scan().counts.unwrap();
    assert_eq!((counts.added, counts.changed, counts.deleted), (0, 0, 0));
}
