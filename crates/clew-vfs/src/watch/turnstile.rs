//! Waiting for a mark that passes through a queue.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Lets callers wait until a mark that was set after their call has come out of
/// a queue. One mark is under way at a time, so marks need no names.
#[derive(Default)]
pub(super) struct Turnstile {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    under_way: bool,
    started: u64,
    passed: u64,
}

impl Turnstile {
    /// Waits for a mark set after this call; `set` puts it into the queue and
    /// tells whether that worked. `false` if it does not come in time.
    pub(super) fn wait(&self, patience: Duration, set: impl Fn() -> bool) -> bool {
        let end = Instant::now() + patience;
        let mut state = self.lock();
        let wanted = state.started + 1;
        loop {
            if state.passed >= wanted {
                return true;
            }
            if !state.under_way {
                state.under_way = true;
                state.started += 1;
                drop(state);
                let is_set = set();
                state = self.lock();
                if !is_set {
                    state.under_way = false;
                    return false;
                }
                continue;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state =
                self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The mark has come out.
    pub(super) fn pass(&self) {
        let mut state = self.lock();
        state.under_way = false;
        state.passed = state.started;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
