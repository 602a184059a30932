//! The file of vectors of one pack.
//!
//! `CLEWVECS`, format, rows (`u32` each), model id, checksum of the rest; then a
//! `f32` scale for each row, then the rows. The length of a row follows from that
//! of the file: the built-in model's is fixed (four bits a value), a provider's model
//! has its own (eight bits).

use std::path::{Path, PathBuf};

use clew_embed::{COARSE_BYTES, Coarse, ModelId};

use crate::bytes::{checksum, u32_at};
use crate::disk::Blob;

const MAGIC: &[u8; 8] = b"CLEWVECS";
const FORMAT: u32 = 1;
const HEADER: usize = 8 + 4 + 4 + 16 + 16;

/// Where the vectors of the pack at `pack` are, for a model.
pub(crate) fn vectors_path(pack: &Path, model: ModelId) -> PathBuf {
    let digits: String = model.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    pack.with_extension(format!("{digits}.vectors"))
}

/// The empty file that says that the pack at `pack` has no vectors on purpose.
pub(crate) fn without_vectors_path(pack: &Path) -> PathBuf {
    pack.with_extension("without.vectors")
}

/// Where the vectors of the pack at `pack` by a provider's model are.
pub(crate) fn provided_path(pack: &Path, model: ModelId) -> PathBuf {
    vectors_path(pack, model).with_extension(PROVIDED)
}

/// Extension of files with vectors of a provider's model.
pub(crate) const PROVIDED: &str = "provided";

/// The scale of a row whose text has no vector and needs none.
pub(crate) const NO_VECTOR: f32 = f32::MIN_POSITIVE;

/// The model that the head of a file names, whole or not.
pub(crate) fn model_in(file: &[u8]) -> Option<ModelId> {
    let head = file.get(..HEADER).filter(|head| head.starts_with(MAGIC))?;
    head.get(16..32)?.try_into().ok().map(ModelId)
}

/// Gives bytes the head and checksum of a file of vectors.
#[cfg(feature = "fuzzing")]
pub(crate) fn make_fit(bytes: &mut Vec<u8>, model: ModelId, rows: usize) {
    bytes.resize(bytes.len().max(HEADER), 0);
    let check = checksum(bytes.get(HEADER..).unwrap_or_default());
    let mut head = MAGIC.to_vec();
    head.extend(FORMAT.to_le_bytes());
    head.extend((rows as u32).to_le_bytes());
    head.extend(model.0);
    head.extend(check);
    bytes.splice(..HEADER, head);
}

/// Vectors on their way into a file.
#[derive(Debug, Default)]
pub(crate) struct VectorRows {
    scales: Vec<u8>,
    values: Vec<u8>,
}

impl VectorRows {
    /// Adds the vector of the next row.
    pub(crate) fn push(&mut self, vector: &Coarse) {
        self.scales.extend(vector.scale.to_le_bytes());
        self.values.extend(vector.halves);
    }

    /// Adds a row of a provider's model by its parts.
    pub(crate) fn push_raw(&mut self, scale: f32, values: &[i8]) {
        self.scales.extend(scale.to_le_bytes());
        self.values.extend(values.iter().map(|value| value.cast_unsigned()));
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.scales.len() / 4
    }

    /// Bytes of memory in use.
    pub(crate) fn memory(&self) -> usize {
        self.scales.len() + self.values.len()
    }

    /// The file.
    pub(crate) fn encode(&self, model: ModelId) -> Vec<u8> {
        let mut body = self.scales.clone();
        body.extend_from_slice(&self.values);
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((self.len() as u32).to_le_bytes());
        bytes.extend(model.0);
        bytes.extend(checksum(&body));
        bytes.extend(body);
        bytes
    }
}

/// The vectors of a pack, open for reading.
pub(crate) struct VectorFile {
    file: Blob,
    rows: usize,
    width: usize,
}

impl std::fmt::Debug for VectorFile {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "VectorFile({} rows)", self.rows)
    }
}

impl VectorFile {
    /// Opens the vectors of a pack with `rows` chunks by the built-in model and checks
    /// all of them.
    pub(crate) fn open(file: Blob, model: ModelId, rows: usize) -> Result<Self, String> {
        let vectors = VectorFile::open_any(file, model, rows)?;
        if rows > 0 && vectors.width != COARSE_BYTES {
            return Err("it has another number of vectors than its pack has chunks".to_owned());
        }
        Ok(vectors)
    }

    /// The same for a model whose vectors have any length.
    pub(crate) fn open_any(file: Blob, model: ModelId, rows: usize) -> Result<Self, String> {
        let header = file.get(..HEADER).ok_or("the file is too short")?;
        if header.get(..8) != Some(MAGIC) || u32_at(header, 8) != FORMAT {
            return Err("it holds no vectors of this format".to_owned());
        }
        if header.get(16..32) != Some(&model.0) {
            return Err("its vectors are of another model".to_owned());
        }
        let body = file.get(HEADER..).unwrap_or_default();
        let row = body.len().checked_div(rows).unwrap_or(0);
        let width = row.saturating_sub(4);
        let fits = row.checked_mul(rows) == Some(body.len()) && (rows == 0 || width > 0);
        if u32_at(header, 12) as usize != rows || !fits {
            return Err("it has another number of vectors than its pack has chunks".to_owned());
        }
        if header.get(32..48) != Some(&checksum(body)) {
            return Err("its vectors fail their checksum".to_owned());
        }
        Ok(VectorFile { file, rows, width })
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows
    }

    /// Numbers in a vector of a provider's model; 0 without rows.
    pub(crate) fn dimensions(&self) -> usize {
        self.width
    }

    /// The scale of a row alone.
    #[inline]
    pub(crate) fn scale(&self, row: usize) -> f32 {
        if row < self.rows { f32::from_bits(u32_at(&self.file, HEADER + row * 4)) } else { 0.0 }
    }

    /// Scale and values of a row of a provider's model; no values for rows that are not
    /// there.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> (f32, &[i8]) {
        let (scale, values) = self.halves(row);
        (scale, signed(values))
    }

    /// Scale and halves of a row of the built-in model; no halves for rows that are not
    /// there.
    #[inline]
    pub(crate) fn halves(&self, row: usize) -> (f32, &[u8]) {
        let scale = u32_at(&self.file, HEADER + row * 4);
        let start = HEADER + self.rows * 4 + row * self.width;
        let values = self.file.get(start..start + self.width).unwrap_or_default();
        (f32::from_bits(scale), values)
    }

    /// The vector of a row of the built-in model.
    pub(crate) fn coarse(&self, row: usize) -> Coarse {
        let (scale, halves) = self.halves(row);
        let halves = halves.first_chunk::<COARSE_BYTES>();
        halves.map_or(Coarse::NONE, |halves| Coarse { scale, halves: *halves })
    }
}

/// The same bytes as signed numbers.
fn signed(bytes: &[u8]) -> &[i8] {
    // SAFETY: `u8` and `i8` have the same size and alignment, and every value of
    // one is a value of the other.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<i8>(), bytes.len()) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MODEL: ModelId = ModelId([7; 16]);

    fn sample() -> Vec<u8> {
        let mut rows = VectorRows::default();
        for number in 0..3_u8 {
            rows.push(&Coarse { scale: f32::from(number), halves: [number; COARSE_BYTES] });
        }
        assert_eq!((rows.len(), rows.memory()), (3, 3 * 132));
        rows.encode(MODEL)
    }

    #[test]
    fn vectors_come_back() {
        let file = VectorFile::open(sample().into(), MODEL, 3).unwrap();
        assert_eq!(file.len(), 3);
        assert_eq!(file.coarse(2), Coarse { scale: 2.0, halves: [2; COARSE_BYTES] });
        assert_eq!(file.coarse(3), Coarse::NONE);
        let path = vectors_path(Path::new("packs/ab.pack"), MODEL);
        assert_eq!(path, Path::new("packs/ab.0707070707070707.vectors"));
    }

    #[test]
    fn other_models_and_packs_are_refused() {
        let open = |model, rows| VectorFile::open(sample().into(), model, rows).is_err();
        assert!(open(ModelId([8; 16]), 3) && open(MODEL, 2) && open(MODEL, usize::MAX));
    }

    proptest! {
        #[test]
        fn any_change_is_noticed(at in any::<prop::sample::Index>(), bit in 0u8..8) {
            let mut bytes = sample();
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(VectorFile::open(bytes.clone().into(), MODEL, 3).is_err());
            bytes.truncate(at);
            prop_assert!(VectorFile::open(bytes.into(), MODEL, 3).is_err());
        }
    }
}
