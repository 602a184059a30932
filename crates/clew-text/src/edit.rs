//! Text edits.

use std::fmt;

use crate::TextRange;

/// Replaces `range` by `new_text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Bytes to replace; empty to insert.
    pub range: TextRange,
    /// What stands there afterwards.
    pub new_text: String,
}

/// Why a set of edits cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// Two edits touch the same bytes.
    Overlap(TextRange, TextRange),
    /// The range ends past the text or cuts a character.
    OutOfText(TextRange),
}

impl fmt::Display for EditError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |range: &TextRange| format!("bytes {}..{}", range.start.0, range.end.0);
        match self {
            EditError::Overlap(first, second) => {
                write!(formatter, "edits of {} and {} overlap", show(first), show(second))
            }
            EditError::OutOfText(range) => {
                write!(formatter, "edit of {} does not fit the text", show(range))
            }
        }
    }
}

impl std::error::Error for EditError {}

/// Applies `edits`, given in any order, to `text`.
///
/// Insertions at one offset keep the order in which they are given.
/// Fails without any effect if edits overlap or do not fit the text.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> Result<String, EditError> {
    let mut ordered: Vec<&TextEdit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.range.start, edit.range.end));
    for pair in ordered.windows(2) {
        if pair[0].range.end > pair[1].range.start {
            return Err(EditError::Overlap(pair[0].range, pair[1].range));
        }
    }
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in ordered {
        let before = text.get(done..edit.range.start.to_usize());
        let replaced = text.get(edit.range.to_usize());
        let (Some(before), Some(_)) = (before, replaced) else {
            return Err(EditError::OutOfText(edit.range));
        };
        result.push_str(before);
        result.push_str(&edit.new_text);
        done = edit.range.end.to_usize();
    }
    result.push_str(text.get(done..).unwrap_or(""));
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, new_text: &str) -> TextEdit {
        TextEdit { range: TextRange::new(start, end), new_text: new_text.into() }
    }

    #[test]
    fn edits_apply_in_any_order() {
        let edits = [edit(4, 5, "Z"), edit(0, 1, "A"), edit(2, 2, "+")];
        assert_eq!(apply_edits("abcdef", &edits).unwrap(), "Ab+cdZf");
    }

    #[test]
    fn overlap_and_misfit_are_refused() {
        assert!(matches!(
            apply_edits("abc", &[edit(0, 2, ""), edit(1, 3, "")]),
            Err(EditError::Overlap(..))
        ));
        assert!(matches!(apply_edits("é", &[edit(1, 2, "")]), Err(EditError::OutOfText(_))));
        assert!(matches!(apply_edits("a", &[edit(0, 9, "")]), Err(EditError::OutOfText(_))));
    }
}
