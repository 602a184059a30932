//! Whether a daemon that owes an answer still lives.
//!
//! Long work says nothing for long, and so does a daemon that hangs. The two are
//! told apart by a second connection, which a living daemon answers at once,
//! whatever else it does.

use std::io::{BufReader, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::endpoint::Endpoint;
use crate::transport::Stream;
use crate::wire::line::{Buffer, Room, read_line};
use crate::wire::{message, method};

/// Longest answer to a ping, in bytes; any answer will do.
const MAX_PONG: usize = 64 << 10;

/// Watches over one connection.
#[derive(Debug)]
pub(super) struct Pulse {
    endpoint: Endpoint,
    interval: Duration,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    /// When the daemon last gave a sign of life.
    heard: Instant,
    /// When it was asked for one that has not come yet.
    asked: Option<Instant>,
}

impl Pulse {
    /// The daemon is asked whether it lives after a silence of `interval`, and has
    /// as much time to say so.
    pub(super) fn new(endpoint: Endpoint, interval: Duration) -> Self {
        let state = State { heard: Instant::now(), asked: None };
        Pulse { endpoint, interval, state: Arc::new(Mutex::new(state)) }
    }

    /// Time after which a silent daemon is asked.
    pub(super) fn interval(&self) -> Duration {
        self.interval
    }

    /// Notes a sign of life.
    pub(super) fn hears(&self) {
        hears(&self.state);
    }

    /// Whether the daemon, which owes something since `since`, hangs. Does not wait:
    /// it is asked for a sign of life on another thread.
    pub(super) fn is_lost(&self, since: Instant) -> bool {
        let mut state = lock(&self.state);
        if state.heard.max(since).elapsed() < self.interval {
            return false;
        }
        if let Some(asked) = state.asked {
            return asked.elapsed() >= self.interval;
        }
        state.asked = Some(Instant::now());
        drop(state);
        self.ask();
        false
    }

    fn ask(&self) {
        let (endpoint, state) = (self.endpoint.clone(), self.state.clone());
        let patience = self.interval;
        let asking = std::thread::Builder::new().name("clew-pulse".into()).stack_size(256 << 10);
        let asking = asking.spawn(move || {
            // A daemon that ends, or takes no more clients, lives, too; only one
            // that leaves this waiting does not.
            match ping(&endpoint, patience) {
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return,
                Err(error) => {
                    tracing::debug!(%error, "no answer to a ping, but a word of the system");
                }
                Ok(()) => {}
            }
            hears(&state);
        });
        if let Err(error) = asking {
            tracing::debug!(%error, "no thread to ask whether the daemon lives");
            self.hears();
        }
    }
}

/// Waits for any line of the daemon over a connection of its own.
fn ping(endpoint: &Endpoint, patience: Duration) -> std::io::Result<()> {
    let mut stream = Stream::connect(endpoint, patience)?;
    let line = message::request(Some(1), method::PING, &json!({}))?;
    stream.write_all(&line)?;
    let room = Room::new(MAX_PONG);
    read_line(&mut BufReader::new(stream), &mut Buffer::new(&room), MAX_PONG).map(drop)
}

fn hears(state: &Mutex<State>) {
    let mut state = lock(state);
    state.heard = Instant::now();
    state.asked = None;
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
