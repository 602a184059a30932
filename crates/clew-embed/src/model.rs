//! The table: words, their vectors as eight-bit numbers, and a scale for each.
//!
//! Layout of the file, all numbers little-endian: `CLEWVEC1`, rows, dimensions,
//! length of the names (three `u32`); the names with line feeds between and
//! after them; a `f32` scale for each row; the rows, one `i8` a dimension.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::DIMENSIONS;

const BUILT_IN: &[u8] = include_bytes!("../data/table.bin");

/// Raised when texts become vectors in another way, so that those of before are made
/// again.
const ENCODING: u8 = 2;

/// The table in the binary and the way it is used.
const BUILT_IN_ID: ModelId = {
    let mut id = TABLE_ID;
    id[7] ^= ENCODING;
    ModelId(id)
};

/// The first bytes of the table's BLAKE3; a test compares.
pub(crate) const TABLE_ID: [u8; 16] = [
    0xF5, 0x55, 0x69, 0xF4, 0x04, 0x62, 0x3C, 0x8B, 0x5A, 0xC5, 0xC1, 0xED, 0x84, 0x18, 0xE2, 0xE4,
];

const MAGIC: &[u8; 8] = b"CLEWVEC1";
const HEADER: usize = 20;

/// Pieces of unknown words are looked up to this length.
const LONGEST_PIECE: usize = 14;

/// Tells models apart: vectors of different models are never compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelId(pub [u8; 16]);

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The first bytes or the dimensions are others.
    #[error("the embedding table is of another format; train it anew with model/train.py")]
    Format,
    /// It ends too early or late.
    #[error("the embedding table has {found} bytes, expected {expected}; copy it again")]
    Length {
        /// Bytes that there are.
        found: usize,
        /// Bytes that its header tells of.
        expected: usize,
    },
    /// The names are no text or not as many as rows.
    #[error("the embedding table names {found} words for {expected} rows; copy it again")]
    Names {
        /// Names that there are.
        found: usize,
        /// Rows.
        expected: usize,
    },
}

/// A table of word vectors.
pub struct Model {
    id: ModelId,
    rows: FxHashMap<&'static [u8], u32>,
    scales: Vec<f32>,
    values: &'static [i8],
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Model({} words)", self.scales.len())
    }
}

impl Model {
    /// The table in the binary.
    pub fn built_in() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| {
            // A test reads the same bytes, so that this cannot fail; a table
            // without words would give vectors that are like nothing.
            Model::read(BUILT_IN_ID, BUILT_IN).unwrap_or_else(|_| Model {
                id: BUILT_IN_ID,
                rows: FxHashMap::default(),
                scales: Vec::new(),
                values: &[],
            })
        })
    }

    /// The bytes of the table in the binary.
    pub fn built_in_bytes() -> &'static [u8] {
        BUILT_IN
    }

    /// The id of the table in the binary, without reading it.
    pub fn built_in_id() -> ModelId {
        BUILT_IN_ID
    }

    /// Reads a table.
    pub fn read(id: ModelId, bytes: &'static [u8]) -> Result<Model, ModelError> {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
            four.map_or(0, u32::from_le_bytes) as usize
        };
        let (rows, dimensions, length) = (number(8), number(12), number(16));
        if bytes.get(..8) != Some(MAGIC) || dimensions != DIMENSIONS {
            return Err(ModelError::Format);
        }
        let expected = HEADER as u64 + length as u64 + rows as u64 * (4 + DIMENSIONS as u64);
        if bytes.len() as u64 != expected {
            let expected = usize::try_from(expected).unwrap_or(usize::MAX);
            return Err(ModelError::Length { found: bytes.len(), expected });
        }
        let (names, rest) = bytes[HEADER..].split_at(length);
        let (scales, values) = rest.split_at(rows * 4);
        let mut index = FxHashMap::with_capacity_and_hasher(rows, Default::default());
        let names = names.split(|byte| *byte == b'\n').filter(|name| !name.is_empty());
        for (row, name) in names.enumerate() {
            index.insert(name, row as u32);
        }
        if index.len() != rows {
            return Err(ModelError::Names { found: index.len(), expected: rows });
        }
        let scales = scales.chunks_exact(4).map(|four| {
            let four: [u8; 4] = four.try_into().unwrap_or_default();
            f32::from_le_bytes(four)
        });
        Ok(Model { id, rows: index, scales: scales.collect(), values: signed(values) })
    }

    /// Which model it is.
    pub fn id(&self) -> ModelId {
        self.id
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.scales.len()
    }

    /// Whether a word, in any case, has a row of its own.
    pub fn knows(&self, word: &str) -> bool {
        self.rows.contains_key(word.to_ascii_lowercase().as_bytes())
    }

    /// The scale and the vector of a row.
    pub(crate) fn row(&self, row: u32) -> (f32, &[i8]) {
        let start = row as usize * DIMENSIONS;
        let values = self.values.get(start..start + DIMENSIONS).unwrap_or(&[]);
        (self.scales.get(row as usize).copied().unwrap_or(0.0), values)
    }

    /// Calls `found` with the rows of a word in lower case: its own, or those of
    /// its longest known pieces from the left.
    pub(crate) fn rows_of(&self, word: &[u8], mut found: impl FnMut(u32)) {
        if let Some(row) = self.rows.get(word) {
            return found(*row);
        }
        let mut at = 0;
        while at + 1 < word.len() {
            let longest = word.len().min(at + LONGEST_PIECE);
            let piece = (at + 2..=longest).rev().find_map(|end| {
                let row = self.rows.get(&word[at..end])?;
                Some((end, *row))
            });
            match piece {
                Some((end, row)) => {
                    found(row);
                    at = end;
                }
                None => at += 1,
            }
        }
    }
}

/// The same bytes as signed numbers.
fn signed(bytes: &'static [u8]) -> &'static [i8] {
    // SAFETY: `u8` and `i8` have the same size and alignment, and every value of
    // one is a value of the other.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<i8>(), bytes.len()) }
}
