//! How well a name fits what was typed.

/// What was typed, ready to be compared with many names.
pub(super) struct Pattern {
    folded: String,
    exact: String,
}

/// How a name may differ from what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tolerance {
    /// In the case of letters only.
    Case,
    /// By what follows.
    Rest,
    /// By letters between, or by one typo.
    Fuzzy,
}

impl Pattern {
    /// A pattern of what was typed.
    pub(super) fn new(text: &str) -> Self {
        Pattern { folded: text.to_lowercase(), exact: text.to_owned() }
    }

    /// How well `name` fits: 1 for the very name; `None` if not at all.
    pub(super) fn score(&self, name: &str, tolerance: Tolerance) -> Option<f32> {
        if name == self.exact {
            return Some(1.0);
        }
        // Hardly any name needs new memory here.
        if name.is_ascii() {
            self.score_parts(name, name.as_bytes(), tolerance)
        } else {
            let folded = name.to_lowercase();
            self.score_parts(name, folded.as_bytes(), tolerance)
        }
    }

    /// `bytes` is `name`, or its lower-case form where that takes other bytes.
    fn score_parts(&self, name: &str, bytes: &[u8], tolerance: Tolerance) -> Option<f32> {
        let wanted = self.folded.as_bytes();
        if bytes.eq_ignore_ascii_case(wanted) {
            return Some(0.98);
        }
        let shorter = wanted.len() as f32 / bytes.len().max(1) as f32;
        let starts =
            bytes.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted));
        if tolerance != Tolerance::Case && starts {
            return Some(0.7 + 0.2 * shorter);
        }
        if tolerance != Tolerance::Fuzzy || wanted.is_empty() {
            return None;
        }
        if one_typo(wanted, bytes) {
            return Some(0.75);
        }
        if !holds(wanted, bytes) {
            return None;
        }
        subsequence(&self.folded, name).map(|tightness| 0.1 + 0.55 * tightness * shorter.sqrt())
    }
}

/// Whether `name` holds the bytes in their order.
fn holds(wanted: &[u8], name: &[u8]) -> bool {
    let mut wanted = wanted.iter();
    let mut next = wanted.next();
    for byte in name {
        match next {
            Some(sought) if byte.to_ascii_lowercase() == *sought => next = wanted.next(),
            Some(_) => {}
            None => return true,
        }
    }
    next.is_none()
}

/// Whether one inserted, lost, changed or swapped byte makes the two equal;
/// `left` is in lower case. A letter of two bytes is two of them, so a typo in
/// one is not found, which costs little.
fn one_typo(left: &[u8], right: &[u8]) -> bool {
    if left.len() < 3 || left.len().abs_diff(right.len()) > 1 {
        return false;
    }
    let equal = |(a, b): &(&u8, &u8)| **a == b.to_ascii_lowercase();
    let same_start = left.iter().zip(right).take_while(equal).count();
    let (left, right) = (&left[same_start..], &right[same_start..]);
    let same_end = left.iter().rev().zip(right.iter().rev()).take_while(equal).count();
    let (left, right) = (&left[..left.len() - same_end], &right[..right.len() - same_end]);
    match (left, right) {
        ([_], [_]) | ([], [_]) | ([_], []) => true,
        ([a, b], [c, d]) => *a == d.to_ascii_lowercase() && *b == c.to_ascii_lowercase(),
        _ => false,
    }
}

/// How tightly `name` holds the characters in their order, 0 to 1; letters at
/// the start of a part of the name count more, gaps take away.
fn subsequence(pattern: &str, name: &str) -> Option<f32> {
    let mut wanted = pattern.chars().peekable();
    let mut score = 0.0;
    let mut previous: Option<char> = None;
    let mut matched_before = false;
    for character in name.chars() {
        let starts_part = previous.is_none_or(|before| {
            !before.is_alphanumeric() || (before.is_lowercase() && character.is_uppercase())
        });
        let equals = |wanted: &char| {
            *wanted == character.to_ascii_lowercase() || character.to_lowercase().eq([*wanted])
        };
        let found = wanted.next_if(equals).is_some();
        if found {
            score += if matched_before || starts_part { 1.0 } else { 0.4 };
        }
        matched_before = found;
        previous = Some(character);
    }
    wanted.peek().is_none().then(|| score / pattern.chars().count().max(1) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_order(typed: &str, best_first: &[&str]) {
        let pattern = Pattern::new(typed);
        let scores: Vec<f32> = best_first
            .iter()
            .map(|name| pattern.score(name, Tolerance::Fuzzy).unwrap_or(0.0))
            .collect();
        assert!(scores.windows(2).all(|pair| pair[0] > pair[1]), "{best_first:?}: {scores:?}");
    }

    #[test]
    fn nearer_names_come_first() {
        check_order("getUser", &["getUser", "getuser", "getUserName", "gettUser", "xyz"]);
        check_order("gun", &["gun", "gunner", "getUserName", "languageunit", "nug"]);
        check_order("retyr", &["retry", "nothing"]);
        check_order("größe", &["größe", "Größe", "größeNeu", "nothing"]);
    }

    #[test]
    fn tolerance_is_kept() {
        let pattern = Pattern::new("run");
        assert_eq!(pattern.score("running", Tolerance::Case), None);
        assert!(pattern.score("running", Tolerance::Rest).is_some());
        assert_eq!(pattern.score("rfun", Tolerance::Rest), None);
        assert_eq!(pattern.score("RUN", Tolerance::Case), Some(0.98));
        assert_eq!(Pattern::new("").score("x", Tolerance::Fuzzy), Some(0.7));
    }
}
