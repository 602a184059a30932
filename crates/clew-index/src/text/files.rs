//! Tantivy's files inside a pack: a `Directory` that is pinned to one pack.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, OwnedBytes, TerminatingWrite, WatchCallback,
    WatchHandle, WritePtr,
};

use crate::disk::Blob;

/// Files of one segment. `meta.json` is one of them; tantivy's locks and its
/// list of managed files exist in memory only.
#[derive(Clone, Default)]
pub(crate) struct TextFiles(Arc<RwLock<BTreeMap<PathBuf, OwnedBytes>>>);

/// Tantivy's list of files to collect; each pack is collected as a whole.
const MANAGED: &str = ".managed.json";

impl TextFiles {
    /// The table of files and their bytes, for a pack.
    pub(crate) fn to_sections(&self) -> (Vec<u8>, Vec<u8>) {
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut table: Vec<(&str, u64)> = Vec::new();
        let mut bytes = Vec::new();
        for (path, content) in files.iter() {
            let Some(name) = path.to_str().filter(|name| *name != MANAGED) else { continue };
            table.push((name, content.len() as u64));
            bytes.extend_from_slice(content);
        }
        (postcard::to_allocvec(&table).unwrap_or_default(), bytes)
    }

    /// The files whose table is `table` and whose bytes begin at `start` of `file`.
    pub(crate) fn from_sections(table: &[u8], file: &Blob, start: usize) -> Result<Self, String> {
        let table: Vec<(String, u64)> =
            postcard::from_bytes(table).map_err(|error| error.to_string())?;
        let mut files = BTreeMap::new();
        let mut at = start;
        for (name, length) in table {
            let end = usize::try_from(length).ok().and_then(|length| at.checked_add(length));
            let end = end.filter(|end| *end <= file.len()).ok_or("a text file is cut off")?;
            files.insert(PathBuf::from(name), file.owned(at..end));
            at = end;
        }
        Ok(TextFiles(Arc::new(RwLock::new(files))))
    }

    fn get(&self, path: &Path) -> Option<OwnedBytes> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn set(&self, path: &Path, bytes: Vec<u8>) {
        let mut files = self.0.write().unwrap_or_else(PoisonError::into_inner);
        files.insert(path.to_owned(), OwnedBytes::new(bytes));
    }
}

impl fmt::Debug for TextFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TextFiles")
    }
}

impl Directory for TextFiles {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let bytes = self.get(path);
        Ok(Arc::new(bytes.ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))?))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        let mut files = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match files.remove(path) {
            Some(_) => Ok(()),
            None => Err(DeleteError::FileDoesNotExist(path.to_owned())),
        }
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.get(path).is_some())
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let writer = Writer { files: self.clone(), path: path.to_owned(), bytes: Vec::new() };
        Ok(io::BufWriter::new(Box::new(writer)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let bytes = self.get(path);
        let bytes = bytes.ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))?;
        Ok(bytes.as_slice().to_vec())
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.set(path, data.to_vec());
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn acquire_lock(&self, _lock: &Lock) -> Result<DirectoryLock, LockError> {
        // Each directory has one owner; the store's own lock guards the disk.
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

/// Collects a file and shows it when it is complete.
struct Writer {
    files: TextFiles,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminatingWrite for Writer {
    fn terminate_ref(&mut self, _token: AntiCallToken) -> io::Result<()> {
        self.files.set(&self.path, std::mem::take(&mut self.bytes));
        Ok(())
    }
}
