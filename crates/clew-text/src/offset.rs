//! Byte offsets and ranges.

use serde::{Deserialize, Serialize};

/// Byte offset into a document's UTF-8 text.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ByteOffset(pub u32);

impl ByteOffset {
    /// The offset as an index into a byte slice.
    pub fn to_usize(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for ByteOffset {
    /// Saturates at 4 GiB; longer texts never enter the system (see `clew-vfs`).
    fn from(offset: usize) -> Self {
        ByteOffset(u32::try_from(offset).unwrap_or(u32::MAX))
    }
}

/// Half-open range of bytes in one text.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TextRange {
    /// First byte.
    pub start: ByteOffset,
    /// One past the last byte.
    pub end: ByteOffset,
}

impl TextRange {
    /// A range from byte indexes; `end` is raised to `start` if it is smaller.
    pub fn new(start: usize, end: usize) -> Self {
        TextRange { start: start.into(), end: end.max(start).into() }
    }

    /// The empty range at `offset`.
    pub fn empty(offset: usize) -> Self {
        TextRange::new(offset, offset)
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end.to_usize() - self.start.to_usize()
    }

    /// Whether the range holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies inside (end excluded).
    pub fn contains(self, offset: ByteOffset) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `other` lies wholly inside or is equal.
    pub fn contains_range(self, other: TextRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The range as one usable to index a `str`.
    pub fn to_usize(self) -> std::ops::Range<usize> {
        self.start.to_usize()..self.end.to_usize()
    }

    /// The bytes of `text` in this range; empty where the range does not fit `text`.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.to_usize()).unwrap_or("")
    }
}
