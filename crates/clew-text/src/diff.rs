//! Line diffs as unified hunks.

use serde::{Deserialize, Serialize};

/// One hunk of a unified diff; line numbers are 1-based.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// First line in the old text (the line before, if `old_lines` is 0).
    pub old_start: u32,
    /// Number of old lines.
    pub old_lines: u32,
    /// First line in the new text (the line before, if `new_lines` is 0).
    pub new_start: u32,
    /// Number of new lines.
    pub new_lines: u32,
    /// Lines without their line end, each led by ` `, `-` or `+`.
    pub lines: Vec<String>,
}

/// Returns the hunks that turn `old` into `new`, ordered and disjoint, with up
/// to `context` unchanged lines around each change. After Myers (1986), by the
/// `similar` crate.
pub fn diff_hunks(old: &str, new: &str, context: usize) -> Vec<Hunk> {
    let diff = similar::TextDiff::from_lines(old, new);
    diff.grouped_ops(context)
        .iter()
        .filter_map(|group| {
            let (first, last) = (group.first()?, group.last()?);
            let old_range = first.old_range().start..last.old_range().end;
            let new_range = first.new_range().start..last.new_range().end;
            let lines = group
                .iter()
                .flat_map(|op| diff.iter_changes(op))
                .map(|change| {
                    let text = change.value().trim_end_matches(['\r', '\n']);
                    format!("{}{text}", change.tag())
                })
                .collect();
            Some(Hunk {
                old_start: first_line(&old_range),
                old_lines: old_range.len() as u32,
                new_start: first_line(&new_range),
                new_lines: new_range.len() as u32,
                lines,
            })
        })
        .collect()
}

fn first_line(range: &std::ops::Range<usize>) -> u32 {
    let first = if range.is_empty() { range.start } else { range.start + 1 };
    first as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_changed_line_is_one_hunk() {
        let hunks = diff_hunks("a\nb\nc\n", "a\nB\nc\n", 1);
        assert_eq!(
            hunks,
            vec![Hunk {
                old_start: 1,
                old_lines: 3,
                new_start: 1,
                new_lines: 3,
                lines: vec![" a".into(), "-b".into(), "+B".into(), " c".into()],
            }]
        );
    }

    #[test]
    fn equal_texts_have_no_hunk() {
        assert_eq!(diff_hunks("a\n", "a\n", 3), vec![]);
    }
}
