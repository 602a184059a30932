use super::*;
use crate::fs::{FileKind, MemoryFs};

/// Makes files from one path a line; a trailing `/` makes a folder.
fn tree(lines: &str) -> MemoryFs {
    let fs = MemoryFs::new();
    for path in lines.split_whitespace() {
        match path.strip_suffix('/') {
            Some(folder) => fs.make_folder(folder),
            None => fs.write(path, "gitdir: elsewhere"),
        }
    }
    fs
}

fn show(found: Result<ProjectRoot, RootError>) -> String {
    match found {
        Ok(root) => {
            format!("{} {} ({})", root.path.display(), root.source.as_str(), root.rule.describe())
        }
        Err(error) => error.to_string(),
    }
}

fn check_root(files: &str, start: &str, expected: &str) {
    assert_eq!(show(find_root(&tree(files), Path::new(start), None)), expected);
}

#[test]
fn clew_yaml_is_first_even_from_further_up() {
    check_root(
        "/a/clew.yaml /a/b/yaoxiang.toml /a/b/.git/HEAD /a/b/c/x",
        "/a/b/c",
        "/a auto_detected (nearest clew.yaml)",
    );
    check_root(
        "/a/clew.yaml /a/b/clew.yaml /a/b/c/x",
        "/a/b/c",
        "/a/b auto_detected (nearest clew.yaml)",
    );
}

#[test]
fn yaoxiang_toml_is_second() {
    check_root(
        "/a/yaoxiang.toml /a/b/.git/HEAD /a/b/c/x",
        "/a/b/c",
        "/a auto_detected (nearest yaoxiang.toml)",
    );
}

#[test]
fn version_control_is_third() {
    let rule = |marker: &str| format!("/a/b auto_detected (version-control root, {marker})");
    for marker in [".git", ".hg", ".svn", ".jj"] {
        let files = format!("/a/.git/HEAD /a/Cargo.toml /a/b/{marker}/ /a/b/c/Cargo.toml");
        check_root(&files, "/a/b/c", &rule(marker));
    }
    check_root("/a/b/.git /a/b/c/x", "/a/b/c", &rule(".git"));
}

#[test]
fn a_file_named_git_must_lead_somewhere() {
    let fs = MemoryFs::new();
    fs.write("/a/.git", "something else");
    fs.make_folder("/a/b");
    let found = show(find_root(&fs, Path::new("/a/b"), None));
    assert_eq!(found, "/a/b fallback_cwd (current folder, no marker above it)");
}

#[test]
fn manifests_are_last_and_the_topmost_counts() {
    let rule = |name: &str| format!("/a auto_detected (topmost folder with a manifest, {name})");
    check_root("/a/Cargo.toml /a/b/package.json /a/b/c/go.mod", "/a/b/c", &rule("Cargo.toml"));
    check_root("/a/Thing.sln /a/b/x", "/a/b", &rule("Thing.sln"));
    check_root("/a/b.csproj /a/a.csproj", "/a", &rule("a.csproj"));
}

#[test]
fn without_a_marker_it_is_the_start() {
    check_root(
        "/a/.clew/config.yaml /a/b/x /a/b/Cargo.toml/x",
        "/a/b",
        "/a/b fallback_cwd (current folder, no marker above it)",
    );
}

#[test]
fn the_flag_wins() {
    let fs = tree("/a/clew.yaml /a/b/x /c/");
    fs.link("/link", "/c");
    let find = |flag: &str| show(find_root(&fs, Path::new("/a"), Some(Path::new(flag))));
    assert_eq!(find("b"), "/a/b cli_flag (named by --project-root)");
    assert_eq!(find("/link"), "/c cli_flag (named by --project-root)");
    assert_eq!(find("no"), "project root no does not exist; name an existing folder");
    let file = "project root b/x is not a folder; name the folder that holds it";
    assert_eq!(find("b/x"), file);
    assert_eq!(find("b/x/y"), file.replace("b/x", "b/x/y"));
}

#[test]
fn start_must_be_a_folder() {
    let missing = "project root /x does not exist; name an existing folder";
    check_root("/a/f", "/x", missing);
    check_root("/a/f", "/a/f", "project root /a/f is not a folder; name the folder that holds it");
    let fs = MemoryFs::new();
    fs.make_unreadable("/a/f", FileKind::Folder);
    let found = show(find_root(&fs, Path::new("/a/f"), None));
    assert_eq!(found, "/a/f fallback_cwd (current folder, no marker above it)");
}

#[test]
fn start_is_resolved_before_looking_up() {
    let fs = tree("/a/clew.yaml /a/b/x");
    fs.link("/link", "/a/b");
    let found = show(find_root(&fs, Path::new("/link"), None));
    assert_eq!(found, "/a auto_detected (nearest clew.yaml)");
}
