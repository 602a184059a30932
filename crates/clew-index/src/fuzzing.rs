//! The reader of vectors for the fuzz targets.

use clew_embed::ModelId;

use crate::vectors::VectorFile;

/// Opens bytes as the vectors of a pack with `rows` chunks, whose head and checksum
/// are made to fit. Panics if a row has another length than the file tells.
pub fn vector_file(mut bytes: Vec<u8>, rows: usize) {
    let model = ModelId([7; 16]);
    let _ = VectorFile::open_any(bytes.clone().into(), model, rows);
    crate::vectors::make_fit(&mut bytes, model, rows);
    let Ok(file) = VectorFile::open_any(bytes.into(), model, rows) else { return };
    assert_eq!(file.len(), rows);
    for row in 0..rows {
        assert_eq!(file.row(row).1.len(), file.dimensions());
        assert_eq!(file.scale(row).to_bits(), file.row(row).0.to_bits());
    }
    assert_eq!(file.scale(rows), 0.0);
}
