use proptest::prelude::*;

use super::windows::{is_device, plain_form};
use super::*;
use crate::fs::{CaseRule, MemoryFs};

/// A root `/w/root` beside things that must not be reached.
fn world(case: CaseRule) -> Arc<MemoryFs> {
    let fs = MemoryFs::with_case(case);
    for path in ["/w/root/src/Main.rs", "/w/root/a/b/c.rs", "/w/rootless/x.rs", "/w/secret"] {
        fs.write(path, "x");
    }
    fs.write("/w/allowed/lib.rs", "x");
    fs.write("/etc/passwd", "x");
    fs.link("/w/root/inner", "a/b");
    fs.link("/w/root/inner-absolute", "/w/root/a");
    fs.link("/w/root/out", "..");
    fs.link("/w/root/etc", "/etc");
    fs.link("/w/root/a/up", "../../secret");
    fs.link("/w/root/loop", "loop");
    fs.link("/w/root/dangling", "/w/later");
    fs.link("/w/root/chain", "inner/../../out");
    fs.link("/w/alias", "root");
    Arc::new(fs)
}

fn guard(case: CaseRule, syntax: PathSyntax) -> PathGuard {
    PathGuard::with_fs(world(case), syntax, Path::new("/w/root"), &["/w/allowed".into()]).unwrap()
}

/// Shows the path reached, or the message.
fn check_resolve(guard: &PathGuard, argument: &str, expected: &str) {
    let shown = match guard.resolve(argument) {
        Ok(found) => format!("{} = {}", found.relative, found.absolute.display()),
        Err(error) => error.to_string(),
    };
    assert_eq!(shown, expected, "{argument:?}");
}

fn check_posix(argument: &str, expected: &str) {
    check_resolve(&guard(CaseRule::Sensitive, PathSyntax::Posix), argument, expected);
}

#[test]
fn paths_inside() {
    check_posix("src/Main.rs", "src/Main.rs = /w/root/src/Main.rs");
    check_posix("./src//Main.rs", "src/Main.rs = /w/root/src/Main.rs");
    check_posix("src/", "src = /w/root/src");
    check_posix(".", " = /w/root");
    check_posix("a/../src/Main.rs", "src/Main.rs = /w/root/src/Main.rs");
    check_posix("/w/root/src/Main.rs", "src/Main.rs = /w/root/src/Main.rs");
    check_posix("/w/root", " = /w/root");
    check_posix("/w/root/", " = /w/root");
    check_posix("/w/allowed/lib.rs", "lib.rs = /w/allowed/lib.rs");
    check_posix("new/file.rs", "new/file.rs = /w/root/new/file.rs");
    check_posix("new/../src", "src = /w/root/src");
    check_posix("src/Main.rs/x", "src/Main.rs/x = /w/root/src/Main.rs/x");
}

#[test]
fn links_inside_are_followed() {
    check_posix("inner/c.rs", "a/b/c.rs = /w/root/a/b/c.rs");
    check_posix("inner/../x.rs", "a/x.rs = /w/root/a/x.rs");
    check_posix("inner-absolute/b", "a/b = /w/root/a/b");
    check_posix("/w/alias/src", "src = /w/root/src");
    check_posix("/w/alias/new/x.rs", "new/x.rs = /w/root/new/x.rs");
    check_posix("/w/root/../root/src", "src = /w/root/src");
}

#[test]
fn ways_out_are_refused() {
    for argument in [
        "..",
        "../",
        "../secret",
        "src/../../secret",
        "a/b/../../../secret",
        "../root/src",
        "../rootless/x.rs",
        "/w/rootless/x.rs",
        "/w/secret",
        "/w",
        "/",
        "/etc/passwd",
        "//etc/passwd",
        "out",
        "out/secret",
        "out/root/src/Main.rs",
        "etc/passwd",
        "a/up",
        "chain",
        "chain/secret",
        "new/../../secret",
        "/w/root/../secret",
        "/w/root/out/secret",
        "/w/alias/../secret",
        "/w/root/new/../../secret",
        "/w/missing/../secret",
        "/W/ROOT/src",
        "./../secret",
        "/w/roo",
        "/w/allowed/../secret",
        "/proc/self/root/etc/passwd",
        "a/./../..//secret",
    ] {
        check_posix(argument, &format!("path {argument:?} leads outside the project root"));
    }
}

#[test]
fn malformed_and_dead_ends() {
    check_posix("", "path is empty; use \".\" for the project root");
    check_posix("a\0b", "path \"a\\0b\" holds a NUL character");
    check_posix(&"a/".repeat(20_000), "path is longer than 32 KiB");
    check_posix("loop", "path \"loop\" leads in a circle of links");
    check_posix("loop/x", "path \"loop/x\" leads in a circle of links");
    check_posix("dangling", "path \"dangling\" goes through a link to nothing");
    check_posix("dangling/x", "path \"dangling/x\" goes through a link to nothing");
}

#[test]
fn windows_forms_are_ordinary_names_elsewhere() {
    for name in ["a\\..\\..\\secret", "NUL", "C:x", "a:stream", "~", "$HOME", "%2e%2e", "..."] {
        check_posix(name, &format!("{name} = /w/root/{name}"));
    }
}

#[test]
fn case_variants_reach_the_stored_name_and_no_further() {
    let folds = guard(CaseRule::Insensitive, PathSyntax::Posix);
    check_resolve(&folds, "SRC/main.RS", "src/Main.rs = /w/root/src/Main.rs");
    check_resolve(&folds, "/W/Root/SRC", "src = /w/root/src");
    check_resolve(&folds, "SRC/New.rs", "src/New.rs = /w/root/src/New.rs");
    for argument in ["../SECRET", "ETC/passwd", "OUT/secret", "/W/SECRET", "../ROOT/src"] {
        let outside = format!("path {argument:?} leads outside the project root");
        check_resolve(&folds, argument, &outside);
    }
    let exact = guard(CaseRule::Sensitive, PathSyntax::Posix);
    check_resolve(&exact, "SRC/main.RS", "SRC/main.RS = /w/root/SRC/main.RS");
}

#[test]
fn a_root_that_is_a_link_is_its_target() {
    let guard = PathGuard::with_fs(
        world(CaseRule::Sensitive),
        PathSyntax::Posix,
        Path::new("/w/alias"),
        &[],
    );
    let guard = guard.unwrap();
    assert_eq!(guard.root(), Path::new("/w/root"));
    check_resolve(&guard, "/w/alias/src", "src = /w/root/src");
    check_resolve(&guard, "/w/root/src", "src = /w/root/src");
    let missing = PathGuard::new(Path::new("/w/no/such/root"), &[]);
    assert_eq!(missing.err().unwrap().to_string(), "cannot open root /w/no/such/root");
}

fn check_windows(argument: &str, expected: &str) {
    let shown = match check_windows_argument(argument) {
        Ok(()) => "ok".to_owned(),
        Err(error) => format!("{error:?}").split('(').next().unwrap_or("").to_owned(),
    };
    assert_eq!(shown, expected, "{argument:?}");
}

#[test]
fn windows_rules() {
    for argument in [
        "src/main.rs",
        r"src\main.rs",
        r"C:\p\main.rs",
        "c:/p/main.rs",
        r"..\x",
        "a.b.c",
        ".git",
        "com",
        "com10.txt",
        "console.log",
        "null.rs",
        "lpt.c",
        "auxiliary",
        "日本.rs",
        "com⁴",
    ] {
        check_windows(argument, "ok");
    }
    for argument in [
        "nul",
        "NUL.txt",
        r"src\con",
        "aux.rs",
        "COM1",
        "lpt9.log",
        "com¹",
        "LPT³.x",
        "CONIN$",
        "conout$",
        "nul .txt",
        "nul:",
        "prn/x",
        r"\\.\pipe\x",
        r"\\?\C:\x",
        "//?/C:/x",
        r"\??\C:\x",
        "//./NUL",
        "COM0",
    ] {
        check_windows(argument, "Device");
    }
    for argument in [r"\\host\share\x", "//host/share/x", r"/\host\share"] {
        check_windows(argument, "Share");
    }
    for argument in ["a.rs:stream", "a.rs::$DATA", r"C:\a:b", "a/b:c/d", "1:x"] {
        check_windows(argument, "Stream");
    }
    for argument in ["a.", "a ", "a./b", r"dir \x", "...", "a*", "what?", "a<b", "a|b", "a\u{1}b"] {
        check_windows(argument, "InvalidName");
    }
    for argument in ["C:x", r"C:..\x", "C:", r"\x", "/x"] {
        check_windows(argument, "Outside");
    }
}

#[test]
fn windows_syntax_splits_at_both_separators() {
    let guard = guard(CaseRule::Insensitive, PathSyntax::Windows);
    check_resolve(&guard, r"SRC\main.rs", "src/Main.rs = /w/root/src/Main.rs");
    check_resolve(&guard, r"a\..\src", "src = /w/root/src");
    for argument in [r"..\secret", r"a\..\..\secret", r"a/..\..\secret", r"out\secret"] {
        let outside = format!("path {argument:?} leads outside the project root");
        check_resolve(&guard, argument, &outside);
    }
    check_resolve(&guard, "src/nul", "path \"src/nul\" names a device");
}

#[test]
fn windows_plain_form() {
    assert_eq!(plain_form(r"\\?\C:\a\b.rs").as_deref(), Some(r"C:\a\b.rs"));
    assert_eq!(plain_form(r"\\?\UNC\host\share\a").as_deref(), Some(r"\\host\share\a"));
    assert_eq!(plain_form(r"C:\a"), None);
    assert_eq!(plain_form(r"\\?\C:\nul"), None);
    assert_eq!(plain_form(r"\\?\C:\a."), None);
    assert_eq!(plain_form(r"\\?\Volume{1}\a"), None);
    assert_eq!(plain_form(&(r"\\?\C:\".to_owned() + &"a".repeat(300))), None);
    assert!(is_device("NUL") && !is_device("NULL"));
}

#[test]
fn kinds_of_refusal() {
    assert!(PathError::Empty.is_invalid_input());
    assert!(!PathError::Outside("x".to_owned()).is_invalid_input());
}

/// Arguments put together from parts that lead somewhere, and from any text.
fn hostile() -> impl Strategy<Value = String> {
    const PARTS: [&str; 24] = [
        "..",
        ".",
        "",
        "a",
        "b",
        "src",
        "inner",
        "inner-absolute",
        "out",
        "etc",
        "up",
        "loop",
        "dangling",
        "chain",
        "secret",
        "root",
        "w",
        "alias",
        "allowed",
        "new",
        "passwd",
        "SRC",
        "c.rs",
        "Main.rs",
    ];
    let part = prop_oneof![
        9 => prop::sample::select(&PARTS[..]).prop_map(str::to_owned),
        1 => ".{0,3}",
    ];
    let separator = prop::sample::select(&["/", "/", "/", "\\", "//"][..]);
    let start = prop::sample::select(&["", "", "/", "/w/", "/w/root/", "\\\\", "C:\\"][..]);
    (start, prop::collection::vec((part, separator), 0..10)).prop_map(|(start, parts)| {
        parts.into_iter().fold(start.to_owned(), |text, (part, separator)| text + &part + separator)
    })
}

fn check_contained(guard: &PathGuard, fs: &MemoryFs, argument: &str) {
    let Ok(found) = guard.resolve(argument) else { return };
    let roots = [Path::new("/w/root"), Path::new("/w/allowed")];
    assert!(roots.contains(&found.root.as_path()));
    assert!(found.absolute.starts_with(&found.root));
    assert!(found.absolute.components().all(|part| part != Component::ParentDir));
    assert_eq!(found.relative.to_path(&found.root), found.absolute);
    assert_eq!(RelativePath::new(found.relative.as_str()), Ok(found.relative.clone()));
    if let Ok(real) = fs.canonicalize(&found.absolute) {
        assert_eq!(real, found.absolute);
    }
    let again = guard.resolve(found.absolute.to_str().unwrap());
    assert_eq!(again.map(|again| again.absolute).ok(), Some(found.absolute));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn never_escapes(argument in hostile()) {
        for case in [CaseRule::Sensitive, CaseRule::Insensitive] {
            let fs = world(case);
            let allowed = ["/w/allowed".into()];
            let guard =
                PathGuard::with_fs(fs.clone(), PathSyntax::Posix, Path::new("/w/root"), &allowed);
            check_contained(&guard.unwrap(), &fs, &argument);
        }
    }

    /// A path the guard gives out opens the very file that the system opens.
    #[test]
    fn agrees_with_the_system(argument in hostile()) {
        let fs = world(CaseRule::Sensitive);
        let guard = guard(CaseRule::Sensitive, PathSyntax::Posix);
        if let (Ok(found), Ok(real)) = (
            guard.resolve(&argument),
            fs.canonicalize(&Path::new("/w/root").join(&argument)),
        ) {
            prop_assert_eq!(found.absolute, real);
        }
    }

    #[test]
    fn windows_check_takes_any_text(argument in ".{0,40}") {
        let _ = check_windows_argument(&argument);
    }
}

#[cfg(unix)]
#[test]
fn on_a_real_disk() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().canonicalize().unwrap();
    let root = base.join("root");
    std::fs::create_dir_all(root.join("src")).unwrap();
    std::fs::write(base.join("secret"), "x").unwrap();
    std::os::unix::fs::symlink("..", root.join("out")).unwrap();
    std::os::unix::fs::symlink("src", root.join("in")).unwrap();
    std::os::unix::fs::symlink("loop", root.join("loop")).unwrap();
    let guard = PathGuard::new(&root, &[]).unwrap();
    assert_eq!(guard.resolve("in/new.rs").unwrap().relative.as_str(), "src/new.rs");
    assert!(matches!(guard.resolve("out/secret"), Err(PathError::Outside(_))));
    assert!(matches!(guard.resolve("loop"), Err(PathError::LinkLoop(_))));
    let long = "x".repeat(5_000);
    assert_eq!(guard.resolve(&long).unwrap().relative.as_str(), long);
}
