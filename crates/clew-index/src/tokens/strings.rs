//! Strings with a number each, in the order in which they came.
//!
//! All texts stand one behind the other, so that a table of a hundred thousand
//! strings is a handful of allocations and goes in no time.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A set of strings that knows them by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strings {
    text: String,
    /// Where each string ends in the text.
    ends: Vec<u32>,
    numbers: HashTable<u32>,
}

impl Strings {
    /// The number of a string; the next one if it is new.
    pub(crate) fn number(&mut self, string: &str) -> u32 {
        let hash = hash(string);
        let (text, ends) = (&self.text, &self.ends);
        let known = self.numbers.find(hash, |number| at(text, ends, *number) == string);
        if let Some(number) = known {
            return *number;
        }
        let number = self.ends.len() as u32;
        self.text.push_str(string);
        self.ends.push(self.text.len() as u32);
        let (text, ends) = (&self.text, &self.ends);
        self.numbers.insert_unique(hash, number, |number| self::hash(at(text, ends, *number)));
        number
    }

    /// The number of a string, if it has one.
    pub(crate) fn get(&self, string: &str) -> Option<u32> {
        let is_it = |number: &u32| self.text(*number) == string;
        self.numbers.find(hash(string), is_it).copied()
    }

    /// The string with this number.
    pub(crate) fn text(&self, number: u32) -> &str {
        at(&self.text, &self.ends, number)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of memory in use, about.
    pub(crate) fn memory(&self) -> usize {
        self.text.len() + self.ends.len() * 12
    }

    /// The numbers in the order of their texts; none as soon as `cancel` says so.
    pub(crate) fn sorted(&self, cancel: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); 257];
        for number in 0..self.len() as u32 {
            let first = self.text(number).bytes().next();
            parts[first.map_or(0, |byte| usize::from(byte) + 1)].push(number);
        }
        for part in &mut parts {
            if cancel() {
                return None;
            }
            part.sort_unstable_by_key(|number| self.text(*number));
        }
        Some(parts.concat())
    }
}

fn at<'text>(text: &'text str, ends: &[u32], number: u32) -> &'text str {
    let index = number as usize;
    let start = index.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    let end = ends.get(index).copied().unwrap_or(0);
    text.get(start as usize..end as usize).unwrap_or("")
}

fn hash(string: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(string.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// The table agrees with a map that does the same the plain way.
    fn check_like_a_map(strings: &[String]) {
        let mut table = Strings::default();
        let mut map = BTreeMap::new();
        for string in strings {
            let next = map.len() as u32;
            assert_eq!(table.number(string), *map.entry(string.as_str()).or_insert(next));
        }
        assert_eq!(table.len(), map.len());
        for (string, number) in &map {
            assert_eq!(table.get(string), Some(*number));
            assert_eq!(table.text(*number), *string);
        }
        assert_eq!(table.get("no such string"), None);
        let sorted = table.sorted(&|| false).unwrap();
        assert_eq!(sorted, map.into_values().collect::<Vec<_>>());
    }

    #[test]
    fn strings_have_a_number_each() {
        check_like_a_map(&[]);
        check_like_a_map(&["b", "", "a", "b", "ä", "\u{10ffff}", "ab"].map(String::from));
        let many: Vec<String> =
            (0..5_000).map(|number| format!("name_{}", number % 3_000)).collect();
        check_like_a_map(&many);
    }

    #[test]
    fn a_number_that_nobody_has_is_no_text() {
        assert_eq!(Strings::default().text(7), "");
    }

    #[test]
    fn sorting_is_given_up() {
        let mut table = Strings::default();
        table.number("a");
        let looks = Cell::new(0);
        let third = || {
            looks.set(looks.get() + 1);
            looks.get() == 3
        };
        assert_eq!(table.sorted(&third), None);
        assert_eq!(looks.get(), 3);
    }

    proptest! {
        #[test]
        fn any_strings(strings in prop::collection::vec(any::<String>(), 0..60)) {
            check_like_a_map(&strings);
        }
    }
}
