//! Whether every name still means what it meant.

use clew_text::{TextEdit, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::names::{Names, Occurrence, SymbolId, resolve_names};
use crate::parse;

/// Resolves the new text and compares it with the old one, place by place.
pub(super) fn verify(
    old: &Names,
    targets: &[SymbolId],
    edits: &[TextEdit],
    renamed: &str,
    new_name: &str,
) -> Result<(), Vec<Diagnostic>> {
    let parsed = parse(renamed);
    let new = resolve_names(&parsed.tree);
    let places = new_places(&new);
    let shift = Shift::new(edits);
    let mut pairs = Pairs::default();
    for occurrence in &old.occurrences {
        let start = shift.moved(occurrence.range);
        let Some(now) = places.get(&start) else {
            return Err(vec![refuse(old, occurrence, None, targets, new_name)]);
        };
        if !pairs.agree(occurrence.symbol, now.symbol) {
            let rival = now.symbol.and_then(|symbol| pairs.to_old.get(&symbol)).copied();
            return Err(vec![refuse(old, occurrence, rival, targets, new_name)]);
        }
    }
    Ok(())
}

fn new_places(names: &Names) -> FxHashMap<usize, &Occurrence> {
    names.occurrences.iter().map(|found| (found.range.start.to_usize(), found)).collect()
}

/// A one-to-one relation between the symbols of both texts.
#[derive(Default)]
struct Pairs {
    to_new: FxHashMap<SymbolId, SymbolId>,
    to_old: FxHashMap<SymbolId, SymbolId>,
}

impl Pairs {
    fn agree(&mut self, old: Option<SymbolId>, new: Option<SymbolId>) -> bool {
        match (old, new) {
            (None, None) => true,
            (Some(old), Some(new)) => {
                *self.to_new.entry(old).or_insert(new) == new
                    && *self.to_old.entry(new).or_insert(old) == old
            }
            _ => false,
        }
    }
}

/// A clash where two declarations would become one, else a capture.
fn refuse(
    old: &Names,
    occurrence: &Occurrence,
    rival: Option<SymbolId>,
    targets: &[SymbolId],
    new_name: &str,
) -> Diagnostic {
    let is_target = |symbol: Option<SymbolId>| symbol.is_some_and(|id| targets.contains(&id));
    let clash = rival.is_some_and(|rival| {
        Some(rival) != occurrence.symbol
            && occurrence.symbol.is_some_and(|id| old.symbol(id).scope == old.symbol(rival).scope)
    });
    let code = if clash { "RENAME-CLASH" } else { "RENAME-CAPTURE" };
    let mut diagnostic = Diagnostic::error(code, occurrence.range).with_arg("name", new_name);
    let other = if is_target(occurrence.symbol) {
        rival.filter(|rival| !is_target(Some(*rival)))
    } else {
        targets.first().copied()
    };
    if let Some(other) = other {
        diagnostic = diagnostic.with_related(old.symbol(other).range, "declared_here");
    }
    diagnostic
}

/// Where places of the old text are in the new one.
struct Shift {
    /// Old offset behind each edit, and what is added up to there.
    steps: Vec<(usize, isize)>,
    /// Offsets where an alias was put in.
    aliases: FxHashSet<usize>,
}

impl Shift {
    fn new(edits: &[TextEdit]) -> Shift {
        let mut total = 0isize;
        let mut steps = Vec::with_capacity(edits.len());
        let mut aliases = FxHashSet::default();
        for edit in edits {
            total += edit.new_text.len() as isize - edit.range.len() as isize;
            steps.push((edit.range.end.to_usize(), total));
            if edit.range.is_empty() {
                aliases.insert(edit.range.end.to_usize());
            }
        }
        Shift { steps, aliases }
    }

    /// The new offset at which the name starts that started here; for a name
    /// that got an alias, the start of the alias.
    fn moved(&self, range: TextRange) -> usize {
        let (start, end) = (range.start.to_usize(), range.end.to_usize());
        let before = self.steps.partition_point(|(behind, _)| *behind <= start);
        let added = if before == 0 { 0 } else { self.steps[before - 1].1 };
        let moved = start.saturating_add_signed(added);
        if self.aliases.contains(&end) { moved + range.len() + ALIAS_LEAD } else { moved }
    }
}

/// Length of ` as `.
const ALIAS_LEAD: usize = 4;
