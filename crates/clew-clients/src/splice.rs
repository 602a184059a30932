//! The difference of two texts as one replaced stretch.

use serde::{Deserialize, Serialize};

/// `removed` at byte `at` of the old text became `inserted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Splice {
    /// Where.
    pub(crate) at: usize,
    /// What stood there before.
    pub(crate) removed: String,
    /// What stands there now.
    pub(crate) inserted: String,
}

impl Splice {
    /// The shortest stretch that turns `old` into `new`.
    pub(crate) fn between(old: &str, new: &str) -> Self {
        let mut start =
            old.bytes().zip(new.bytes()).take_while(|(left, right)| left == right).count();
        while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
            start -= 1;
        }
        let most = old.len().min(new.len()) - start;
        let mut end = old
            .bytes()
            .rev()
            .zip(new.bytes().rev())
            .take(most)
            .take_while(|(left, right)| left == right)
            .count();
        while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
            end -= 1;
        }
        Splice {
            at: start,
            removed: old[start..old.len() - end].to_string(),
            inserted: new[start..new.len() - end].to_string(),
        }
    }

    /// `text` with the old stretch again, if the new one is found in it at its
    /// place, or elsewhere but only once.
    pub(crate) fn undone(&self, text: &str) -> Option<String> {
        if self.inserted.is_empty() {
            return None;
        }
        let in_place = text.get(self.at..).is_some_and(|rest| rest.starts_with(&self.inserted));
        let at = if in_place { self.at } else { only(text, &self.inserted)? };
        Some(format!("{}{}{}", &text[..at], self.removed, &text[at + self.inserted.len()..]))
    }
}

fn only(text: &str, part: &str) -> Option<usize> {
    let at = text.find(part)?;
    (text.rfind(part) == Some(at)).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_splice_leads_back(old in "[aé\n]{0,12}", new in "[aéb\n]{0,12}") {
            let splice = Splice::between(&old, &new);
            let forward = format!(
                "{}{}{}",
                &old[..splice.at],
                splice.inserted,
                &old[splice.at + splice.removed.len()..]
            );
            proptest::prop_assert_eq!(&forward, &new);
            if !splice.inserted.is_empty() {
                proptest::prop_assert_eq!(splice.undone(&new), Some(old));
            }
        }
    }

    #[test]
    fn it_is_found_where_the_text_has_moved() {
        let splice = Splice::between("ac", "aBBc");
        assert_eq!(splice.undone("xxaBBcx").as_deref(), Some("xxacx"));
        assert_eq!(splice.undone("xxaBBcBB"), None);
        assert_eq!(splice.undone("xx"), None);
    }
}
