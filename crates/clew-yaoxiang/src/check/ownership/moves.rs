//! Which variables have moved, with a record of changes so that branches can
//! be walked from the same state without copying it.

use clew_text::TextRange;
use rustc_hash::FxHashMap;

use crate::check::scope::LocalId;

/// Variables that changed on one way, with the place where they moved, if
/// they are moved at its end.
pub(super) type Changed = FxHashMap<LocalId, Option<TextRange>>;

/// A point of the walk to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// The moved variables.
#[derive(Default)]
pub(super) struct Moves {
    moved: FxHashMap<LocalId, TextRange>,
    /// What each change has replaced.
    replaced: Vec<(LocalId, Option<TextRange>)>,
}

impl Moves {
    /// Where the variable moved.
    pub(super) fn place(&self, local: LocalId) -> Option<TextRange> {
        self.moved.get(&local).copied()
    }

    /// The variable moves; the first place counts.
    pub(super) fn take(&mut self, local: LocalId, place: TextRange) {
        if !self.moved.contains_key(&local) {
            self.set(local, Some(place));
        }
    }

    /// The variable has a value again.
    pub(super) fn revive(&mut self, local: LocalId) {
        if self.moved.contains_key(&local) {
            self.set(local, None);
        }
    }

    fn set(&mut self, local: LocalId, place: Option<TextRange>) {
        let before = match place {
            Some(place) => self.moved.insert(local, place),
            None => self.moved.remove(&local),
        };
        self.replaced.push((local, before));
    }

    /// The point that the walk has reached.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.replaced.len())
    }

    /// Goes back to `mark`; tells what was different.
    pub(super) fn undo(&mut self, mark: Mark) -> Changed {
        let mut changed = Changed::default();
        while self.replaced.len() > mark.0 {
            let Some((local, before)) = self.replaced.pop() else { break };
            let now = self.moved.get(&local).copied();
            changed.entry(local).or_insert(now);
            match before {
                Some(place) => self.moved.insert(local, place),
                None => self.moved.remove(&local),
            };
        }
        changed
    }

    /// What is different from `mark`, without going back.
    pub(super) fn since(&self, mark: Mark) -> Changed {
        let later = self.replaced.get(mark.0..).unwrap_or_default();
        later.iter().map(|(local, _)| (*local, self.place(*local))).collect()
    }

    /// A variable is moved behind several ways if it is at the end of one.
    pub(super) fn join(&mut self, ways: &[Changed]) {
        for local in ways.iter().flat_map(|way| way.keys()).copied() {
            let before = self.moved.get(&local).copied();
            let at_end = |way: &Changed| way.get(&local).copied().unwrap_or(before);
            let after = ways.iter().find_map(at_end);
            if after != before {
                self.set(local, after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(at: usize) -> TextRange {
        TextRange::new(at, at + 1)
    }

    #[test]
    fn a_move_on_one_way_counts_behind_all() {
        let (a, b) = (LocalId(0), LocalId(1));
        let mut moves = Moves::default();
        moves.take(b, place(1));
        let mark = moves.mark();
        moves.take(a, place(2));
        moves.revive(b);
        let first = moves.undo(mark);
        assert_eq!((moves.place(a), moves.place(b)), (None, Some(place(1))));
        let second = moves.undo(moves.mark());
        moves.join(&[first.clone(), second]);
        assert_eq!((moves.place(a), moves.place(b)), (Some(place(2)), Some(place(1))));
        moves.join(&[first]);
        assert_eq!(moves.place(b), None);
    }

    #[test]
    fn undoing_restores_what_was_there() {
        let a = LocalId(0);
        let mut moves = Moves::default();
        let mark = moves.mark();
        moves.take(a, place(1));
        moves.revive(a);
        moves.take(a, place(3));
        assert_eq!(moves.undo(mark)[&a], Some(place(3)));
        assert_eq!(moves.place(a), None);
    }
}
