use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};

use super::*;
use crate::fs::{FileKind, MemoryFs};
use crate::left_out::LeftOutReason;

pub(crate) mod against_git;

/// Makes files from `path` or `path: text` lines, below `/r`; `\n` in a text is
/// a line feed.
fn tree(lines: &str) -> MemoryFs {
    let fs = MemoryFs::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (path, text) = line.split_once(": ").unwrap_or((line, "x"));
        fs.write(Path::new("/r").join(path), text.replace("\\n", "\n").replace("\\r", "\r"));
    }
    fs
}

fn quiet_walk(fs: &dyn FileSystem, root: &str, options: &WalkOptions) -> WalkOutcome {
    walk(fs, Path::new(root), options, &|| false, &|_| {}).unwrap()
}

/// Shows files, then `reason count: examples`, then what else was reported.
fn show(outcome: &WalkOutcome) -> String {
    let mut text = String::new();
    for file in &outcome.files {
        text += &format!("{}\n", file.relative);
    }
    for (reason, found) in &outcome.left_out.by_reason {
        text += &format!("- {} {}: {}\n", reason, found.count, found.examples.join(" "));
    }
    for pattern in &outcome.bad_patterns {
        text += &format!("! {pattern}\n");
    }
    text
}

fn check_walk(fs: &MemoryFs, options: &WalkOptions, expected: Expect) {
    let one = quiet_walk(fs, "/r", &WalkOptions { threads: 1, ..options.clone() });
    let many = quiet_walk(fs, "/r", &WalkOptions { threads: 4, ..options.clone() });
    assert_eq!(one, many);
    expected.assert_eq(&show(&one));
}

fn check_tree(lines: &str, expected: Expect) {
    check_walk(&tree(lines), &WalkOptions::default(), expected);
}

#[test]
fn nested_rules_and_negation() {
    check_tree(
        r"
        .gitignore: *.log\n/build\n
        .git/HEAD
        a.log
        build/x.rs
        sub/.gitignore: !keep.log\n*.tmp\n
        sub/keep.log
        sub/drop.log
        sub/a.tmp
        sub/build/y.rs
        ",
        expect![[r#"
            .gitignore
            sub/.gitignore
            sub/build/y.rs
            sub/keep.log
            - ignored files 3: a.log sub/a.tmp sub/drop.log
            - ignored folders 1: build
        "#]],
    );
}

#[test]
fn a_file_in_an_ignored_folder_cannot_come_back() {
    check_tree(
        r"
        .gitignore: out/\n!out/keep.rs\nlib/*\n!lib/keep.rs\n
        out/keep.rs
        lib/keep.rs
        lib/drop.rs
        ",
        expect![[r#"
            .gitignore
            lib/keep.rs
            - ignored files 1: lib/drop.rs
            - ignored folders 1: out
        "#]],
    );
}

#[test]
fn byte_order_mark_spaces_and_bad_patterns_in_rules() {
    check_tree(
        "
        .gitignore: \u{feff}*.log\\r\\n# note\\n*.tmp   \\n[z-a]\\n\\n
        a.log
        a.tmp
        a.rs
        ",
        expect![[r#"
            .gitignore
            a.rs
            - ignored files 2: a.log a.tmp
            ! .gitignore:4: [z-a]
        "#]],
    );
}

#[test]
fn clewignore_wins_over_git_in_both_directions() {
    check_tree(
        r"
        .gitignore: generated/\n
        .clewignore: !generated/\nlegacy/\n
        generated/api.rs
        legacy/old.rs
        src/.clewignore: /scratch.rs\n
        src/scratch.rs
        src/main.rs
        ",
        expect![[r#"
            .clewignore
            .gitignore
            generated/api.rs
            src/.clewignore
            src/main.rs
            - ignored files 1: src/scratch.rs
            - ignored folders 1: legacy
        "#]],
    );
}

#[test]
fn repository_and_user_excludes_come_last() {
    let fs = tree(
        r"
        .git/HEAD: ref: refs/heads/main
        .git/info/exclude: *.secret\n/local/\n
        .gitignore: !shown.secret\n
        shown.secret
        other.secret
        local/a.rs
        deep/local/b.rs
        note.swp
        keep/.gitignore: !*.swp\n
        keep/note.swp
        ",
    );
    fs.write("/home/ignore", "*.swp\n");
    let options =
        WalkOptions { global_excludes: Some("/home/ignore".into()), ..WalkOptions::default() };
    check_walk(
        &fs,
        &options,
        expect![[r#"
            .gitignore
            deep/local/b.rs
            keep/.gitignore
            keep/note.swp
            shown.secret
            - ignored files 2: note.swp other.secret
            - ignored folders 1: local
        "#]],
    );
}

#[test]
fn patterns_of_the_configuration_win() {
    let fs = tree(
        r"
        .gitignore: !docs\n
        .clewignore: !x.gen.rs\n
        docs/a.md
        src/docs/b.md
        src/x.gen.rs
        src/x.rs
        ",
    );
    let exclude = ["docs/**", "*.gen.rs", "[z-a]"].map(str::to_owned).to_vec();
    check_walk(
        &fs,
        &WalkOptions { exclude, ..WalkOptions::default() },
        expect![[r#"
            .clewignore
            .gitignore
            src/docs/b.md
            src/x.rs
            - ignored files 1: src/x.gen.rs
            - ignored folders 1: docs
            ! exclude:3: [z-a]
        "#]],
    );
}

#[test]
fn rules_above_the_root_apply_up_to_the_repository() {
    let fs = tree(
        r"
        .gitignore: *.above\n
        repo/.git/HEAD
        repo/.gitignore: *.log\n/app/dist\n
        repo/app/dist/a.js
        repo/app/a.log
        repo/app/a.above
        repo/app/a.js
        ",
    );
    let outcome = quiet_walk(&fs, "/r/repo/app", &WalkOptions::default());
    expect![[r#"
        a.above
        a.js
        - ignored files 1: a.log
        - ignored folders 1: dist
    "#]]
    .assert_eq(&show(&outcome));
}

#[test]
fn case_of_rules_is_as_the_repository_says() {
    let files = r"
        .git/HEAD
        .gitignore: Build/\n*.LOG\n
        build/a.rs
        a.log
        ";
    check_tree(files, expect![[".gitignore\na.log\nbuild/a.rs\n"]]);
    check_tree(
        &format!("{files}\n.git/config: [core]\\n\tignoreCase = true\\n"),
        expect![[r#"
            .gitignore
            - ignored files 1: a.log
            - ignored folders 1: build
        "#]],
    );
}

#[test]
fn nested_repositories_and_submodules_have_their_own_rules() {
    check_tree(
        r"
        .git/HEAD
        .git/modules/sub/HEAD
        .git/modules/sub/info/exclude: *.mine\n
        .gitignore: *.log\nignored-repo/\n
        nested/.git/HEAD
        nested/.gitignore: *.tmp\n
        nested/a.log
        nested/a.tmp
        sub/.git: gitdir: ../.git/modules/sub
        sub/a.log
        sub/a.mine
        ignored-repo/.git/HEAD
        ignored-repo/a.rs
        ",
        expect![[r#"
            .gitignore
            nested/.gitignore
            nested/a.log
            sub/a.log
            - ignored files 2: nested/a.tmp sub/a.mine
            - ignored folders 1: ignored-repo
        "#]],
    );
}

#[test]
fn a_worktree_of_the_same_repository_inside_it_is_left_out() {
    check_tree(
        r"
        .git/HEAD
        .git/worktrees/w/HEAD
        .git/worktrees/w/commondir: ../..
        other/.git/HEAD
        other/.git/worktrees/v/HEAD
        other/.git/worktrees/v/commondir: ../..
        trees/w/.git: gitdir: /r/.git/worktrees/w
        trees/w/a.rs
        trees/v/.git: gitdir: /r/other/.git/worktrees/v
        trees/v/b.rs
        a.rs
        ",
        expect![[r#"
            a.rs
            trees/v/b.rs
            - other worktrees of this repository 1: trees/w
        "#]],
    );
}

#[test]
fn hidden_files_are_walked_but_not_version_control() {
    let fs = tree(
        r"
        .github/workflows/ci.yml
        .env
        .git/config
        .hg/store
        .svn/entries
        .jj/repo
        .clew/mcp-usage.jsonl
        sub/.git/config
        a.rs
        ",
    );
    let shown = expect![[r#"
        .env
        .github/workflows/ci.yml
        a.rs
    "#]];
    check_walk(&fs, &WalkOptions::default(), shown);
    let options = WalkOptions { hidden: HiddenFiles::Skip, ..WalkOptions::default() };
    check_walk(&fs, &options, expect!["a.rs\n"]);
}

#[test]
fn rule_files_outside_the_project_are_not_read() {
    let fs = tree(
        "
        .git/HEAD
        a.rs
        b.rs
        c.rs
        rules: c.rs
        ",
    );
    fs.write("/outside", "a.rs\n");
    fs.link("/r/.clewignore", "/outside");
    fs.link("/r/.gitignore", "rules");
    check_walk(
        &fs,
        &WalkOptions::default(),
        expect![[r#"
        a.rs
        b.rs
        rules
        - ignored files 1: c.rs
        - symbolic links 2: .clewignore .gitignore
        ! .clewignore (a link out of the project)
    "#]],
    );
}

#[test]
fn links_are_counted_and_not_followed() {
    let fs = tree("a.rs\ndir/b.rs");
    fs.write("/outside/secret.rs", "x");
    fs.link("/r/to-file", "a.rs");
    fs.link("/r/to-folder", "dir");
    fs.link("/r/outside", "/outside");
    fs.link("/r/dangling", "nowhere");
    fs.link("/r/dir/up", "..");
    fs.link("/r/self", "self");
    fs.link("/r/ping", "pong");
    fs.link("/r/pong", "ping");
    check_walk(
        &fs,
        &WalkOptions::default(),
        expect![[r#"
            a.rs
            dir/b.rs
            - symbolic links 4: dangling outside to-file to-folder
            - circular symbolic links 4: dir/up ping pong self
        "#]],
    );
}

#[test]
fn sizes_binaries_sockets_and_what_cannot_be_read() {
    let fs = tree("a.rs\nlogo.PNG\nlib.so\nca.key\nserver.P12\nkey");
    fs.write("/r/big.rs", vec![b'x'; 101]);
    fs.write("/r/fits.rs", vec![b'x'; 100]);
    fs.write("/r/data.json", vec![b'x'; 51]);
    fs.make_special("/r/socket");
    fs.make_unreadable("/r/locked", FileKind::Folder);
    let options = WalkOptions { max_file_bytes: 100, max_data_bytes: 50, ..WalkOptions::default() };
    check_walk(
        &fs,
        &options,
        expect![[r#"
            a.rs
            fits.rs
            key
            - over the size limit 2: big.rs data.json
            - binary 2: lib.so logo.PNG
            - unreadable 1: locked
            - sockets, pipes and devices 1: socket
            - files of keys by their names 2: ca.key server.P12
        "#]],
    );
    let outcome = quiet_walk(&fs, "/r", &options);
    assert_eq!(outcome.unreadable_folders, [RelativePath::new("locked").unwrap()]);
}

#[test]
fn dependency_folders_are_left_out_without_version_control_only() {
    let files = r"
        node_modules/a/index.js
        env/pyvenv.cfg
        env/lib/b.py
        target/CACHEDIR.TAG
        target/c.rs
        src/d.rs
        ";
    check_tree(
        files,
        expect![[r#"
            src/d.rs
            - dependency and cache folders 3: env node_modules target
        "#]],
    );
    check_tree(
        &format!("{files}\n.git/HEAD"),
        expect![[r#"
            env/lib/b.py
            env/pyvenv.cfg
            node_modules/a/index.js
            src/d.rs
            target/CACHEDIR.TAG
            target/c.rs
        "#]],
    );
}

#[test]
fn order_is_by_bytes_of_the_whole_path() {
    check_tree(
        "b/a.rs\nb.rs\nb-c.rs\nB.rs\nä.rs\na.rs",
        expect![[r#"
            B.rs
            a.rs
            b-c.rs
            b.rs
            b/a.rs
            ä.rs
        "#]],
    );
}

#[test]
fn too_deep_folders_are_counted() {
    let fs = MemoryFs::new();
    let deep = "/r".to_owned() + &"/d".repeat(MAX_DEPTH + 2);
    fs.write(format!("{deep}/x.rs"), "x");
    let outcome = quiet_walk(&fs, "/r", &WalkOptions::default());
    assert_eq!(outcome.left_out.count(LeftOutReason::TooDeep), 1);
    assert!(outcome.files.is_empty());
}

#[test]
fn a_missing_or_unreadable_root_is_an_error() {
    let fs = tree("a.rs");
    fs.make_unreadable("/locked", FileKind::Folder);
    for root in ["/missing", "/locked", "/r/a.rs"] {
        let failed = walk(&fs, Path::new(root), &WalkOptions::default(), &|| false, &|_| {});
        let message = failed.unwrap_err().to_string();
        assert_eq!(message, format!("cannot list project root {root}"));
    }
}

#[test]
fn sink_gets_every_file_once() {
    let fs = tree("a.rs\nb/c.rs\nb/d/e.rs\nb/d/f.rs");
    let seen = Mutex::new(Vec::new());
    let options = WalkOptions { threads: 4, ..WalkOptions::default() };
    let outcome = walk(&fs, Path::new("/r"), &options, &|| false, &|files| {
        seen.lock().unwrap().extend(files.iter().map(|file| file.relative.clone()));
    })
    .unwrap();
    let mut seen = seen.into_inner().unwrap();
    seen.sort();
    assert_eq!(seen, outcome.files.iter().map(|file| file.relative.clone()).collect::<Vec<_>>());
    assert_eq!(outcome.completion, Completion::Complete);
}

#[test]
fn cancelling_ends_the_walk() {
    let names: Vec<String> = (0..2_000).map(|at| format!("d{}/f{at}.rs", at % 50)).collect();
    let fs = tree(&names.join("\n"));
    let asked = AtomicUsize::new(0);
    let cancel = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
    let options = WalkOptions { threads: 2, ..WalkOptions::default() };
    let outcome = walk(&fs, Path::new("/r"), &options, &cancel, &|_| {}).unwrap();
    assert_eq!(outcome.completion, Completion::Cancelled);
    assert!(outcome.files.len() < names.len());
}

#[test]
fn a_panic_of_the_sink_reaches_the_caller() {
    let names: Vec<String> = (0..50).map(|at| format!("d{at}/f.rs")).collect();
    let fs = tree(&names.join("\n"));
    let options = WalkOptions { threads: 3, ..WalkOptions::default() };
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        walk(&fs, Path::new("/r"), &options, &|| false, &|_| panic!("sink"))
    }));
    assert!(caught.is_err());
}

#[test]
fn settings_reach_the_options() {
    let config = crate::config::parse_config("exclude: [a]\nmax_file_bytes: 7").config;
    let options = WalkOptions::default().with_config(&config);
    assert_eq!(options.exclude, ["a"]);
    assert_eq!((options.max_file_bytes, options.max_data_bytes), (7, DEFAULT_MAX_DATA_BYTES));
}

#[cfg(unix)]
#[test]
fn ignore_files_that_are_pipes_are_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.rs"), "x").unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.path().join(".gitignore")).status();
    assert!(made.unwrap().success());
    let outcome =
        walk(&crate::RealFs, folder.path(), &WalkOptions::default(), &|| false, &|_| {}).unwrap();
    assert_eq!(outcome.files.len(), 1);
}

/// A walk of a part finds what the whole walk finds there.
fn check_part(fs: &MemoryFs, wanted: &[&str], expected: &[&str]) {
    let options = WalkOptions::default();
    let wanted: Vec<RelativePath> =
        wanted.iter().map(|path| RelativePath::new(path).unwrap()).collect();
    let part = walk_some(fs, Path::new("/r"), &options, &wanted, &|| false).unwrap();
    let whole = quiet_walk(fs, "/r", &options);
    let inside = |file: &&FileEntry| wanted.iter().any(|path| file.relative.is_within(path));
    let there: Vec<&FileEntry> = whole.files.iter().filter(inside).collect();
    assert_eq!(part.files.iter().collect::<Vec<_>>(), there);
    let names: Vec<&str> = part.files.iter().map(|file| file.relative.as_str()).collect();
    assert_eq!(names, expected);
}

#[test]
fn a_part_is_walked_like_the_whole() {
    let fs = tree(
        r"
        .gitignore: *.log\nbuild/\n!keep.log
        .git/HEAD
        a.rs
        a/x.rs
        a/y.log
        a/keep.log
        a/deep/.gitignore: x.rs
        a/deep/x.rs
        a/deep/z.rs
        a-b/x.rs
        a.b/x.rs
        build/gen.rs
        ab/x.rs
        ",
    );
    check_part(&fs, &["a"], &["a/deep/.gitignore", "a/deep/z.rs", "a/keep.log", "a/x.rs"]);
    check_part(&fs, &["a/deep/x.rs", "a/deep/z.rs"], &["a/deep/z.rs"]);
    check_part(&fs, &["a/y.log", "a/keep.log"], &["a/keep.log"]);
    check_part(&fs, &["build/gen.rs", "build"], &[]);
    check_part(&fs, &["a.rs", "absent/x", "ab"], &["a.rs", "ab/x.rs"]);
    check_part(
        &fs,
        &["a", "a-b", "a/deep"],
        &["a-b/x.rs", "a/deep/.gitignore", "a/deep/z.rs", "a/keep.log", "a/x.rs"],
    );
    check_part(&fs, &[".git"], &[]);
    let all: Vec<String> = quiet_walk(&fs, "/r", &WalkOptions::default())
        .files
        .iter()
        .map(|file| file.relative.as_str().to_string())
        .collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    check_part(&fs, &[""], &all);
}

#[test]
fn files_that_do_not_exist_are_judged_by_their_names() {
    let fs = tree(
        r"
        .gitignore: *.log\nbuild/\n
        .git/HEAD
        a/x.rs
        ",
    );
    let admits = |path: &str| {
        let path = RelativePath::new(path).unwrap();
        admits(&fs, Path::new("/r"), &WalkOptions::default(), &path)
    };
    for path in ["a/x.rs", "a/new.rs", "new/deep/er.rs", "top.rs"] {
        assert!(admits(path), "{path}");
    }
    for path in ["a/new.log", "build/x.rs", ".git/x.rs", "a/x.png", ".clew/x.rs", "a"] {
        assert!(!admits(path), "{path}");
    }
}

#[test]
fn a_large_rule_file_is_compiled_once_and_again_when_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let rules = |last: &str| {
        let lines: String = (0..2000).map(|number| format!("gen*_{number}.log\n")).collect();
        std::fs::write(root.join(".gitignore"), lines + last).unwrap();
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
        let file = std::fs::File::options().write(true).open(root.join(".gitignore")).unwrap();
        file.set_modified(old).unwrap();
    };
    std::fs::write(root.join("a.rs"), "").unwrap();
    std::fs::write(root.join("b.rs"), "").unwrap();
    let options = WalkOptions::default();
    let names = || -> Vec<String> {
        let outcome = walk(&crate::RealFs, root, &options, &|| false, &|_| {}).unwrap();
        assert_eq!(outcome.bad_patterns.len(), 1, "{:?}", outcome.bad_patterns);
        outcome.files.iter().map(|file| file.relative.as_str().to_string()).collect()
    };
    rules("[z-a]\na.rs\n");
    assert_eq!(names(), [".gitignore", "b.rs"]);
    assert_eq!(names(), [".gitignore", "b.rs"]);
    rules("[z-a]\nb.rs\n");
    assert_eq!(names(), [".gitignore", "a.rs"]);
}
