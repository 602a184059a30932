//! Locks that end with their process.
//!
//! The lock is the operating system's, on an open file; a process that is killed
//! loses it at once, so a file that is left behind holds nobody up. The holder
//! takes the file away when it is done.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Why a lock could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error("{path} is held by another process")]
    Held {
        /// The lock's file.
        path: PathBuf,
    },
    /// The file cannot be used.
    #[error("cannot lock {path}; check that it is an ordinary file and its folder can be written")]
    File {
        /// The lock's file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub struct LockFile {
    file: File,
    path: PathBuf,
}

impl LockFile {
    /// Takes the lock, or fails at once if another process has it.
    pub fn try_take(path: &Path) -> Result<Self, LockError> {
        let failed = |source| LockError::File { path: path.to_path_buf(), source };
        loop {
            let file = open(path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::Held { path: path.to_path_buf() });
                }
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
            // The holder before may have taken the file away between the two
            // steps; then this lock is on a file that nobody else will find.
            if is_at(&file, path) {
                return Ok(LockFile { file, path: path.to_path_buf() });
            }
        }
    }

    /// Writes a note about the holder into the file, where that can be done.
    pub fn note(&self, text: &str) {
        let mut file = &self.file;
        let written = file.set_len(0).and_then(|()| file.write_all(text.as_bytes()));
        if let Err(error) = written {
            tracing::debug!(%error, path = %self.path.display(), "the lock has no note");
        }
    }

    /// Takes the lock, waiting for another process up to `patience`.
    pub fn take(path: &Path, patience: Duration) -> Result<Self, LockError> {
        while_held(patience, || LockFile::try_take(path))
    }

    /// Waits up to `patience` until nobody has the lock. Makes no file for that, so it
    /// works on a full disk.
    pub fn wait_until_free(path: &Path, patience: Duration) -> Result<(), LockError> {
        while_held(patience, || {
            let failed = |source| LockError::File { path: path.to_path_buf(), source };
            let file = match File::open(path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                Err(error) => return Err(failed(error)),
            };
            match file.try_lock_shared() {
                Ok(()) => Ok(()),
                Err(TryLockError::WouldBlock) => Err(LockError::Held { path: path.to_path_buf() }),
                Err(TryLockError::Error(source)) => Err(failed(source)),
            }
        })
    }
}

/// Tries again up to `patience` while the lock is held.
fn while_held<T>(
    patience: Duration,
    mut attempt: impl FnMut() -> Result<T, LockError>,
) -> Result<T, LockError> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match attempt() {
            Err(LockError::Held { .. }) if start.elapsed() < patience => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            other => return other,
        }
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        if cfg!(unix) {
            // While it is still locked, so that no other process's file goes.
            let _ = std::fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let (Ok(held), Ok(there)) = (file.metadata(), std::fs::symlink_metadata(path)) else {
        return false;
    };
    (held.dev(), held.ino()) == (there.dev(), there.ino())
}

/// Files are never taken away on Windows, so the file that was opened is it.
#[cfg(windows)]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lock");
        let held = LockFile::try_take(&path).unwrap();
        assert!(matches!(LockFile::try_take(&path), Err(LockError::Held { .. })));
        drop(held);
        assert!(!path.exists() || cfg!(windows));
        LockFile::try_take(&path).unwrap();
    }

    #[test]
    fn a_file_left_behind_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lock");
        std::fs::write(&path, "4711").unwrap();
        LockFile::take(&path, Duration::ZERO).unwrap();
    }

    #[test]
    fn who_waits_for_the_end_makes_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lock");
        LockFile::wait_until_free(&path, Duration::ZERO).unwrap();
        assert!(!path.exists());
        let held = LockFile::try_take(&path).unwrap();
        let refused = LockFile::wait_until_free(&path, Duration::ZERO);
        assert!(matches!(refused, Err(LockError::Held { .. })));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| LockFile::wait_until_free(&path, Duration::from_secs(60)));
            drop(held);
            waiting.join().unwrap().unwrap();
        });
    }

    #[test]
    fn many_takers_never_hold_it_together() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lock");
        let holders = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _held = LockFile::take(&path, Duration::from_secs(60)).unwrap();
                        let before = holders.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                        assert_eq!(before, 0);
                        holders.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    }
                });
            }
        });
    }
}
