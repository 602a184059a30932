//! A disk that goes on in memory when there is no room on it.
//!
//! From the first file that cannot be written for want of room or of the right to, all
//! that is written stays in memory, and nothing on the disk changes any more: what lies
//! there stays whole for other processes, and what is read is the disk as it was with the
//! files in memory over it. [`SpillDisk::settle`] brings them to the disk once that takes
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Blob, Disk, LockGuard, write_whole};

/// Most bytes kept in memory.
const MOST_BYTES: usize = 256 << 20;

/// Time between two tries to bring the files to the disk.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// What became of a try to bring the files to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    /// There was nothing in memory.
    NothingToDo,
    /// There still is no room, or another process writes.
    NotYet,
    /// They are on the disk.
    Written,
    /// Another process has written meanwhile: they were dropped.
    Dropped,
}

/// The disk below, and the files that it did not take.
#[derive(Debug)]
pub(crate) struct SpillDisk {
    below: Arc<dyn Disk>,
    /// The file whose replacement commits all others.
    root: PathBuf,
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// Why files are in memory; none while they are not.
    reason: Option<String>,
    /// The root file on the disk when that began.
    base: Option<Vec<u8>>,
    files: BTreeMap<PathBuf, Blob>,
    /// Files on the disk that are not there any more.
    gone: BTreeSet<PathBuf>,
    bytes: usize,
    next: Option<Instant>,
    pause: Duration,
}

impl SpillDisk {
    /// A disk over `below`, where replacing the file `root` commits what was written.
    pub(crate) fn new(below: Arc<dyn Disk>, root: PathBuf) -> Self {
        SpillDisk { below, root, most: MOST_BYTES, kept: Mutex::default() }
    }

    /// Why files are in memory; none while they are not.
    pub(crate) fn reason(&self) -> Option<String> {
        self.kept().reason.clone()
    }

    /// Forgets the files in memory.
    pub(crate) fn forget(&self) {
        *self.kept() = Kept::default();
    }

    /// Tries to bring the files in memory to the disk, not too often. Only while nobody
    /// else in this process writes.
    pub(crate) fn settle(&self, lock: &Path) -> Settled {
        let (base, files) = {
            let kept = self.kept();
            if kept.reason.is_none() {
                return Settled::NothingToDo;
            }
            if kept.next.is_some_and(|next| Instant::now() < next) {
                return Settled::NotYet;
            }
            (kept.base.clone(), kept.files.clone())
        };
        // Readers go on meanwhile.
        let settled = self.write_back(&base, &files, lock).unwrap_or(Settled::NotYet);
        let mut kept = self.kept();
        match settled {
            Settled::NotYet => {
                kept.pause = (kept.pause * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
                kept.next = Some(Instant::now() + kept.pause);
            }
            _ => *kept = Kept::default(),
        }
        settled
    }

    fn write_back(
        &self,
        base: &Option<Vec<u8>>,
        files: &BTreeMap<PathBuf, Blob>,
        lock: &Path,
    ) -> io::Result<Settled> {
        let below = &*self.below;
        for folder in files.keys().filter_map(|path| path.parent()) {
            below.create_folder(folder)?;
        }
        let Some(_lock) = below.try_lock(lock)? else { return Ok(Settled::NotYet) };
        if below.read(&self.root).ok().map(|bytes| bytes.to_vec()) != *base {
            return Ok(Settled::Dropped);
        }
        let mut written: Vec<&PathBuf> = Vec::new();
        for (path, bytes) in files.iter().filter(|(path, _)| **path != self.root) {
            if let Err(error) = write_whole(below, path, &[bytes]) {
                // Half of an index is of no use and takes what room there is.
                written.iter().for_each(|path| drop(below.remove(path)));
                return Err(error);
            }
            written.push(path);
        }
        if let Some(bytes) = files.get(&self.root) {
            write_whole(below, &self.root, &[bytes])?;
        }
        Ok(Settled::Written)
    }

    /// Does something on the disk; `None` where files are in memory, from now on or
    /// before. Nobody waits for the disk meanwhile.
    fn on_disk<T>(&self, act: impl FnOnce(&dyn Disk) -> io::Result<T>) -> Option<io::Result<T>> {
        if self.kept().reason.is_some() {
            return None;
        }
        match act(&*self.below) {
            Err(error) if self.spills(&error) => None,
            other => Some(other),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to keep files in memory, if the error says that the disk takes none.
    fn spills(&self, error: &io::Error) -> bool {
        if !is_no_room(error) {
            return false;
        }
        let base = self.below.read(&self.root).ok().map(|bytes| bytes.to_vec());
        let mut kept = self.kept();
        if kept.reason.is_none() {
            tracing::warn!(%error, "the index is kept in memory");
            (kept.reason, kept.base) = (Some(error.to_string()), base);
        }
        true
    }

    /// Keeps a file, if there is room for it in memory; else says `error`.
    fn keep(&self, kept: &mut Kept, path: &Path, bytes: Vec<u8>) -> io::Result<()> {
        let former = kept.files.get(path).map_or(0, |bytes| bytes.len());
        let total = kept.bytes - former + bytes.len();
        if total > self.most {
            return Err(io::Error::from(ErrorKind::StorageFull));
        }
        kept.bytes = total;
        kept.gone.remove(path);
        kept.files.insert(path.to_path_buf(), bytes.into());
        Ok(())
    }
}

impl Kept {
    fn take(&mut self, path: &Path) -> Option<Blob> {
        let bytes = self.files.remove(path)?;
        self.bytes -= bytes.len();
        Some(bytes)
    }
}

/// Whether an error says that a disk takes no file: for want of room, or of the right.
pub(crate) fn is_no_room(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::PermissionDenied
    )
}

impl Disk for SpillDisk {
    fn read(&self, path: &Path) -> io::Result<Blob> {
        let kept = self.kept();
        if let Some(bytes) = kept.files.get(path) {
            return Ok(bytes.clone());
        }
        if kept.gone.contains(path) {
            return Err(io::Error::from(ErrorKind::NotFound));
        }
        drop(kept);
        self.below.read(path)
    }

    fn write(&self, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
        let written = self.on_disk(|below| {
            // What arrived of a file that did not fit only takes room.
            below.write(path, parts).inspect_err(|_| drop(below.remove(path)))
        });
        written.unwrap_or_else(|| self.keep(&mut self.kept(), path, parts.concat()))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if let Some(renamed) = self.on_disk(|below| below.rename(from, to)) {
            return renamed;
        }
        let mut kept = self.kept();
        let bytes = match kept.take(from) {
            Some(bytes) => bytes.to_vec(),
            None => {
                let bytes = self.below.read(from)?.to_vec();
                kept.gone.insert(from.to_path_buf());
                bytes
            }
        };
        self.keep(&mut kept, to, bytes)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.on_disk(|below| below.sync_folder(folder)).unwrap_or(Ok(()))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut kept = self.kept();
        if kept.reason.is_none() {
            drop(kept);
            return self.below.remove(path);
        }
        if kept.take(path).is_none() {
            kept.gone.insert(path.to_path_buf());
        }
        Ok(())
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.on_disk(|below| below.create_folder(path)).unwrap_or(Ok(()))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, u64)>> {
        let kept = self.kept();
        let mut files = match self.below.list(folder) {
            Err(_) if kept.reason.is_some() => Vec::new(),
            other => other?,
        };
        files.retain(|(name, _)| {
            let path = folder.join(name);
            !kept.gone.contains(&path) && !kept.files.contains_key(&path)
        });
        let inside = kept.files.iter().filter(|(path, _)| path.parent() == Some(folder));
        files.extend(inside.filter_map(|(path, bytes)| {
            Some((path.file_name()?.to_str()?.to_owned(), bytes.len() as u64))
        }));
        files.sort();
        Ok(files)
    }

    fn is_folder(&self, path: &Path) -> bool {
        let kept = self.kept();
        let is_known = kept.files.contains_key(path) || kept.gone.contains(path);
        !is_known && self.below.is_folder(path)
    }

    fn is_no_folder(&self, path: &Path) -> bool {
        let kept = self.kept();
        kept.files.contains_key(path) || !kept.gone.contains(path) && self.below.is_no_folder(path)
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<LockGuard>> {
        let in_memory = || Ok(Some(LockGuard { _file: None }));
        self.on_disk(|below| below.try_lock(path)).unwrap_or_else(in_memory)
    }
}
