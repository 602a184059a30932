//! Changes on their way into a store.

use crate::{DocumentInput, FileStat, Snapshot, StoreError};

/// What became of a document that was added to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upsert {
    /// It will be written.
    Written,
    /// The family already holds this path with this content; only the
    /// workspace's list changes.
    Revived,
}

/// Changes that become visible together.
///
/// Most of the work (encoding facts, indexing text) is done while documents are
/// added, without any lock and without keeping texts or facts; so batches can be
/// filled on several threads and written one after the other.
pub struct Batch {}

impl Batch {
    /// An empty batch. Known facts are taken from the family of `snapshot`.
    pub fn new(snapshot: &Snapshot) -> Self {
        let _ = snapshot;
        Batch {}
    }

    /// Adds a document or replaces the one at its path.
    ///
    /// Fails with [`StoreError::UnknownFacts`] if facts are said to be known and
    /// are not.
    pub fn upsert(&mut self, input: DocumentInput) -> Result<Upsert, StoreError> {
        let _ = input;
        Ok(Upsert::Written)
    }

    /// Takes the document at `path` out of the workspace.
    pub fn remove(&mut self, path: &str) {
        let _ = path;
    }

    /// Records that the file at `path` has other metadata but the same content.
    pub fn touch(&mut self, path: &str, stat: FileStat) {
        let _ = (path, stat);
    }

    /// Bytes of memory that the batch holds, about. Write it before this grows
    /// beyond 64 MiB.
    pub fn memory(&self) -> usize {
        0
    }

    /// Number of changes.
    pub fn len(&self) -> usize {
        0
    }

    /// Whether there is no change.
    pub fn is_empty(&self) -> bool {
        true
    }
}
