//! What can be said about a text that does not parse.

use clew_text::TextRange;
use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::syntax::{Parse, SyntaxKind};

/// The damaged statements of a text.
pub(super) struct Broken<'tree> {
    ranges: Vec<TextRange>,
    /// Names that stand in them: what they declare is not known.
    names: FxHashSet<&'tree str>,
}

impl<'tree> Broken<'tree> {
    pub(super) fn of(parsed: &'tree Parse) -> Broken<'tree> {
        let mut broken = Broken { ranges: Vec::new(), names: FxHashSet::default() };
        for stmt in parsed.tree.root().children_with_tokens() {
            let range = stmt.range();
            let damaged = stmt.descendants().any(|node| node.is_error() || node.is_missing())
                || parsed.diagnostics.iter().any(|found| touches(range, found.range));
            if !damaged {
                continue;
            }
            broken.ranges.push(range);
            let names = stmt.descendants().filter(|node| node.kind() == SyntaxKind::Ident);
            broken.names.extend(names.map(|node| node.text()));
        }
        broken
    }

    /// Whether a finding stands however the damage is repaired.
    pub(super) fn is_certain(&self, diagnostic: &Diagnostic) -> bool {
        let inside = self.ranges.iter().any(|range| touches(*range, diagnostic.range));
        let depends = diagnostic.args.iter().any(|(_, value)| self.names.contains(&**value));
        !inside && !depends && diagnostic.code != "E3005"
    }
}

fn touches(one: TextRange, other: TextRange) -> bool {
    one.start <= other.end && other.start <= one.end
}
