//! Bytes of a file, mapped or read.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use tantivy::directory::OwnedBytes;

/// Where the bytes are.
enum Holder {
    Mapped(memmap2::Mmap),
    Read(Vec<u8>),
}

/// Immutable bytes of a file, cheap to clone.
#[derive(Clone)]
pub(crate) struct Blob(Arc<Holder>);

impl Blob {
    /// Bytes of a mapped file.
    pub(crate) fn mapped(map: memmap2::Mmap) -> Self {
        Blob(Arc::new(Holder::Mapped(map)))
    }

    /// The bytes of `range` for tantivy; empty if they are not there.
    pub(crate) fn owned(&self, range: Range<usize>) -> OwnedBytes {
        if range.start > range.end || range.end > self.len() {
            return OwnedBytes::empty();
        }
        OwnedBytes::new(StableBlob(self.clone())).slice(range)
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        Blob(Arc::new(Holder::Read(bytes)))
    }
}

impl Deref for Blob {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &*self.0 {
            Holder::Mapped(map) => map,
            Holder::Read(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Blob({} bytes)", self.len())
    }
}

/// A blob that promises tantivy not to move its bytes.
struct StableBlob(Blob);

impl Deref for StableBlob {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

// SAFETY: the bytes live in a mapping or in a vector's heap block behind an
// `Arc`; neither is ever changed or moved while a clone of the `Arc` lives.
unsafe impl stable_deref_trait::StableDeref for StableBlob {}
