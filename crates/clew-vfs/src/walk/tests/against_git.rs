//! Walks on a real disk, with git itself as the judge of what is ignored.

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;

use super::*;
use crate::fs::RealFs;

pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
    command.args(["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"]);
    command.args(arguments).current_dir(folder);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", folder.join("no-config"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The files git would add, which must be those the walk finds.
fn check_against_git(root: &Path) {
    let listed = git(root, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let mut expected: Vec<&str> = listed.split('\0').filter(|name| !name.is_empty()).collect();
    expected.sort_unstable();
    let outcome = walk(&RealFs, root, &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    let found: Vec<&str> = outcome.files.iter().map(|file| file.relative.as_str()).collect();
    assert_eq!(found, expected);
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const NAMES: [&str; 8] = ["a", "b", "ab", "a.rs", "b.rs", ".c", "a{b", "a{b,c}"];

fn pattern() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(&NAMES[..]).prop_map(str::to_owned),
        prop::sample::select(
            &[
                "*", "*.rs", "?", "a*", "**", "[ab]", "[!a]", "\\a", "a?rs", "{a,b}", "a{b,c}",
                "*[{]b", "a\\{b", "a{*"
            ][..]
        )
        .prop_map(str::to_owned),
    ];
    let parts = prop::collection::vec(part, 1..3);
    let marks = prop::sample::select(&["", "", "", "!", "/", "!/"][..]);
    let ends = prop::sample::select(&["", "", "/", " "][..]);
    (marks, parts, ends).prop_map(|(mark, parts, end)| format!("{mark}{}{end}", parts.join("/")))
}

fn path() -> impl Strategy<Value = String> {
    let names = prop::collection::vec(prop::sample::select(&NAMES[..]), 1..4);
    names.prop_map(|names| names.join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn ignores_what_git_ignores(
        files in prop::collection::btree_set(path(), 1..12),
        rules in prop::collection::btree_map(path(), prop::collection::vec(pattern(), 1..4), 0..4),
        top in prop::collection::vec(pattern(), 0..4),
        exclude in prop::collection::vec(pattern(), 0..3),
        forced in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q"]);
        for file in &files {
            let path = folder.path().join(file);
            if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.exists() {
                fs::write(path, "x").unwrap();
            }
        }
        for (below, lines) in &rules {
            let below = folder.path().join(below);
            if below.is_dir() {
                fs::write(below.join(".gitignore"), lines.join("\n")).unwrap();
            }
        }
        write(folder.path(), ".gitignore", &top.join("\n"));
        write(folder.path(), ".git/info/exclude", &exclude.join("\n"));
        check_against_git(folder.path());
        let files: Vec<&String> = files.iter().collect();
        for index in forced {
            let file = index.get(&files);
            if folder.path().join(file).is_file() {
                git(folder.path(), &["add", "--force", file]);
            }
        }
        check_against_git(folder.path());
    }
}

#[test]
fn tracked_files_belong_to_it_unless_clew_excludes_them() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    git(root, &["init", "-q"]);
    for file in ["out/a.rs", "out/deep/b.rs", "out/c.rs", "own/d.rs"] {
        write(root, file, "x");
    }
    git(root, &["add", "out/deep/b.rs", "own/d.rs"]);
    write(root, ".gitignore", "out\n");
    write(root, ".clewignore", "own\n");
    let outcome = walk(&RealFs, root, &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    expect![[r#"
        .clewignore
        .gitignore
        out/deep/b.rs
        - ignored files 2: out/a.rs out/c.rs
        - ignored folders 1: own
    "#]]
    .assert_eq(&show(&outcome));
}

#[test]
fn a_worktree_has_the_excludes_of_its_repository() {
    let folder = tempfile::tempdir().unwrap();
    let main = folder.path().join("main");
    fs::create_dir(&main).unwrap();
    git(&main, &["init", "-q"]);
    write(&main, "a.rs", "x");
    git(&main, &["add", "."]);
    git(&main, &["commit", "-q", "-m", "first"]);
    git(&main, &["worktree", "add", "-q", "inside", "-b", "one"]);
    git(&main, &["worktree", "add", "-q", "../beside", "-b", "two"]);
    write(&main, ".git/info/exclude", "*.local\n");
    let beside = folder.path().join("beside");
    write(&beside, "b.local", "x");
    check_against_git(&beside);
    let outcome = walk(&RealFs, &main, &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    expect![[r#"
        a.rs
        - other worktrees of this repository 1: inside
    "#]]
    .assert_eq(&show(&outcome));
}

#[test]
fn a_submodule_is_part_of_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let (library, main) = (folder.path().join("library"), folder.path().join("main"));
    for (repository, file) in [(&library, "lib.rs"), (&main, "main.rs")] {
        fs::create_dir(repository).unwrap();
        git(repository, &["init", "-q"]);
        write(repository, file, "x");
        git(repository, &["add", "."]);
        git(repository, &["commit", "-q", "-m", "first"]);
    }
    git(&main, &["submodule", "--quiet", "add", "../library", "deps/library"]);
    let outcome = walk(&RealFs, &main, &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    expect![[r#"
        .gitmodules
        deps/library/lib.rs
        main.rs
    "#]]
    .assert_eq(&show(&outcome));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_and_odd_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(OsStr::from_bytes(b"caf\xe9.rs")), "x").unwrap();
    let odd = folder.path().join(OsStr::from_bytes(b"d\xff"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("a.rs"), "x").unwrap();
    for name in ["back\\slash.rs", "new\nline.rs", " space .rs", "con.rs", "a:b.rs", "日本.rs"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    let outcome =
        walk(&RealFs, folder.path(), &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    expect![[r#"
         space .rs
        a:b.rs
        back\slash.rs
        con.rs
        日本.rs
        - names that are not UTF-8 2: caf�.rs d�
        - names with control characters 1: new�line.rs
        - sockets, pipes and devices 1: socket
    "#]]
    .assert_eq(&show(&outcome));
}

#[test]
fn huge_files_are_neither_indexed_nor_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.rs");
    fs::File::create(&path).unwrap().set_len(8 << 30).unwrap();
    let outcome =
        walk(&RealFs, folder.path(), &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    assert_eq!(show(&outcome), "- over the size limit 1: huge.rs\n");
    let message = crate::content::read_text(&RealFs, &path).unwrap_err().to_string();
    assert!(message.ends_with("huge.rs is left out: over the size limit"), "{message}");
}
