//! Vectors of provider's models: of any length, as eight-bit numbers with a scale.

use clew_embed::{ModelId, dot_of};

/// The vector of a query by a provider's model.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvidedVector {
    /// The model; chunks have vectors of it.
    pub model: ModelId,
    /// Its numbers, in any scale.
    pub numbers: Vec<f32>,
}

/// A vector of length one, rounded.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wide {
    /// What a value of one stands for; 0 for a vector of zeros.
    pub(crate) scale: f32,
    /// The values.
    pub(crate) values: Vec<i8>,
}

impl Wide {
    /// The normalised `numbers`, rounded.
    pub(crate) fn of(numbers: &[f32]) -> Self {
        let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        if largest <= f32::MIN_POSITIVE || !numbers.iter().all(|number| number.is_finite()) {
            return Wide { scale: 0.0, values: vec![0; numbers.len()] };
        }
        // In shares of the largest, so that squares of no scale overflow.
        let shares = || numbers.iter().map(|number| number / largest);
        let length = shares().map(|share| share * share).sum::<f32>().sqrt();
        let values = shares().map(|share| (share * 127.0).round() as i8).collect();
        Wide { scale: 1.0 / 127.0 / length, values }
    }

    /// Cosine of the angle to another, -1 to 1; 0 for one of another length.
    pub(crate) fn similarity(&self, (scale, values): (f32, &[i8])) -> f32 {
        dot_of(&self.values, values) as f32 * self.scale * scale
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(wide: &Wide) -> (f32, &[i8]) {
        (wide.scale, &wide.values)
    }

    #[test]
    fn vectors_without_direction_are_like_nothing() {
        let none = Wide::of(&[0.0, 0.0]);
        assert_eq!(none.similarity(parts(&Wide::of(&[1.0, 2.0]))), 0.0);
        assert_eq!(Wide::of(&[1.0]).similarity(parts(&Wide::of(&[1.0, 2.0]))), 0.0);
        assert_eq!(Wide::of(&[f32::INFINITY, 1.0]).scale, 0.0);
        assert_eq!(Wide::of(&[f32::NAN, 1.0]).scale, 0.0);
        assert!(Wide::of(&[]).values.is_empty());
    }

    #[test]
    fn the_scale_of_the_numbers_does_not_matter() {
        let plain = Wide::of(&[0.6, 0.8]);
        for factor in [f32::MAX, 1e30, 1.0, 1e-30] {
            let other = Wide::of(&[0.6 * factor, 0.8 * factor]);
            assert!((plain.similarity(parts(&other)) - 1.0).abs() < 0.02, "{factor}");
        }
    }

    proptest! {
        #[test]
        fn rounding_keeps_the_cosine(
            pairs in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 1..200),
        ) {
            let (left, right): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let length = |one: &[f32]| one.iter().map(|x| x * x).sum::<f32>().sqrt();
            prop_assume!(length(&left) > 0.01 && length(&right) > 0.01);
            let product: f32 = left.iter().zip(&right).map(|(x, y)| x * y).sum();
            let cosine = product / length(&left) / length(&right);
            let found = Wide::of(&left).similarity(parts(&Wide::of(&right)));
            prop_assert!((found - cosine).abs() < 0.02, "{found} {cosine}");
        }
    }
}
