//! What all connections share: the desk, the threads, and who is there.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clew_engine::RequestContext;
use clew_protocol::{OpenWorkspace, ScanStatus};
use serde_json::{Map, Value, json};

use super::ServerOptions;
use super::arguments::Arguments;
use super::connection::{Connection, Standing, serve};
use super::desk::{Answer, Desk, write};
use super::pool::{Limits, Pool};
use crate::transport::{Stream, Waker};
use crate::wire::error::{BUSY, RpcError};
use crate::wire::hello::DaemonState;
use crate::wire::line::Room;
use crate::wire::message;

/// Clients beyond all others that may look at the daemon or end it.
const RESERVE: usize = 8;
/// Time between two looks at whether a scan has ended that keeps an idle daemon.
const SCAN_LOOK: Duration = Duration::from_millis(500);
/// Threads for questions.
const MOST_THREADS: usize = 64;
/// Threads for what must be answered also while all others wait.
const MOST_QUICK_THREADS: usize = 8;

/// Questions that are worked on together while they are young: as many as there
/// are processors, and one that may be waiting for a file.
fn places() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from) + 1
}

/// Bytes that long lines of all connections may hold while they are read.
const LINE_ROOM: usize = 128 << 20;

/// What all connections share.
pub(super) struct House {
    pub(super) desk: Desk,
    pub(super) questions: Pool,
    pub(super) quick: Pool,
    options: ServerOptions,
    waker: Waker,
    stopping: AtomicBool,
    started: Instant,
    requests: AtomicU64,
    /// Connections that were cut off since they said nothing.
    cut_off: AtomicU64,
    next_client: AtomicU64,
    guests: Mutex<Guests>,
    changed: Condvar,
    /// Bytes of answers that wait to be sent, of all connections.
    unsent: Arc<AtomicUsize>,
    /// For long lines that are being read.
    pub(super) line_room: Room,
}

struct Guests {
    connections: HashMap<u64, Arc<Connection>>,
    /// When the last one left, or the start.
    empty_since: Instant,
}

impl House {
    pub(super) fn new(desk: Desk, options: ServerOptions, waker: Waker) -> Self {
        House {
            desk,
            questions: Pool::new(Limits { threads: MOST_THREADS, places: places() }),
            quick: Pool::new(Limits { threads: MOST_QUICK_THREADS, places: MOST_QUICK_THREADS }),
            options,
            waker,
            stopping: AtomicBool::new(false),
            started: Instant::now(),
            requests: AtomicU64::new(0),
            cut_off: AtomicU64::new(0),
            next_client: AtomicU64::new(1),
            guests: Mutex::new(Guests { connections: HashMap::new(), empty_since: Instant::now() }),
            changed: Condvar::new(),
            unsent: Arc::default(),
            line_room: Room::new(LINE_ROOM),
        }
    }

    /// Serves a client on threads of its own, or tells it that there is no room.
    pub(super) fn welcome(house: &Arc<House>, mut stream: Stream) {
        let number = house.next_client.fetch_add(1, Ordering::Relaxed);
        let connection = match (house.room(), stream.try_clone()) {
            (Some(standing), Ok(other)) => {
                Arc::new(Connection::new(number, other, &house.unsent, standing))
            }
            _ => {
                let line = message::failure(&Value::Null, &house.full());
                // It is told as it leaves; who does not read that has left.
                let _ = std::io::Write::write_all(&mut stream, &line);
                tracing::warn!("a client was sent away: there are too many");
                return;
            }
        };
        house.guests().connections.insert(number, connection.clone());
        let inside = house.clone();
        let serving = std::thread::Builder::new()
            .name(format!("clew-client-{number}"))
            .stack_size(512 << 10)
            .spawn(move || {
                serve(&inside, &connection, stream);
                inside.desk.close(&connection.caller);
                inside.leave(number);
            });
        if let Err(error) = serving {
            tracing::warn!(%error, "no thread for a client");
            house.leave(number);
        }
    }

    /// What the next client may do; none where there is no room. Of those that are there
    /// the one that has said nothing for longest makes room.
    fn room(&self) -> Option<Standing> {
        let most = self.options.most_clients;
        if self.guests().connections.len() < most {
            return Some(Standing::Full);
        }
        let all = self.all();
        let silent = all.iter().filter(|one| one.is_silent());
        if let Some(silent) = silent.min_by_key(|one| one.number) {
            silent.cut_off(&self.cut_off);
            self.leave(silent.number);
        }
        match self.guests().connections.len() {
            count if count < most => Some(Standing::Full),
            count if count < most + RESERVE => Some(Standing::Control),
            _ => None,
        }
    }

    /// Lets a client that came when there was no room do what others may, if there is
    /// room by now.
    pub(super) fn promote(&self, connection: &Connection) -> bool {
        let guests = self.guests();
        let full = guests.connections.values().filter(|one| one.standing() == Standing::Full);
        let has_room = full.count() < self.options.most_clients;
        if has_room {
            connection.promote();
        }
        has_room
    }

    /// What is said to a client for which there is no room.
    pub(super) fn full(&self) -> RpcError {
        RpcError::new(BUSY, format!("more than {} clients", self.options.most_clients))
    }

    fn leave(&self, number: u64) {
        let mut guests = self.guests();
        if guests.connections.remove(&number).is_none() {
            return;
        }
        guests.empty_since = Instant::now();
        let is_last = guests.connections.is_empty();
        drop(guests);
        self.changed.notify_all();
        if is_last {
            // The time without clients begins now.
            self.waker.wake();
        }
    }

    /// See [`ServerOptions::look`].
    pub(super) fn look(&self) -> Duration {
        self.options.look
    }

    /// How long the house may stay empty from now on, or until it is asked again while a
    /// scan runs; none while somebody is there, or it never ends by itself.
    pub(super) fn idle_left(&self, now: Instant) -> Option<Duration> {
        let idle_exit = self.options.idle_exit?;
        let guests = self.guests();
        if !guests.connections.is_empty() {
            return None;
        }
        let left = (guests.empty_since + idle_exit).saturating_duration_since(now);
        drop(guests);
        Some(if left.is_zero() && self.is_scanning() { SCAN_LOOK } else { left })
    }

    /// Ends the connections whose first line has not come in time, or which have had the
    /// time that control may take, and tells when the next of them is due.
    pub(super) fn cut_off_silent(&self, now: Instant) -> Option<Duration> {
        let mut next = None;
        for connection in self.all() {
            let Some(since) = connection.bounded_since() else { continue };
            let left = (since + self.options.first_line).saturating_duration_since(now);
            if !left.is_zero() {
                next = Some(next.map_or(left, |next: Duration| next.min(left)));
                continue;
            }
            connection.cut_off(&self.cut_off);
        }
        next
    }

    pub(super) fn is_empty(&self) -> bool {
        self.guests().connections.is_empty()
    }

    /// Whether the daemon is about to end.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Has the server end.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.waker.wake();
    }

    /// Counts a request.
    pub(super) fn count_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Lets running requests finish, then stops them and ends all connections.
    pub(super) fn say_farewell(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        for connection in self.all() {
            connection.stream.stop_reading();
        }
        if !self.wait_until_empty(self.options.farewell) {
            for connection in self.all() {
                connection.flight.cancel_all();
            }
            self.wait_until_empty(Duration::from_secs(1));
        }
        for connection in self.all() {
            connection.stream.shutdown();
        }
    }

    fn wait_until_empty(&self, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        let mut guests = self.guests();
        while !guests.connections.is_empty() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.changed.wait_timeout(guests, left);
            guests = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Answers `shutdown`: refused while a scan that was asked for or another client's
    /// request runs, unless forced. What the engine does of itself it does again.
    pub(super) fn shutdown(&self, params: Map<String, Value>, asking: &Connection) -> Answer {
        let force = Arguments::new(params).flag(&["force"])?;
        if !force && !self.is_stopping() {
            let others = self.all();
            let running: usize = others
                .iter()
                .filter(|other| other.number != asking.number)
                .map(|other| other.flight.count())
                .sum();
            if self.is_any(|open| open.scan_asked) {
                return Err(RpcError::new(BUSY, "a scan is running; ask again when it is done"));
            }
            if running > 0 {
                let message = format!("{running} requests of other clients are running");
                return Err(RpcError::new(BUSY, message));
            }
        }
        tracing::info!(client = asking.caller.lock().client, force, "asked to stop");
        self.stopping.store(true, Ordering::Relaxed);
        write(&json!({ "status": "stopping" }))
    }

    fn is_scanning(&self) -> bool {
        self.is_any(|open| open.scan.status == ScanStatus::Scanning)
    }

    /// Whether it is so of any open workspace.
    fn is_any(&self, so: impl Fn(&OpenWorkspace) -> bool) -> bool {
        let open = self.desk.engine.workspaces(&RequestContext::new("daemon"));
        open.is_ok_and(|open| open.workspaces.iter().any(so))
    }

    /// Answers what the daemon is doing.
    pub(super) fn state(&self) -> Answer {
        let all = self.all();
        let facts = &self.desk.facts;
        write(&DaemonState {
            pid: std::process::id(),
            server_version: facts.version.clone(),
            endpoint: facts.endpoint.clone(),
            log_file: self.options.log_file.clone(),
            uptime_seconds: self.started.elapsed().as_secs(),
            idle_exit_seconds: self.options.idle_exit.map(|time| time.as_secs()),
            clients: all.iter().map(|one| one.caller.lock().shown()).collect(),
            requests: self.requests(),
            cut_off: self.cut_off.load(Ordering::Relaxed),
            running: all.iter().map(|one| one.flight.count() as u64).sum(),
            memory: crate::life::memory::anonymous(),
        })
    }

    fn all(&self) -> Vec<Arc<Connection>> {
        self.guests().connections.values().cloned().collect()
    }

    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
