//! How many arguments a callable takes.

use serde::{Deserialize, Serialize};

/// The numbers of arguments that a call may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arity {
    /// At least so many.
    pub least: u8,
    /// At most so many; [`Arity::ANY`] where there is no bound.
    pub most: u8,
}

impl Arity {
    /// No upper bound.
    pub const ANY: u8 = u8::MAX;

    /// Exactly `count` arguments; with `variadic`, the last of them any number of times.
    pub fn of(count: usize, variadic: bool) -> Arity {
        let count = u8::try_from(count).unwrap_or(Arity::ANY);
        match variadic {
            true => Arity { least: count.saturating_sub(1), most: Arity::ANY },
            false => Arity { least: count, most: count },
        }
    }

    /// Whether a call with `count` arguments fits.
    pub fn takes(self, count: u8) -> bool {
        self.least <= count && (count <= self.most || self.most == Arity::ANY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variadic_callables_take_any_number_of_the_last() {
        let plain = Arity::of(2, false);
        assert_eq!([1, 2, 3].map(|count| plain.takes(count)), [false, true, false]);
        let variadic = Arity::of(2, true);
        assert_eq!([0, 1, 2, 9].map(|count| variadic.takes(count)), [false, true, true, true]);
        assert_eq!(Arity::of(300, false).least, Arity::ANY);
    }
}
