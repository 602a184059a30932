//! Columns of numbers, one for each place in the type of what is encoded.
//!
//! A place is where a value stands in its type: field of a struct, variant of an
//! enum, element of a list. All values at one place go into one column, so that
//! like stands beside like: starts of ranges grow slowly, roles repeat. Places
//! get their numbers when they are first met; reading meets them in the same
//! order as writing, so the numbers agree without being stored.

use crate::bytes::{push_varint, take_varint};

/// The number of a place; the root is 0.
pub(super) type Place = usize;

/// The tree of places.
#[derive(Debug)]
pub(super) struct Places {
    /// For each place its children by index, 0 where there is none yet.
    children: Vec<Vec<Place>>,
    /// For each place the sibling met just before it, or itself.
    before: Vec<Place>,
    /// Number of places; lists past it are kept for the next use.
    count: usize,
}

impl Places {
    /// The tree that holds the root only.
    pub(super) fn new() -> Self {
        Places { children: vec![Vec::new()], before: vec![0], count: 1 }
    }

    /// Forgets all places but the root, keeping the memory.
    pub(super) fn reset(&mut self) {
        self.children[..self.count].iter_mut().for_each(Vec::clear);
        self.before.truncate(1);
        self.count = 1;
    }

    /// The child of a place, made if need be.
    #[inline]
    pub(super) fn child(&mut self, of: Place, index: usize) -> Place {
        match self.children[of].get(index) {
            Some(&known) if known != 0 => known,
            _ => self.make(of, index),
        }
    }

    #[cold]
    fn make(&mut self, of: Place, index: usize) -> Place {
        let new = self.count;
        let list = &mut self.children[of];
        if list.len() <= index {
            list.resize(index + 1, 0);
        }
        list[index] = new;
        let before = index.checked_sub(1).map(|sibling| list[sibling]);
        self.before.push(before.filter(|sibling| *sibling != 0).unwrap_or(new));
        self.count += 1;
        if self.children.len() < self.count {
            self.children.push(Vec::new());
        }
        new
    }

    /// The sibling met just before a place, or the place itself.
    pub(super) fn before(&self, place: Place) -> Place {
        self.before[place]
    }

    /// Number of places.
    pub(super) fn len(&self) -> usize {
        self.count
    }
}

/// How a column is written; the encoder takes what gives the fewest bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// As it is.
    Plain = 0,
    /// Differences to the value before.
    Delta = 1,
    /// Differences to the column of the sibling before (the end of a range to
    /// its start).
    Sibling = 2,
}

/// Writes a column. `sibling` is that of the place before, if there is one.
pub(super) fn write_column(values: &[u32], sibling: Option<&[u32]>, target: &mut Vec<u8>) {
    let sibling = sibling.filter(|sibling| sibling.len() == values.len());
    let plain: usize = values.iter().map(|value| width(*value)).sum();
    let delta = cost(values, previous(values));
    let beside = sibling.map_or(usize::MAX, |sibling| cost(values, sibling.iter().copied()));
    let mode = if plain <= delta && plain <= beside {
        Mode::Plain
    } else if delta <= beside {
        Mode::Delta
    } else {
        Mode::Sibling
    };
    push_varint(target, (values.len() as u64) << 2 | mode as u64);
    match (mode, sibling) {
        (Mode::Delta, _) => write_differences(values, previous(values), target),
        (Mode::Sibling, Some(sibling)) => {
            write_differences(values, sibling.iter().copied(), target);
        }
        _ => values.iter().for_each(|value| push_varint(target, u64::from(*value))),
    }
}

/// Reads a column; `None` if the bytes end early. At most `most` values are believed.
pub(super) fn read_column(
    bytes: &mut &[u8],
    sibling: impl FnOnce() -> Option<Vec<u32>>,
) -> Option<Vec<u32>> {
    let head = take_varint(bytes)?;
    let count = usize::try_from(head >> 2).ok().filter(|count| *count <= bytes.len())?;
    let mut values = Vec::with_capacity(count);
    match head & 3 {
        0 => {
            for _ in 0..count {
                values.push(take_u32(bytes)?);
            }
        }
        1 => {
            let mut before = 0;
            for _ in 0..count {
                before = unzigzag(take_u32(bytes)?, before);
                values.push(before);
            }
        }
        2 => {
            let sibling = sibling().filter(|sibling| sibling.len() == count)?;
            for before in sibling {
                values.push(unzigzag(take_u32(bytes)?, before));
            }
        }
        _ => return None,
    }
    Some(values)
}

#[inline]
fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    match bytes.split_first() {
        Some((&byte, rest)) if byte < 0x80 => {
            *bytes = rest;
            Some(u32::from(byte))
        }
        _ => take_varint(bytes).map(|value| value as u32),
    }
}

fn previous(values: &[u32]) -> impl Iterator<Item = u32> + '_ {
    std::iter::once(0).chain(values.iter().copied())
}

fn cost(values: &[u32], before: impl Iterator<Item = u32>) -> usize {
    values.iter().zip(before).map(|(value, before)| width(zigzag(*value, before))).sum()
}

fn write_differences(values: &[u32], before: impl Iterator<Item = u32>, target: &mut Vec<u8>) {
    for (value, before) in values.iter().zip(before) {
        push_varint(target, u64::from(zigzag(*value, before)));
    }
}

/// Bytes of a variable-length number.
#[inline]
fn width(value: u32) -> usize {
    (38 - (value | 1).leading_zeros() as usize) / 7
}

#[inline]
fn zigzag(value: u32, before: u32) -> u32 {
    let difference = value.wrapping_sub(before).cast_signed();
    (difference << 1 ^ difference >> 31).cast_unsigned()
}

#[inline]
fn unzigzag(coded: u32, before: u32) -> u32 {
    let difference = coded >> 1 ^ (coded & 1).wrapping_neg();
    before.wrapping_add(difference)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_cost_little() {
        let starts: Vec<u32> = (0..100).map(|index| 50_000 + index * 9).collect();
        let ends: Vec<u32> = starts.iter().map(|start| start + 4).collect();
        let mut bytes = Vec::new();
        write_column(&starts, None, &mut bytes);
        write_column(&ends, Some(&starts), &mut bytes);
        assert!(bytes.len() < 220, "{}", bytes.len());
    }

    proptest! {
        #[test]
        fn columns_come_back(rows in proptest::collection::vec(any::<(u32, u32)>(), 0..50)) {
            let (first, second): (Vec<u32>, Vec<u32>) = rows.into_iter().unzip();
            let mut bytes = Vec::new();
            write_column(&first, None, &mut bytes);
            write_column(&second, Some(&first), &mut bytes);
            let mut rest = bytes.as_slice();
            prop_assert_eq!(read_column(&mut rest, || None), Some(first.clone()));
            prop_assert_eq!(read_column(&mut rest, || Some(first)), Some(second));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn any_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..50)) {
            let _ = read_column(&mut bytes.as_slice(), || Some(vec![1, 2]));
        }

        #[test]
        fn widths_are_right(value in any::<u32>()) {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, u64::from(value));
            prop_assert_eq!(bytes.len(), width(value));
        }
    }
}
