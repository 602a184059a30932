//! Threads that answer requests: grown when needed, ended when idle.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread waits for work before it ends.
const IDLE: Duration = Duration::from_secs(10);
/// Stack of a thread, in bytes; parsers of deep texts need more than usual.
const STACK: usize = 4 << 20;

/// Work for one thread.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// Runs jobs in the order in which they come, on a bounded number of threads.
#[derive(Clone)]
pub(super) struct Pool(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    work: Condvar,
    most: usize,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
}

impl Pool {
    /// A pool of at most `most` threads; none is started yet.
    pub(super) fn new(most: usize) -> Self {
        Pool(Arc::new(Inner { state: Mutex::default(), work: Condvar::new(), most: most.max(1) }))
    }

    /// Queues a job, which must not panic. Gives it back if there is no thread
    /// for it and none can be started.
    pub(super) fn run(&self, job: Job) -> Result<(), Job> {
        let mut state = self.0.lock();
        if state.idle <= state.jobs.len() && state.threads < self.0.most {
            let inner = self.0.clone();
            let started = std::thread::Builder::new()
                .name("clew-worker".into())
                .stack_size(STACK)
                .spawn(move || inner.work());
            match started {
                Ok(_) => state.threads += 1,
                Err(_) if state.threads == 0 => return Err(job),
                // Those that are there will come to it.
                Err(error) => tracing::debug!(%error, "no further thread"),
            }
        }
        state.jobs.push_back(job);
        drop(state);
        self.0.work.notify_one();
        Ok(())
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                job();
                state = self.lock();
                continue;
            }
            state.idle += 1;
            let waited = self.work.wait_timeout(state, IDLE);
            let (next, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            state = next;
            state.idle -= 1;
            if waited.timed_out() && state.jobs.is_empty() {
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

    #[test]
    fn jobs_run_side_by_side_and_all_of_them() {
        let pool = Pool::new(4);
        let together = Arc::new(Barrier::new(4));
        let (done, finished) = mpsc::channel();
        for number in 0..40 {
            let (together, done) = (together.clone(), done.clone());
            let job = Box::new(move || {
                together.wait();
                done.send(number).unwrap();
            });
            assert!(pool.run(job).is_ok());
        }
        let mut numbers: Vec<i32> = (0..40).map(|_| finished.recv().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..40).collect::<Vec<_>>());
        assert!(pool.0.lock().threads <= 4);
    }
}
