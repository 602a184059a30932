//! Vectors of texts.

/// Numbers in a vector.
pub const DIMENSIONS: usize = 256;

/// The vector of a text: of length one, as eight-bit numbers with a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// What a value of one stands for; 0 for a text without known words.
    pub scale: f32,
    /// The values.
    pub values: [i8; DIMENSIONS],
}

impl Embedding {
    /// The vector of a text without known words; like nothing.
    pub const NONE: Embedding = Embedding { scale: 0.0, values: [0; DIMENSIONS] };

    /// The normalised `sum`, rounded.
    pub(crate) fn of(sum: &[f32; DIMENSIONS]) -> Self {
        let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
        let largest = sum.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        if length <= f32::EPSILON || !length.is_finite() {
            return Embedding::NONE;
        }
        let factor = 127.0 / largest;
        let values = std::array::from_fn(|index| (sum[index] * factor).round() as i8);
        Embedding { scale: largest / 127.0 / length, values }
    }

    /// Cosine of the angle to another, -1 to 1; 0 if one is [`Embedding::NONE`].
    pub fn similarity(&self, other: &Embedding) -> f32 {
        dot(&self.values, &other.values) as f32 * self.scale * other.scale
    }
}

/// The sum of products of two vectors of [`DIMENSIONS`] values; 0 for shorter ones.
#[inline]
pub fn dot(left: &[i8; DIMENSIONS], right: &[i8]) -> i32 {
    let Some(right) = right.first_chunk::<DIMENSIONS>() else { return 0 };
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions that the function is made of.
        return unsafe { dot_avx2(left, right) };
    }
    dot_plain(left, right)
}

/// [`dot_plain`], compiled for wider registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dot_avx2(left: &[i8; DIMENSIONS], right: &[i8; DIMENSIONS]) -> i32 {
    dot_plain(left, right)
}

/// The sum of products of two vectors of the same length, up to 65,536 values; 0 for
/// vectors of different lengths.
#[inline]
pub fn dot_of(left: &[i8], right: &[i8]) -> i32 {
    if left.len() != right.len() {
        return 0;
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions that the function is made of.
        return unsafe { dot_of_avx2(left, right) };
    }
    dot_of_plain(left, right)
}

/// [`dot_of_plain`], compiled for wider registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dot_of_avx2(left: &[i8], right: &[i8]) -> i32 {
    dot_of_plain(left, right)
}

#[inline(always)]
fn dot_of_plain(left: &[i8], right: &[i8]) -> i32 {
    left.iter()
        .zip(right)
        .map(|(left, right)| i32::from(i16::from(*left) * i16::from(*right)))
        .sum()
}

#[inline(always)]
fn dot_plain(left: &[i8; DIMENSIONS], right: &[i8; DIMENSIONS]) -> i32 {
    // Sixteen-bit products are what processors add up in pairs.
    left.iter()
        .zip(right)
        .map(|(left, right)| i32::from(i16::from(*left) * i16::from(*right)))
        .sum()
}
