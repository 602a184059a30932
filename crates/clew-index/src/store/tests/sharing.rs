//! Several workspaces and several openings of one store.

use super::*;

#[test]
fn worktrees_share_documents() {
    let (_folder, store) = temporary();
    let files = Files::from([("a.x", "def alpha"), ("b.x", "def beta"), ("c.x", "def gamma")]);
    write(&store, "main", &files);
    let size = store.size().unwrap();
    let mut other = files.clone();
    other.insert("c.x", "def delta");
    let committed = write(&store, "branch", &other);
    assert_eq!((committed.revived, committed.written), (2, 1));
    assert!(store.size().unwrap() < size * 3);
    let naming =
        |workspace, name| snapshot(&store, workspace).documents_naming(name).unwrap().len();
    assert_eq!((naming("main", "gamma"), naming("main", "delta")), (1, 0));
    assert_eq!((naming("branch", "gamma"), naming("branch", "delta")), (0, 1));
    let id = |workspace| snapshot(&store, workspace).document_by_path("a.x");
    assert_eq!(id("main"), id("branch"));
}

#[test]
fn commits_of_others_are_seen_and_old_snapshots_stay() {
    let (folder, store) = temporary();
    let reader = reopen(&folder);
    write(&store, "w", &Files::from([("a.x", "def alpha")]));
    let first = snapshot(&reader, "w");
    for round in 0..20 {
        let text = format!("def alpha\ndef round{round}");
        write(&store, "w", &Files::from([("a.x", text.as_str())]));
    }
    assert_eq!(first.documents_naming("alpha").unwrap().len(), 1);
    assert_eq!(*first.facts(first.document_ids()[0]).unwrap(), crate::testing::facts("def alpha"));
    let last = snapshot(&reader, "w");
    assert!(last.generation() > first.generation());
    assert_eq!(last.documents_naming("round19").unwrap().len(), 1);
    assert_eq!(last.documents_naming("round18").unwrap().len(), 0);
}

#[test]
fn who_cannot_get_the_lock_is_told_and_keeps_the_batch() {
    let (folder, store) = temporary();
    write(&store, "w", &Files::from([("a.x", "def alpha")]));
    let lock = store.lock(&|| false).unwrap();
    let other = reopen(&folder);
    let key = WorkspaceKey("w".to_owned());
    let mut batch = Batch::new(&snapshot(&other, "w"));
    batch.upsert(input("b.x", "def beta")).unwrap();
    let busy = other.write(&key, "w", &mut batch, &mut |_| (), &|| false);
    assert!(matches!(busy, Err(StoreError::Busy { .. })));
    drop(lock);
    other.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert_eq!(paths(&store, "w"), ["a.x", "b.x"]);
}

#[test]
fn writers_of_one_process_wait_for_one_another() {
    let (folder, first) = temporary();
    let stores = crate::Stores::default();
    let open = || stores.open(folder.path(), "family", StoreOptions::default()).unwrap();
    let (one, other) = (open(), open());
    assert_eq!(one.folder(), first.folder());
    let lock = one.lock(&|| false).unwrap();
    let cancelled = other.lock(&|| true).map(drop);
    assert!(matches!(cancelled, Err(StoreError::Cancelled)));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| write(&other, "w", &Files::from([("a.x", "def alpha")])));
        drop(lock);
        waiting.join().unwrap();
    });
    assert_eq!(paths(&one, "w"), ["a.x"]);
}

#[test]
fn what_others_committed_between_is_told() {
    let (folder, store) = temporary();
    let (other, key) = (reopen(&folder), WorkspaceKey("w".to_owned()));
    let base = snapshot(&store, "w");
    let mut batch = Batch::new(&base);
    batch.upsert(input("a.x", "def alpha")).unwrap();
    let first = store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert!(first.follows_snapshot(&base) && first.is_shown_by(&snapshot(&store, "w")));
    write(&other, "w", &Files::from([("b.x", "def beta")]));
    assert!(!first.is_shown_by(&snapshot(&store, "w")));
    batch.upsert(input("c.x", "def gamma")).unwrap();
    let second = store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert!(!second.follows(&first));
}

#[test]
fn two_writers_in_turn_lose_nothing() {
    let (folder, store) = temporary();
    let other = reopen(&folder);
    let key = WorkspaceKey("w".to_owned());
    // Both batches start from the empty store.
    let mut first = Batch::new(&snapshot(&store, "w"));
    let mut second = Batch::new(&snapshot(&other, "w"));
    first.upsert(input("a.x", "def alpha")).unwrap();
    second.upsert(input("b.x", "def beta")).unwrap();
    second.upsert(input("a.x", "def later")).unwrap();
    store.write(&key, "w", &mut first, &mut |_| (), &|| false).unwrap();
    other.write(&key, "w", &mut second, &mut |_| (), &|| false).unwrap();
    assert_eq!(paths(&store, "w"), ["a.x", "b.x"]);
    assert_eq!(snapshot(&store, "w").documents_naming("later").unwrap().len(), 1);
}

#[test]
fn documents_dropped_meanwhile_are_named() {
    let (folder, store) = temporary();
    write(&store, "w", &Files::from([("a.x", "def alpha")]));
    write(&store, "w", &Files::from([("a.x", "def other")]));
    let key = WorkspaceKey("w".to_owned());
    let mut batch = Batch::new(&snapshot(&store, "w"));
    assert_eq!(batch.upsert(input("a.x", "def alpha")).unwrap(), Upsert::Revived);
    let policy = GarbagePolicy {
        worktrees: None,
        max_unused: std::time::Duration::from_secs(1 << 40),
        now: 0,
        max_bytes: u64::MAX,
    };
    assert_eq!(reopen(&folder).collect_garbage(&policy).unwrap().documents, 1);
    let committed = store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert_eq!(committed.missing, ["a.x"]);
}

#[test]
fn readers_are_never_disturbed_by_a_writer() {
    let (folder, store) = temporary();
    write(&store, "w", &Files::from([("fixed.x", "def alpha"), ("b.x", "def b0")]));
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let reader = reopen(&folder);
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    let snapshot = snapshot(&reader, "w");
                    assert_eq!(snapshot.document_count(), 2);
                    assert_eq!(snapshot.documents_naming("alpha").unwrap().len(), 1);
                    let hits = snapshot.search(&crate::TextQuery::new("alpha")).unwrap();
                    assert_eq!(snapshot.path(hits[0].document), Some("fixed.x"));
                }
            });
        }
        for round in 0..60 {
            let text = format!("def b{round}");
            write(&store, "w", &Files::from([("b.x", text.as_str())]));
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
