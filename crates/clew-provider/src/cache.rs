//! Vectors on disk, by the content of their texts.
//!
//! A file holds the vectors of one model: a header of 16 bytes (magic, version,
//! dimensions), then records of one size: 32 bytes of key, the numbers as little-endian
//! `f32`, and 8 bytes of checksum over both. Records are only appended. What a crash
//! left half written, or is damaged, is cut off when the file is opened.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Names a text by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentKey([u8; 32]);

impl ContentKey {
    /// The key of a text.
    pub fn of(text: &str) -> Self {
        ContentKey(*blake3::hash(text.as_bytes()).as_bytes())
    }
}

/// The file of vectors cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The system refused.
    #[error("cannot use the vectors in {path}; check the disk and its permissions")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// Another process works on it.
    #[error("the vectors in {path} are in use by another process; it goes on by itself")]
    Busy {
        /// Which file.
        path: PathBuf,
    },
    /// A vector of another length than the others.
    #[error("a vector of {found} numbers where {path} holds {wanted}; the model has changed")]
    Dimensions {
        /// Which file.
        path: PathBuf,
        /// Numbers in its vectors.
        wanted: usize,
        /// Numbers in this one.
        found: usize,
    },
}

const MAGIC: &[u8; 8] = b"clewvec\x01";
const HEADER: u64 = 16;
const KEY: usize = 32;
const SUM: usize = 8;

/// Most numbers in a vector.
const MOST_DIMENSIONS: usize = 1 << 16;

/// A file that has grown beyond this is begun anew; the index has its vectors.
const MOST_BYTES: u64 = 2 << 30;

/// The vectors of one model.
#[derive(Debug)]
pub struct VectorCache {
    path: PathBuf,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    file: File,
    /// Numbers in a vector; none while there is no vector.
    dimensions: Option<usize>,
    records: HashMap<ContentKey, u64>,
    end: u64,
}

impl VectorCache {
    /// Opens or makes the file for a model in a folder; no other process can until it
    /// is dropped.
    ///
    /// # Errors
    ///
    /// When the folder or file cannot be used, or is in use.
    pub fn open(folder: &Path, model: &str) -> Result<Self, CacheError> {
        let name = blake3::hash(model.as_bytes()).to_hex();
        let path = folder.join(format!("{}.vectors", &name.as_str()[..32]));
        let failed = |source| CacheError::File { path: path.clone(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CacheError::Busy { path }),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        if file.metadata().map_err(failed)?.len() > MOST_BYTES {
            file.set_len(0).map_err(failed)?;
        }
        let inner = Inner::read(file).map_err(failed)?;
        Ok(VectorCache { path, inner: Mutex::new(inner) })
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.lock().records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers in a vector; none while there is no vector.
    pub fn dimensions(&self) -> Option<usize> {
        self.lock().dimensions
    }

    /// Forgets all vectors, so that those of another length fit.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn clear(&self) -> Result<(), CacheError> {
        let mut inner = self.lock();
        inner.file.set_len(0).map_err(|source| self.failed(source))?;
        (inner.dimensions, inner.end) = (None, 0);
        inner.records.clear();
        Ok(())
    }

    /// The vector of a text.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn get(&self, key: ContentKey) -> Result<Option<Vec<f32>>, CacheError> {
        let mut inner = self.lock();
        let (Some(&at), Some(dimensions)) = (inner.records.get(&key), inner.dimensions) else {
            return Ok(None);
        };
        let mut bytes = vec![0; dimensions * 4];
        let read = inner
            .file
            .seek(SeekFrom::Start(at + KEY as u64))
            .and_then(|_| inner.file.read_exact(&mut bytes));
        read.map_err(|source| self.failed(source))?;
        let numbers = bytes
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        Ok(Some(numbers.collect()))
    }

    /// Keeps vectors; they are on the disk when this returns.
    ///
    /// # Errors
    ///
    /// When a vector has another length than those before it, or the disk refuses.
    pub fn put(&self, vectors: &[(ContentKey, &[f32])]) -> Result<(), CacheError> {
        let mut inner = self.lock();
        let Some((_, first)) = vectors.first() else { return Ok(()) };
        let wanted = inner.dimensions.unwrap_or(first.len());
        let other = vectors.iter().find(|(_, vector)| vector.len() != wanted);
        let too_long = (wanted > MOST_DIMENSIONS || wanted == 0).then(|| &vectors[0]);
        if let Some((_, vector)) = other.or(too_long) {
            let (path, found) = (self.path.clone(), vector.len());
            return Err(CacheError::Dimensions { path, wanted, found });
        }
        inner.append(wanted, vectors).map_err(|source| self.failed(source))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, source: std::io::Error) -> CacheError {
        CacheError::File { path: self.path.clone(), source }
    }
}

impl Inner {
    fn read(file: File) -> std::io::Result<Self> {
        let mut inner = Inner { file, dimensions: None, records: HashMap::new(), end: 0 };
        inner.file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(&inner.file);
        let mut header = [0; HEADER as usize];
        let whole = reader.read_exact(&mut header).is_ok() && header.starts_with(MAGIC);
        let count = u32::from_le_bytes([header[8], header[9], header[10], header[11]]) as usize;
        if whole && (1..=MOST_DIMENSIONS).contains(&count) {
            let mut record = vec![0; KEY + count * 4 + SUM];
            inner.end = HEADER;
            while reader.read_exact(&mut record).is_ok() {
                let (body, sum) = record.split_at(record.len() - SUM);
                if checksum(body) != sum {
                    break;
                }
                let mut key = [0; KEY];
                key.copy_from_slice(&body[..KEY]);
                inner.records.insert(ContentKey(key), inner.end);
                inner.end += record.len() as u64;
            }
            inner.dimensions = Some(count);
        }
        inner.file.set_len(inner.end)?;
        Ok(inner)
    }

    fn append(
        &mut self,
        dimensions: usize,
        vectors: &[(ContentKey, &[f32])],
    ) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        if self.dimensions.is_none() {
            bytes.extend_from_slice(MAGIC);
            bytes.extend_from_slice(&(dimensions as u32).to_le_bytes());
            bytes.extend_from_slice(&[0; 4]);
        }
        let mut places = Vec::new();
        for (key, vector) in vectors {
            let start = bytes.len();
            places.push((*key, self.end + start as u64));
            bytes.extend_from_slice(&key.0);
            vector.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            let sum = checksum(&bytes[start..]);
            bytes.extend_from_slice(&sum);
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&bytes)?;
        self.file.sync_data()?;
        self.end += bytes.len() as u64;
        self.dimensions = Some(dimensions);
        self.records.extend(places);
        Ok(())
    }
}

fn checksum(bytes: &[u8]) -> [u8; SUM] {
    let mut sum = [0; SUM];
    sum.copy_from_slice(&blake3::hash(bytes).as_bytes()[..SUM]);
    sum
}
