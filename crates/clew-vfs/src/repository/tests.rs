use std::fs;
use std::path::Path;

use super::git_config::value;
use super::*;
use crate::fs::{MemoryFs, RealFs};
use crate::walk::tests::against_git::git;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

fn check_remote(url: &str, expected: Option<&str>) {
    assert_eq!(normalize_remote(url).as_deref(), expected, "{url}");
}

#[test]
fn remotes_in_all_forms_are_one() {
    for url in [
        "https://example.org/team/app.git",
        "https://me:secret@Example.ORG/team/app",
        "http://example.org:80/team/app/",
        "ssh://git@example.org:22/team/app.git",
        "git@example.org:team/app.git",
        "git://example.org/team/app.git/",
        "example.org:/team/app",
        " https://example.org:443/team/app.git?x=1#y ",
        "git+ssh://a@b@example.org/team/app",
    ] {
        check_remote(url, Some("example.org/team/app"));
    }
    check_remote("https://example.org:8443/a", Some("example.org:8443/a"));
    check_remote("https://example.org/Team/App", Some("example.org/Team/App"));
}

#[test]
fn paths_are_no_remotes() {
    for url in
        ["/srv/app.git", "../app", "file:///srv/app", r"C:\app", "C:/app", "", "app", "./a:b"]
    {
        check_remote(url, None);
    }
}

fn check_value(config: &str, expected: Option<&str>) {
    assert_eq!(value(config, "remote", Some("origin"), "url").as_deref(), expected, "{config:?}");
}

#[test]
fn configuration_syntax() {
    check_value("[remote \"origin\"]\n\turl = a\n", Some("a"));
    check_value("[Remote \"origin\"]\r\nURL=a b  ; note\r\n", Some("a b"));
    check_value("[remote \"origin\"] url = \"a # b\" # c", Some("a # b"));
    check_value("[remote \"origin\"]\nurl = a\\\nb\n", Some("ab"));
    check_value("[remote \"origin\"]\nurl = \"a\\\"\\\\\\t\"\n", Some("a\"\\\t"));
    check_value("[remote \"origin\"]\nurl = a\nurl = b\n", Some("b"));
    check_value("[remote \"other\"]\nurl = a\n[remote]\nurl = b\n", None);
    check_value("[remote \"Origin\"]\nurl = a\n", None);
    check_value("# url\n[remote \"origin\"]\nurl\nfetch = x\n", None);
    check_value("[remote \"ori\\\"gin\"]\nurl = a\n[", None);
    check_value("[remote \"origin\nurl = \\", None);
}

/// Writes git's files below `/r/.git` from `(path, text)`.
fn repository(files: &[(&str, &str)]) -> MemoryFs {
    let fs = MemoryFs::new();
    fs.write("/r/.git/HEAD", "ref: refs/heads/main\n");
    for (path, text) in files {
        fs.write(Path::new("/r/.git").join(path), *text);
    }
    fs
}

fn check_head(files: &[(&str, &str)], expected: Option<&str>) {
    let head = head_revision(&repository(files), Path::new("/r"));
    assert_eq!(head.as_deref(), expected, "{files:?}");
}

#[test]
fn head_in_all_forms() {
    let packed = format!("# pack-refs with: peeled\n{COMMIT} refs/heads/main\n^0\n");
    let longer = format!("{COMMIT} refs/heads/not/refs/heads/main\n");
    check_head(&[("HEAD", COMMIT)], Some(COMMIT));
    check_head(&[("refs/heads/main", COMMIT)], Some(COMMIT));
    check_head(&[("packed-refs", &packed)], Some(COMMIT));
    check_head(&[("packed-refs", &longer)], None);
    check_head(&[("refs/heads/main", "ref: refs/heads/x"), ("refs/heads/x", COMMIT)], Some(COMMIT));
    check_head(&[("HEAD", &COMMIT.repeat(2)[..64])], Some(&COMMIT.repeat(2)[..64]));
    check_head(&[], None);
}

#[test]
fn head_gives_away_nothing_but_commits() {
    let secret = ("../../secret", COMMIT);
    let present = ("refs/heads/x", "x");
    check_head(&[("HEAD", "ref: refs/heads/../../../../secret"), secret, present], None);
    check_head(&[("HEAD", "ref: /secret"), secret], None);
    check_head(&[("HEAD", "ref: refs/heads/main"), ("refs/heads/main", "password")], None);
    check_head(&[("HEAD", "ref: refs/heads/a"), ("refs/heads/a", "ref: refs/heads/a")], None);
    check_head(&[("HEAD", "ref: refs/heads/.invalid")], None);
    assert_eq!(head_revision(&MemoryFs::new(), Path::new("/r")), None);
}

#[test]
fn without_git_the_root_is_the_family() {
    let fs = MemoryFs::new();
    fs.make_folder("/a");
    fs.make_folder("/b");
    let (a, b) = (identify(&fs, Path::new("/a")), identify(&fs, Path::new("/b")));
    assert_eq!(a.kind, RepositoryKind::Plain { root: "/a".into() });
    assert_ne!(a.key, b.key);
    assert_eq!(a, identify(&fs, Path::new("/a")));
    assert!(a.key.starts_with("plain-") && a.key.len() == 38);
    assert!(worktrees(&fs, Path::new("/a")).is_empty());
}

#[test]
fn a_damaged_git_folder_is_no_repository() {
    let fs = MemoryFs::new();
    fs.make_folder("/r/.git");
    fs.write("/s/.git", "gitdir: /nowhere\n");
    fs.write("/t/.git", "nonsense");
    for root in ["/r", "/s", "/t"] {
        let found = identify(&fs, Path::new(root));
        assert_eq!(found.kind, RepositoryKind::Plain { root: root.into() });
    }
}

#[test]
fn clones_share_by_origin() {
    let fs = MemoryFs::new();
    for (root, url) in [
        ("/a", "https://me:secret@example.org/app.git"),
        ("/b", "git@example.org:app"),
        ("/c", "/a"),
        ("/d", "../c/.git"),
        ("/e", "/nowhere"),
        ("/f", "https://example.org/other"),
        ("/g", "/h"),
        ("/h", "/g"),
    ] {
        fs.write(Path::new(root).join(".git/HEAD"), COMMIT);
        let config = format!("[remote \"origin\"]\n\turl = {url}\n");
        fs.write(Path::new(root).join(".git/config"), config);
        fs.make_folder(Path::new(root).join(".git/objects"));
    }
    let key = |root: &str| identify(&fs, Path::new(root)).key;
    assert_eq!(key("/a"), key("/b"));
    assert_eq!(key("/a"), key("/c"));
    assert_eq!(key("/a"), key("/d"));
    assert_ne!(key("/a"), key("/e"));
    assert_ne!(key("/a"), key("/f"));
    assert_eq!(key("/g"), key("/g"));
    assert!(!key("/a").contains("secret"));
}

#[test]
fn a_root_below_the_top_has_a_prefix() {
    let fs = repository(&[]);
    fs.make_folder("/r/packages/app");
    let found = identify(&fs, Path::new("/r/packages/app"));
    assert_eq!((found.top.as_path(), found.prefix.as_str()), (Path::new("/r"), "packages/app"));
    assert_eq!(found.key, identify(&fs, Path::new("/r")).key);
}

#[test]
fn real_worktrees_and_clones() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().canonicalize().unwrap();
    let main = base.join("main");
    fs::create_dir(&main).unwrap();
    git(&main, &["init", "-q"]);
    git(&main, &["commit", "-q", "--allow-empty", "-m", "first"]);
    git(&main, &["worktree", "add", "-q", "../side", "-b", "topic"]);
    git(&main, &["worktree", "add", "-q", "../gone", "-b", "old"]);
    git(&main, &["worktree", "add", "-q", "../kept", "-b", "kept"]);
    git(&main, &["worktree", "lock", "../kept"]);
    git(&base, &["clone", "-q", "main", "copy"]);
    let (side, copy) = (base.join("side"), base.join("copy"));
    git(&side, &["commit", "-q", "--allow-empty", "-m", "second"]);
    git(&main, &["pack-refs", "--all"]);
    fs::remove_dir_all(base.join("gone")).unwrap();
    fs::remove_dir_all(base.join("kept")).unwrap();

    let family = identify(&RealFs, &main);
    let beside = identify(&RealFs, &side);
    assert_eq!((&beside.key, &beside.kind), (&family.key, &family.kind));
    assert_eq!(beside.worktree_name.as_deref(), Some("side"));
    assert_eq!(family.worktree_name, None);
    assert_eq!(identify(&RealFs, &copy).key, family.key);

    for root in [&main, &side, &copy] {
        let expected = git(root, &["rev-parse", "HEAD"]);
        assert_eq!(head_revision(&RealFs, root).as_deref(), Some(expected.trim()));
    }
    assert_eq!(head_branch(&RealFs, &side).as_deref(), Some("topic"));

    let listed = worktrees(&RealFs, &side);
    let shown: Vec<_> = listed
        .iter()
        .map(|tree| (tree.name.as_deref(), tree.path.as_path(), tree.presence))
        .collect();
    assert_eq!(
        shown,
        [
            (None, main.as_path(), Presence::Present),
            (Some("gone"), base.join("gone").as_path(), Presence::Missing),
            (Some("kept"), base.join("kept").as_path(), Presence::MissingLocked),
            (Some("side"), side.as_path(), Presence::Present),
        ]
    );
    git(&main, &["worktree", "prune"]);
    assert_eq!(worktrees(&RealFs, &main).len(), 3);
}

#[test]
fn a_bare_repository_has_no_main_worktree() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().canonicalize().unwrap();
    let (source, bare) = (base.join("source"), base.join("bare.git"));
    fs::create_dir(&source).unwrap();
    git(&source, &["init", "-q"]);
    git(&source, &["commit", "-q", "--allow-empty", "-m", "first"]);
    git(&base, &["clone", "-q", "--bare", "source", "bare.git"]);
    git(&bare, &["worktree", "add", "-q", "../tree"]);
    let listed = worktrees(&RealFs, &base.join("tree"));
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].path, base.join("tree"));
}
