//! A disk without room: the index goes on in memory and comes to the disk later.

use std::sync::Arc;

use super::*;
use crate::disk::failing::FailingDisk;

const STEPS: usize = 40;

fn full_after(folder: &tempfile::TempDir, steps: usize) -> (Arc<FailingDisk>, Store) {
    let disk = Arc::new(FailingDisk::after(steps));
    let options = StoreOptions::default();
    let store = Store::open_over(disk.clone(), folder.path(), "family", &options).unwrap();
    (disk, store)
}

#[test]
fn a_full_disk_is_no_hindrance_and_what_lies_on_it_stays_whole() {
    for steps in 0..STEPS {
        let (folder, before) = temporary();
        write(&before, "w", &Files::from([("a.x", "def alpha")]));
        let (disk, store) = full_after(&folder, steps);
        write(&store, "w", &Files::from([("a.x", "def alpha"), ("b.x", "def beta")]));
        write(&store, "w", &Files::from([("b.x", "def beta"), ("c.x", "def gamma")]));
        assert_eq!(paths(&store, "w"), ["a.x", "b.x", "c.x"], "{steps}");
        // A file that cannot be removed is no reason to go on in memory.
        assert!(store.kept_in_memory().is_none() || !disk.is_alive(), "{steps}");
        let seen_by_others = paths(&reopen(&folder), "w");
        let wholes: [&[&str]; 3] = [&["a.x"], &["a.x", "b.x"], &["a.x", "b.x", "c.x"]];
        assert!(wholes.iter().any(|whole| seen_by_others == *whole), "{seen_by_others:?}");
        disk.refill(usize::MAX);
        store.leave_memory().unwrap();
        assert_eq!(store.kept_in_memory(), None, "{steps}");
        for store in [&store, &reopen(&folder)] {
            assert_eq!(paths(store, "w"), ["a.x", "b.x", "c.x"], "{steps}");
        }
    }
}

#[test]
fn what_others_wrote_meanwhile_is_not_overwritten() {
    let (folder, before) = temporary();
    write(&before, "w", &Files::from([("a.x", "def alpha")]));
    let (disk, store) = full_after(&folder, 0);
    write(&store, "w", &Files::from([("b.x", "def beta")]));
    write(&before, "other", &Files::from([("o.x", "def other")]));
    disk.refill(usize::MAX);
    store.leave_memory().unwrap();
    assert_eq!(store.kept_in_memory(), None);
    assert_eq!(
        (paths(&store, "w"), paths(&store, "other")),
        (vec!["a.x".into()], vec!["o.x".into()])
    );
}

#[test]
fn a_disk_that_stays_full_is_not_tried_again_at_once() {
    let (folder, _) = temporary();
    let (disk, store) = full_after(&folder, 0);
    write(&store, "w", &Files::from([("b.x", "def beta")]));
    store.leave_memory().unwrap();
    disk.refill(usize::MAX);
    store.leave_memory().unwrap();
    assert!(store.kept_in_memory().is_some(), "the pause has not passed");
    assert_eq!(paths(&store, "w"), ["b.x"]);
}
