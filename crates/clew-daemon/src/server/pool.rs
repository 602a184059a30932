//! Threads that answer requests, shared fairly between clients.
//!
//! With as many threads as requests a processor would be divided among all of
//! them, and every answer would take as long as the longest. So a few jobs run
//! together and the others wait for a place: each client has a line of its own,
//! and the lines are served in turn. A job that has run for [`YOUTH`] gives its
//! place to another and goes on beside it, so that nobody waits behind a long
//! question, or behind one that waits for something itself.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a thread waits for work before it ends.
const IDLE: Duration = Duration::from_secs(10);
/// How long a job keeps its place.
const YOUTH: Duration = Duration::from_millis(5);
/// Stack of a thread, in bytes; parsers of deep texts need more than usual.
const STACK: usize = 4 << 20;

/// Work for one thread.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// How many jobs run at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Threads, for jobs of any age.
    pub(super) threads: usize,
    /// Places for jobs younger than [`YOUTH`].
    pub(super) places: usize,
}

/// Runs jobs on a bounded number of threads.
#[derive(Clone)]
pub(super) struct Pool(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    work: Condvar,
    limits: Limits,
}

#[derive(Default)]
struct State {
    /// A line for each client that waits, the one to be served next first.
    lines: VecDeque<(u64, VecDeque<Job>)>,
    threads: usize,
    idle: usize,
    /// Whether one of the idle waits for a job to give its place away.
    is_watched: bool,
    /// Those that have a place: number and start, the oldest first.
    young: VecDeque<(u64, Instant)>,
    next: u64,
}

impl Pool {
    /// A pool with these limits; no thread is started yet.
    pub(super) fn new(limits: Limits) -> Self {
        Pool(Arc::new(Inner { state: Mutex::default(), work: Condvar::new(), limits }))
    }

    /// Queues a job of a client, which must not panic. Gives it back if there is
    /// no thread for it and none can be started.
    pub(super) fn run(&self, client: u64, job: Job) -> Result<(), Job> {
        let mut state = self.0.lock();
        if !self.0.staff(&mut state) && state.threads == 0 {
            return Err(job);
        }
        state.push(client, job);
        let is_watched = state.is_watched && state.young.len() >= self.0.limits.places;
        drop(state);
        if !is_watched {
            self.0.work.notify_one();
        }
        Ok(())
    }
}

impl State {
    fn push(&mut self, client: u64, job: Job) {
        match self.lines.iter_mut().find(|(owner, _)| *owner == client) {
            Some((_, line)) => line.push_back(job),
            None => self.lines.push_back((client, VecDeque::from([job]))),
        }
    }

    /// The next job of the client whose turn it is.
    fn pop(&mut self) -> Option<Job> {
        let (client, mut line) = self.lines.pop_front()?;
        let job = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((client, line));
        }
        job
    }

    /// Takes the places of jobs that are not young any more.
    fn age(&mut self, now: Instant) {
        while self.young.front().is_some_and(|(_, start)| now - *start >= YOUTH) {
            self.young.pop_front();
        }
    }

    /// A job that may start, with its number.
    fn take(&mut self, places: usize) -> Option<(u64, Job)> {
        let now = Instant::now();
        self.age(now);
        if self.young.len() >= places {
            return None;
        }
        let job = self.pop()?;
        self.next += 1;
        self.young.push_back((self.next, now));
        Some((self.next, job))
    }

    /// How long until a place is free at the latest, if somebody waits for one.
    fn until_free(&self) -> Option<Duration> {
        let (_, oldest) = self.young.front().filter(|_| !self.lines.is_empty())?;
        Some((*oldest + YOUTH).saturating_duration_since(Instant::now()))
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that somebody is idle, who watches over the places; false if
    /// that needs a thread and there is none to be had.
    fn staff(self: &Arc<Self>, state: &mut State) -> bool {
        if state.idle > 0 {
            return true;
        }
        if state.threads >= self.limits.threads {
            return false;
        }
        let inner = self.clone();
        let started = std::thread::Builder::new()
            .name("clew-worker".into())
            .stack_size(STACK)
            .spawn(move || inner.work());
        match started {
            Ok(_) => (state.threads, state.idle) = (state.threads + 1, 1),
            // Those that are there will come to it.
            Err(error) => tracing::debug!(%error, "no further thread"),
        }
        state.idle > 0
    }

    fn work(self: &Arc<Self>) {
        let mut state = self.lock();
        // Whoever started it counted it as idle.
        state.idle -= 1;
        loop {
            if let Some((number, job)) = state.take(self.limits.places) {
                // Another looks after those that still wait.
                if !state.lines.is_empty() && self.staff(&mut state) && !state.is_watched {
                    self.work.notify_one();
                }
                drop(state);
                job();
                state = self.lock();
                state.young.retain(|(other, _)| *other != number);
                continue;
            }
            let watches = if state.is_watched { None } else { state.until_free() };
            state.is_watched |= watches.is_some();
            state.idle += 1;
            let waited = self.work.wait_timeout(state, watches.unwrap_or(IDLE));
            let (next, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            state = next;
            state.idle -= 1;
            state.is_watched &= watches.is_none();
            if watches.is_none() && waited.timed_out() && state.lines.is_empty() {
                state.threads -= 1;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::mpsc;

    use super::*;

    fn pool(threads: usize, places: usize) -> Pool {
        Pool::new(Limits { threads, places })
    }

    #[test]
    fn jobs_run_side_by_side_and_all_of_them() {
        let pool = pool(4, 4);
        let together = Arc::new(Barrier::new(4));
        let (done, finished) = mpsc::channel();
        for number in 0..40 {
            let (together, done) = (together.clone(), done.clone());
            let job = Box::new(move || {
                together.wait();
                done.send(number).unwrap();
            });
            assert!(pool.run(number % 3, job).is_ok());
        }
        let mut numbers: Vec<u64> = (0..40).map(|_| finished.recv().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..40).collect::<Vec<_>>());
        assert!(pool.0.lock().threads <= 4);
    }

    #[test]
    fn a_job_that_waits_gives_its_place_away() {
        let pool = pool(8, 1);
        let (release, held) = mpsc::channel::<()>();
        assert!(pool.run(1, Box::new(move || assert!(held.recv().is_ok()))).is_ok());
        let (done, finished) = mpsc::channel();
        for _ in 0..20 {
            let done = done.clone();
            assert!(pool.run(2, Box::new(move || done.send(()).unwrap())).is_ok());
        }
        for _ in 0..20 {
            finished.recv_timeout(Duration::from_secs(60)).unwrap();
        }
        release.send(()).unwrap();
    }

    #[test]
    fn clients_are_served_in_turn() {
        let mut state = State::default();
        let (done, finished) = mpsc::channel();
        for (client, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            let done = done.clone();
            state.push(client, Box::new(move || done.send(name).unwrap()));
        }
        while let Some(job) = state.pop() {
            job();
        }
        drop(done);
        let order: Vec<&str> = finished.iter().collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }
}
