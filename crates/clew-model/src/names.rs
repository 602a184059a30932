//! The names of one file, each stored once.

use serde::{Deserialize, Serialize};

/// Index of a name in a file's [`NameTable`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct NameId(pub u32);

/// All distinct names of a file in one block of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameTable {
    text: String,
    ends: Vec<u32>,
}

impl NameTable {
    /// Appends `name` and returns its index; the caller keeps names distinct.
    pub fn push(&mut self, name: &str) -> NameId {
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        NameId(self.ends.len() as u32 - 1)
    }

    /// The name at `id`; empty for an id of another table that is out of range here.
    pub fn get(&self, id: NameId) -> &str {
        let index = id.0 as usize;
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).copied().unwrap_or(0) };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All names with their indexes, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &str)> {
        (0..self.ends.len() as u32).map(|index| (NameId(index), self.get(NameId(index))))
    }

    /// Linear search for `name`. Tables are small; callers that ask often keep a map.
    pub fn find(&self, name: &str) -> Option<NameId> {
        let text = self.text.as_bytes();
        let mut start = 0;
        for (index, &end) in self.ends.iter().enumerate() {
            // Most names have another length, which costs no look at their text.
            if end.wrapping_sub(start) as usize == name.len()
                && text.get(start as usize..end as usize) == Some(name.as_bytes())
            {
                return Some(NameId(index as u32));
            }
            start = end;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_by_id() {
        let mut names = NameTable::default();
        let first = names.push("alpha");
        let empty = names.push("");
        let second = names.push("βeta");
        assert_eq!((names.get(first), names.get(empty), names.get(second)), ("alpha", "", "βeta"));
        assert_eq!(names.find("βeta"), Some(second));
        assert_eq!(names.find("gamma"), None);
        assert_eq!(names.get(NameId(99)), "");
        assert_eq!(names.len(), 3);
    }
}
