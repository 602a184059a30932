//! The document table of a pack: fixed-size records, read in place.

use clew_model::{FileFlags, LanguageId};

use crate::bytes::{u32_at, u64_at};
use crate::tally::TALLIES;
use crate::text::{FIELDS, FieldCounts};
use crate::{PathRole, Tally};

/// Bytes of one record.
pub(crate) const RECORD: usize = TALLY_AT + 4 * TALLIES;

/// Where the tally is in a record.
const TALLY_AT: usize = 104 + 4 * FIELDS;

/// Where the content hash is in a record.
pub(crate) const HASH_AT: usize = 56;

/// Where the place of the chunks is in a record.
pub(crate) const CHUNKS_AT: usize = 32;

/// One document as the table holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DocumentRecord {
    /// Number in the family.
    pub(crate) key: u32,
    /// Where its path is in the strings.
    pub(crate) path: (u32, u32),
    /// Where the name of its language is in the strings.
    pub(crate) language: (u32, u32),
    /// Version of the fact extractor.
    pub(crate) extractor: u32,
    /// Lines of text.
    pub(crate) lines: u32,
    /// Bytes of text.
    pub(crate) size: u32,
    /// Yes/no properties.
    pub(crate) flags: FileFlags,
    /// What the path says.
    pub(crate) role: PathRole,
    /// First chunk and number of chunks in the chunk table.
    pub(crate) chunks: (u32, u32),
    /// Where its facts are in their section.
    pub(crate) facts: (u64, u32),
    /// BLAKE3 of the text.
    pub(crate) hash: [u8; 32],
    /// Checksum of the encoded facts.
    pub(crate) facts_check: [u8; 16],
    /// Terms of each field, all chunks together.
    pub(crate) counts: FieldCounts,
    /// What its facts hold.
    pub(crate) tally: Tally,
}

impl DocumentRecord {
    /// Appends the record to a table.
    pub(crate) fn write(&self, table: &mut Vec<u8>) {
        let start = table.len();
        for number in [
            self.key,
            self.path.0,
            self.path.1,
            self.language.0,
            self.language.1,
            self.extractor,
            self.lines,
            self.size,
            self.chunks.0,
            self.chunks.1,
            self.facts.1,
            u32::from_le_bytes([self.flags.0, self.role as u8, 0, 0]),
        ] {
            table.extend(number.to_le_bytes());
        }
        table.extend(self.facts.0.to_le_bytes());
        table.extend(self.hash);
        table.extend(self.facts_check);
        for count in self.counts.into_iter().chain(self.tally.numbers()) {
            table.extend(count.to_le_bytes());
        }
        table.resize(start + RECORD, 0);
    }

    /// The record at `ordinal`; all zeros beyond the end.
    pub(crate) fn read(table: &[u8], ordinal: u32) -> Self {
        let at = ordinal as usize * RECORD;
        let Some(bytes) = table.get(at..at + RECORD) else { return DocumentRecord::default() };
        let number = |index: usize| u32_at(bytes, index * 4);
        let [flags, role, ..] = number(11).to_le_bytes();
        let mut counts = FieldCounts::default();
        for (field, count) in counts.iter_mut().enumerate() {
            *count = u32_at(bytes, 104 + field * 4);
        }
        DocumentRecord {
            key: number(0),
            path: (number(1), number(2)),
            language: (number(3), number(4)),
            extractor: number(5),
            lines: number(6),
            size: number(7),
            chunks: (number(8), number(9)),
            facts: (u64_at(bytes, 48), number(10)),
            flags: FileFlags(flags),
            role: PathRole::from_number(role),
            hash: bytes[HASH_AT..88].try_into().unwrap_or_default(),
            facts_check: bytes[88..104].try_into().unwrap_or_default(),
            counts,
            tally: Tally::from_numbers(std::array::from_fn(|index| {
                u32_at(bytes, TALLY_AT + index * 4)
            })),
        }
    }
}

/// The key of the record at `ordinal`.
pub(crate) fn key_at(table: &[u8], ordinal: u32) -> u32 {
    u32_at(table, ordinal as usize * RECORD)
}

/// Sets the key of the record at `ordinal`.
pub(crate) fn set_key(table: &mut [u8], ordinal: u32, key: u32) {
    let at = ordinal as usize * RECORD;
    if let Some(bytes) = table.get_mut(at..at + 4) {
        bytes.copy_from_slice(&key.to_le_bytes());
    }
}

/// What makes facts equal: language, extractor version, content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FactsKey {
    /// The language.
    pub(crate) language: LanguageId,
    /// Version of its extractor.
    pub(crate) extractor: u32,
    /// BLAKE3 of the text.
    pub(crate) hash: [u8; 32],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let record = DocumentRecord {
            key: 1,
            path: (2, 3),
            language: (4, 5),
            extractor: 6,
            lines: 7,
            size: 8,
            flags: FileFlags(3),
            role: PathRole::Vendored,
            chunks: (9, 10),
            facts: (1 << 40, 11),
            hash: [12; 32],
            facts_check: [13; 16],
            counts: [14, 15, 16, 17, 18, 19],
            tally: Tally::from_numbers([20, 21, 22, 23, 24]),
        };
        let mut table = Vec::new();
        DocumentRecord::default().write(&mut table);
        record.write(&mut table);
        assert_eq!(table.len(), 2 * RECORD);
        assert_eq!(DocumentRecord::read(&table, 1), record);
        assert_eq!(DocumentRecord::read(&table, 2), DocumentRecord::default());
        set_key(&mut table, 1, 99);
        assert_eq!(key_at(&table, 1), 99);
    }
}
