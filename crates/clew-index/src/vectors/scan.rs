//! The nearest chunks to a vector: all of them are looked at.

use clew_embed::{Embedding, ModelId, dot_coarse};

use super::Wide;
use crate::generation::Place;
use crate::snapshot::Location;
use crate::{Snapshot, StoreError};

/// A chunk by its source (a pack or, after all packs, an overlay document) and
/// row, with its similarity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near {
    /// Index of the source.
    pub(crate) source: usize,
    /// The chunk's row in it.
    pub(crate) row: u32,
    /// Cosine to what was asked, -1 to 1.
    pub(crate) similarity: f32,
}

/// The `most` chunks of shown documents that are most like `query`, best first;
/// chunks without vectors are left out. `lets` says which documents count.
pub(crate) fn nearest(
    snapshot: &Snapshot,
    query: &Embedding,
    most: usize,
    lets: &dyn Fn(Location) -> bool,
) -> Result<Vec<Near>, StoreError> {
    let mut found = Nearest { most, floor: 0.0, list: Vec::with_capacity(most * 2) };
    let packs = &snapshot.generation_ref().packs;
    for (source, (pack, live)) in packs.iter().zip(snapshot.live()).enumerate() {
        let Some(vectors) = pack.vectors() else { continue };
        for ordinal in live.iter() {
            let place = Place { pack: source, ordinal };
            if !lets(Location::Committed(place)) {
                continue;
            }
            let (first, count) = pack.chunks_of(ordinal);
            for row in first..first.saturating_add(count).min(vectors.len() as u32) {
                let similarity = similarity(query, vectors.halves(row as usize));
                found.add(Near { source, row, similarity });
            }
        }
    }
    for (index, document) in snapshot.overlay().iter().enumerate() {
        if !lets(Location::Overlay(index)) {
            continue;
        }
        for (row, vector) in document.analysed().vectors.iter().enumerate() {
            let similarity = similarity(query, (vector.scale, &vector.halves));
            found.add(Near { source: packs.len() + index, row: row as u32, similarity });
        }
    }
    Ok(found.finish())
}

/// Cosine of a query and a chunk's vector by its parts.
#[inline]
pub(crate) fn similarity(query: &Embedding, (scale, halves): (f32, &[u8])) -> f32 {
    dot_coarse(&query.values, halves) as f32 * query.scale * scale
}

/// How near all chunks are that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    /// Cosine of the nearest.
    pub(crate) highest: f32,
    /// Mean cosine.
    pub(crate) mean: f32,
}

/// The `most` chunks nearest to `query` among those with vectors of a provider's
/// model, best first, and how near all of them are.
pub(crate) fn nearest_provided(
    snapshot: &Snapshot,
    (model, query): (ModelId, &Wide),
    most: usize,
    lets: &dyn Fn(Location) -> bool,
) -> (Vec<Near>, Spread) {
    let mut found = Nearest { most, floor: f32::NEG_INFINITY, list: Vec::new() };
    let (mut sum, mut count) = (0.0_f64, 0_u32);
    let packs = &snapshot.generation_ref().packs;
    for (source, (pack, live)) in packs.iter().zip(snapshot.live()).enumerate() {
        let Some(vectors) = pack.vectors_of(model) else { continue };
        if vectors.dimensions() != query.values.len() {
            continue;
        }
        for ordinal in live.iter() {
            if !lets(Location::Committed(Place { pack: source, ordinal })) {
                continue;
            }
            let (first, chunks) = pack.chunks_of(ordinal);
            for row in first..first.saturating_add(chunks).min(vectors.len() as u32) {
                let parts = vectors.row(row as usize);
                if parts.0 > super::NO_VECTOR {
                    let similarity = query.similarity(parts);
                    sum += f64::from(similarity);
                    count += 1;
                    found.add(Near { source, row, similarity });
                }
            }
        }
    }
    let near = found.finish();
    let highest = near.first().map_or(0.0, |near| near.similarity);
    (near, Spread { highest, mean: (sum / f64::from(count.max(1))) as f32 })
}

/// The best so far, with room to collect before they are sorted out.
struct Nearest {
    most: usize,
    floor: f32,
    list: Vec<Near>,
}

impl Nearest {
    #[inline]
    fn add(&mut self, near: Near) {
        if near.similarity > self.floor {
            self.list.push(near);
            if self.list.len() >= self.most * 2 {
                self.cut();
            }
        }
    }

    #[cold]
    fn cut(&mut self) {
        if self.list.len() > self.most {
            self.list.select_nth_unstable_by(self.most, compare);
            self.list.truncate(self.most);
            let least = self.list.iter().map(|near| near.similarity);
            self.floor = least.fold(f32::MAX, f32::min);
        }
    }

    fn finish(mut self) -> Vec<Near> {
        self.cut();
        self.list.sort_by(compare);
        self.list
    }
}

fn compare(left: &Near, right: &Near) -> std::cmp::Ordering {
    let place = |near: &Near| (near.source, near.row);
    right.similarity.total_cmp(&left.similarity).then(place(left).cmp(&place(right)))
}
