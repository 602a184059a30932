//! Packs: immutable files that hold documents with all that is known of them.

mod builder;
mod chunks;
mod documents;
mod layout;
mod names;

#[cfg(test)]
mod tests;

use std::cmp::Ordering as Comparison;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clew_embed::{Model, ModelId};
use clew_model::FileFacts;

pub(crate) use builder::{PackBuilder, PackParts, SealedPack};
pub(crate) use chunks::ChunkTable;
pub(crate) use documents::{DocumentRecord, FactsKey};
pub use layout::FORMAT;
pub(crate) use names::{NameIndex, letters};

use crate::StoreError;
use crate::bytes::{checksum, u32_at};
use crate::disk::{Blob, Disk, set_aside};
use crate::facts_codec::decode_facts;
use crate::text::{TextFiles, TextSegment};
use crate::vectors::{VectorFile, provided_path, vectors_path};
use documents::{RECORD, key_at};
use layout::{Layout, Section};

static NEXT_ID: AtomicU32 = AtomicU32::new(0);

/// A pack open for reading.
pub(crate) struct Pack {
    /// Number of this opening in the process; caches use it.
    pub(crate) id: u32,
    /// BLAKE3 that names it.
    pub(crate) hash: [u8; 32],
    path: PathBuf,
    file: Blob,
    layout: Layout,
    documents: u32,
    disk: Arc<dyn Disk>,
    is_damaged: AtomicBool,
    /// Whether its vectors by the built-in model turned out to be damaged.
    has_lost_vectors: AtomicBool,
    names: OnceLock<Result<NameIndex, String>>,
    chunks: OnceLock<Result<(), String>>,
    text: OnceLock<Result<Option<Arc<TextSegment>>, String>>,
    vectors: OnceLock<Option<VectorFile>>,
    /// Vectors by models of providers, as far as they were asked for.
    provided: Mutex<Vec<(ModelId, Option<Arc<VectorFile>>)>>,
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Pack({} documents at {})", self.documents, self.path.display())
    }
}

impl Pack {
    /// Opens the pack in `file` and checks its document table.
    pub(crate) fn open(
        disk: &Arc<dyn Disk>,
        path: &Path,
        hash: [u8; 32],
        file: Blob,
    ) -> Result<Pack, StoreError> {
        let damaged = |what: String| {
            set_aside(&**disk, path);
            StoreError::damaged(path, what)
        };
        let layout = Layout::parse(&file).map_err(&damaged)?;
        for section in
            [Section::Documents, Section::Strings, Section::PathOrder, Section::HashOrder]
        {
            layout.verify(&file, section).map_err(&damaged)?;
        }
        let documents = (layout.range(Section::Documents).len() / RECORD) as u32;
        Ok(Pack {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            hash,
            path: path.to_owned(),
            file,
            layout,
            documents,
            disk: Arc::clone(disk),
            is_damaged: AtomicBool::new(false),
            has_lost_vectors: AtomicBool::new(false),
            names: OnceLock::new(),
            chunks: OnceLock::new(),
            text: OnceLock::new(),
            vectors: OnceLock::new(),
            provided: Mutex::default(),
        })
    }

    /// Number of documents.
    pub(crate) fn len(&self) -> u32 {
        self.documents
    }

    /// Bytes of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.file.len() as u64
    }

    /// The document at `ordinal`.
    pub(crate) fn document(&self, ordinal: u32) -> DocumentRecord {
        DocumentRecord::read(self.section(Section::Documents), ordinal)
    }

    /// The key of the document at `ordinal`.
    pub(crate) fn key(&self, ordinal: u32) -> u32 {
        key_at(self.section(Section::Documents), ordinal)
    }

    /// The document with this key. Keys grow with ordinals.
    pub(crate) fn ordinal_of(&self, key: u32) -> Option<u32> {
        let (mut low, mut high) = (0, self.documents);
        if high == 0 || key < self.key(0) || key > self.key(high - 1) {
            return None;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            match self.key(middle).cmp(&key) {
                Comparison::Less => low = middle + 1,
                Comparison::Equal => return Some(middle),
                Comparison::Greater => high = middle,
            }
        }
        None
    }

    /// A string of the pack.
    pub(crate) fn string(&self, (start, length): (u32, u32)) -> &str {
        let range = start as usize..(start as usize).saturating_add(length as usize);
        let bytes = self.section(Section::Strings).get(range).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or("")
    }

    /// First chunk and number of chunks of the document at `ordinal`.
    pub(crate) fn chunks_of(&self, ordinal: u32) -> (u32, u32) {
        let at = ordinal as usize * RECORD + documents::CHUNKS_AT;
        let table = self.section(Section::Documents);
        (u32_at(table, at), u32_at(table, at + 4))
    }

    /// The path of the document at `ordinal`.
    pub(crate) fn document_path(&self, ordinal: u32) -> &str {
        let at = ordinal as usize * RECORD;
        let table = self.section(Section::Documents);
        self.string((u32_at(table, at + 4), u32_at(table, at + 8)))
    }

    /// The ordinals of all documents, ordered by path.
    pub(crate) fn by_path(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.documents as usize)
            .map(|index| u32_at(self.section(Section::PathOrder), index * 4))
    }

    /// The documents at `path`, with any content.
    pub(crate) fn at_path(&self, path: &str) -> Vec<u32> {
        self.equal(Section::PathOrder, |ordinal| self.document_path(ordinal).cmp(path))
    }

    /// The documents with this content, at any path.
    pub(crate) fn with_hash(&self, hash: &[u8; 32]) -> Vec<u32> {
        let table = self.section(Section::Documents);
        self.equal(Section::HashOrder, |ordinal| {
            let at = ordinal as usize * RECORD + documents::HASH_AT;
            table.get(at..at + 32).unwrap_or_default().cmp(hash)
        })
    }

    /// The ordinals for which `compare` says equal, in the order of `section`.
    fn equal(&self, section: Section, compare: impl Fn(u32) -> Comparison) -> Vec<u32> {
        let order = self.section(section);
        let at = |index: usize| u32_at(order, index * 4);
        let first = |before: &dyn Fn(Comparison) -> bool| {
            let (mut low, mut high) = (0, self.documents as usize);
            while low < high {
                let middle = low + (high - low) / 2;
                if before(compare(at(middle))) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        let start = first(&|order| order == Comparison::Less);
        let end = first(&|order| order != Comparison::Greater);
        (start..end.max(start)).map(at).collect()
    }

    /// The encoded facts of a document.
    pub(crate) fn facts_bytes(&self, record: &DocumentRecord) -> Result<&[u8], StoreError> {
        let start = usize::try_from(record.facts.0).unwrap_or(usize::MAX);
        let range = start..start.saturating_add(record.facts.1 as usize);
        let bytes = self.section(Section::Facts).get(range).unwrap_or_default();
        if checksum(bytes) != record.facts_check {
            return Err(self.damaged("facts fail their checksum"));
        }
        Ok(bytes)
    }

    /// The facts of a document.
    pub(crate) fn facts(&self, record: &DocumentRecord) -> Result<FileFacts, StoreError> {
        decode_facts(self.facts_bytes(record)?).map_err(|what| self.damaged(what))
    }

    /// The name index, checked at first use.
    pub(crate) fn names(&self) -> Result<&NameIndex, StoreError> {
        let names = self.names.get_or_init(|| {
            let sections = [Section::Names, Section::Postings, Section::Defined];
            for section in sections {
                self.layout.verify(&self.file, section)?;
            }
            let [names, postings, defined] =
                sections.map(|section| self.file.owned(self.layout.range(section)));
            NameIndex::open(names, postings, defined)
        });
        names.as_ref().map_err(|what| self.damaged(what.as_str()))
    }

    /// The chunk table, checked at first use.
    pub(crate) fn chunks(&self) -> Result<ChunkTable<'_>, StoreError> {
        let checked = self.chunks.get_or_init(|| self.layout.verify(&self.file, Section::Chunks));
        checked.as_ref().map_err(|what| self.damaged(what.as_str()))?;
        Ok(ChunkTable::new(self.section(Section::Chunks)))
    }

    /// The text segment, checked at first use; `None` if there is no chunk.
    pub(crate) fn text(&self) -> Result<Option<&Arc<TextSegment>>, StoreError> {
        let chunks = self.chunks()?.len();
        let text = self.text.get_or_init(|| self.open_text(chunks));
        text.as_ref().map(Option::as_ref).map_err(|what| self.damaged(what.as_str()))
    }

    fn open_text(&self, chunks: usize) -> Result<Option<Arc<TextSegment>>, String> {
        if chunks == 0 {
            return Ok(None);
        }
        self.layout.verify(&self.file, Section::TextFiles)?;
        self.layout.verify(&self.file, Section::Text)?;
        let start = self.layout.range(Section::Text).start;
        let files = TextFiles::from_sections(self.section(Section::TextFiles), &self.file, start)?;
        let segment = TextSegment::open(files).map_err(|error| error.to_string())?;
        if segment.chunks() as usize != chunks {
            return Err("the chunk table and the text segment differ".to_owned());
        }
        Ok(Some(Arc::new(segment)))
    }

    /// The vectors of the chunks by the built-in model, checked at first use;
    /// `None` where there are none, or damaged ones.
    pub(crate) fn vectors(&self) -> Option<&VectorFile> {
        self.vectors.get_or_init(|| self.open_vectors()).as_ref()
    }

    fn open_vectors(&self) -> Option<VectorFile> {
        let rows = self.chunks().ok()?.len();
        let model = Model::built_in_id();
        let path = vectors_path(&self.path, model);
        let file = self.disk.read(&path).ok()?;
        let opened = self.unless_damaged(&path, VectorFile::open(file, model, rows));
        self.has_lost_vectors.store(opened.is_none(), Ordering::Relaxed);
        opened
    }

    /// Whether its vectors by the built-in model turned out to be damaged since it was
    /// opened; they were set aside then.
    pub(crate) fn has_lost_vectors(&self) -> bool {
        self.has_lost_vectors.load(Ordering::Relaxed)
    }

    /// The vectors of the chunks by a provider's model, checked at first use; `None`
    /// where there are none, or damaged ones.
    pub(crate) fn vectors_of(&self, model: ModelId) -> Option<Arc<VectorFile>> {
        let mut provided = self.provided.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, vectors)) = provided.iter().find(|(known, _)| *known == model) {
            return vectors.clone();
        }
        let vectors = self.open_vectors_of(model).map(Arc::new);
        provided.push((model, vectors.clone()));
        vectors
    }

    fn open_vectors_of(&self, model: ModelId) -> Option<VectorFile> {
        let rows = self.chunks().ok()?.len();
        let path = provided_path(&self.path, model);
        let file = self.disk.read(&path).ok()?;
        self.unless_damaged(&path, VectorFile::open_any(file, model, rows))
    }

    fn unless_damaged(
        &self,
        path: &Path,
        opened: Result<VectorFile, String>,
    ) -> Option<VectorFile> {
        opened
            .inspect_err(|what| {
                tracing::warn!(path = %path.display(), what, "vectors of an index pack are damaged");
                set_aside(&*self.disk, path);
            })
            .ok()
    }

    fn section(&self, section: Section) -> &[u8] {
        self.file.get(self.layout.range(section)).unwrap_or_default()
    }

    /// Whether a check failed since it was opened; its file was set aside then.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    fn damaged(&self, what: impl Into<String>) -> StoreError {
        if !self.is_damaged.swap(true, Ordering::Relaxed) {
            set_aside(&*self.disk, &self.path);
        }
        StoreError::damaged(&self.path, what)
    }
}
