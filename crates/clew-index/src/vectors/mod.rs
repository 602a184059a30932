//! Vectors of chunks: one immutable file beside each pack and for each model.
//!
//! `packs/<blake3 of the pack>.<model>.vectors` holds a vector for each row of
//! the pack's chunk table. The model is part of the name, so that another model's
//! vectors are written beside, and readers go on with what they have. Vectors can
//! be made again from the texts; a damaged file is set aside and its chunks are
//! found by their words until then.

mod file;
mod scan;

pub(crate) use file::{VectorFile, VectorRows, vectors_path};
pub(crate) use scan::{Near, nearest};
