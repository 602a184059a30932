use std::path::Path;

use super::*;

/// The same small tree on the disk and in memory.
fn both() -> (tempfile::TempDir, PathBuf, MemoryFs) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    std::fs::create_dir_all(root.join("a/b")).unwrap();
    std::fs::write(root.join("a/f.txt"), "hello").unwrap();
    let fs = MemoryFs::new();
    fs.make_folder(root.join("a/b"));
    fs.write(root.join("a/f.txt"), "hello");
    #[cfg(unix)]
    for (link, target) in [("l", "a/f.txt"), ("d", "a"), ("x", "none"), ("o", "o")] {
        std::os::unix::fs::symlink(target, root.join(link)).unwrap();
        fs.link(root.join(link), target);
    }
    (folder, root, fs)
}

fn describe(fs: &dyn FileSystem, path: &Path) -> String {
    let kind = |found: io::Result<Metadata>| match found {
        Ok(found) => format!(
            "{:?} {}",
            found.kind,
            match found.kind {
                FileKind::File => found.size,
                _ => 0,
            }
        ),
        Err(error) if is_link_loop(&error) => "loop".to_owned(),
        Err(error) => error.kind().to_string(),
    };
    let names = fs.read_dir(path).map(|entries| {
        let mut names: Vec<_> =
            entries.iter().map(|entry| format!("{:?} {:?}", entry.name, entry.kind)).collect();
        names.sort();
        names
    });
    let error_kind = |error: io::Error| error.kind();
    format!(
        "{} | {} | {:?} | {:?} | {:?}",
        kind(fs.metadata(path)),
        kind(fs.symlink_metadata(path)),
        fs.canonicalize(path).ok(),
        fs.read(path).ok(),
        names.map_err(error_kind).ok(),
    )
}

#[test]
fn memory_behaves_like_the_disk() {
    let (_folder, root, memory) = both();
    for path in [
        "",
        "a",
        "a/b",
        "a/f.txt",
        "a/none",
        "none/x",
        "l",
        "d",
        "d/f.txt",
        "x",
        "o",
        "a/f.txt/x",
        "a/../a/f.txt",
        "d/../a",
        "a/./b",
    ] {
        let path = root.join(path);
        assert_eq!(describe(&memory, &path), describe(&RealFs, &path), "{path:?}");
    }
}

#[test]
fn real_metadata_has_times_and_ids() {
    let (_folder, root, _) = both();
    let found = RealFs.metadata(&root.join("a/f.txt")).unwrap();
    assert!(found.modified_ns > 1_500_000_000_000_000_000);
    assert_eq!(found.id.is_some(), cfg!(unix));
    assert_eq!(RealFs.read_prefix(&root.join("a/f.txt"), 2).unwrap(), b"he");
    assert_eq!(RealFs.read_prefix(&root.join("a/f.txt"), 99).unwrap(), b"hello");
}

/// What the system makes up while it is read states no size, and may have no end.
#[cfg(target_os = "linux")]
#[test]
fn files_that_state_no_size_have_no_content() {
    for path in ["/proc/self/pagemap", "/proc/self/maps"] {
        assert_eq!(RealFs.metadata(Path::new(path)).unwrap().size, 0);
        assert_eq!(RealFs.read(Path::new(path)).unwrap(), b"");
        assert_eq!(RealFs.read_prefix(Path::new(path), 9).unwrap(), b"");
    }
}

#[test]
fn writing_again_changes_time_but_not_identity() {
    let fs = MemoryFs::new();
    fs.write("/f", "1");
    let first = fs.metadata(Path::new("/f")).unwrap();
    fs.write("/f", "22");
    let second = fs.metadata(Path::new("/f")).unwrap();
    assert!(second.modified_ns > first.modified_ns);
    assert_eq!((second.id, second.size), (first.id, 2));
    fs.remove("/f");
    assert!(!fs.exists(Path::new("/f")));
}

#[test]
fn two_files_have_two_identities_even_after_a_removal() {
    let fs = MemoryFs::new();
    fs.write("/a", "1");
    fs.write("/b", "1");
    fs.remove("/a");
    fs.write("/c", "1");
    let id = |path: &str| fs.metadata(Path::new(path)).unwrap().id;
    assert_ne!(id("/b"), id("/c"));
}

#[test]
fn case_rule_of_memory() {
    let fs = MemoryFs::with_case(CaseRule::Insensitive);
    fs.write("/Dir/File", "1");
    fs.write("/DIR/other", "2");
    fs.write("/dir/FILE", "3");
    assert_eq!(fs.read(Path::new("/dir/file")).unwrap(), b"3");
    assert_eq!(fs.canonicalize(Path::new("/DIR/OTHER")).unwrap(), Path::new("/Dir/other"));
    assert_eq!(fs.read_dir(Path::new("/dIr")).unwrap().len(), 2);
}

#[test]
fn refusals_of_memory() {
    let fs = MemoryFs::new();
    fs.make_unreadable("/locked", FileKind::Folder);
    fs.make_unreadable("/file", FileKind::File);
    let denied = io::ErrorKind::PermissionDenied;
    assert_eq!(fs.read_dir(Path::new("/locked")).unwrap_err().kind(), denied);
    assert_eq!(fs.read(Path::new("/file")).unwrap_err().kind(), denied);
    assert_eq!(fs.metadata(Path::new("/locked")).unwrap().kind, FileKind::Folder);
}
