//! A disk that stops after a number of steps, as if the power went or it were full.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Blob, Disk, LockGuard, RealDisk};

/// The real disk, until a number of changing steps is used up.
#[derive(Debug)]
pub(crate) struct FailingDisk {
    left: AtomicUsize,
}

impl FailingDisk {
    /// A disk that allows `steps` changes.
    pub(crate) fn after(steps: usize) -> Self {
        FailingDisk { left: AtomicUsize::new(steps) }
    }

    /// Allows `steps` changes from now on.
    pub(crate) fn refill(&self, steps: usize) {
        self.left.store(steps, Ordering::SeqCst);
    }

    /// Whether no step has failed yet.
    pub(crate) fn is_alive(&self) -> bool {
        self.left.load(Ordering::SeqCst) > 0
    }

    fn step(&self) -> io::Result<()> {
        let left = self.left.load(Ordering::SeqCst);
        if left <= 1 {
            self.left.store(0, Ordering::SeqCst);
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.left.store(left - 1, Ordering::SeqCst);
        Ok(())
    }
}

impl Disk for FailingDisk {
    fn read(&self, path: &Path) -> io::Result<Blob> {
        RealDisk.read(path)
    }

    fn write(&self, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
        if let Err(error) = self.step() {
            // Half of it arrives.
            let whole = parts.concat();
            let _ = std::fs::write(path, &whole[..whole.len() / 2]);
            return Err(error);
        }
        RealDisk.write(path, parts)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.sync_folder(folder)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.remove(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.create_folder(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, u64)>> {
        RealDisk.list(folder)
    }

    fn is_folder(&self, path: &Path) -> bool {
        RealDisk.is_folder(path)
    }

    fn is_no_folder(&self, path: &Path) -> bool {
        RealDisk.is_no_folder(path)
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<LockGuard>> {
        self.step()?;
        RealDisk.try_lock(path)
    }
}
