//! The file system of the machine.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::network::may_map;
use super::{Blob, Disk, LockGuard};

/// Smaller files are read: a mapping costs more than a copy.
const MAP_FROM: u64 = 32 << 10;

/// The file system of the machine.
#[derive(Debug)]
pub(crate) struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Blob> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        if length >= MAP_FROM && may_map(&file) {
            // SAFETY: store files are written once under a temporary name and
            // never changed or cut afterwards, only removed as a whole.
            return Ok(Blob::mapped(unsafe { memmap2::Mmap::map(&file)? }));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        file.read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }

    fn write(&self, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
        let mut file = File::create(path)?;
        for part in parts {
            file.write_all(part)?;
        }
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Windows has no way to open a folder for this and needs none.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        // What an index holds of a private folder is as private as that.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, u64)>> {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            // A file that vanishes between the two calls is not there.
            let Ok(metadata) = entry.metadata() else { continue };
            if let (true, Ok(name)) = (metadata.is_file(), entry.file_name().into_string()) {
                files.push((name, metadata.len()));
            }
        }
        files.sort();
        Ok(files)
    }

    fn is_folder(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
    }

    fn is_no_folder(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|found| !found.is_dir())
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<LockGuard>> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(LockGuard { _file: Some(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
