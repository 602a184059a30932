//! A writer that stops at any step leaves the old state or the new one.

use std::sync::Arc;

use super::*;
use crate::disk::failing::FailingDisk;

/// All texts of a workspace by path.
fn texts(store: &Store) -> Vec<(String, [u8; 32])> {
    snapshot(store, "w").documents().map(|document| (document.path, document.hash)).collect()
}

/// Reads everything there is, so that any damage shows.
fn read_all(store: &Store) {
    let snapshot = snapshot(store, "w");
    for id in snapshot.document_ids() {
        snapshot.facts(*id).unwrap();
    }
    snapshot.documents_naming("alpha").unwrap();
    snapshot.search(&crate::TextQuery::new("alpha")).unwrap();
}

fn filled(files: &Files) -> (tempfile::TempDir, Store) {
    let (folder, store) = temporary();
    // Many small commits, so that the next one also puts packs together.
    for (path, text) in files {
        write(&store, "w", &Files::from([(*path, *text)]));
    }
    (folder, store)
}

fn copy_of(template: &tempfile::TempDir) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(template.path(), copy.path());
    copy
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn stopping_at_any_step_loses_nothing() {
    let names: Vec<String> = (0..7).map(|number| format!("f{number}.x")).collect();
    let files: Files = names.iter().map(|name| (name.as_str(), "def alpha\nuse beta")).collect();
    let key = WorkspaceKey("w".to_owned());
    let mut steps = 1;
    let (template, _) = filled(&files);
    loop {
        let folder = copy_of(&template);
        let store = reopen(&folder);
        let before = texts(&store);
        let disk = Arc::new(FailingDisk::after(steps));
        let failing =
            Store::open_on(disk.clone(), folder.path(), "family", &StoreOptions::default())
                .unwrap();
        let mut batch = Batch::new(&snapshot(&store, "w"));
        batch.upsert(input("f0.x", "def changed")).unwrap();
        batch.upsert(input("new.x", "def alpha")).unwrap();
        batch.remove("f1.x");
        let written = failing.write(&key, "w", &mut batch, &mut |_| (), &|| false);
        let after = texts(&reopen(&folder));
        match &written {
            Ok(_) => assert_ne!(after, before),
            // The manifest may have been replaced before the step that failed.
            Err(error) => assert!(matches!(error, StoreError::Io { .. }), "{error}"),
        }
        read_all(&reopen(&folder));
        // The batch is still good, and so is the store.
        if written.is_err() {
            store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
            let last = texts(&store);
            assert_eq!(last.len(), 7, "after {steps} steps: {last:?}");
            read_all(&store);
        }
        if disk.is_alive() {
            break;
        }
        steps += 1;
    }
    assert!(steps > 12, "only {steps} steps were tried");
}

/// Changes one byte of each file in turn; nothing but `Damaged` may come of it.
#[test]
fn damage_is_noticed_set_aside_and_healed() {
    let files = Files::from([("a.x", "# retry\ndef alpha\nuse beta"), ("b.x", "def beta")]);
    let (folder, store) = filled(&files);
    let root = store.folder().to_owned();
    for (folder_name, parts) in [("packs", 9), ("workspaces", 3), ("", 3)] {
        for part in 0..parts {
            write(&store, "w", &files);
            damage(&root.join(folder_name), part, parts);
            let broken = reopen(&folder);
            let errors = provoke(&broken);
            assert!(
                errors.iter().all(|error| matches!(error, StoreError::Damaged { .. })),
                "{errors:?}"
            );
            // What is left can be read, and the lost files can be sent again.
            let healed = reopen(&folder);
            write(&healed, "w", &files);
            read_all(&healed);
            assert_eq!(paths(&healed, "w"), ["a.x", "b.x"]);
        }
    }
}

/// Flips bits at one place of the largest file that is not set aside.
fn damage(folder: &std::path::Path, part: usize, parts: usize) {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let largest = files
        .filter(|path| path.is_file() && path.extension().is_none_or(|end| end != "damaged"))
        .filter(|path| path.file_name().is_none_or(|name| name != "lock"))
        .max_by_key(|path| path.metadata().unwrap().len())
        .unwrap();
    let mut bytes = std::fs::read(&largest).unwrap();
    let at = bytes.len() * part / parts;
    bytes[at] ^= 0x55;
    std::fs::write(&largest, bytes).unwrap();
}

/// Asks everything, again and again, until nothing fails any more.
fn provoke(store: &Store) -> Vec<StoreError> {
    let mut errors = Vec::new();
    for _ in 0..6 {
        let mut failed = false;
        let mut note = |error: Option<StoreError>| {
            failed |= error.is_some();
            errors.extend(error);
        };
        match store.snapshot(&WorkspaceKey("w".to_owned())) {
            Err(error) => note(Some(error)),
            Ok(snapshot) => {
                for id in snapshot.document_ids() {
                    note(snapshot.facts(*id).err());
                }
                note(snapshot.documents_naming("alpha").err());
                note(snapshot.search(&crate::TextQuery::new("alpha retry")).err());
            }
        }
        if !failed {
            return errors;
        }
    }
    panic!("errors never end: {errors:?}");
}

#[test]
fn cut_and_foreign_files_are_refused() {
    for bytes in [b"".as_slice(), b"CLEWROOT", &[0; 100], b"nonsense that is no manifest at all"] {
        let (folder, store) = filled(&Files::from([("a.x", "def alpha")]));
        std::fs::write(store.folder().join("manifest"), bytes).unwrap();
        let broken = reopen(&folder);
        let refused = broken.snapshot(&WorkspaceKey("w".to_owned()));
        assert!(matches!(refused, Err(StoreError::Damaged { .. })));
        assert_eq!(paths(&broken, "w"), Vec::<String>::new());
        write(&broken, "w", &Files::from([("a.x", "def alpha")]));
        read_all(&broken);
    }
}
