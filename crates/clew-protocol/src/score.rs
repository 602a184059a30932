//! Scores as they are printed.

use serde::Serializer;

/// Writes a score with at most four decimals, as scores mean no more.
pub(crate) fn rounded<S: Serializer>(score: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((f64::from(*score) * 10_000.0).round() / 10_000.0)
}
