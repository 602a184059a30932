//! Which documents use a name, and which names there are.

use rustc_hash::FxHashSet;

use super::fuzzy::{Pattern, Tolerance};
use super::{Location, Snapshot};
use crate::generation::Place;
use crate::names_in_facts::path_key;
use crate::pack::letters;
use crate::{DocumentId, NameBits, NameMatch, NameQuery, StoreError};

impl Snapshot {
    /// The documents that use a name, ordered by path.
    pub fn documents_naming(&self, name: &str) -> Result<Vec<(DocumentId, NameBits)>, StoreError> {
        let mut found = Vec::new();
        self.for_each_use(name, |location, bits| {
            found.push((self.rank_of(location), self.id_of(location), bits));
        })?;
        found.sort_unstable_by_key(|(rank, ..)| *rank);
        Ok(found.into_iter().map(|(_, id, bits)| (id, bits)).collect())
    }

    /// The documents that import a path with this last part ([`clew_model::path_end`]),
    /// ordered by path, of languages that name files so.
    pub fn documents_importing(&self, end: &str) -> Result<Vec<DocumentId>, StoreError> {
        let documents = self.documents_naming(&path_key(end))?;
        Ok(documents.into_iter().map(|(id, _)| id).collect())
    }

    /// Names that documents of this snapshot define, best first, then by name.
    pub fn names_matching(
        &self,
        query: &NameQuery,
        limit: usize,
    ) -> Result<Vec<NameMatch>, StoreError> {
        let (typed, tolerance) = match query {
            NameQuery::Exact(name) => return self.exact(name, limit),
            NameQuery::ExactFolded(text) => (text, Tolerance::Case),
            NameQuery::Prefix(text) => (text, Tolerance::Rest),
            NameQuery::Fuzzy(text) => (text, Tolerance::Fuzzy),
        };
        let mut scored = self.scored(typed, tolerance)?;
        let better = |left: &(f32, &str), right: &(f32, &str)| {
            right.0.total_cmp(&left.0).then(left.1.cmp(right.1))
        };
        // The first few nearly always do; the rest need not be ordered then.
        let first = limit.saturating_mul(4).min(scored.len());
        if first < scored.len() {
            scored.select_nth_unstable_by(first, better);
        }
        let (first, rest) = scored.split_at_mut(first);
        first.sort_unstable_by(better);
        let mut matches =
            NameMatches { snapshot: self, limit, seen: FxHashSet::default(), found: vec![] };
        if !matches.take(first)? {
            rest.sort_unstable_by(better);
            matches.take(rest)?;
        }
        Ok(matches.found)
    }

    fn exact(&self, name: &str, limit: usize) -> Result<Vec<NameMatch>, StoreError> {
        let documents = self.definers(name)?;
        let found = (documents > 0 && limit > 0).then(|| NameMatch {
            name: name.to_owned(),
            score: 1.0,
            documents,
        });
        Ok(found.into_iter().collect())
    }

    /// All defined names that fit, some of them perhaps in dead documents only.
    fn scored(&self, typed: &str, tolerance: Tolerance) -> Result<Vec<(f32, &str)>, StoreError> {
        let pattern = Pattern::new(typed);
        let wanted = letters(typed);
        // A typo changes at most one letter for another, a swap none.
        let may_miss = u32::from(tolerance == Tolerance::Fuzzy && typed.chars().count() >= 3);
        let passes = |set: u64| (wanted & !set).count_ones() <= may_miss;
        let mut scored = Vec::new();
        let mut consider =
            |name| scored.extend(pattern.score(name, tolerance).map(|score| (score, name)));
        for pack in &self.generation_ref().packs {
            pack.names()?.defined(passes).for_each(&mut consider);
        }
        for document in self.overlay() {
            let names = document.names().iter();
            // The same filter as for packs, or an edge case of folding would make
            // a name known before its file is saved and unknown after.
            let defined =
                names.filter(|(name, bits)| bits.has(NameBits::DEFINES) && passes(letters(name)));
            defined.for_each(|(name, _)| consider(name));
        }
        Ok(scored)
    }

    /// How many documents define a name.
    fn definers(&self, name: &str) -> Result<u32, StoreError> {
        let mut count = 0;
        self.for_each_use(name, |_, bits| count += u32::from(bits.has(NameBits::DEFINES)))?;
        Ok(count)
    }

    /// Calls `found` for each shown document that uses `name`, in no order.
    pub(crate) fn for_each_use(
        &self,
        name: &str,
        mut found: impl FnMut(Location, NameBits),
    ) -> Result<(), StoreError> {
        let packs = self.generation_ref().packs.iter().zip(self.live());
        for (index, (pack, live)) in packs.enumerate() {
            for (ordinal, bits) in pack.names()?.uses(name) {
                if live.has(ordinal) {
                    found(Location::Committed(Place { pack: index, ordinal }), bits);
                }
            }
        }
        for (index, document) in self.overlay().iter().enumerate() {
            if let Some(bits) = document.names().get(name) {
                found(Location::Overlay(index), *bits);
            }
        }
        Ok(())
    }
}

/// Names on their way into an answer.
struct NameMatches<'names> {
    snapshot: &'names Snapshot,
    limit: usize,
    seen: FxHashSet<&'names str>,
    found: Vec<NameMatch>,
}

impl<'names> NameMatches<'names> {
    /// Takes names that a shown document defines; says whether there are enough.
    fn take(&mut self, scored: &[(f32, &'names str)]) -> Result<bool, StoreError> {
        for (score, name) in scored {
            if self.found.len() >= self.limit {
                return Ok(true);
            }
            // Several packs may hold a name, and dead documents too.
            if !self.seen.insert(name) {
                continue;
            }
            let documents = self.snapshot.definers(name)?;
            if documents > 0 {
                let name = (*name).to_owned();
                self.found.push(NameMatch { name, score: *score, documents });
            }
        }
        Ok(self.found.len() >= self.limit)
    }
}
