//! Decoded facts, bounded by bytes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use clew_model::FileFacts;
use rustc_hash::FxHashMap;

use crate::facts_codec::facts_memory;

/// A pack opening and the place of facts in it.
pub(crate) type FactsPlace = (u32, u64);

/// Keeps the facts used last. Facts used again while they wait get a second
/// chance, which is near enough to "least recently used" and needs no list.
#[derive(Debug)]
pub(crate) struct FactsCache {
    limit: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    entries: FxHashMap<FactsPlace, Entry>,
    queue: VecDeque<FactsPlace>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    facts: Arc<FileFacts>,
    bytes: usize,
    used: bool,
}

impl FactsCache {
    /// A cache of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        FactsCache { limit, state: Mutex::default() }
    }

    /// Bytes that the facts take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }

    /// The facts at `place`, decoded by `decode` if they are not at hand.
    pub(crate) fn get<E>(
        &self,
        place: FactsPlace,
        decode: impl FnOnce() -> Result<FileFacts, E>,
    ) -> Result<Arc<FileFacts>, E> {
        let lock = || self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = lock().entries.get_mut(&place) {
            entry.used = true;
            return Ok(Arc::clone(&entry.facts));
        }
        // Decoded without the lock: two threads may do it twice, none waits.
        let facts = Arc::new(decode()?);
        lock().insert(place, Arc::clone(&facts), self.limit);
        Ok(facts)
    }
}

impl State {
    fn insert(&mut self, place: FactsPlace, facts: Arc<FileFacts>, limit: usize) {
        let bytes = facts_memory(&facts);
        if bytes > limit || self.entries.contains_key(&place) {
            return;
        }
        self.bytes += bytes;
        self.entries.insert(place, Entry { facts, bytes, used: false });
        self.queue.push_back(place);
        while self.bytes > limit {
            let Some(oldest) = self.queue.pop_front() else { break };
            let Some(entry) = self.entries.get_mut(&oldest) else { continue };
            if entry.used {
                entry.used = false;
                self.queue.push_back(oldest);
            } else {
                self.bytes -= entry.bytes;
                self.entries.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_keeps_what_is_used_and_its_bound() {
        let size = facts_memory(&FileFacts::default());
        let cache = FactsCache::new(size * 2);
        let mut decoded = 0;
        for place in [1, 2, 1, 3, 1, 4, 1] {
            let facts = cache.get((0, place), || {
                decoded += 1;
                Ok::<_, ()>(FileFacts::default())
            });
            assert!(facts.is_ok());
        }
        assert_eq!(decoded, 4);
        assert!(cache.state.lock().unwrap().bytes <= size * 2);
        assert_eq!(cache.get((0, 9), || Err("no")), Err("no"));
    }
}
