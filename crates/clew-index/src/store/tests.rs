
use super::*;
use crate::testing::{Files, input};
use crate::Batch;

fn write(store: &Store, workspace: &str, files: &Files) -> Committed {
    let key = WorkspaceKey(workspace.to_owned());
    let mut batch = Batch::new(&store.snapshot(&key).unwrap());
    for (path, text) in files {
        batch.upsert(input(path, text)).unwrap();
    }
    store.write(&key, workspace, &mut batch, &mut |_| (), &|| false).unwrap()
}

fn temporary() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), "family", StoreOptions::default()).unwrap();
    (folder, store)
}

fn paths(store: &Store, workspace: &str) -> Vec<String> {
    let snapshot = store.snapshot(&WorkspaceKey(workspace.to_owned())).unwrap();
    snapshot.documents().map(|document| document.path).collect()
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
    let other = Store::open(folder.path(), "family", StoreOptions::default()).unwrap();
    assert_eq!(paths(&other, "w"), ["a.x", "b.x"]);
    let snapshot = other.snapshot(&WorkspaceKey("w".to_owned())).unwrap();
    let naming = snapshot.documents_naming("beta").unwrap();
    let found: Vec<_> =
        naming.iter().map(|(id, bits)| (snapshot.path(*id).unwrap(), bits.0)).collect();
    assert_eq!(found, [("a.x", 6), ("b.x", 1)]);
    let id = snapshot.document_by_path("a.x").unwrap();
    assert_eq!(*snapshot.facts(id).unwrap(), crate::testing::facts("def alpha\nuse beta"));
}
