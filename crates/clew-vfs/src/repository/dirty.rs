//! Files that are not as git has them in its index.

use std::collections::HashMap;
use std::path::Path;

use super::tracked::Beside;
use super::{TrackedFiles, locate};
use crate::fs::FileSystem;
use crate::relative_path::RelativePath;
use crate::walk::FileEntry;

/// Most bytes that are read at once to compare files of which only the time differs, as
/// after a copy of the folder; further ones count as changed.
const MAX_READ: u64 = 64 * 1024 * 1024;

/// Contents that were compared with git's, so that none is read twice.
#[derive(Debug, Default)]
pub struct ComparedFiles(HashMap<RelativePath, Known>);

/// What a file looked like when it was compared.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    size: u64,
    modified_ns: i64,
    hash: Box<[u8]>,
    is_same: bool,
}

/// The files that git has not in its index as they are now: changed, or not
/// tracked. Deleted files are not among them. `None` outside git, or where there
/// is no index to be read.
///
/// Files are compared by time and size and, where the time alone differs, by their
/// content as it lies on the disk; what a filter of git would make of it is not known.
pub fn dirty_files(
    fs: &dyn FileSystem,
    root: &Path,
    files: &[FileEntry],
    compared: &mut ComparedFiles,
) -> Option<Vec<RelativePath>> {
    let root = fs.canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    let dirs = locate(fs, &root)?;
    let tracked = TrackedFiles::read(fs, &dirs);
    if tracked.is_empty() {
        return None;
    }
    let below = root.strip_prefix(&dirs.top).unwrap_or(Path::new(""));
    let prefix = RelativePath::from_path(below).unwrap_or_else(|_| RelativePath::root());
    let mut read = 0;
    let differs = |file: &&FileEntry| {
        let path = prefix.join(&file.relative);
        match tracked.beside(path.as_str(), file.size, file.modified_ns) {
            Beside::Same => false,
            Beside::Other => true,
            Beside::Touched(hash) => !compared.is_same(fs, &root, file, hash, &mut read),
        }
    };
    Some(files.iter().filter(differs).map(|file| file.relative.clone()).collect())
}

impl ComparedFiles {
    /// Whether the content of a file is what `hash` names.
    fn is_same(
        &mut self,
        fs: &dyn FileSystem,
        root: &Path,
        file: &FileEntry,
        hash: &[u8],
        read: &mut u64,
    ) -> bool {
        let FileEntry { size, modified_ns, .. } = *file;
        let known = self.0.get(&file.relative).filter(|known| {
            (known.size, known.modified_ns, &*known.hash) == (size, modified_ns, hash)
        });
        if let Some(known) = known {
            return known.is_same;
        }
        *read = read.saturating_add(size);
        if *read > MAX_READ {
            return false;
        }
        let Ok(content) = fs.read(&root.join(file.relative.as_str())) else { return false };
        let is_same = names(hash, &content);
        let known = Known { size, modified_ns, hash: hash.into(), is_same };
        self.0.insert(file.relative.clone(), known);
        is_same
    }
}

/// Whether git would name a content so.
fn names(hash: &[u8], content: &[u8]) -> bool {
    let kind = match hash.len() {
        32 => gix_hash::Kind::Sha256,
        _ => gix_hash::Kind::Sha1,
    };
    let mut hasher = gix_hash::hasher(kind);
    hasher.update(format!("blob {}\0", content.len()).as_bytes());
    hasher.update(content);
    hasher.try_finalize().is_ok_and(|found| found.as_bytes() == hash)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fs::RealFs;
    use crate::walk::tests::against_git::git;
    use crate::walk::{WalkOptions, walk};

    fn check_copy(object_format: &str) {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        fs::create_dir(&one).unwrap();
        git(&one, &["init", "-q", &format!("--object-format={object_format}")]);
        for name in ["a.txt", "b.txt", "c.txt"] {
            fs::write(one.join(name), format!("text of {name}\n")).unwrap();
        }
        git(&one, &["add", "."]);
        fs::rename(&one, &two).unwrap();
        // As a copy has them: written later, the same text.
        fs::write(two.join("a.txt"), "text of a.txt\n").unwrap();
        fs::write(two.join("b.txt"), "TEXT OF b.txt\n").unwrap();
        fs::write(two.join("c.txt"), "longer\n").unwrap();
        fs::write(two.join("d.txt"), "").unwrap();
        let options = WalkOptions::default();
        let mut files = walk(&RealFs, &two, &options, &|| false, &|_| {}).unwrap().files;
        for file in &mut files {
            file.modified_ns += 5_000_000_000;
        }
        let mut compared = ComparedFiles::default();
        for _ in 0..2 {
            let dirty = dirty_files(&RealFs, &two, &files, &mut compared).unwrap();
            let dirty: Vec<&str> = dirty.iter().map(RelativePath::as_str).collect();
            assert_eq!(dirty, ["b.txt", "c.txt", "d.txt"]);
        }
        // What was compared is not read again.
        fs::write(two.join("a.txt"), "other of a.txt").unwrap();
        assert_eq!(dirty_files(&RealFs, &two, &files, &mut compared).unwrap().len(), 3);
    }

    #[test]
    fn copies_are_compared_by_content() {
        check_copy("sha1");
        check_copy("sha256");
    }
}
