//! Connecting to the daemon, and starting it where there is none.

use std::io;
use std::path::PathBuf;
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clew_engine::SessionOptions;
use clew_protocol::{ErrorCode, Question, ToolError};

use super::choices::Chosen;
use super::launch::Launch;
use super::link::Link;
use super::pulse::Pulse;
use crate::endpoint::Endpoint;
use crate::life::lock::{LockError, LockFile};
use crate::life::process::Process;
use crate::transport::{Stream, prepare_folder};
use crate::wire::PROTOCOL_MINOR;
use crate::wire::hello::{CAPABILITIES, Hello, HelloSession};

/// How long a daemon that takes connections may take to greet; it does so at once
/// unless it hangs or is stopped.
const GREETING: Duration = Duration::from_secs(3);

/// A good [`ConnectorOptions::pulse`].
pub const PULSE: Duration = Duration::from_secs(2);

/// How a client reaches the daemon.
#[derive(Clone, Debug)]
pub struct ConnectorOptions {
    /// Where the daemon is.
    pub endpoint: Endpoint,
    /// Name of the client, for logs.
    pub client: String,
    /// Version of the client's program.
    pub version: String,
    /// Where the client stands; none for one that only looks at the daemon.
    pub session: Option<SessionOptions>,
    /// How the daemon is started where there is none; none to leave that.
    pub launch: Option<Launch>,
    /// How long a start may take.
    pub patience: Duration,
    /// How long a daemon that owes an answer may be silent before it is asked whether
    /// it lives, and how long it may then take to say so.
    pub pulse: Duration,
}

/// Connects to the daemon.
#[derive(Clone, Debug)]
pub struct Connector {
    options: ConnectorOptions,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// Nobody is there, and nobody was to be started.
    #[error("no daemon is running at {}", endpoint.display())]
    NotRunning {
        /// Where it would be.
        endpoint: PathBuf,
    },
    /// The socket is there but cannot be used.
    #[error("cannot connect to the daemon at {}", endpoint.display())]
    Connect {
        /// Where it is.
        endpoint: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder of the endpoint cannot be used.
    #[error("cannot use the endpoint folder {}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another client is starting the daemon, for too long.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The program cannot be started.
    #[error("cannot start the daemon {}", program.display())]
    Spawn {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The daemon ended at once.
    #[error("the daemon ended while it started ({status}): {last_words}; its log is {}", log.display())]
    Ended {
        /// Its exit status.
        status: String,
        /// The last line of its log.
        last_words: String,
        /// Its log.
        log: PathBuf,
    },
    /// The daemon was started and cannot be reached.
    #[error("the daemon did not answer within {} ms; its log is {}", patience.as_millis(), log.display())]
    Late {
        /// How long it was waited for.
        patience: Duration,
        /// Its log.
        log: PathBuf,
    },
    /// Somebody listens and says nothing.
    #[error(
        "the daemon at {} does not answer; `clew daemon stop --force` ends its process",
        endpoint.display()
    )]
    Silent {
        /// Where it is.
        endpoint: PathBuf,
        /// Its process, where that is known.
        process: Option<Process>,
    },
    /// The daemon does not take this client.
    #[error("{}", .0.message)]
    Refused(ToolError),
}

impl RemoteError {
    /// What failed, with its causes.
    pub(super) fn in_full(&self) -> String {
        let mut message = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(cause) = source {
            message.push_str(&format!(": {cause}"));
            source = cause.source();
        }
        message
    }
}

impl From<RemoteError> for ToolError {
    fn from(error: RemoteError) -> Self {
        ToolError::from(&error)
    }
}

impl From<&RemoteError> for ToolError {
    fn from(error: &RemoteError) -> Self {
        if let RemoteError::Refused(error) = error {
            return error.clone();
        }
        let next = "see `clew daemon logs`, or use --standalone to answer in this process";
        ToolError::new(ErrorCode::Internal, error.in_full(), next)
    }
}

/// What a try to connect came to.
enum Tried {
    Connected(Box<Link>),
    /// Nobody is there, or is about to leave.
    Absent,
}

impl Connector {
    /// A connector with these options; connects to nothing yet.
    pub fn new(options: ConnectorOptions) -> Self {
        Connector { options }
    }

    /// Ends the process of a daemon that is [silent](RemoteError::Silent), and waits
    /// for its end. The system named the process as the one that listens there, and
    /// that it is of this user; one that only has its number is left alone.
    pub fn end_silent(&self, process: Process) -> Result<(), ToolError> {
        let pid = process.pid();
        process.end().map_err(|error| {
            let message = format!("cannot end the process {pid} of the daemon: {error}");
            ToolError::new(ErrorCode::Internal, message, "end it with the tools of the system")
        })?;
        LockFile::wait_until_free(&self.options.endpoint.daemon_lock(), self.options.patience)
            .map_err(|error| RemoteError::Lock(error).into())
    }

    /// Where the daemon is reached.
    pub fn endpoint(&self) -> &Endpoint {
        &self.options.endpoint
    }

    /// How long a daemon may be silent; see [`ConnectorOptions::pulse`].
    pub(super) fn pulse(&self) -> Duration {
        self.options.pulse
    }

    /// Connects, starting the daemon if need be, and says hello, with what the client
    /// has chosen before.
    pub(super) fn connect(&self, chosen: Chosen) -> Result<Arc<Link>, RemoteError> {
        let link = self.connect_or_start(&self.hello(chosen))?;
        let info = link.info().cloned().unwrap_or_default();
        tracing::info!(
            pid = info.pid,
            version = info.server_version,
            endpoint = %self.options.endpoint.path().display(),
            "connected to the daemon"
        );
        Ok(Arc::new(link))
    }

    fn connect_or_start(&self, hello: &Hello) -> Result<Link, RemoteError> {
        if let Tried::Connected(link) = self.try_connect(hello)? {
            return Ok(*link);
        }
        let Some(launch) = &self.options.launch else {
            let endpoint = self.options.endpoint.path().to_path_buf();
            return Err(RemoteError::NotRunning { endpoint });
        };
        let folder = self.options.endpoint.folder();
        prepare_folder(folder)
            .map_err(|source| RemoteError::Folder { folder: folder.to_path_buf(), source })?;
        // Of many clients that find nobody, one starts the daemon; the others
        // wait here and then find it.
        let patience = self.options.patience;
        let _starting = LockFile::take(&self.options.endpoint.start_lock(), patience)?;
        if let Tried::Connected(link) = self.try_connect(hello)? {
            return Ok(*link);
        }
        let child = launch
            .start()
            .map_err(|source| RemoteError::Spawn { program: launch.program.clone(), source })?;
        tracing::info!(pid = child.id(), log = %launch.log.display(), "starting the daemon");
        self.wait_for(launch, child, hello)
    }

    fn wait_for(
        &self,
        launch: &Launch,
        mut child: Child,
        hello: &Hello,
    ) -> Result<Link, RemoteError> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        let mut ended = None;
        let found = loop {
            match self.try_connect(hello) {
                Ok(Tried::Connected(link)) => break Ok(*link),
                Ok(Tried::Absent) => {}
                Err(error) => break Err(error),
            }
            if ended.is_none() {
                ended = child.try_wait().ok().flatten();
            }
            match ended {
                Some(status) if !status.success() => {
                    break Err(RemoteError::Ended {
                        status: status.to_string(),
                        last_words: launch.last_words(),
                        log: launch.log.clone(),
                    });
                }
                _ if start.elapsed() > self.options.patience => {
                    let patience = self.options.patience;
                    break Err(RemoteError::Late { patience, log: launch.log.clone() });
                }
                _ => {}
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        if ended.is_none() {
            bury(child);
        }
        found
    }

    fn try_connect(&self, hello: &Hello) -> Result<Tried, RemoteError> {
        let endpoint = self.options.endpoint.path();
        let failed = |source| RemoteError::Connect { endpoint: endpoint.to_path_buf(), source };
        let patience = self.options.patience.min(GREETING);
        let silent = |process| RemoteError::Silent { endpoint: endpoint.to_path_buf(), process };
        let stream = match Stream::connect(&self.options.endpoint, patience) {
            Ok(stream) => stream,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(silent(self.noted_process()));
            }
            Err(error) if is_absent(&error) => return Ok(Tried::Absent),
            Err(error) => return Err(failed(error)),
        };
        let process = stream.peer_process();
        let pulse = Pulse::new(self.options.endpoint.clone(), self.options.pulse);
        let link = Link::start(stream, pulse).map_err(failed)?;
        match link.greet(hello, patience) {
            Ok(()) => Ok(Tried::Connected(Box::new(link))),
            // It was about to end.
            Err(None) => Ok(Tried::Absent),
            Err(Some(error)) if error.code == ErrorCode::Timeout => Err(silent(process)),
            Err(Some(error)) => Err(RemoteError::Refused(error)),
        }
    }

    /// The process that the daemon's lock names, for when it does not even let clients
    /// in that the system could tell of.
    fn noted_process(&self) -> Option<Process> {
        let note = std::fs::read_to_string(self.options.endpoint.daemon_lock()).ok()?;
        Process::noted(&note)
    }

    fn hello(&self, chosen: Chosen) -> Hello {
        let session = self.options.session.clone().map(|session| HelloSession {
            start: session.start,
            project_root: session.project_root,
            allowed_roots: session.allowed_roots,
            metrics_file: session.metrics_file,
            chosen: chosen.folders,
            current: chosen.current,
        });
        Hello {
            client: self.options.client.clone(),
            client_version: self.options.version.clone(),
            protocol_minor: PROTOCOL_MINOR,
            wants: CAPABILITIES.iter().map(ToString::to_string).collect(),
            questions: Question::ALL.iter().map(|asked| asked.as_str().to_string()).collect(),
            session,
        }
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::NotConnected
    )
}

/// Waits for the end of a daemon that this process started, so that it does not
/// stay in the table of processes while this one lives.
fn bury(mut child: Child) {
    let waiting = std::thread::Builder::new().name("clew-daemon".into()).stack_size(64 << 10);
    // Without the thread it stays there until this process ends.
    let _ = waiting.spawn(move || child.wait());
}
