//! The file system of the operating system.

use std::fs::{self, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::{FileId, FileKind, FileSystem, FolderEntry, Metadata};

/// The file system of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealFs;

impl FileSystem for RealFs {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_prefix(path, usize::MAX)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path).map(|found| describe(&found))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path).map(|found| describe(&found))
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path).map(plain_form)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<FolderEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if let Ok(file_type) = entry.file_type() {
                entries.push(FolderEntry { name: entry.file_name(), kind: kind_of(file_type) });
            }
        }
        Ok(entries)
    }

    fn read_prefix(&self, path: &Path, limit: usize) -> io::Result<Vec<u8>> {
        ordinary(path)?;
        let file = fs::File::open(path)?;
        // No more than the file says that it holds: what the system makes up while it is
        // read (`/proc`) says nothing, and may have no end or wait for ever.
        let stated = file.metadata()?.len().min(limit as u64);
        let mut bytes = Vec::with_capacity(usize::try_from(stated).unwrap_or(0));
        if stated > 0 {
            file.take(stated).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }
}

/// Refuses pipes, sockets and devices, also behind links: opening one may wait
/// for ever, or take what was meant for somebody else.
fn ordinary(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no ordinary file"))
}

fn kind_of(file_type: FileType) -> FileKind {
    if file_type.is_file() {
        FileKind::File
    } else if file_type.is_dir() {
        FileKind::Folder
    } else if file_type.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Special
    }
}

fn describe(found: &fs::Metadata) -> Metadata {
    Metadata {
        kind: kind_of(found.file_type()),
        size: found.len(),
        modified_ns: modified_ns(found),
        changed_ns: changed_ns(found),
        id: file_id(found),
    }
}

fn modified_ns(found: &fs::Metadata) -> i64 {
    let Ok(time) = found.modified() else { return 0 };
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => {
            i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, std::ops::Neg::neg)
        }
    }
}

#[cfg(unix)]
fn changed_ns(found: &fs::Metadata) -> Option<i64> {
    use std::os::unix::fs::MetadataExt;
    Some(found.ctime().saturating_mul(1_000_000_000).saturating_add(found.ctime_nsec()))
}

#[cfg(not(unix))]
fn changed_ns(_: &fs::Metadata) -> Option<i64> {
    None
}

#[cfg(unix)]
fn file_id(found: &fs::Metadata) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    Some(FileId { device: found.dev(), inode: found.ino() })
}

#[cfg(not(unix))]
fn file_id(_: &fs::Metadata) -> Option<FileId> {
    None
}

/// Windows answers with `\\?\C:\…`; the plain form is what people know and
/// what other programs accept.
#[cfg(windows)]
fn plain_form(path: PathBuf) -> PathBuf {
    match path.to_str().and_then(crate::contain::windows::plain_form) {
        Some(plain) => PathBuf::from(plain),
        None => path,
    }
}

#[cfg(not(windows))]
fn plain_form(path: PathBuf) -> PathBuf {
    path
}
