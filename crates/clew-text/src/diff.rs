//! Line diffs as unified hunks.

use std::collections::HashMap;

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

/// Most steps that a minimal diff may take; beyond, all lines between the first
/// and the last difference count as replaced.
const MAX_STEPS: usize = 50_000_000;

/// Most lines that may differ in a minimal diff, whose steps grow with their square;
/// so it takes some milliseconds at most.
const MAX_DIFFERENCES: usize = 3_000;

/// Returns the hunks that turn `old` into `new`, ordered and disjoint, with up
/// to `context` unchanged lines around each change. After Myers (1986), by the
/// `similar` crate; texts that have too little in common for that get one hunk.
pub fn diff_hunks(old: &str, new: &str, context: usize) -> Vec<Hunk> {
    diff_hunks_unless(old, new, context, &|| false).unwrap_or_default()
}

/// The same; none if `stop` says meanwhile that nobody wants them any more.
pub fn diff_hunks_unless(
    old: &str,
    new: &str,
    context: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Hunk>> {
    let (lines, differences) = lines_and_differences(old, new, stop)?;
    if differences > MAX_DIFFERENCES || lines.saturating_mul(differences) > MAX_STEPS {
        return replaced(old, new, context, stop);
    }
    let diff = similar::TextDiff::from_lines(old, new);
    let groups = diff.grouped_ops(context);
    let hunks = groups.iter().filter_map(|group| {
        let (first, last) = (group.first()?, group.last()?);
        let old_range = first.old_range().start..last.old_range().end;
        let new_range = first.new_range().start..last.new_range().end;
        let lines = group
            .iter()
            .flat_map(|op| diff.iter_changes(op))
            .map(|change| marked(change.tag().to_string().as_str(), change.value()))
            .collect();
        Some(hunk(old_range, new_range, lines))
    });
    Some(hunks.collect())
}

/// Lines between two looks at whether they are still wanted.
const LINES_PER_LOOK: usize = 1_024;

/// Does `each` for every line; none if that is to stop.
fn for_lines<'text>(
    lines: impl Iterator<Item = &'text str>,
    stop: &dyn Fn() -> bool,
    mut each: impl FnMut(&'text str),
) -> Option<()> {
    for (number, line) in lines.enumerate() {
        if number % LINES_PER_LOOK == 0 && stop() {
            return None;
        }
        each(line);
    }
    Some(())
}

/// How many lines two texts have and how many of them differ, lines that both have
/// counted as equal. Myers' algorithm takes steps as the product of both.
fn lines_and_differences(old: &str, new: &str, stop: &dyn Fn() -> bool) -> Option<(usize, usize)> {
    let mut unmatched: HashMap<&str, usize> = HashMap::new();
    let (mut old_lines, mut new_lines, mut common) = (0, 0, 0);
    for_lines(old.lines(), stop, |line| {
        old_lines += 1;
        *unmatched.entry(line).or_default() += 1;
    })?;
    for_lines(new.lines(), stop, |line| {
        new_lines += 1;
        if let Some(count) = unmatched.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    })?;
    let lines: usize = old_lines + new_lines;
    Some((lines, lines - 2 * common))
}

/// One hunk from the first to the last line that differs.
fn replaced(old: &str, new: &str, context: usize, stop: &dyn Fn() -> bool) -> Option<Vec<Hunk>> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = rest.take_while(|(old, new)| old == new).count();
    let first = head - context.min(head);
    let after = context.min(tail);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let mut lines = Vec::new();
    for (mark, part) in [
        (" ", &old[first..head]),
        ("-", &old[head..old_end]),
        ("+", &new[head..new_end]),
        (" ", &old[old_end..old_end + after]),
    ] {
        for_lines(part.iter().copied(), stop, |line| lines.push(marked(mark, line)))?;
    }
    Some(vec![hunk(first..old_end + after, first..new_end + after, lines)])
}

fn marked(mark: &str, line: &str) -> String {
    format!("{mark}{}", line.trim_end_matches(['\r', '\n']))
}

fn hunk(
    old_range: std::ops::Range<usize>,
    new_range: std::ops::Range<usize>,
    lines: Vec<String>,
) -> Hunk {
    Hunk {
        old_start: first_line(&old_range),
        old_lines: old_range.len() as u32,
        new_start: first_line(&new_range),
        new_lines: new_range.len() as u32,
        lines,
    }
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
    fn a_diff_that_nobody_wants_is_given_up_anywhere() {
        let (old, new) = ("x=1\n".repeat(6_000), "x = 1\n".repeat(6_000));
        let looks = std::cell::Cell::new(0);
        let count = |stop_at: usize| {
            looks.set(0);
            let stop = || {
                looks.set(looks.get() + 1);
                looks.get() == stop_at
            };
            diff_hunks_unless(&old, &new, 3, &stop).map(|_| looks.get())
        };
        let all = count(usize::MAX).unwrap();
        assert!(all > 15, "only {all} looks");
        assert!((1..=all).all(|wanted| count(wanted).is_none()));
    }

    #[test]
    fn texts_without_common_lines_are_replaced_as_a_whole() {
        let (old, new) = ("same\n".to_string() + &"x=1\n".repeat(6_000), "x = 1\n".repeat(6_000));
        let new = format!("same\n{new}end\n");
        let hunks = diff_hunks(&old, &new, 3);
        assert_eq!(hunks.len(), 1);
        let shape =
            (hunks[0].old_start, hunks[0].old_lines, hunks[0].new_start, hunks[0].new_lines);
        assert_eq!(shape, (1, 6_001, 1, 6_002));
        assert_eq!(hunks[0].lines.first().map(String::as_str), Some(" same"));
        assert_eq!(hunks[0].lines.last().map(String::as_str), Some("+end"));
    }

    #[test]
    fn equal_texts_have_no_hunk() {
        assert_eq!(diff_hunks("a\n", "a\n", 3), vec![]);
    }
}
