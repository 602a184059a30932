//! Real repositories, made by git itself.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};

use crate::{Commit, CommitId, HistoryError, Log};

struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        repository.git(&["init", "-q", "-b", "main", "."]);
        repository
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("")
    }

    fn git(&self, arguments: &[&str]) {
        git(self.folder.path(), arguments);
    }

    fn commit(&self, path: &str, text: &str, message: &str) {
        let file = self.folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }
}

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

fn commits(folder: &Path) -> Result<Vec<Commit>, HistoryError> {
    let log = Log::open(folder)?;
    let Some(head) = log.head()? else { return Ok(Vec::new()) };
    log.reachable(head, 100)?.into_iter().map(|id| log.commit(id)).collect()
}

#[track_caller]
fn check_log(folder: &Path, expected: Expect) {
    let mut shown = String::new();
    for commit in commits(folder).unwrap() {
        let more = if commit.has_more_paths { " …" } else { "" };
        let paths = commit.paths.join(" ");
        shown +=
            &format!("{} {} | {} | {paths}{more}\n", commit.date(), commit.author, commit.subject);
    }
    expected.assert_eq(&shown);
}

#[test]
fn commits_tell_what_they_say_and_changed() {
    let repository = Repository::new();
    check_log(&repository.path(), expect![""]);
    repository.commit("a.py", "1", "Add a\n\nIt is needed.\nVery much.");
    repository.commit("src/deep/ü.py", "1", "Füge ü hinzu\nzweite Zeile");
    repository.commit("a.py", "2", "Change a");
    repository.git(&["mv", "a.py", "b.py"]);
    repository.git(&["commit", "-q", "-m", "Rename a"]);
    check_log(
        &repository.path(),
        expect![[r#"
            2024-02-03 Ada | Rename a | a.py b.py
            2024-02-03 Ada | Change a | a.py
            2024-02-03 Ada | Füge ü hinzu zweite Zeile | src/deep/ü.py
            2024-02-03 Ada | Add a | a.py
        "#]],
    );
    let all = commits(&repository.path()).unwrap();
    assert_eq!(all[3].text(), "Add a\n\nIt is needed.\nVery much.\n\na.py\n");
    assert_eq!(CommitId::parse(&all[0].id.to_string()), Some(all[0].id));
    assert!(all[0].id.to_string().starts_with(&all[0].id.short()));
    assert_eq!(CommitId::parse("../../etc"), None);
}

#[test]
fn merges_name_what_they_brought_in_and_large_commits_some() {
    let repository = Repository::new();
    for number in 0..150 {
        std::fs::write(repository.path().join(format!("f{number:03}")), "x").unwrap();
    }
    repository.commit("g", "x", "Everything");
    repository.git(&["checkout", "-q", "-b", "side"]);
    repository.commit("side", "x", "Side");
    repository.git(&["checkout", "-q", "main"]);
    repository.commit("other", "x", "Other");
    repository.git(&["merge", "-q", "--no-ff", "-m", "Merge side", "side"]);
    let all = commits(&repository.path()).unwrap();
    let found = |subject: &str| all.iter().find(|commit| commit.subject == subject).unwrap();
    assert_eq!(all.len(), 4);
    assert_eq!(found("Merge side").paths, ["side"], "and not what main had already");
    assert_eq!(found("Side").paths, ["side"]);
    let first = found("Everything");
    assert!(first.has_more_paths && first.paths.len() == Commit::MAX_PATHS);
}

#[test]
fn worktrees_shallow_clones_and_submodules_are_read() {
    let repository = Repository::new();
    repository.commit("a", "1", "One");
    repository.commit("a", "2", "Two");
    let beside = tempfile::tempdir().unwrap();
    let at = |name: &str| beside.path().join(name);
    let url = format!("file://{}", repository.folder.path().display());
    repository.git(&["worktree", "add", "-q", "-b", "w", at("w").to_str().unwrap()]);
    std::fs::write(at("w").join("b"), "x").unwrap();
    git(&at("w"), &["add", "b"]);
    git(&at("w"), &["commit", "-q", "-m", "In the worktree"]);
    check_log(
        &at("w"),
        expect![[r#"
            2024-02-03 Ada | In the worktree | b
            2024-02-03 Ada | Two | a
            2024-02-03 Ada | One | a
        "#]],
    );
    assert_eq!(commits(&repository.path()).unwrap().len(), 2);
    git(beside.path(), &["clone", "-q", "--depth", "1", &url, "shallow"]);
    let shallow = Log::open(&at("shallow")).unwrap();
    assert!(shallow.is_shallow() && !Log::open(&at("w")).unwrap().is_shallow());
    check_log(
        &at("shallow"),
        expect![[r#"
            2024-02-03 Ada | Two | 
        "#]],
    );
    let outer = Repository::new();
    outer.git(&["submodule", "add", "-q", &url, "inner"]);
    outer.git(&["commit", "-q", "-m", "Take it in"]);
    check_log(
        &outer.path(),
        expect![[r#"
            2024-02-03 Ada | Take it in | .gitmodules inner
        "#]],
    );
    assert_eq!(commits(&outer.path().join("inner")).unwrap().len(), 2);
    let log = Log::open(&outer.path()).unwrap();
    assert_eq!(log.submodules(log.head().unwrap().unwrap()), ["inner"]);
    let modules = std::fs::read_to_string(outer.path().join(".gitmodules")).unwrap();
    let more = "[submodule \"gone\"]\n\tpath = gone\n[submodule \"x\"]\n\tPath = \"in ner\"\n";
    std::fs::write(outer.path().join(".gitmodules"), modules + more).unwrap();
    outer.git(&["submodule", "add", "-q", &url, "in ner"]);
    outer.git(&["add", "-A"]);
    outer.git(&["commit", "-q", "-m", "Another"]);
    let mut found = log.submodules(log.head().unwrap().unwrap());
    found.sort();
    found.dedup();
    assert_eq!(found, ["in ner", "inner"], "those that are in the tree");
    let inner = Log::open(&outer.path().join("inner")).unwrap();
    assert!(inner.submodules(inner.head().unwrap().unwrap()).is_empty());
}

#[test]
fn what_is_no_repository_or_broken_is_told() {
    let plain = tempfile::tempdir().unwrap();
    assert!(matches!(Log::open(plain.path()), Err(HistoryError::Open { .. })));
    let check = |damage: &dyn Fn(&Path)| {
        let repository = Repository::new();
        repository.commit("a", "1", "One");
        repository.commit("a", "2", "Two");
        damage(&repository.path().join(".git"));
        let error = commits(&repository.path()).unwrap_err().to_string();
        assert!(error.contains("cannot be read") || error.contains("can be read"), "{error}");
    };
    check(&|git| std::fs::write(git.join("HEAD"), "rubbish").unwrap());
    check(&|git| std::fs::write(git.join("refs/heads/main"), "0123456789\n").unwrap());
    check(&|git| std::fs::write(git.join("refs/heads/main"), "11".repeat(20) + "\n").unwrap());
    check(&|git| std::fs::remove_dir_all(git.join("objects")).unwrap());
}

/// A configuration that would have git run a program.
#[test]
fn a_hostile_repository_runs_nothing() {
    let repository = Repository::new();
    repository.commit("a", "1", "One");
    let trap = repository.path().join("trap");
    let config = format!(
        "[core]\n\tfsmonitor = touch {0}\n\tsshCommand = touch {0}\n[diff]\n\texternal = touch {0}\n[include]\n\tpath = /dev/zero\n",
        trap.display()
    );
    let file = repository.path().join(".git/config");
    let kept = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, kept + &config).unwrap();
    let _ = commits(&repository.path());
    assert!(!trap.exists());
}

#[test]
fn objects_beyond_all_bounds_are_told_and_not_read() {
    let repository = Repository::new();
    repository.commit("a.py", "1", "Add a");
    let message = repository.folder.path().join("message");
    std::fs::write(&message, "word ".repeat(4 << 20)).unwrap();
    let message = message.display().to_string();
    repository.git(&["commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", &message]);
    let log = Log::open(&repository.path()).unwrap();
    let head = log.head();
    // The walk over the graph needs the commit itself; either it says so, or the commit
    // is listed with its size.
    match head.and_then(|head| log.commit(head.unwrap())) {
        Ok(commit) => {
            assert!(commit.subject.contains("too large to be read"), "{}", commit.subject);
            assert!(commit.body.is_empty());
        }
        Err(error) => assert!(matches!(error, HistoryError::Read { .. }), "{error}"),
    }
}
