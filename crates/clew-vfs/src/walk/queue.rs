//! Folders waiting to be walked, shared by the threads of one walk.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Work that makes more work, until none is left.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// Waiting items; the latest goes first, which keeps the list short.
    waiting: Vec<T>,
    /// Items waiting or in work.
    open: usize,
}

impl<T> Queue<T> {
    /// Takes an item; `None` when all work is done. The item counts as open
    /// until the returned ticket is dropped.
    pub(super) fn take(&self) -> Option<(T, Ticket<'_, T>)> {
        let mut state = self.lock();
        loop {
            if let Some(item) = state.waiting.pop() {
                return Some((item, Ticket { queue: self }));
            }
            if state.open == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds items.
    pub(super) fn add(&self, items: Vec<T>) {
        if items.is_empty() {
            return;
        }
        let mut state = self.lock();
        state.open += items.len();
        state.waiting.extend(items);
        drop(state);
        self.changed.notify_all();
    }

    /// Drops all waiting items.
    pub(super) fn clear(&self) {
        let mut state = self.lock();
        state.open -= state.waiting.len();
        state.waiting.clear();
        drop(state);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks an item as in work; done when dropped, also by a panic.
pub(super) struct Ticket<'queue, T> {
    queue: &'queue Queue<T>,
}

impl<T> Drop for Ticket<'_, T> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.open -= 1;
        let is_done = state.open == 0;
        drop(state);
        if is_done {
            self.queue.changed.notify_all();
        }
    }
}

/// Runs `work` on `threads` threads over a queue that starts with `first`. A
/// panic in one of them goes on in the caller once the others are done.
pub(super) fn run<T: Send>(threads: usize, first: T, work: impl Fn(&Queue<T>) + Sync) {
    let state = Mutex::new(State { waiting: vec![first], open: 1 });
    let queue = Queue { state, changed: Condvar::new() };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work(&queue));
        }
        work(&queue);
    });
}
