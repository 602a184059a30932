//! Sets of small numbers.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
    count: u32,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(crate) fn new(bound: u32) -> Self {
        Bits { words: vec![0; bound.div_ceil(64) as usize], count: 0 }
    }

    /// Whether `number` is in it.
    #[inline]
    pub(crate) fn has(&self, number: u32) -> bool {
        self.words.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Puts `number` in.
    pub(crate) fn insert(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            self.count += u32::from(*word >> (number % 64) & 1 == 0);
            *word |= 1 << (number % 64);
        }
    }

    /// Takes `number` out; says whether it was in.
    pub(crate) fn remove(&mut self, number: u32) -> bool {
        let Some(word) = self.words.get_mut(number as usize / 64) else { return false };
        let was = *word >> (number % 64) & 1 == 1;
        *word &= !(1 << (number % 64));
        self.count -= u32::from(was);
        was
    }

    /// How many numbers are in it.
    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// The numbers in it, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index as u32 * 64 + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_in_and_out() {
        let mut bits = Bits::new(130);
        [0, 64, 129, 129, 500].iter().for_each(|number| bits.insert(*number));
        assert!(bits.has(129) && !bits.has(128) && !bits.has(500));
        assert!(bits.remove(64) && !bits.remove(64) && !bits.remove(9999));
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 129]);
        assert_eq!(bits.len(), 2);
    }
}
