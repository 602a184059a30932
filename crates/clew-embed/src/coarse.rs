//! Vectors as an index keeps them: four bits a value.

use crate::{DIMENSIONS, Embedding};

/// Bytes of the values of a [`Coarse`] vector.
pub const COARSE_BYTES: usize = DIMENSIONS / 2;

/// Values lie between this and its opposite; it is added where they are stored.
const MOST: i32 = 7;

/// Where values are cut off, in units of the eight-bit values, whose largest is 127:
/// the one that keeps most of the direction is taken.
const CUTS: [i32; 5] = [127, 108, 92, 78, 66];

/// The vector of a text in a quarter of the bits: of length one, as four-bit numbers
/// with a scale. Of two texts it is the one that is looked for, so that the query
/// keeps its eight bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Coarse {
    /// What a value of one stands for; 0 for a text without known words.
    pub scale: f32,
    /// Value `n` in the low half of byte `n`, value `n + 128` in its high half, 7 added
    /// to each.
    pub halves: [u8; COARSE_BYTES],
}

impl Coarse {
    /// The vector of a text without known words; like nothing.
    pub const NONE: Coarse = Coarse { scale: 0.0, halves: [0x77; COARSE_BYTES] };

    /// Rounds a vector.
    pub fn of(embedding: &Embedding) -> Self {
        if *embedding == Embedding::NONE {
            return Coarse::NONE;
        }
        let mut best = (0.0_f32, 0.0_f32, [0_i8; DIMENSIONS]);
        for cut in CUTS {
            let values = embedding.values.map(|value| rounded(value, cut));
            let product = crate::dot(&embedding.values, &values) as f32;
            let length = (crate::dot(&values, &values) as f32).sqrt();
            if length > 0.0 && product / length > best.0 {
                best = (product / length, 1.0 / length, values);
            }
        }
        let (_, scale, values) = best;
        let half = |index: usize| {
            let stored = |at: usize| (i32::from(values[at]) + MOST) as u8;
            stored(index) | stored(index + COARSE_BYTES) << 4
        };
        Coarse { scale, halves: std::array::from_fn(half) }
    }

    /// The same with eight bits a value, to ask with.
    pub fn widened(&self) -> Embedding {
        let value = |index: usize| {
            let (low, high) = values_of(self.halves[index % COARSE_BYTES]);
            if index < COARSE_BYTES { low as i8 } else { high as i8 }
        };
        Embedding { scale: self.scale, values: std::array::from_fn(value) }
    }
}

/// A value of eight bits in steps of a seventh of `cut`, by whole numbers alone so that
/// every processor rounds alike.
#[inline]
fn rounded(value: i8, cut: i32) -> i8 {
    let step = MOST * 256 / cut;
    ((i32::from(value) * step + 128) >> 8).clamp(-MOST, MOST) as i8
}

#[inline(always)]
fn values_of(halves: u8) -> (i16, i16) {
    let most = MOST as i16;
    (i16::from(halves & 15) - most, i16::from(halves >> 4) - most)
}

/// The sum of products of a vector and the halves of a [`Coarse`] one; 0 if there are
/// fewer than [`COARSE_BYTES`].
#[inline]
pub fn dot_coarse(left: &[i8; DIMENSIONS], halves: &[u8]) -> i32 {
    let Some(halves) = halves.first_chunk::<COARSE_BYTES>() else { return 0 };
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions that the function is made of.
        return unsafe { dot_avx2(left, halves) };
    }
    dot_plain(left, halves)
}

/// [`dot_plain`], compiled for wider registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dot_avx2(left: &[i8; DIMENSIONS], halves: &[u8; COARSE_BYTES]) -> i32 {
    dot_plain(left, halves)
}

#[inline(always)]
fn dot_plain(left: &[i8; DIMENSIONS], halves: &[u8; COARSE_BYTES]) -> i32 {
    let (first, second) = left.split_at(COARSE_BYTES);
    let pairs = first.iter().zip(second).zip(halves);
    pairs
        .map(|((first, second), halves)| {
            let (low, high) = values_of(*halves);
            i32::from(i16::from(*first) * low + i16::from(*second) * high)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn similarity(query: &Embedding, coarse: &Coarse) -> f32 {
        dot_coarse(&query.values, &coarse.halves) as f32 * query.scale * coarse.scale
    }

    #[test]
    fn none_is_like_nothing() {
        assert_eq!(Coarse::of(&Embedding::NONE), Coarse::NONE);
        assert_eq!(Coarse::NONE.widened(), Embedding::NONE);
    }

    #[test]
    fn too_few_halves_are_like_nothing() {
        assert_eq!(dot_coarse(&[1; DIMENSIONS], &[0; COARSE_BYTES - 1]), 0);
    }

    proptest! {
        #[test]
        fn rounding_keeps_the_direction(
            numbers in prop::collection::vec(-1.0_f32..1.0, DIMENSIONS),
            power in 1_i32..4,
        ) {
            let sum: Vec<f32> = numbers.iter().map(|number| number.powi(power * 2 - 1)).collect();
            let vector = Embedding::of(&sum.try_into().unwrap());
            let coarse = Coarse::of(&vector);
            let kept = similarity(&vector, &coarse);
            prop_assert!((0.97..1.01).contains(&kept), "{kept}");
            let wide = coarse.widened();
            prop_assert_eq!(dot_coarse(&wide.values, &coarse.halves), crate::dot(&wide.values, &wide.values));
            prop_assert!((similarity(&wide, &coarse) - 1.0).abs() < 0.001);
        }

        #[test]
        fn products_are_exact(
            left in prop::collection::vec(any::<i8>(), DIMENSIONS),
            right in prop::collection::vec(0_u8..15, DIMENSIONS),
        ) {
            let left: [i8; DIMENSIONS] = left.try_into().unwrap();
            let halves: Vec<u8> =
                (0..COARSE_BYTES).map(|at| right[at] | right[at + COARSE_BYTES] << 4).collect();
            let expected: i32 =
                left.iter().zip(&right).map(|(l, r)| i32::from(*l) * (i32::from(*r) - 7)).sum();
            prop_assert_eq!(dot_coarse(&left, &halves), expected);
        }
    }
}
