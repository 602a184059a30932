//! What is dropped, and what is not.

use std::time::Duration;

use super::*;

const DAY: u64 = 24 * 60 * 60;

fn policy(now: u64) -> GarbagePolicy {
    GarbagePolicy {
        worktrees: None,
        max_unused: Duration::from_secs(30 * DAY),
        now,
        max_bytes: u64::MAX,
    }
}

/// A store with workspaces `a`, `b`, `c`, each with a file of its own.
fn three() -> (tempfile::TempDir, Store, u64) {
    let (folder, store) = temporary();
    for workspace in ["a", "b", "c"] {
        let text = format!("def {workspace}\ndef shared");
        write(&store, workspace, &Files::from([("f.x", text.as_str()), ("s.x", "def same")]));
    }
    let now = store.workspaces().unwrap()[0].last_used;
    (folder, store, now)
}

fn keys(store: &Store) -> Vec<String> {
    store.workspaces().unwrap().into_iter().map(|workspace| workspace.key.0).collect()
}

#[test]
fn worktrees_that_git_does_not_list_go() {
    let (_folder, store, now) = three();
    let listed = Some(vec!["a".to_owned(), "c".to_owned()]);
    let report =
        store.collect_garbage(&GarbagePolicy { worktrees: listed, ..policy(now) }).unwrap();
    assert_eq!(report.workspaces, [WorkspaceKey("b".to_owned())]);
    assert_eq!(report.documents, 1);
    assert_eq!(keys(&store), ["a", "c"]);
    assert_eq!(paths(&store, "a"), ["f.x", "s.x"]);
    assert_eq!(snapshot(&store, "c").documents_naming("shared").unwrap().len(), 1);
    assert_eq!(paths(&store, "b"), Vec::<String>::new());
}

#[test]
fn nothing_goes_when_git_cannot_be_asked() {
    let (_folder, store, now) = three();
    assert_eq!(store.collect_garbage(&policy(now)).unwrap().workspaces, []);
    assert_eq!(keys(&store), ["a", "b", "c"]);
}

#[test]
fn unused_workspaces_go_after_a_while() {
    let (_folder, store, now) = three();
    store.mark_used(&WorkspaceKey("b".to_owned()), now + 20 * DAY);
    let report = store.collect_garbage(&policy(now + 31 * DAY)).unwrap();
    assert_eq!(report.workspaces.len(), 2);
    assert_eq!(keys(&store), ["b"]);
    assert_eq!(paths(&store, "b"), ["f.x", "s.x"]);
}

#[test]
fn a_store_that_is_too_large_shrinks_to_the_last_workspace() {
    let (_folder, store, now) = three();
    store.mark_used(&WorkspaceKey("a".to_owned()), now + DAY);
    store.mark_used(&WorkspaceKey("c".to_owned()), now + 2 * DAY);
    let report = store.collect_garbage(&GarbagePolicy { max_bytes: 1, ..policy(now) }).unwrap();
    assert_eq!(report.workspaces, ["b", "a"].map(|key| WorkspaceKey(key.to_owned())));
    assert!(report.bytes > 0);
    assert_eq!(paths(&store, "c"), ["f.x", "s.x"]);
}

#[test]
fn an_empty_store_has_no_garbage() {
    let (folder, store) = temporary();
    assert_eq!(store.collect_garbage(&policy(0)).unwrap(), GarbageReport::default());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn folders_in_the_place_of_files_are_set_aside() {
    let files = Files::from([("a.x", "def alpha"), ("b.x", "def beta")]);
    for spoil in ["manifest", "manifest.tmp", "lock", "packs", "workspaces", "pack", "state"] {
        let (folder, store) = temporary();
        write(&store, "w", &files);
        let manifest = store.newest().unwrap().manifest.clone();
        let path = match spoil {
            "pack" => store.pack_path(&manifest.packs[0].hash),
            "state" => store.state_path(&manifest.workspaces[0].hash),
            name => store.folder().join(name),
        };
        if path.is_dir() {
            std::fs::remove_dir_all(&path).unwrap();
            std::fs::write(&path, "no folder").unwrap();
        } else {
            let _ = std::fs::remove_file(&path);
            std::fs::create_dir_all(path.join("inner")).unwrap();
        }
        let store = reopen(&folder);
        let key = WorkspaceKey("w".to_owned());
        let mut looks = (0..4).map(|_| store.snapshot(&key));
        assert!(looks.any(|look| look.is_ok()), "{spoil}: set aside after a look");
        write(&store, "w", &files);
        assert_eq!(paths(&reopen(&folder), "w"), ["a.x", "b.x"], "{spoil}");
    }
}
