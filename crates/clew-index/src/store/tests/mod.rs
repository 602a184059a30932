mod crash;
mod garbage;
mod incremental;
mod provided;
mod room;
mod scope;
mod sharing;
mod vectors;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::testing::{Files, input};
use crate::{Batch, FactsInput, Upsert};

/// Writes files to a workspace in one batch.
fn write(store: &Store, workspace: &str, files: &Files) -> Committed {
    let key = WorkspaceKey(workspace.to_owned());
    let mut batch = Batch::new(&store.snapshot(&key).unwrap());
    for (path, text) in files {
        batch.upsert(input(path, text)).unwrap();
    }
    store.write(&key, workspace, &mut batch, &mut |_| (), &|| false).unwrap()
}

/// A store in a folder of its own.
fn temporary() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = reopen(&folder);
    (folder, store)
}

fn reopen(folder: &tempfile::TempDir) -> Store {
    Store::open(folder.path(), "family", StoreOptions::default()).unwrap()
}

fn snapshot(store: &Store, workspace: &str) -> Snapshot {
    store.snapshot(&WorkspaceKey(workspace.to_owned())).unwrap()
}

fn paths(store: &Store, workspace: &str) -> Vec<String> {
    snapshot(store, workspace).documents().map(|document| document.path).collect()
}

#[test]
fn an_unknown_store_is_empty_and_creates_nothing() {
    let (folder, store) = temporary();
    assert_eq!(paths(&store, "w"), Vec::<String>::new());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_written_is_read_by_another_opening() {
    let (folder, store) = temporary();
    let files = Files::from([("b.x", "def beta"), ("a.x", "def alpha\nuse beta")]);
    let committed = write(&store, "w", &files);
    assert_eq!((committed.generation, committed.written), (1, 2));
    let other = reopen(&folder);
    assert_eq!(paths(&other, "w"), ["a.x", "b.x"]);
    let snapshot = snapshot(&other, "w");
    let naming = snapshot.documents_naming("beta").unwrap();
    let found: Vec<_> =
        naming.iter().map(|(id, bits)| (snapshot.path(*id).unwrap(), bits.0)).collect();
    assert_eq!(found, [("a.x", 6), ("b.x", 1)]);
    let id = snapshot.document_by_path("a.x").unwrap();
    assert_eq!(*snapshot.facts(id).unwrap(), crate::testing::facts("def alpha\nuse beta"));
    let info = snapshot.document(id).unwrap();
    assert_eq!((info.lines, info.size, info.stat.times), (2, 18, 7));
}

#[test]
fn removing_touching_and_unchanged_files() {
    let (_folder, store) = temporary();
    write(&store, "w", &Files::from([("a.x", "def alpha"), ("b.x", "def beta")]));
    let key = WorkspaceKey("w".to_owned());
    let before = snapshot(&store, "w");
    let mut batch = Batch::new(&before);
    batch.remove("a.x");
    let stat = crate::FileStat { size: 8, times: 99 };
    batch.touch("b.x", stat);
    batch.touch("missing.x", stat);
    let committed = store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert_eq!((committed.removed, committed.written), (1, 0));
    assert!(batch.is_empty());
    let after = snapshot(&store, "w");
    assert_eq!(after.documents().map(|document| document.stat).collect::<Vec<_>>(), [stat]);
    // The earlier snapshot shows what it showed.
    assert_eq!(before.document_count(), 2);
    assert_eq!(before.document_by_path("a.x").map(|id| before.path(id)), Some(Some("a.x")));
    // The same content again needs no work.
    let mut batch = Batch::new(&after);
    assert_eq!(batch.upsert(input("b.x", "def beta")).unwrap(), Upsert::Revived);
    assert_eq!(batch.upsert(input("a.x", "def alpha")).unwrap(), Upsert::Revived);
    store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert_eq!(paths(&store, "w"), ["a.x", "b.x"]);
}

#[test]
fn known_facts_need_not_be_extracted_again() {
    let (_folder, store) = temporary();
    write(&store, "w", &Files::from([("a.x", "def alpha")]));
    let before = snapshot(&store, "w");
    let mut renamed = input("renamed.x", "def alpha");
    assert!(before.has_facts(&renamed.language, renamed.extractor, &renamed.hash));
    assert!(!before.has_facts(&renamed.language, 2, &renamed.hash));
    renamed.facts = FactsInput::Known;
    let overlay = before.with_overlay(vec![renamed.clone()], &["a.x".to_owned()]).unwrap();
    let id = overlay.document_by_path("renamed.x").unwrap();
    assert!(id.is_overlay() && overlay.document_by_path("a.x").is_none());
    let mut batch = Batch::new(&before);
    assert_eq!(batch.upsert(renamed.clone()).unwrap(), Upsert::Written);
    batch.remove("a.x");
    let key = WorkspaceKey("w".to_owned());
    store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    let after = snapshot(&store, "w");
    let id = after.document_by_path("renamed.x").unwrap();
    assert_eq!(*after.facts(id).unwrap(), crate::testing::facts("def alpha"));
    renamed.hash = [0; 32];
    let refused = Batch::new(&after).upsert(renamed);
    assert!(matches!(refused, Err(StoreError::UnknownFacts { .. })));
}

/// Wherever a write is cancelled nothing is committed, and the batch is then empty or
/// can be written again as a whole.
#[test]
fn a_cancelled_write_commits_nothing_and_no_part_later() {
    let (mut emptied, mut kept) = (0, 0);
    for looks in 0_usize.. {
        let (_folder, store) = temporary();
        let key = WorkspaceKey("w".to_owned());
        let mut batch = Batch::new(&snapshot(&store, "w"));
        batch.upsert(input("a.x", "def alpha")).unwrap();
        let left = std::cell::Cell::new(looks);
        let cancel = || left.replace(left.get().saturating_sub(1)) == 0;
        match store.write(&key, "w", &mut batch, &mut |_| (), &cancel) {
            Ok(_) => break,
            Err(error) => assert!(matches!(error, StoreError::Cancelled), "{error}"),
        }
        assert_eq!(paths(&store, "w"), Vec::<String>::new());
        let was_kept = !batch.is_empty();
        store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
        let expected: &[&str] = if was_kept { &["a.x"] } else { &[] };
        assert_eq!(paths(&store, "w"), expected);
        if was_kept { kept += 1 } else { emptied += 1 }
    }
    assert!(emptied > 0 && kept > 0, "{emptied} emptied, {kept} kept");
}

#[test]
fn a_stopped_batch_takes_no_document_in_part() {
    let (_folder, store) = temporary();
    let stop = Arc::new(AtomicBool::new(false));
    let mut batch = Batch::new(&snapshot(&store, "w")).stopped_by(stop.clone());
    batch.upsert(input("a.x", "def alpha")).unwrap();
    stop.store(true, Ordering::Relaxed);
    let stopped = batch.upsert(input("b.x", "def beta"));
    assert!(matches!(stopped, Err(StoreError::Cancelled)));
    assert!(batch.is_empty());
}

#[test]
fn snapshots_and_batches_cross_threads() {
    fn check_shared<T: Send + Sync>() {}
    fn check_sent<T: Send>() {}
    check_shared::<Snapshot>();
    check_shared::<Store>();
    check_sent::<Batch>();
}
