//! Lines on their way to a client, with a bound on what waits.
//!
//! A client that reads slowly first stops being read from, then, when more waits
//! than the bound or a write makes no headway, is disconnected. Requests are not
//! answered while much waits; what all connections have waiting is bounded, too.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes that may wait before no further requests are read or answered.
const HIGH: usize = 8 << 20;
/// Bytes that may wait on all connections before those that have any waiting get
/// no further answers.
const HIGH_TOGETHER: usize = 64 << 20;
/// Bytes that may wait before the client is disconnected. One answer may be
/// longer, if nothing else waits.
const MOST: usize = 48 << 20;
/// Lines that may wait before reports of progress are left out.
const FEW: usize = 32;

/// Why a connection takes no more lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// All is said.
    Finished,
    /// The client read too slowly.
    SlowReader,
    /// The client is gone.
    Gone,
}

/// What waits to be written.
#[derive(Default)]
pub(super) struct Outgoing {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Bytes that wait on all connections.
    together: Arc<AtomicUsize>,
    /// Somebody writes a line at this moment.
    is_writing: bool,
    closed: Option<Closed>,
}

impl Outgoing {
    /// With a count of bytes that other connections share.
    pub(super) fn sharing(together: &Arc<AtomicUsize>) -> Self {
        let outgoing = Outgoing::default();
        outgoing.lock().together = together.clone();
        outgoing
    }

    /// Whether so little waits that requests may be answered; also when the
    /// connection ended, as nothing is kept then. With nothing waiting there is
    /// always room, so that what waits elsewhere holds up no client that reads.
    pub(super) fn has_room(&self) -> bool {
        self.lock().has_room()
    }

    /// Queues a line; false when it was dropped, since the connection ended or
    /// does so now.
    pub(super) fn push(&self, line: Vec<u8>) -> bool {
        let mut state = self.lock();
        if state.closed.is_some() {
            return false;
        }
        if state.bytes + line.len() > MOST && !state.lines.is_empty() {
            state.close(Closed::SlowReader);
            drop(state);
            self.changed.notify_all();
            return false;
        }
        state.add(line.len());
        state.lines.push_back(line);
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Writes a line at once if nothing waits before it, as far as `try_write`
    /// takes it without waiting; else as [`Outgoing::push`]. So most answers need
    /// no other thread.
    pub(super) fn push_through(
        &self,
        line: Vec<u8>,
        try_write: impl FnOnce(&[u8]) -> usize,
    ) -> bool {
        let mut state = self.lock();
        if state.closed.is_some() || state.is_writing || !state.lines.is_empty() {
            drop(state);
            return self.push(line);
        }
        state.is_writing = true;
        state.add(line.len());
        drop(state);
        let written = try_write(&line).min(line.len());
        let mut state = self.lock();
        state.is_writing = false;
        state.take(written);
        if written < line.len() && !state.is_lost() {
            state.lines.push_front(line[written..].to_vec());
        }
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Queues a line that may be left out.
    pub(super) fn push_if_idle(&self, line: Vec<u8>) {
        if self.lock().lines.len() < FEW {
            self.push(line);
        }
    }

    /// Waits until so little waits that further requests may be read; false when
    /// the connection ended.
    pub(super) fn wait_for_room(&self) -> bool {
        let mut state = self.lock();
        while !state.has_room() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.closed.is_none()
    }

    /// Takes no more lines; those that wait are written, unless the client is
    /// slow or gone.
    pub(super) fn close(&self, reason: Closed) {
        self.lock().close(reason);
        self.changed.notify_all();
    }

    /// Writes lines until the connection ends; tells why it did. `after` is
    /// called after each line.
    pub(super) fn write_to(&self, output: &mut impl Write, after: impl Fn()) -> Closed {
        loop {
            let line = match self.next() {
                Ok(line) => line,
                Err(reason) => return reason,
            };
            let length = line.len();
            let written = output.write_all(&line);
            let mut state = self.lock();
            state.is_writing = false;
            state.take(length);
            if let Err(error) = written {
                state.close(reason_of(&error));
            }
            drop(state);
            self.changed.notify_all();
            after();
        }
    }

    fn next(&self) -> Result<Vec<u8>, Closed> {
        let mut state = self.lock();
        loop {
            if !state.is_writing {
                if let Some(line) = state.lines.pop_front() {
                    state.is_writing = true;
                    return Ok(line);
                }
                if let Some(reason) = state.closed {
                    return Err(reason);
                }
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn has_room(&self) -> bool {
        let others = self.together.load(Ordering::Relaxed);
        let is_little = self.bytes <= HIGH && (self.bytes == 0 || others <= HIGH_TOGETHER);
        is_little || self.closed.is_some()
    }

    fn add(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.together.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Lines that were dropped meanwhile do not count any more.
    fn take(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.together.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Whether what waits is not wanted any more.
    fn is_lost(&self) -> bool {
        self.closed.is_some_and(|reason| reason != Closed::Finished)
    }

    fn close(&mut self, reason: Closed) {
        if reason != Closed::Finished {
            self.lines.clear();
            self.take(self.bytes);
        }
        self.closed.get_or_insert(reason);
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.take(self.bytes);
    }
}

fn reason_of(error: &io::Error) -> Closed {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Closed::SlowReader,
        _ => Closed::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_in_order_and_then_the_reason() {
        let outgoing = Outgoing::default();
        assert!(outgoing.push(b"a\n".to_vec()) && outgoing.push(b"b\n".to_vec()));
        outgoing.close(Closed::Finished);
        assert!(!outgoing.push(b"c\n".to_vec()));
        let mut written = Vec::new();
        assert_eq!(outgoing.write_to(&mut written, || {}), Closed::Finished);
        assert_eq!(written, b"a\nb\n");
    }

    #[test]
    fn a_line_is_written_at_once_where_nothing_waits() {
        let outgoing = Outgoing::default();
        let mut direct = Vec::new();
        let mut take = |part: &[u8]| {
            direct.extend_from_slice(&part[..2]);
            2
        };
        assert!(outgoing.push_through(b"abc\n".to_vec(), &mut take));
        assert!(outgoing.push_through(b"de\n".to_vec(), |_| panic!("a line waits before it")));
        outgoing.close(Closed::Finished);
        assert!(!outgoing.push_through(b"f\n".to_vec(), |_| panic!("it is closed")));
        let mut rest = Vec::new();
        assert_eq!(outgoing.write_to(&mut rest, || {}), Closed::Finished);
        assert_eq!((direct, rest), (b"ab".to_vec(), b"c\nde\n".to_vec()));
        assert_eq!(outgoing.lock().bytes, 0);
    }

    #[test]
    fn a_client_that_does_not_read_is_let_go() {
        let outgoing = Outgoing::default();
        let big = || vec![b'x'; HIGH];
        assert!(outgoing.push(vec![b'x'; MOST + 1]), "one long answer is allowed");
        assert!(!outgoing.push(big()));
        assert!(!outgoing.wait_for_room());
        assert_eq!(outgoing.write_to(&mut Vec::new(), || {}), Closed::SlowReader);
        assert_eq!(outgoing.lock().bytes, 0);
    }

    #[test]
    fn all_connections_share_a_bound() {
        let together = Arc::default();
        let slow: Vec<_> = (0..9).map(|_| Outgoing::sharing(&together)).collect();
        for one in &slow {
            assert!(one.push(vec![b'x'; HIGH]));
        }
        assert!(slow.iter().all(|one| !one.has_room()), "none of them gets more answers");
        let quick = Outgoing::sharing(&together);
        assert!(quick.has_room(), "who reads is served");
        assert_eq!(slow[0].write_to_end(), HIGH);
        drop(slow);
        assert_eq!(together.load(Ordering::Relaxed), 0);
    }

    impl Outgoing {
        fn write_to_end(&self) -> usize {
            self.close(Closed::Finished);
            let mut all = Vec::new();
            self.write_to(&mut all, || {});
            all.len()
        }
    }

    #[test]
    fn progress_is_left_out_when_much_waits() {
        let outgoing = Outgoing::default();
        for _ in 0..100 {
            outgoing.push_if_idle(b"p\n".to_vec());
        }
        assert_eq!(outgoing.lock().lines.len(), FEW);
    }

    #[test]
    fn a_failing_write_ends_it() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _buffer: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::WouldBlock.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let outgoing = Outgoing::default();
        outgoing.push(b"a\n".to_vec());
        assert_eq!(outgoing.write_to(&mut Full, || {}), Closed::SlowReader);
    }
}
