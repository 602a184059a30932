//! The file system as a trait, so that the engine also runs on one in memory.

mod memory;
mod real;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

pub use memory::{CaseRule, MemoryFs};
pub use real::RealFs;

/// What a path names, without following a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// An ordinary file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, or on Windows a junction.
    Link,
    /// A socket, pipe or device: never opened.
    Special,
}

/// What identifies a file on its device, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId {
    /// Number of the device.
    pub device: u64,
    /// Number of the file on the device.
    pub inode: u64,
}

/// Facts about a path that need no reading of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What the path names.
    pub kind: FileKind,
    /// Size in bytes; meaningful for files only.
    pub size: u64,
    /// Last change of the content, in nanoseconds since 1970; zero if unknown.
    pub modified_ns: i64,
    /// Last change of content or attributes, in nanoseconds since 1970, where
    /// the platform has it. Catches a replaced file whose time was put back.
    pub changed_ns: Option<i64>,
    /// Device and file number, where the platform has them.
    pub id: Option<FileId>,
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// The bare name.
    pub name: OsString,
    /// What it names; a link is not followed.
    pub kind: FileKind,
}

/// The reading side of a file system.
///
/// Errors are those of the operating system, and never a panic.
pub trait FileSystem: Send + Sync {
    /// Reads a whole file, following links.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Describes what `path` names after following links.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// Describes `path` itself: a link gives [`FileKind::Link`].
    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// Returns the one absolute name of an existing path: links followed, `..`
    /// resolved, and the case of each name as stored.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// Lists a folder in no particular order. An entry that vanishes while
    /// listing is left out.
    fn read_dir(&self, path: &Path) -> io::Result<Vec<FolderEntry>>;

    /// Reads at most `limit` bytes from the start of a file.
    fn read_prefix(&self, path: &Path, limit: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(limit);
        Ok(bytes)
    }

    /// Whether `path` names a folder, after following links.
    fn is_folder(&self, path: &Path) -> bool {
        self.metadata(path).is_ok_and(|found| found.kind == FileKind::Folder)
    }

    /// Whether `path` names an ordinary file, after following links.
    fn is_file(&self, path: &Path) -> bool {
        self.metadata(path).is_ok_and(|found| found.kind == FileKind::File)
    }

    /// Whether `path` names anything; a dangling link does not count.
    fn exists(&self, path: &Path) -> bool {
        self.metadata(path).is_ok()
    }
}

/// Whether an error means that links lead in a circle.
pub(crate) fn is_link_loop(error: &io::Error) -> bool {
    let code = if cfg!(windows) {
        1921
    } else if cfg!(any(target_os = "linux", target_os = "android")) {
        40
    } else {
        62
    };
    error.raw_os_error() == Some(code)
}

#[cfg(test)]
mod tests;
