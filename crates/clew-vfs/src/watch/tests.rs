use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use super::*;

/// A folder with a watch on it, and what was reported.
struct Stage {
    folder: tempfile::TempDir,
    watch: Watch,
    seen: Arc<Mutex<Vec<Trouble>>>,
    /// What was expected before. A process that another test forks holds the files that are
    /// open just then, so the system may tell once more that a written file was closed, later.
    before: Mutex<BTreeSet<String>>,
}

impl Stage {
    fn new(folders: &[&str]) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("root");
        for name in folders {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        let seen: Arc<Mutex<Vec<Trouble>>> = Arc::default();
        let sink = seen.clone();
        let fence = folder.path().join("fences/one");
        let watch =
            Watch::start(&root, &fence, Box::new(move |change| sink.lock().unwrap().push(change)))
                .unwrap();
        let stage = Stage { folder, watch, seen, before: Mutex::default() };
        stage.follow(folders);
        stage
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("root")
    }

    fn follow(&self, folders: &[&str]) -> usize {
        let folders: Vec<_> = folders.iter().map(|name| RelativePath::new(name).unwrap()).collect();
        self.watch.follow(&folders).unwrap().len()
    }

    /// The paths reported since the last look; `*` for everything, `git` for control files.
    #[track_caller]
    fn check(&self, expected: &[&str]) {
        assert!(self.watch.fence(Duration::from_secs(20)), "the fence is reported");
        let seen: BTreeSet<String> = self
            .seen
            .lock()
            .unwrap()
            .drain(..)
            .map(|change| match change {
                Trouble::Changed(path) => path.as_str().to_string(),
                Trouble::Control => "git".to_string(),
                Trouble::Everything => "*".to_string(),
            })
            .collect();
        let expected: BTreeSet<String> = expected.iter().map(|text| text.to_string()).collect();
        let mut before = self.before.lock().unwrap();
        let seen: BTreeSet<String> = seen
            .into_iter()
            .filter(|one| expected.contains(one) || !before.contains(one))
            .collect();
        assert_eq!(seen, expected);
        before.extend(expected);
    }
}

#[test]
fn changes_before_a_fence_are_reported_before_it() {
    let stage = Stage::new(&["", "a", "a/b"]);
    let root = stage.root();
    for round in 0..50 {
        let name = format!("a/b/{round}.rs");
        std::fs::write(root.join(&name), "x").unwrap();
        stage.check(&[&name]);
    }
    std::fs::remove_file(root.join("a/b/0.rs")).unwrap();
    std::fs::rename(root.join("a/b/1.rs"), root.join("a/one.rs")).unwrap();
    stage.check(&["a/b/0.rs", "a/b/1.rs", "a/one.rs"]);
    stage.check(&[]);
}

#[cfg(target_os = "linux")]
#[test]
fn folders_that_are_not_followed_report_nothing() {
    let stage = Stage::new(&["", "src"]);
    std::fs::create_dir(stage.root().join("ignored")).unwrap();
    stage.check(&["ignored"]);
    std::fs::write(stage.root().join("ignored/x"), "x").unwrap();
    std::fs::create_dir_all(stage.root().join(".clew")).unwrap();
    stage.check(&[]);
    assert_eq!(stage.watch.folders(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_moved_folder_reports_under_its_new_name_only() {
    let stage = Stage::new(&["", "old", "old/deep"]);
    let root = stage.root();
    std::fs::rename(root.join("old"), root.join("new")).unwrap();
    stage.check(&["old", "new"]);
    assert_eq!(stage.watch.folders(), 1);
    assert_eq!(stage.follow(&["", "new", "new/deep"]), 2);
    std::fs::write(root.join("new/deep/x.rs"), "x").unwrap();
    stage.check(&["new/deep/x.rs"]);
    std::fs::remove_dir_all(root.join("new")).unwrap();
    stage.check(&["new", "new/deep", "new/deep/x.rs"]);
    assert_eq!(stage.watch.folders(), 1);
}

#[test]
fn rules_concern_their_folder_and_control_files_everything() {
    let stage = Stage::new(&["", "a"]);
    let outside = stage.folder.path().canonicalize().unwrap().join("git");
    std::fs::create_dir(&outside).unwrap();
    stage.watch.follow_control(&[outside.join("index")]).unwrap();
    std::fs::write(stage.root().join("a/.gitignore"), "x").unwrap();
    stage.check(&["a"]);
    std::fs::write(outside.join("other"), "x").unwrap();
    std::fs::write(outside.join("index"), "x").unwrap();
    stage.check(&["git"]);
}

#[test]
fn many_callers_share_fences() {
    let stage = Stage::new(&[""]);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert!(stage.watch.fence(Duration::from_secs(20)));
                }
            });
        }
    });
}

#[test]
fn a_fence_that_cannot_be_set_fails() {
    let turnstile = turnstile::Turnstile::default();
    assert!(!turnstile.wait(Duration::from_millis(1), || false));
    assert!(!turnstile.wait(Duration::from_millis(1), || true), "no mark comes out");
    turnstile.pass();
    assert!(turnstile.wait(Duration::from_secs(20), || {
        turnstile.pass();
        true
    }));
}

/// The files of one's own watches, and what was left by processes that are gone.
#[test]
fn no_fence_stays_behind() {
    let left = |folder: &Path| -> Vec<_> {
        let listed = std::fs::read_dir(folder).unwrap();
        listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let long_ago = std::time::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let stage = Stage::new(&["", "a"]);
    let folder = stage.folder.path().join("fences");
    assert!(!cfg!(target_os = "linux") || left(&folder).is_empty(), "{:?}", left(&folder));
    for name in ["1-0-abc", "4000000000-7-abc"] {
        let file = std::fs::File::create(folder.join(name)).unwrap();
        file.set_modified(long_ago).unwrap();
    }
    // In use, in whatever process: its owner holds the lock.
    let used = std::fs::File::create(folder.join("5-0-used")).unwrap();
    used.lock().unwrap();
    used.set_modified(long_ago).unwrap();
    let root = stage.root();
    let other = Watch::start(&root, &folder.join("two"), Box::new(|_| {})).unwrap();
    let mut now = left(&folder);
    now.retain(|name| name != "one" && name != "two");
    assert_eq!(now, ["5-0-used"]);
    drop(used);
    drop(other);
    stage.check(&[]);
    drop(stage.watch);
    assert_eq!(left(&folder), ["5-0-used"]);
}
