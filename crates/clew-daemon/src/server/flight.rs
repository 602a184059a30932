//! Requests of one connection that are being worked on.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clew_engine::CancelToken;
use serde_json::Value;

use super::pool::Job;

/// Requests of one connection that may wait and run together.
pub(super) const MOST: usize = 256;
/// Those of them that may run; so one client cannot have all threads.
const MOST_RUNNING: usize = 16;

/// Why a request is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// There are too many.
    TooMany,
    /// One with this id is being worked on.
    SameId,
}

/// The requests of one connection.
#[derive(Default)]
pub(super) struct Flight {
    state: Mutex<State>,
    landed: Condvar,
}

#[derive(Default)]
struct State {
    tokens: HashMap<String, CancelToken>,
    /// Requests with a null id, which cannot be told apart.
    nameless: Vec<CancelToken>,
    count: usize,
    running: usize,
    waiting: VecDeque<Job>,
}

impl Flight {
    /// Takes a request in; `token` stops it.
    pub(super) fn enter(&self, id: &Value, token: &CancelToken) -> Result<(), Refused> {
        let mut state = self.lock();
        if state.count >= MOST {
            return Err(Refused::TooMany);
        }
        if id.is_null() {
            state.nameless.push(token.clone());
        } else {
            let name = id.to_string();
            if state.tokens.contains_key(&name) {
                return Err(Refused::SameId);
            }
            state.tokens.insert(name, token.clone());
        }
        state.count += 1;
        Ok(())
    }

    /// Frees the id of a request whose answer is about to be sent.
    pub(super) fn free(&self, id: &Value) {
        if !id.is_null() {
            self.lock().tokens.remove(&id.to_string());
        }
    }

    /// Forgets a request whose answer was sent.
    pub(super) fn leave(&self) {
        let mut state = self.lock();
        state.count -= 1;
        if state.count == 0 {
            state.nameless.clear();
            drop(state);
            self.landed.notify_all();
        }
    }

    /// Gives `job` back if it may run now; else it waits for [`Flight::next`].
    pub(super) fn start(&self, job: Job) -> Option<Job> {
        let mut state = self.lock();
        if state.running < MOST_RUNNING {
            state.running += 1;
            return Some(job);
        }
        state.waiting.push_back(job);
        None
    }

    /// Has a job wait that was given to run; it goes first when there is room.
    pub(super) fn put_back(&self, job: Job) {
        let mut state = self.lock();
        state.running -= 1;
        state.waiting.push_front(job);
    }

    /// One that waits and may run now.
    pub(super) fn resume(&self) -> Option<Job> {
        let mut state = self.lock();
        if state.running >= MOST_RUNNING {
            return None;
        }
        let next = state.waiting.pop_front()?;
        state.running += 1;
        Some(next)
    }

    /// Notes that a job has ended, and gives the one that may run in its place.
    pub(super) fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        if next.is_none() {
            state.running -= 1;
        }
        next
    }

    /// Stops one request; false if there is none of that id.
    pub(super) fn cancel(&self, id: &Value) -> bool {
        let state = self.lock();
        let token = state.tokens.get(&id.to_string());
        token.inspect(|token| token.cancel()).is_some()
    }

    /// Stops all of them.
    pub(super) fn cancel_all(&self) {
        let state = self.lock();
        state.tokens.values().chain(&state.nameless).for_each(CancelToken::cancel);
    }

    /// Requests that are not answered yet.
    pub(super) fn count(&self) -> usize {
        self.lock().count
    }

    /// Waits until all are answered, up to `patience`; tells whether they are.
    pub(super) fn wait(&self, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        let mut state = self.lock();
        while state.count > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.landed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn requests_are_stopped_by_their_id() {
        let flight = Flight::default();
        let (one, two) = (CancelToken::default(), CancelToken::default());
        flight.enter(&json!(1), &one).unwrap();
        assert_eq!(flight.enter(&json!(1), &two), Err(Refused::SameId));
        flight.enter(&json!("1"), &two).unwrap();
        assert!(flight.cancel(&json!(1)) && !flight.cancel(&json!(2)));
        assert!(one.is_cancelled() && !two.is_cancelled());
        flight.cancel_all();
        assert!(two.is_cancelled());
    }

    #[test]
    fn there_is_a_bound_on_what_waits_and_runs() {
        let flight = Flight::default();
        for _ in 0..MOST {
            flight.enter(&Value::Null, &CancelToken::default()).unwrap();
        }
        let token = CancelToken::default();
        assert_eq!(flight.enter(&Value::Null, &token), Err(Refused::TooMany));
        let started = (0..MOST).filter(|_| flight.start(Box::new(|| {})).is_some()).count();
        assert_eq!(started, MOST_RUNNING);
        assert!(flight.next().is_some());
        flight.put_back(Box::new(|| {}));
        assert!(flight.resume().is_some() && flight.resume().is_none(), "one place was free");
    }

    #[test]
    fn waiting_ends_with_the_last_answer() {
        let flight = Flight::default();
        flight.enter(&json!(1), &CancelToken::default()).unwrap();
        assert!(!flight.wait(Duration::from_millis(1)));
        std::thread::scope(|scope| {
            scope.spawn(|| flight.leave());
            assert!(flight.wait(Duration::from_secs(60)));
        });
    }
}
