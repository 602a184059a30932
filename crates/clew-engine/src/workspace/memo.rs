//! Uses that were found in one view, kept for the next page and the next asker.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use clew_bind::{Reference, References};

use crate::log_ring::lock;

/// Uses kept, over all questions.
const MOST_USES: usize = 100_000;

/// Questions kept.
const MOST_QUESTIONS: usize = 64;

/// The uses found by the questions asked last.
#[derive(Default)]
pub(crate) struct UsesMemo(Mutex<VecDeque<(String, Arc<References>)>>);

impl UsesMemo {
    /// What the same question found before, or what `search` finds now. A result
    /// that was cut short is not kept.
    pub(crate) fn get(
        &self,
        question: &str,
        search: impl FnOnce() -> References,
    ) -> Arc<References> {
        if let Some(known) = self.known(question) {
            return known;
        }
        let found = Arc::new(search());
        if !found.partial && found.found.len() <= MOST_USES {
            self.keep(question, &found);
        }
        found
    }

    /// Bytes that it takes, about.
    pub(crate) fn memory(&self) -> usize {
        uses(&lock(&self.0)) * std::mem::size_of::<Reference>()
    }

    fn known(&self, question: &str) -> Option<Arc<References>> {
        let mut kept = lock(&self.0);
        let at = kept.iter().position(|(known, _)| known == question)?;
        // The one used last comes last.
        let entry = kept.remove(at)?;
        let found = entry.1.clone();
        kept.push_back(entry);
        Some(found)
    }

    fn keep(&self, question: &str, found: &Arc<References>) {
        let mut kept = lock(&self.0);
        kept.push_back((question.to_string(), found.clone()));
        while kept.len() > MOST_QUESTIONS || uses(&kept) > MOST_USES {
            kept.pop_front();
        }
    }
}

fn uses(kept: &VecDeque<(String, Arc<References>)>) -> usize {
    kept.iter().map(|(_, found)| found.found.len()).sum()
}

#[cfg(test)]
mod tests {
    use clew_bind::FileId;
    use clew_model::{Certainty, OccurrenceId};

    use super::*;

    fn many(count: usize) -> References {
        let one = Reference {
            file: FileId(0),
            occurrence: OccurrenceId(0),
            role: clew_model::Role::Read,
            certainty: Certainty::Bound,
        };
        References { found: vec![one; count], ..References::default() }
    }

    #[track_caller]
    fn check(memo: &UsesMemo, question: &str, is_kept: bool) {
        let mut asked = false;
        memo.get(question, || {
            asked = true;
            many(1)
        });
        assert_eq!(asked, !is_kept, "{question}");
    }

    #[test]
    fn the_last_questions_are_kept_within_bounds() {
        let memo = UsesMemo::default();
        memo.get("large", || many(MOST_USES - 10));
        check(&memo, "large", true);
        memo.get("cut", || References { partial: true, ..many(1) });
        check(&memo, "cut", false);
        memo.get("too many", || many(MOST_USES + 1));
        check(&memo, "too many", false);
        memo.get("next", || many(20));
        check(&memo, "large", false);
        for number in 0..MOST_QUESTIONS {
            memo.get(&number.to_string(), || many(1));
        }
        check(&memo, "next", false);
        assert!(memo.memory() < 200 * std::mem::size_of::<Reference>());
    }
}
