//! The frame of a pack file: a header with a checked table of sections.
//!
//! Every section carries its own checksum, so that opening a pack touches only
//! the small sections; large ones are checked when they are first used.

use std::ops::Range;

use crate::bytes::{checksum, u32_at, u64_at};

/// Raise this when anything about packs, workspaces, the manifest, the
/// serialised form of `clew-model` or the terms of `tokens` changes.
pub const FORMAT: u32 = 8;

const MAGIC: &[u8; 8] = b"CLEWPACK";
const ENTRY: usize = 32;
const HEADER: usize = 16 + SECTIONS * ENTRY + 16;

/// The sections of a pack, in file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Fixed-size records, see `documents`.
    Documents,
    /// Paths and language names.
    Strings,
    /// Document ordinals ordered by path.
    PathOrder,
    /// Document ordinals ordered by content hash.
    HashOrder,
    /// The chunk table.
    Chunks,
    /// All names: fst from name to place in the postings.
    Names,
    /// Which documents use a name.
    Postings,
    /// The defined names for fuzzy questions.
    Defined,
    /// Encoded facts, one after the other; each has its own checksum.
    Facts,
    /// What tantivy's files are called and where they are.
    TextFiles,
    /// The bytes of tantivy's files.
    Text,
}

/// Number of sections.
pub(crate) const SECTIONS: usize = 11;

/// Where a section is and what its bytes must hash to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SectionEntry {
    offset: u64,
    length: u64,
    check: [u8; 16],
}

/// The table of sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout([SectionEntry; SECTIONS]);

impl Layout {
    /// The layout of a file that holds `sections` in order, and its header.
    pub(crate) fn of(sections: &[Vec<u8>; SECTIONS]) -> (Layout, Vec<u8>) {
        let mut layout = Layout::default();
        let mut offset = HEADER as u64;
        for (entry, bytes) in layout.0.iter_mut().zip(sections) {
            *entry = SectionEntry { offset, length: bytes.len() as u64, check: checksum(bytes) };
            offset += bytes.len() as u64;
        }
        let header = layout.header();
        (layout, header)
    }

    fn header(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(FORMAT.to_le_bytes());
        header.extend((SECTIONS as u32).to_le_bytes());
        for entry in &self.0 {
            header.extend(entry.offset.to_le_bytes());
            header.extend(entry.length.to_le_bytes());
            header.extend(entry.check);
        }
        let check = checksum(&header);
        header.extend(check);
        header
    }

    /// Reads the header of `file`; says what is wrong with it.
    pub(crate) fn parse(file: &[u8]) -> Result<Layout, String> {
        let header = file.get(..HEADER).ok_or("the file is too short")?;
        let (body, check) = header.split_at(HEADER - 16);
        if body.get(..8) != Some(MAGIC) || u32_at(body, 8) != FORMAT {
            return Err("it is no pack of this format".to_owned());
        }
        if checksum(body) != check {
            return Err("the header fails its checksum".to_owned());
        }
        let mut layout = Layout::default();
        for (entry, bytes) in layout.0.iter_mut().zip(body[16..].chunks_exact(ENTRY)) {
            *entry = SectionEntry {
                offset: u64_at(bytes, 0),
                length: u64_at(bytes, 8),
                check: bytes[16..].try_into().unwrap_or_default(),
            };
            let end = entry.offset.checked_add(entry.length).ok_or("a section has no end")?;
            if end > file.len() as u64 {
                return Err("the file is cut off".to_owned());
            }
        }
        Ok(layout)
    }

    /// The bytes of a section in the file.
    pub(crate) fn range(&self, section: Section) -> Range<usize> {
        let entry = &self.0[section as usize];
        entry.offset as usize..(entry.offset + entry.length) as usize
    }

    /// Checks the bytes of a section.
    pub(crate) fn verify(&self, file: &[u8], section: Section) -> Result<(), String> {
        let bytes = file.get(self.range(section)).unwrap_or_default();
        if checksum(bytes) == self.0[section as usize].check {
            Ok(())
        } else {
            Err(format!("section {section:?} fails its checksum"))
        }
    }
}
