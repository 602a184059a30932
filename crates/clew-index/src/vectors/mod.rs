//! Vectors of chunks: one immutable file beside each pack and for each model.
//!
//! `packs/<blake3 of the pack>.<model>.vectors` holds a vector for each row of
//! the pack's chunk table. The model is part of the name, so that another model's
//! vectors are written beside, and readers go on with what they have. Vectors can
//! be made again from the texts; a damaged file is set aside and its chunks are
//! found by their words until then.
//!
//! `packs/<blake3 of the pack>.<model>.provided` holds the same by a provider's
//! model. It is written when all of a workspace's vectors are at hand, so that
//! where one is, the whole set was there.

mod file;
mod provided;
mod scan;

#[cfg(feature = "fuzzing")]
pub(crate) use file::make_fit;

pub(crate) use file::{
    NO_VECTOR, PROVIDED, VectorFile, VectorRows, model_in, provided_path, vectors_path,
    without_vectors_path,
};
pub use provided::ProvidedVector;
pub(crate) use provided::Wide;
pub(crate) use scan::{Near, Spread, nearest, nearest_provided, similarity};
