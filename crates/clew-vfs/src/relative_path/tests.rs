use std::path::Path;

use super::*;

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

#[test]
fn only_clean_paths_are_made() {
    for text in ["a", "a/b.rs", ".git", "a b", "back\\slash", "...", "日本/x"] {
        assert_eq!(path(text).as_str(), text);
    }
    for text in ["a//b", "a/", "./a", "a/./b", "..", "a/../b", "a\0", "."] {
        assert_eq!(RelativePath::new(text), Err(RelativePathError::Part(text.to_owned())));
    }
    assert!(matches!(RelativePath::new("/a"), Err(RelativePathError::Absolute(_))));
}

#[test]
fn from_paths_of_the_platform() {
    assert_eq!(RelativePath::from_path(Path::new("./a/./b")).unwrap(), path("a/b"));
    assert_eq!(RelativePath::from_path(Path::new("")).unwrap(), RelativePath::root());
    assert!(matches!(
        RelativePath::from_path(Path::new("a/../b")),
        Err(RelativePathError::Part(_))
    ));
    assert!(matches!(
        RelativePath::from_path(Path::new("/a")),
        Err(RelativePathError::Absolute(_))
    ));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let odd = Path::new(std::ffi::OsStr::from_bytes(b"caf\xe9"));
        let shown = RelativePathError::NotUtf8("caf\u{fffd}".to_owned());
        assert_eq!(RelativePath::from_path(odd), Err(shown));
    }
}

#[test]
fn parts_of_a_path() {
    let file = path("src/lib.test.rs");
    assert_eq!((file.file_name(), file.extension()), ("lib.test.rs", Some("rs")));
    assert_eq!(file.parent(), Some(path("src")));
    assert_eq!(path("src").parent(), Some(RelativePath::root()));
    assert_eq!(RelativePath::root().parent(), None);
    assert_eq!((path(".env").extension(), path("Makefile").extension()), (None, None));
    assert_eq!(path("x.").extension(), Some(""));
}

#[test]
fn joining_and_containment() {
    let root = RelativePath::root();
    assert_eq!(path("a").join(&path("b/c")), path("a/b/c"));
    assert_eq!((root.join(&path("a")), path("a").join(&root)), (path("a"), path("a")));
    assert!(path("a/b").is_within(&path("a")) && path("a").is_within(&path("a")));
    assert!(path("a").is_within(&root) && !path("ab").is_within(&path("a")));
    assert_eq!(path("a/b").to_path(Path::new("/r")), Path::new("/r").join("a").join("b"));
    assert_eq!(root.to_path(Path::new("/r")), Path::new("/r"));
}

#[test]
fn reading_checks_too() {
    assert_eq!(serde_yaml_ng::from_str::<RelativePath>("a/b").unwrap(), path("a/b"));
    assert_eq!(serde_yaml_ng::to_string(&path("a/b")).unwrap(), "a/b\n");
    assert!(serde_yaml_ng::from_str::<RelativePath>("../b").is_err());
}
