//! What tells that two chunks are nearly the same text.

use super::terms::WordSet;

/// What a hit is compared by with better ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Likeness {
    /// Four minima over its terms; 0 where it is like nothing.
    pub(super) sketch: u64,
    /// The words of the query that it holds.
    pub(super) words: WordSet,
}

impl Likeness {
    /// Whether it is nearly the text of a better hit, and holds no word of the query that
    /// this one lacks.
    pub fn repeats(&self, better: &Likeness) -> bool {
        alike(self.sketch, better.sketch) && self.words & !better.words == 0
    }
}

/// Whether two sketches are of nearly the same text: three of four minima equal.
fn alike(left: u64, right: u64) -> bool {
    let lane = |lane: u32| (left >> (lane * 16)) & 0xFFFF == (right >> (lane * 16)) & 0xFFFF;
    left != 0 && right != 0 && (0..4).filter(|index| lane(*index)).count() >= 3
}
