//! The files of a store: one narrow door, so that tests can make each step fail.

mod blob;
mod network;
mod real;
mod spill;

#[cfg(test)]
pub(crate) mod failing;

use std::fmt::Debug;
use std::io;
use std::path::Path;

pub(crate) use blob::Blob;
pub(crate) use real::RealDisk;
pub(crate) use spill::{Settled, SpillDisk, is_no_room};

/// Held while writing; unlocks when dropped, also when the process dies.
#[derive(Debug)]
pub(crate) struct LockGuard {
    /// Keeps the lock of the operating system.
    pub(crate) _file: Option<std::fs::File>,
}

/// What a store does with files. Each method is one step that may fail alone.
pub(crate) trait Disk: Debug + Send + Sync {
    /// The whole file, mapped where that is safe and worth it.
    fn read(&self, path: &Path) -> io::Result<Blob>;

    /// Creates a file, writes the parts and waits until they are on the device.
    fn write(&self, path: &Path, parts: &[&[u8]]) -> io::Result<()>;

    /// Gives a file another name, replacing what had it. Readers see the old
    /// file or the new one.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Waits until the names in `folder` are on the device.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder and those above it.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Names and lengths of the files in `folder`; none if it does not exist.
    fn list(&self, folder: &Path) -> io::Result<Vec<(String, u64)>>;

    /// Whether `path` is a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// Whether `path` is there and no folder.
    fn is_no_folder(&self, path: &Path) -> bool;

    /// Locks `path` for writing; `None` if another holds the lock.
    fn try_lock(&self, path: &Path) -> io::Result<Option<LockGuard>>;
}

/// Writes a file under a temporary name and then moves it to `path`.
pub(crate) fn write_whole(disk: &dyn Disk, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    let written = disk
        .write(&temporary, parts)
        .and_then(|()| disk.rename(&temporary, path))
        .and_then(|()| path.parent().map_or(Ok(()), |folder| disk.sync_folder(folder)));
    if written.is_err() {
        // Left-overs are swept by the next writer too; a failure here says nothing new.
        let _ = disk.remove(&temporary);
    }
    written
}

/// Gives a damaged file, or a folder in the place of one, a name that no manifest
/// knows, for a person to look at.
pub(crate) fn set_aside(disk: &dyn Disk, path: &Path) {
    let free = (0..100)
        .map(|number| match number {
            0 => path.with_extension("damaged"),
            _ => path.with_extension(format!("{number}.damaged")),
        })
        .find(|name| !disk.is_folder(name));
    let moved = free.map_or(Ok(()), |name| disk.rename(path, &name));
    if let Err(error) = moved {
        tracing::warn!(path = %path.display(), %error, "cannot set a damaged index file aside");
    }
}
