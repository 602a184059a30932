//! A stream of messages to a client: kept until read, and for a while after.
//!
//! One side pushes, one reader at a time follows. A reader that comes later
//! may start at any event that is still kept, which is how a client goes on
//! after its connection broke.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use axum::body::Bytes;

/// Most events that a stream keeps; beyond it the oldest go.
const MAX_EVENTS: usize = 256;
/// Most bytes that a stream keeps beside its newest event.
const MAX_BYTES: usize = 1024 * 1024;

/// What an event is worth when room is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Progress and messages on the way; may be lost.
    Passing,
    /// A reply or a question of the server; kept until it is read.
    Lasting,
    /// The reply that ends the stream.
    Last,
}

/// One message of a stream.
#[derive(Clone, Debug)]
pub(super) struct Event {
    /// Its number in the stream, from 1.
    pub(super) number: u64,
    /// The JSON of the message.
    pub(super) data: Bytes,
    /// What it is worth.
    pub(super) weight: Weight,
}

/// The writing end of a stream; clones write to the same one.
#[derive(Clone, Debug, Default)]
pub(super) struct Outlet(Arc<Mutex<Buffer>>);

#[derive(Debug, Default)]
struct Buffer {
    events: VecDeque<Event>,
    bytes: usize,
    /// Number of the newest event so far.
    newest: u64,
    /// Everything up to this number was read by some reader.
    read: u64,
    ended: Option<Instant>,
    /// Tells readers apart; only the newest follows.
    reader: u64,
    waker: Option<Waker>,
}

impl Outlet {
    /// Appends a message.
    pub(super) fn push(&self, data: Bytes, weight: Weight) {
        let mut buffer = self.lock();
        if buffer.ended.is_some() {
            return;
        }
        buffer.newest += 1;
        buffer.bytes += data.len();
        let number = buffer.newest;
        buffer.events.push_back(Event { number, data, weight });
        if weight == Weight::Last {
            buffer.ended = Some(Instant::now());
        }
        buffer.shrink();
        buffer.wake();
    }

    /// Ends the stream; readers end after what is left.
    pub(super) fn end(&self) {
        let mut buffer = self.lock();
        buffer.ended.get_or_insert_with(Instant::now);
        buffer.wake();
    }

    /// When the stream ended, if it did.
    pub(super) fn ended(&self) -> Option<Instant> {
        self.lock().ended
    }

    /// Number of the newest event so far; 0 before the first.
    pub(super) fn newest(&self) -> u64 {
        self.lock().newest
    }

    /// Whether someone reads now.
    pub(super) fn is_followed(&self) -> bool {
        self.lock().waker.is_some()
    }

    /// Starts to read after the event of this number, in place of an earlier
    /// reader.
    pub(super) fn follow(&self, after: u64) -> Reader {
        let mut buffer = self.lock();
        buffer.reader += 1;
        buffer.wake();
        Reader { outlet: self.clone(), reader: buffer.reader, after }
    }

    fn lock(&self) -> MutexGuard<'_, Buffer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Buffer {
    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn shrink(&mut self) {
        while self.events.len() > 1 && (self.events.len() > MAX_EVENTS || self.bytes > MAX_BYTES) {
            let read = self.read;
            let spare = self
                .events
                .iter()
                .position(|event| event.number <= read || event.weight == Weight::Passing);
            let removed = self.events.remove(spare.unwrap_or(0));
            self.bytes -= removed.map_or(0, |event| event.data.len());
        }
    }
}

/// The reading end of a stream.
#[derive(Debug)]
pub(super) struct Reader {
    outlet: Outlet,
    reader: u64,
    after: u64,
}

impl Reader {
    /// The next event; `None` at the end, or when another reader took over.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Event>> {
        let mut buffer = self.outlet.lock();
        if buffer.reader != self.reader {
            return Poll::Ready(None);
        }
        let next = buffer.events.iter().find(|event| event.number > self.after).cloned();
        match next {
            Some(event) => {
                self.after = event.number;
                buffer.read = buffer.read.max(event.number);
                Poll::Ready(Some(event))
            }
            None if buffer.ended.is_some() => Poll::Ready(None),
            None => {
                buffer.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Waits for the next event without taking it; `None` at the end.
    pub(super) async fn peek(&mut self) -> Option<Event> {
        let after = self.after;
        let event = std::future::poll_fn(|context| self.poll_next(context)).await;
        self.after = after;
        event
    }

    /// Number of the last event that was read.
    pub(super) fn position(&self) -> u64 {
        self.after
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut buffer = self.outlet.lock();
        if buffer.reader == self.reader {
            buffer.waker = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn next(reader: &mut Reader) -> Option<Option<String>> {
        let event = std::future::poll_fn(|context| reader.poll_next(context)).now_or_never()?;
        Some(event.map(|event| String::from_utf8_lossy(&event.data).into_owned()))
    }

    fn text(text: &str) -> Option<Option<String>> {
        Some(Some(text.to_string()))
    }

    #[test]
    fn events_come_in_order_and_then_the_end() {
        let outlet = Outlet::default();
        let mut reader = outlet.follow(0);
        assert_eq!(next(&mut reader), None);
        assert!(outlet.is_followed());
        outlet.push("a".into(), Weight::Passing);
        outlet.push("b".into(), Weight::Lasting);
        outlet.end();
        outlet.push("late".into(), Weight::Lasting);
        assert_eq!(next(&mut reader), text("a"));
        assert_eq!(next(&mut reader), text("b"));
        assert_eq!(next(&mut reader), Some(None));
        assert!(outlet.ended().is_some());
    }

    #[test]
    fn a_later_reader_goes_on_and_the_earlier_one_ends() {
        let outlet = Outlet::default();
        for data in ["a", "b", "c"] {
            outlet.push(data.into(), Weight::Passing);
        }
        let mut first = outlet.follow(0);
        assert_eq!(next(&mut first), text("a"));
        let mut second = outlet.follow(1);
        assert_eq!(next(&mut first), Some(None));
        assert_eq!(next(&mut second), text("b"));
        assert_eq!(second.position(), 2);
        drop(first);
        assert_eq!(next(&mut second), text("c"));
    }

    #[test]
    fn the_last_event_ends_the_stream() {
        let outlet = Outlet::default();
        outlet.push("reply".into(), Weight::Last);
        outlet.push("late".into(), Weight::Lasting);
        let mut reader = outlet.follow(0);
        assert_eq!(next(&mut reader), text("reply"));
        assert_eq!(next(&mut reader), Some(None));
    }

    #[test]
    fn peeking_takes_nothing() {
        let outlet = Outlet::default();
        outlet.push("a".into(), Weight::Lasting);
        let mut reader = outlet.follow(0);
        let peeked = reader.peek().now_or_never().flatten();
        assert_eq!(peeked.map(|event| event.number), Some(1));
        assert_eq!(next(&mut reader), text("a"));
    }

    #[test]
    fn room_is_bounded_and_replies_outlive_progress() {
        let outlet = Outlet::default();
        outlet.push("reply".into(), Weight::Lasting);
        for number in 0..2 * MAX_EVENTS {
            outlet.push(number.to_string().into(), Weight::Passing);
        }
        assert_eq!(outlet.lock().events.len(), MAX_EVENTS);
        let mut reader = outlet.follow(0);
        assert_eq!(next(&mut reader), text("reply"));
        outlet.push(vec![b'x'; 2 * MAX_BYTES].into(), Weight::Lasting);
        assert_eq!(outlet.lock().events.len(), 1);
        assert_eq!(outlet.lock().bytes, 2 * MAX_BYTES);
    }
}
