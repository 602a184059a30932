//! Turns of calls: so many at once, and every client its share.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Most calls of one client that wait for their turn.
const MAX_WAITING: usize = 256;

/// Gives turns to calls. Clients that wait are served in a ring, one call
/// each, so that a flood of one client holds up that client alone.
#[derive(Clone, Debug)]
pub(crate) struct CallQueue {
    state: Arc<Mutex<State>>,
    per_client: usize,
    total: usize,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    clients: HashMap<String, Client>,
    /// Clients with waiting calls, in the order of their turns.
    ring: VecDeque<String>,
}

#[derive(Debug, Default)]
struct Client {
    running: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
}

/// A call's turn; dropping it gives the next call its own.
#[derive(Debug)]
pub(crate) struct Turn {
    queue: CallQueue,
    client: String,
}

/// Too many calls of the client wait already.
#[derive(Debug)]
pub(crate) struct TooMany;

impl CallQueue {
    /// Lets `per_client` calls of each client and `total` of all run at once.
    pub(crate) fn new(per_client: usize, total: usize) -> Self {
        CallQueue { state: Arc::default(), per_client: per_client.max(1), total: total.max(1) }
    }

    /// Waits for a turn of `client`.
    pub(crate) async fn turn(&self, client: &str) -> Result<Turn, TooMany> {
        let waiting = {
            let mut state = self.lock();
            let (sender, receiver) = oneshot::channel();
            let entry = state.clients.entry(client.to_string()).or_default();
            if entry.waiting.len() >= MAX_WAITING {
                return Err(TooMany);
            }
            entry.waiting.push_back(sender);
            if entry.waiting.len() == 1 {
                state.ring.push_back(client.to_string());
            }
            receiver
        };
        self.grant();
        waiting.await.map_err(|_| TooMany)
    }

    /// Gives out the turns that are free.
    fn grant(&self) {
        // Turns that nobody waits for any more are given back without the lock.
        let mut unwanted = Vec::new();
        let mut state = self.lock();
        let mut skipped = 0;
        while state.running < self.total && skipped < state.ring.len() {
            let Some(name) = state.ring.pop_front() else { break };
            let Some(client) = state.clients.get_mut(&name) else { continue };
            if client.running >= self.per_client {
                state.ring.push_back(name);
                skipped += 1;
                continue;
            }
            let Some(next) = client.waiting.pop_front() else { continue };
            client.running += 1;
            if !client.waiting.is_empty() {
                state.ring.push_back(name.clone());
            }
            state.running += 1;
            skipped = 0;
            if let Err(turn) = next.send(Turn { queue: self.clone(), client: name }) {
                unwanted.push(turn);
            }
        }
        drop(state);
        drop(unwanted);
    }

    fn give_back(&self, name: &str) {
        let mut state = self.lock();
        state.running -= 1;
        if let Some(client) = state.clients.get_mut(name) {
            client.running -= 1;
            if client.running == 0 && client.waiting.is_empty() {
                state.clients.remove(name);
            }
        }
        drop(state);
        self.grant();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.queue.give_back(&self.client);
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;

    use futures_util::FutureExt;

    use super::*;

    type Waiting<'a> = Pin<Box<dyn Future<Output = Result<Turn, TooMany>> + 'a>>;

    fn ask<'a>(queue: &'a CallQueue, client: &'a str) -> Waiting<'a> {
        let mut waiting: Waiting<'a> = Box::pin(queue.turn(client));
        // The first poll takes a place in the queue.
        match waiting.as_mut().now_or_never() {
            Some(turn) => Box::pin(std::future::ready(turn)),
            None => waiting,
        }
    }

    fn has_turn(waiting: &mut Waiting<'_>) -> Option<Turn> {
        waiting.as_mut().now_or_never().map(Result::unwrap)
    }

    #[test]
    fn a_client_has_its_share_and_all_have_theirs() {
        let queue = CallQueue::new(2, 3);
        let first = has_turn(&mut ask(&queue, "a")).unwrap();
        let _second = has_turn(&mut ask(&queue, "a")).unwrap();
        let mut third = ask(&queue, "a");
        assert!(has_turn(&mut third).is_none());
        let _other = has_turn(&mut ask(&queue, "b")).unwrap();
        let mut full = ask(&queue, "c");
        assert!(has_turn(&mut full).is_none());
        drop(first);
        let full = has_turn(&mut full);
        let third = has_turn(&mut third);
        assert!(full.is_some() != third.is_some(), "one turn was free");
    }

    #[test]
    fn a_flood_holds_up_its_own_client_alone() {
        let queue = CallQueue::new(8, 1);
        let mut running = has_turn(&mut ask(&queue, "flood"));
        let mut flood: Vec<_> = (0..50).map(|_| ask(&queue, "flood")).collect();
        let mut quiet = ask(&queue, "quiet");
        drop(running.take());
        running = has_turn(&mut flood[0]);
        assert!(running.is_some());
        drop(running.take());
        assert!(has_turn(&mut quiet).is_some(), "after one call of the flood");
    }

    #[test]
    fn calls_that_are_given_up_take_no_turn() {
        let queue = CallQueue::new(1, 1);
        let running = has_turn(&mut ask(&queue, "a")).unwrap();
        let given_up = ask(&queue, "a");
        let mut next = ask(&queue, "a");
        drop(given_up);
        drop(running);
        drop(has_turn(&mut next).unwrap());
        let state = queue.lock();
        assert_eq!((state.running, state.clients.len()), (0, 0));
    }

    #[test]
    fn the_queue_of_a_client_is_bounded() {
        let queue = CallQueue::new(1, 1);
        let _running = has_turn(&mut ask(&queue, "a")).unwrap();
        let _waiting: Vec<_> = (0..MAX_WAITING).map(|_| ask(&queue, "a")).collect();
        assert!(queue.turn("a").now_or_never().unwrap().is_err());
        assert!(ask(&queue, "b").now_or_never().is_none());
    }
}
