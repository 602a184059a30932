//! The file whose changes are the marks that a watch waits for.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A file this young may not be locked yet by the process that has just made it.
const YOUNG: Duration = Duration::from_secs(10);

/// A file of one watch, which is gone when that is.
///
/// It is locked for as long, so that a file left behind can be told from one in use: by
/// the lock, not by a process's number, which other containers do not see.
pub(super) struct Fence {
    file: File,
    path: PathBuf,
}

impl Fence {
    /// Makes the file, and the folder that it lies in.
    pub(super) fn make(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        // Where there are no locks, nobody takes it for one that was left behind either.
        let _ = file.try_lock();
        Ok(Fence { file, path: path.to_path_buf() })
    }

    /// Where it lies.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes its name away, where changes of a file without name are reported: then none
    /// is left behind, however the process ends.
    #[cfg(target_os = "linux")]
    pub(super) fn lose_name(&self) {
        self.remove();
    }

    /// Changes it; tells whether that worked.
    pub(super) fn touch(&self) -> bool {
        self.file.set_modified(SystemTime::now()).is_ok()
    }

    /// Has the change reach the disk, for systems that report it no sooner.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn flush(&self) -> bool {
        self.file.sync_all().is_ok()
    }

    fn remove(&self) {
        // One that stays is swept later.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Drop for Fence {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Removes the files that watches of killed processes left in `folder`.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let modified = entry.metadata().and_then(|found| found.modified());
        let is_young = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age < YOUNG));
        if is_young || entry.file_type().is_ok_and(|kind| !kind.is_file()) {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(&path) else { continue };
        if file.try_lock().is_ok() {
            // Another process may have been quicker.
            let _ = std::fs::remove_file(&path);
        }
    }
}
