//! The chunk table of a pack: columns, read in place. The row of a chunk is
//! tantivy's document number in the pack's segment.

use clew_model::SymbolId;

use crate::bytes::{u32_at, u64_at};
use crate::text::{ChunkRecord, FIELDS, FieldLengths};

/// Bytes of one row over all columns.
const ROW: usize = 4 + 4 + 8 + 3 + FIELDS;

/// Lays chunks out as columns.
pub(crate) fn write_chunks(chunks: &[(u32, ChunkRecord)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(chunks.len() * ROW);
    chunks.iter().for_each(|(document, _)| bytes.extend(document.to_le_bytes()));
    for (_, chunk) in chunks {
        bytes.extend(chunk.symbol.map_or(u32::MAX, |symbol| symbol.0).to_le_bytes());
    }
    chunks.iter().for_each(|(_, chunk)| bytes.extend(chunk.sketch.to_le_bytes()));
    for (_, chunk) in chunks {
        bytes.extend([chunk.symbol_type, chunk.role, chunk.flags]);
    }
    chunks.iter().for_each(|(_, chunk)| bytes.extend(chunk.lengths));
    bytes
}

/// The chunk table of an open pack.
#[derive(Clone, Copy)]
pub(crate) struct ChunkTable<'pack> {
    bytes: &'pack [u8],
    rows: usize,
}

impl<'pack> ChunkTable<'pack> {
    /// The table in `bytes`.
    pub(crate) fn new(bytes: &'pack [u8]) -> Self {
        ChunkTable { bytes, rows: bytes.len() / ROW }
    }

    /// Number of chunks.
    pub(crate) fn len(self) -> usize {
        self.rows
    }

    /// The document ordinal of each chunk, four bytes each.
    pub(crate) fn documents(self) -> &'pack [u8] {
        self.column(0, 4)
    }

    /// The field lengths of each chunk, one byte for each field.
    pub(crate) fn lengths(self) -> &'pack [u8] {
        self.column(19, FIELDS)
    }

    /// The document ordinal of a chunk.
    pub(crate) fn document(self, row: u32) -> u32 {
        u32_at(self.documents(), row as usize * 4)
    }

    /// All that is known of a chunk.
    pub(crate) fn record(self, row: u32) -> ChunkRecord {
        let index = row as usize;
        let symbol = u32_at(self.column(4, 4), index * 4);
        let kinds = self.column(16, 3).get(index * 3..index * 3 + 3).unwrap_or(&[0; 3]);
        let lengths: FieldLengths = self
            .lengths()
            .get(index * FIELDS..(index + 1) * FIELDS)
            .and_then(|bytes| bytes.try_into().ok())
            .unwrap_or_default();
        ChunkRecord {
            symbol: (symbol != u32::MAX).then_some(SymbolId(symbol)),
            sketch: u64_at(self.column(8, 8), index * 8),
            symbol_type: kinds[0],
            role: kinds[1],
            flags: kinds[2],
            lengths,
        }
    }

    /// The column whose rows begin `before` bytes into a row laid flat.
    fn column(self, before: usize, width: usize) -> &'pack [u8] {
        self.bytes.get(before * self.rows..(before + width) * self.rows).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_back() {
        let chunk = |number: u8| ChunkRecord {
            symbol: (number > 1).then_some(SymbolId(u32::from(number))),
            sketch: u64::from(number) << 40,
            symbol_type: number,
            role: number + 1,
            flags: number + 2,
            lengths: [number; FIELDS],
        };
        let bytes = write_chunks(&[(7, chunk(1)), (8, chunk(2)), (9, chunk(3))]);
        let table = ChunkTable::new(&bytes);
        assert_eq!(table.len(), 3);
        assert_eq!((table.document(2), table.record(2)), (9, chunk(3)));
        assert_eq!((table.document(0), table.record(0)), (7, chunk(1)));
        assert_eq!(table.record(3).lengths, [0; FIELDS]);
    }
}
