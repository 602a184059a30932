//! Descriptions on disk, by what they depend on.
//!
//! A file is a header of 8 bytes (magic and version) and records: 32 bytes of key, the
//! length of the text as little-endian `u32`, the text, 8 bytes of checksum over all of
//! these. Records are only appended, by the one process that holds the lock; what a
//! crash left half written, or is damaged, is cut off by the next writer and passed
//! over by readers.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::subject::DescriptionKey;

/// The file of descriptions cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the descriptions in {path}; check the disk and its permissions", path = path.display())]
pub struct TextCacheError {
    path: PathBuf,
    #[source]
    source: std::io::Error,
}

const MAGIC: &[u8; 8] = b"clewtxt\x01";
const KEY: usize = 32;
const LENGTH: usize = 4;
const SUM: usize = 8;

/// Longest text, in bytes.
const MAX_TEXT: usize = 1 << 14;

/// A file that grew beyond this begins anew.
const MAX_BYTES: u64 = 64 << 20;

/// All descriptions of one folder, in memory too.
#[derive(Debug)]
pub struct TextCache {
    path: PathBuf,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    texts: HashMap<DescriptionKey, Box<str>>,
    /// Bytes of whole records read so far, header included.
    end: u64,
}

/// The right to write, until it is dropped.
#[derive(Debug)]
pub struct WriteRight {
    _lock: File,
}

impl TextCache {
    /// The cache in a folder. Reads what is there; nothing is made.
    pub fn open(folder: &Path) -> TextCache {
        let cache =
            TextCache { path: folder.join("descriptions"), inner: Mutex::new(Inner::default()) };
        cache.refresh();
        cache
    }

    /// The description under a key. An empty one says that the model wrote nothing of
    /// use.
    pub fn get(&self, key: &DescriptionKey) -> Option<String> {
        self.lock().texts.get(key).map(|text| text.to_string())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lock().texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes in what other processes wrote.
    pub fn refresh(&self) {
        let mut inner = self.lock();
        let length = std::fs::metadata(&self.path).map_or(0, |found| found.len());
        if length == inner.end {
            return;
        }
        if length < inner.end {
            *inner = Inner::default();
        }
        if let Ok(mut file) = File::open(&self.path) {
            let _ = inner.read_on(&mut file);
        }
    }

    /// The right to write, if no other process has it. Cuts off a damaged end.
    ///
    /// # Errors
    ///
    /// When the folder or file cannot be used.
    pub fn claim(&self) -> Result<Option<WriteRight>, TextCacheError> {
        self.try_claim().map_err(|source| self.failed(source))
    }

    fn try_claim(&self) -> std::io::Result<Option<WriteRight>> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let open = |path: &Path| {
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
        };
        let lock = open(&self.path.with_extension("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut file = open(&self.path)?;
        let mut inner = self.lock();
        if file.metadata()?.len() > MAX_BYTES {
            file.set_len(0)?;
        }
        *inner = Inner::default();
        inner.read_on(&mut file)?;
        if inner.end == 0 {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(MAGIC)?;
            inner.end = MAGIC.len() as u64;
        }
        file.set_len(inner.end)?;
        Ok(Some(WriteRight { _lock: lock }))
    }

    /// Keeps a description; it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn put(
        &self,
        _right: &WriteRight,
        key: DescriptionKey,
        text: &str,
    ) -> Result<(), TextCacheError> {
        let mut inner = self.lock();
        inner.append(&self.path, key, text).map_err(|source| self.failed(source))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, source: std::io::Error) -> TextCacheError {
        TextCacheError { path: self.path.clone(), source }
    }
}

impl Inner {
    /// Reads whole records from where it ended before; stops at the first damaged one.
    fn read_on(&mut self, file: &mut File) -> std::io::Result<()> {
        file.seek(SeekFrom::Start(self.end))?;
        let mut bytes = Vec::new();
        file.take(2 * MAX_BYTES).read_to_end(&mut bytes)?;
        let mut rest = bytes.as_slice();
        if self.end == 0 {
            let Some(behind) = rest.strip_prefix(MAGIC.as_slice()) else { return Ok(()) };
            rest = behind;
            self.end = MAGIC.len() as u64;
        }
        while let Some((key, text, behind)) = record(rest) {
            self.texts.insert(key, text.into());
            self.end += (rest.len() - behind.len()) as u64;
            rest = behind;
        }
        Ok(())
    }

    fn append(&mut self, path: &Path, key: DescriptionKey, text: &str) -> std::io::Result<()> {
        let text = text.get(..text.len().min(MAX_TEXT)).unwrap_or("");
        let mut bytes = Vec::with_capacity(KEY + LENGTH + text.len() + SUM);
        bytes.extend_from_slice(&key.0);
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&bytes)?;
        file.sync_data()?;
        self.end += bytes.len() as u64;
        self.texts.insert(key, text.into());
        Ok(())
    }
}

/// The first record of some bytes, and what is behind it.
fn record(bytes: &[u8]) -> Option<(DescriptionKey, &str, &[u8])> {
    let (key, rest) = bytes.split_first_chunk::<KEY>()?;
    let (length, rest) = rest.split_first_chunk::<LENGTH>()?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_TEXT || rest.len() < length + SUM {
        return None;
    }
    let (text, rest) = rest.split_at(length);
    let (sum, behind) = rest.split_at(SUM);
    let body = &bytes[..KEY + LENGTH + length];
    if checksum(body) != sum {
        return None;
    }
    Some((DescriptionKey(*key), std::str::from_utf8(text).ok()?, behind))
}

fn checksum(bytes: &[u8]) -> [u8; SUM] {
    let mut sum = [0; SUM];
    sum.copy_from_slice(&blake3::hash(bytes).as_bytes()[..SUM]);
    sum
}

/// Reads any bytes as a file of descriptions would be, for fuzzing; tells how many
/// there are.
#[doc(hidden)]
pub fn records_of(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    let mut count = 0;
    while let Some((_, _, behind)) = record(rest) {
        rest = behind;
        count += 1;
    }
    count
}
