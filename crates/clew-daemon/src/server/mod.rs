//! The server: takes connections on an endpoint until it is told to stop, or
//! until nobody has been there for long.

mod arguments;
mod connection;
mod contract;
mod desk;
mod documents;
mod flight;
mod greeting;
mod house;
mod outgoing;
mod pool;
mod typed;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use clew_engine::Engine;

use crate::endpoint::Endpoint;
use crate::life::lock::{LockError, LockFile};
use crate::life::process::Process;
use crate::transport::{Accepted, Listener, prepare_folder};
use crate::wire::message;
use desk::{Caller, Desk, Facts, Ticket};
use house::House;

/// How long a daemon that holds the lock may take to let a new one see that it is there.
const SIGHT: Duration = Duration::from_secs(5);
/// How long a new daemon waits for the one before it to end.
const HANDOVER: Duration = Duration::from_secs(15);

/// How a server is to behave.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where it is reached.
    pub endpoint: Endpoint,
    /// How long it stays without any client; none for ever.
    pub idle_exit: Option<Duration>,
    /// Longest time between two looks at whether the endpoint can still be reached and
    /// the program is still the same.
    pub look: Duration,
    /// Clients at once. Beyond them those that have said nothing make room, and a few
    /// are let in that only look at the daemon or end it.
    pub most_clients: usize,
    /// Version that it gives of itself.
    pub version: String,
    /// Format of the index store.
    pub store_format: u32,
    /// Its settings, if it has a file of them.
    pub config: Option<PathBuf>,
    /// Settings of the process, by their variables: told to clients, which may have
    /// others.
    pub settings: BTreeMap<String, String>,
    /// Where the process writes its log, for those who ask.
    pub log_file: Option<PathBuf>,
    /// How long a connection may take to send its first line.
    pub first_line: Duration,
    /// How long running requests may go on when the server stops.
    pub farewell: Duration,
    /// The program's file; when another takes its place, the server ends with
    /// its last client, so that the next one gets the new program.
    pub program: Option<PathBuf>,
}

/// A server that could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Another daemon is there.
    #[error("a daemon is running at {}", endpoint.display())]
    Running {
        /// Where it is reached.
        endpoint: PathBuf,
    },
    /// The folder of the endpoint cannot be used.
    #[error("cannot use the endpoint folder {}; set CLEW_ENDPOINT_DIR to another one", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The lock failed.
    #[error(transparent)]
    Lock(LockError),
    /// The endpoint cannot be bound.
    #[error("cannot listen at {}; set CLEW_ENDPOINT_DIR to a folder on a local disk", endpoint.display())]
    Bind {
        /// The endpoint.
        endpoint: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Why a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was asked to.
    Stopped,
    /// Nobody was there for the time of `idle_exit`.
    Idle,
    /// Its endpoint was taken away, so nobody could come any more.
    Unreachable,
    /// Its program was replaced and its last client has left.
    Replaced,
}

/// Stops a server from elsewhere in the process.
#[derive(Clone)]
pub struct Stopper(Arc<House>);

impl Stopper {
    /// Has the server finish what is running, for some seconds, and end.
    pub fn stop(&self) {
        self.0.stop();
    }
}

/// A server that is bound to its endpoint.
pub struct Server {
    house: Arc<House>,
    listener: Listener,
    program: Program,
    // Held until everything else is gone.
    _lock: LockFile,
}

impl Server {
    /// Takes the endpoint: its lock, then its socket. What an earlier daemon left
    /// there when it was killed is taken over.
    pub fn bind(engine: Arc<dyn Engine>, options: ServerOptions) -> Result<Self, ServerError> {
        let endpoint = options.endpoint.clone();
        prepare_folder(endpoint.folder()).map_err(|source| ServerError::Folder {
            folder: endpoint.folder().to_path_buf(),
            source,
        })?;
        let lock = take_lock(&endpoint)?;
        if let Some(process) = Process::of(std::process::id()) {
            lock.note(&process.note());
        }
        let (listener, waker) = Listener::bind(&endpoint).map_err(|source| ServerError::Bind {
            endpoint: endpoint.path().to_path_buf(),
            source,
        })?;
        let program = Program::now(options.program.clone());
        let facts = Facts {
            version: options.version.clone(),
            store_format: options.store_format,
            endpoint: endpoint.path().to_path_buf(),
            config: options.config.clone(),
            settings: options.settings.clone(),
        };
        let house = Arc::new(House::new(Desk::new(engine, facts), options, waker));
        Ok(Server { house, listener, program, _lock: lock })
    }

    /// Stops this server from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.house.clone())
    }

    /// Serves until the end; blocks.
    pub fn run(self) -> Ended {
        let facts = &self.house.desk.facts;
        tracing::info!(
            version = facts.version,
            "the daemon listens at {}",
            facts.endpoint.display()
        );
        let ended = self.accept();
        // New clients find nothing and start a daemon, which waits for the lock.
        self.listener.remove();
        self.house.say_farewell();
        tracing::info!(?ended, requests = self.house.requests(), "the daemon ends");
        ended
    }

    fn accept(&self) -> Ended {
        let look = self.house.look();
        loop {
            let now = Instant::now();
            let idle_left = self.house.idle_left(now);
            if idle_left == Some(Duration::ZERO) {
                return Ended::Idle;
            }
            let silence_left = self.house.cut_off_silent(now);
            let waits = [idle_left, silence_left, Some(look)];
            match self.listener.accept(waits.into_iter().flatten().min().unwrap_or(look)) {
                Ok(Accepted::Client(stream)) => House::welcome(&self.house, stream),
                Ok(Accepted::Woken) if self.house.is_stopping() => return Ended::Stopped,
                // The last client has left, or the time of something is over.
                Ok(Accepted::Woken | Accepted::TimedOut) => {
                    if self.house.is_empty() && !self.listener.is_reachable() {
                        return Ended::Unreachable;
                    }
                    if self.house.is_empty() && self.program.has_changed() {
                        return Ended::Replaced;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a client could not be let in");
                    // Out of descriptors, most likely; some come free with time.
                    if error.kind() != io::ErrorKind::PermissionDenied {
                        std::thread::sleep(Duration::from_millis(50));
                    }
                }
            }
        }
    }
}

/// The program's file as it was at the start.
struct Program {
    path: Option<PathBuf>,
    made: Option<SystemTime>,
}

impl Program {
    fn now(path: Option<PathBuf>) -> Self {
        let made = path.as_deref().and_then(made);
        Program { path, made }
    }

    /// Whether there is another file in its place; one that is gone is not.
    fn has_changed(&self) -> bool {
        let now = self.path.as_deref().and_then(made);
        now.is_some() && now != self.made
    }
}

fn made(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok()?.modified().ok()
}

/// Takes the daemon's lock. A daemon that is about to end is waited for; one
/// that takes clients is not.
fn take_lock(endpoint: &Endpoint) -> Result<LockFile, ServerError> {
    let start = Instant::now();
    loop {
        match LockFile::take(&endpoint.daemon_lock(), Duration::from_millis(50)) {
            Ok(lock) => return Ok(lock),
            Err(LockError::Held { .. }) => {
                let reachable = crate::transport::Stream::connect(endpoint, SIGHT).is_ok();
                if reachable || start.elapsed() > HANDOVER {
                    return Err(ServerError::Running { endpoint: endpoint.path().to_path_buf() });
                }
            }
            Err(other) => return Err(ServerError::Lock(other)),
        }
    }
}

/// Answers the lines of one connection in turn, without any socket: what the
/// fuzzer drives. A line without answer gives nothing.
pub fn serve_line(engine: Arc<dyn Engine>, lines: &[u8]) -> Vec<u8> {
    let desk = Desk::new(engine, Facts::default());
    let caller = Caller::default();
    let mut replies = Vec::new();
    for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        match message::decode(line) {
            Err(rejected) => replies.extend(message::failure(&rejected.id, &rejected.error)),
            Ok(request) => {
                let id = request.id.clone().unwrap_or_default();
                match desk.answer(request, &caller, &Ticket::default()) {
                    Ok(result) => replies.extend(message::reply(&id, &result)),
                    Err(error) => replies.extend(message::failure(&id, &error)),
                }
            }
        }
    }
    desk.close(&caller);
    replies
}
