//! Whether every name still means what it meant, and the checker finds the
//! same as before.

use clew_text::{TextEdit, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::check_source;
use crate::diagnostic::{Diagnostic, Severity};
use crate::names::{Names, Occurrence, SymbolId, resolve_names};
use crate::parse;

/// A rename that was tried.
pub(super) struct Trial<'a> {
    /// The old text.
    pub(super) source: &'a str,
    /// Its names.
    pub(super) old: &'a Names,
    /// What is renamed.
    pub(super) targets: &'a [SymbolId],
    /// The edits that were made.
    pub(super) edits: &'a [TextEdit],
    /// The text afterwards.
    pub(super) renamed: &'a str,
    /// The new name.
    pub(super) new_name: &'a str,
}

/// Resolves the new text and compares it with the old one, place by place,
/// then finding by finding.
pub(super) fn verify(trial: &Trial<'_>) -> Result<(), Vec<Diagnostic>> {
    let Trial { old, targets, edits, renamed, new_name, .. } = *trial;
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
    match first_difference(trial) {
        Some(line) => Err(vec![refuse_line(trial, line)]),
        None => Ok(()),
    }
}

/// The first line on which the checker finds something new, or no longer finds
/// what has nothing to do with names that are taken: the language forbids some
/// names that resolve well, such as that of a loop variable which is in use
/// already. A rename leaves the lines as they are.
fn first_difference(trial: &Trial<'_>) -> Option<usize> {
    let mut before = findings(trial.source);
    let mut added = Vec::new();
    for found in findings(trial.renamed) {
        match before.iter().position(|old| *old == found) {
            Some(same) => {
                before.swap_remove(same);
            }
            None => added.push(found.0),
        }
    }
    let lost = before.iter().filter(|old| !ABOUT_TAKEN_NAMES.contains(&old.1)).map(|old| old.0);
    added.into_iter().chain(lost).min()
}

/// Findings that a rename may well be meant to resolve.
const ABOUT_TAKEN_NAMES: [&str; 4] = ["E2002", "E2010", "E2013", "E5006"];

/// Line, code and severity of everything the checker says about a text.
fn findings(text: &str) -> Vec<(usize, &'static str, Severity)> {
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| lines.partition_point(|end| *end < at);
    check_source(text)
        .iter()
        .map(|d| (line(d.range.start.to_usize()), d.code, d.severity))
        .collect()
}

/// A clash on a line: at the renamed name there, else at its declaration.
fn refuse_line(trial: &Trial<'_>, line: usize) -> Diagnostic {
    let line_of = |range: TextRange| trial.source[..range.start.to_usize()].matches('\n').count();
    let declared = trial.old.symbol(trial.targets[0]).range;
    let edited = trial.edits.iter().map(|edit| edit.range).find(|range| line_of(*range) == line);
    Diagnostic::error("RENAME-CLASH", edited.unwrap_or(declared))
        .with_arg("name", trial.new_name)
        .with_related(declared, "declared_here")
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
