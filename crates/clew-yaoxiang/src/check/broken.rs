//! What can be said about a text that does not parse.

use clew_text::{ByteOffset, TextRange};
use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::syntax::{Parse, SyntaxKind};

/// The damaged statements of a text.
pub(super) struct Broken<'tree> {
    ranges: Ranges,
    /// Names that stand in them: what they declare is not known.
    names: FxHashSet<&'tree str>,
}

impl<'tree> Broken<'tree> {
    pub(super) fn of(parsed: &'tree Parse) -> Broken<'tree> {
        let told = Ranges::new(parsed.diagnostics.iter().map(|found| found.range).collect());
        let mut damaged = Vec::new();
        let mut names = FxHashSet::default();
        for stmt in parsed.tree.root().children_with_tokens() {
            let range = stmt.range();
            let holds_error = stmt.descendants().any(|node| node.is_error() || node.is_missing());
            if !told.touch(range) && !holds_error {
                continue;
            }
            damaged.push(range);
            let found = stmt.descendants().filter(|node| node.kind() == SyntaxKind::Ident);
            names.extend(found.map(|node| node.text()));
        }
        Broken { ranges: Ranges::new(damaged), names }
    }

    /// Whether a finding stands however the damage is repaired.
    pub(super) fn is_certain(&self, diagnostic: &Diagnostic) -> bool {
        let depends = diagnostic.args.iter().any(|(_, value)| self.names.contains(&**value));
        !self.ranges.touch(diagnostic.range) && !depends && diagnostic.code != "E3005"
    }
}

/// Ranges in order, ready to be searched.
struct Ranges {
    /// Start of each range, and the furthest end up to it.
    bounds: Vec<(ByteOffset, ByteOffset)>,
}

impl Ranges {
    fn new(mut ranges: Vec<TextRange>) -> Ranges {
        ranges.sort_by_key(|range| range.start);
        let mut furthest = ByteOffset(0);
        let bounds = ranges
            .into_iter()
            .map(|range| {
                furthest = furthest.max(range.end);
                (range.start, furthest)
            })
            .collect();
        Ranges { bounds }
    }

    /// Whether one of them overlaps `range` or borders on it.
    fn touch(&self, range: TextRange) -> bool {
        let before = self.bounds.partition_point(|(start, _)| *start <= range.end);
        before > 0 && self.bounds[before - 1].1 >= range.start
    }
}
