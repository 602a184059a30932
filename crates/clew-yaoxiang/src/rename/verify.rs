//! Whether every name still means what it meant, and the checker finds the
//! same as before.

use clew_text::{TextEdit, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::meaning::Meaning;
use crate::diagnostic::{Diagnostic, Severity};
use crate::names::{Names, Occurrence, SymbolId};
use crate::parse;

/// A rename that was tried.
pub(super) struct Trial<'a> {
    /// The old text.
    pub(super) source: &'a str,
    /// What its names mean.
    pub(super) old: &'a Meaning,
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
    let new = Meaning::of(&parse(trial.renamed));
    let places = new_places(&new.names);
    let shift = Shift::new(trial.edits);
    let mut pairs = Pairs::default();
    for occurrence in &trial.old.names.occurrences {
        crate::stop::step();
        let Some(now) = places.get(&shift.moved(occurrence.range)) else {
            return Err(vec![refuse(trial, occurrence.range, occurrence.symbol, None)]);
        };
        compare(trial, &mut pairs, (occurrence.range, occurrence.symbol), now.symbol)?;
    }
    let fields: FxHashMap<usize, Option<SymbolId>> = new
        .patterns
        .iter()
        .map(|pattern| (pattern.range.start.to_usize(), pattern.field))
        .collect();
    for pattern in &trial.old.patterns {
        let now = fields.get(&shift.moved(pattern.range)).copied().flatten();
        compare(trial, &mut pairs, (pattern.range, pattern.field), now)?;
    }
    match first_difference(trial, &new) {
        Some(difference) => Err(vec![difference.refusal(trial)]),
        None => Ok(()),
    }
}

fn compare(
    trial: &Trial<'_>,
    pairs: &mut Pairs,
    (range, old): (TextRange, Option<SymbolId>),
    new: Option<SymbolId>,
) -> Result<(), Vec<Diagnostic>> {
    if pairs.agree(old, new) {
        return Ok(());
    }
    let rival = new.and_then(|symbol| pairs.to_old.get(&symbol)).copied();
    Err(vec![refuse(trial, range, old, rival)])
}

/// What the checker finds on a line in one of the two texts only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Difference {
    line: usize,
    code: &'static str,
    is_new: bool,
}

/// The first line on which the checker finds something new, or no longer finds
/// what has nothing to do with names that are taken: the language forbids some
/// names that resolve well, such as that of a loop variable which is in use
/// already. A rename leaves the lines as they are.
fn first_difference(trial: &Trial<'_>, new: &Meaning) -> Option<Difference> {
    let mut before: FxHashMap<Finding, usize> = FxHashMap::default();
    for found in findings(trial.source, &trial.old.findings) {
        *before.entry(found).or_default() += 1;
    }
    let mut added = Vec::new();
    for found in findings(trial.renamed, &new.findings) {
        crate::stop::step();
        match before.get_mut(&found).filter(|left| **left > 0) {
            Some(left) => *left -= 1,
            None => added.push(found),
        }
    }
    let left = before.into_iter().filter(|(_, left)| *left > 0).map(|(found, _)| found);
    let lost = left.filter(|old| !ABOUT_TAKEN_NAMES.contains(&old.1));
    let added = added.into_iter().map(|found| (found, true));
    let all = added.chain(lost.map(|found| (found, false)));
    all.map(|((line, code, _), is_new)| Difference { line, code, is_new }).min()
}

/// Findings that a rename may well be meant to resolve.
const ABOUT_TAKEN_NAMES: [&str; 4] = ["E2002", "E2010", "E2013", "E5006"];

/// Line, code and severity.
type Finding = (usize, &'static str, Severity);

/// Line, code and severity of what the checker says about the meaning of a
/// text. Warnings about what nothing uses depend on names (`main`, a leading
/// underscore) without saying anything of their meaning.
fn findings(text: &str, found: &[Diagnostic]) -> Vec<Finding> {
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| lines.partition_point(|end| *end < at);
    found
        .iter()
        .filter(|one| !one.code.starts_with('W'))
        .map(|one| (line(one.range.start.to_usize()), one.code, one.severity))
        .collect()
}

impl Difference {
    /// At the renamed name on the line, else at its declaration.
    fn refusal(self, trial: &Trial<'_>) -> Diagnostic {
        let line_of =
            |range: TextRange| trial.source[..range.start.to_usize()].matches('\n').count();
        let declared = trial.old.names.symbol(trial.targets[0]).range;
        let mut edited = trial.edits.iter().map(|edit| edit.range);
        let at = edited.find(|range| line_of(*range) == self.line).unwrap_or(declared);
        let is_clash = self.is_new && ABOUT_TAKEN_NAMES.contains(&self.code);
        let code = if is_clash { "RENAME-CLASH" } else { "RENAME-CHANGES" };
        let change = if self.is_new { "@code_appears" } else { "@code_vanishes" };
        Diagnostic::error(code, at)
            .with_arg("name", trial.new_name)
            .with_arg("change", format!("{change}:{}", self.code))
            .with_arg("line", (self.line + 1).to_string())
            .with_related(declared, "declared_here")
    }
}

fn new_places(names: &Names) -> FxHashMap<usize, &Occurrence> {
    let mut places = FxHashMap::default();
    for found in &names.occurrences {
        crate::stop::step();
        places.insert(found.range.start.to_usize(), found);
    }
    places
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
    trial: &Trial<'_>,
    range: TextRange,
    symbol: Option<SymbolId>,
    rival: Option<SymbolId>,
) -> Diagnostic {
    let names = &trial.old.names;
    let is_target = |symbol: Option<SymbolId>| symbol.is_some_and(|id| trial.targets.contains(&id));
    let clash = rival.is_some_and(|rival| {
        Some(rival) != symbol && symbol.is_some_and(|id| share_a_scope(names, id, rival))
    });
    let code = if clash { "RENAME-CLASH" } else { "RENAME-CAPTURE" };
    let diagnostic = Diagnostic::error(code, range).with_arg("name", trial.new_name);
    let other = if is_target(symbol) {
        rival.filter(|rival| !is_target(Some(*rival)))
    } else {
        trial.targets.first().copied()
    };
    match other {
        Some(other) => diagnostic.with_related(names.symbol(other).range, "declared_here"),
        None => diagnostic,
    }
}

/// Whether two names are declared in one scope, or are members of one type.
fn share_a_scope(names: &Names, one: SymbolId, other: SymbolId) -> bool {
    let (one, other) = (names.symbol(one), names.symbol(other));
    match (&one.owner, &other.owner) {
        (None, None) => one.scope == other.scope,
        (one, other) => one == other,
    }
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
