//! Changes on their way into a store.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clew_model::FileFacts;

use crate::pack::{FactsKey, PackBuilder, SealedPack};
use crate::tokens::Vectors;
use crate::{DocumentInput, FactsInput, FileStat, Snapshot, StoreError};

/// A pack under construction is laid out when it takes more memory than this.
const PACK_MEMORY: usize = 64 << 20;

/// What became of a document that was added to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upsert {
    /// It will be written.
    Written,
    /// The family already holds this path with this content; only the
    /// workspace's list changes.
    Revived,
}

/// What is to happen to the document at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is the document at this place of the batch.
    Write {
        /// Index of the pack in the batch; the one being built comes last.
        pack: usize,
        /// Ordinal in that pack.
        ordinal: u32,
        /// What the file system says.
        stat: FileStat,
    },
    /// It is a document that the family holds.
    Revive {
        /// Its facts.
        key: FactsKey,
        /// What the file system says.
        stat: FileStat,
    },
    /// It is gone.
    Remove,
    /// Only what the file system says has changed.
    Touch(FileStat),
}

/// Changes that become visible together.
///
/// Most of the work (encoding facts, indexing text) is done while documents are
/// added, without any lock and without keeping texts or facts; so batches can be
/// filled on several threads and written one after the other.
pub struct Batch {
    base: Snapshot,
    pub(crate) changes: BTreeMap<String, Change>,
    pub(crate) sealed: Vec<SealedPack>,
    builder: Option<PackBuilder>,
    vectors: Vectors,
    stop: Option<Arc<AtomicBool>>,
}

impl Batch {
    /// An empty batch. Known facts are taken from the family of `snapshot`.
    pub fn new(snapshot: &Snapshot) -> Self {
        Batch {
            base: snapshot.clone(),
            changes: BTreeMap::new(),
            sealed: Vec::new(),
            builder: None,
            vectors: Vectors::No,
            stop: None,
        }
    }

    /// The same batch, giving up reading a document once `stop` is set.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The same batch with a vector for each chunk, by the built-in model.
    pub fn with_vectors(mut self) -> Self {
        self.vectors = Vectors::Made;
        self
    }

    /// Adds a document or replaces the one at its path.
    ///
    /// Fails with [`StoreError::UnknownFacts`] if facts are said to be known and
    /// are not, with [`StoreError::Cancelled`] if it was stopped; then the batch is
    /// empty.
    pub fn upsert(&mut self, input: DocumentInput) -> Result<Upsert, StoreError> {
        let key = FactsKey {
            language: input.language.clone(),
            extractor: input.extractor,
            hash: input.hash,
        };
        let stat = input.stat;
        if self.base.generation_ref().find(&input.path, &key).is_some() {
            self.changes.insert(input.path, Change::Revive { key, stat });
            return Ok(Upsert::Revived);
        }
        let facts = self.facts_of(&input, &key)?;
        let mut builder = match self.builder.take() {
            Some(builder) => builder,
            None => PackBuilder::new(self.vectors),
        };
        let stop = self.stop.clone();
        let stop = move || stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let Some(ordinal) = builder.add(&input, &facts, &stop) else {
            self.clear();
            return Err(StoreError::Cancelled);
        };
        let pack = self.sealed.len();
        self.changes.insert(input.path, Change::Write { pack, ordinal, stat });
        if builder.memory() > PACK_MEMORY {
            self.sealed.push(builder.seal(&|| false)?);
        } else {
            self.builder = Some(builder);
        }
        Ok(Upsert::Written)
    }

    fn facts_of(
        &self,
        input: &DocumentInput,
        key: &FactsKey,
    ) -> Result<Arc<FileFacts>, StoreError> {
        match &input.facts {
            FactsInput::New(facts) => Ok(Arc::clone(facts)),
            FactsInput::Known => self
                .base
                .known_facts(key)?
                .ok_or_else(|| StoreError::UnknownFacts { path: input.path.clone() }),
        }
    }

    /// Takes the document at `path` out of the workspace.
    pub fn remove(&mut self, path: &str) {
        self.changes.insert(path.to_owned(), Change::Remove);
    }

    /// Records that the file at `path` has other metadata but the same content.
    pub fn touch(&mut self, path: &str, stat: FileStat) {
        match self.changes.get_mut(path) {
            Some(Change::Write { stat: known, .. } | Change::Revive { stat: known, .. }) => {
                *known = stat;
            }
            Some(Change::Remove) => {}
            _ => {
                self.changes.insert(path.to_owned(), Change::Touch(stat));
            }
        }
    }

    /// Bytes of memory that the batch holds, about. Write it before this grows
    /// beyond 128 MiB.
    pub fn memory(&self) -> usize {
        self.sealed.iter().map(SealedPack::memory).sum::<usize>()
            + self.builder.as_ref().map_or(0, PackBuilder::memory)
            + self.changes.len() * 150
    }

    /// Number of changes.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether there is no change.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Lays out the pack under construction. A batch of which a part could not be
    /// laid out, or is not wanted any more, is empty.
    pub(crate) fn seal(&mut self, cancel: &dyn Fn() -> bool) -> Result<(), StoreError> {
        let Some(builder) = self.builder.take() else { return Ok(()) };
        match builder.seal(cancel) {
            Ok(sealed) => self.sealed.push(sealed),
            Err(error) => {
                self.clear();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Forgets all changes.
    pub(crate) fn clear(&mut self) {
        self.changes.clear();
        self.sealed.clear();
        self.builder = None;
    }
}
