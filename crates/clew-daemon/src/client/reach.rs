//! The connection of a client: made when it is needed, by a thread of its own, so
//! that who asks can stop waiting for it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clew_engine::RequestContext;
use clew_protocol::{ErrorCode, ToolError};

use super::choices::Choices;
use super::connector::{Connector, RemoteError};
use super::documents::OpenDocuments;
use super::link::Link;
use crate::wire::call::Call;
use crate::wire::hello::DaemonInfo;
use crate::wire::method;

/// Time between two looks at whether a connection is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// What is done when a daemon has greeted for the first time.
pub(super) type Greeted = Box<dyn FnOnce(&DaemonInfo) + Send>;

/// The connection, and what is needed to make it again.
pub(super) struct Reach {
    pub(super) connector: Connector,
    /// Unsaved documents of the client, which end with a connection.
    pub(super) documents: OpenDocuments,
    /// Folders that it chose, likewise.
    pub(super) choices: Choices,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    link: Option<Arc<Link>>,
    is_connecting: bool,
    /// Why the last try failed.
    failed: Option<Arc<RemoteError>>,
    greeted: Option<Greeted>,
}

/// Why there is no connection.
#[derive(Debug)]
pub(super) enum Unreached {
    /// Nobody waits for it any more.
    NotWanted(ToolError),
    /// The daemon cannot be had.
    Failed(Arc<RemoteError>),
}

impl From<Unreached> for ToolError {
    fn from(unreached: Unreached) -> Self {
        match unreached {
            Unreached::NotWanted(error) => error,
            Unreached::Failed(error) => ToolError::from(&*error),
        }
    }
}

impl Reach {
    pub(super) fn new(connector: Connector, greeted: Option<Greeted>) -> Arc<Self> {
        let state = State { greeted, ..State::default() };
        Arc::new(Reach {
            connector,
            documents: OpenDocuments::default(),
            choices: Choices::default(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        })
    }

    /// Connects on this thread.
    pub(super) fn connect(&self) -> Result<(), RemoteError> {
        let link = self.connector.connect(self.choices.all())?;
        self.settle(&mut self.lock(), link);
        Ok(())
    }

    /// The connection, if there is one.
    pub(super) fn current(&self) -> Option<Arc<Link>> {
        self.lock().current()
    }

    /// The connection, made anew if the last one has ended.
    pub(super) fn link(self: &Arc<Self>, context: &RequestContext) -> Result<Arc<Link>, Unreached> {
        if let Some(link) = self.current() {
            return Ok(link);
        }
        self.begin();
        let mut state = self.lock();
        while state.is_connecting {
            context.check().map_err(Unreached::NotWanted)?;
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match (state.current(), state.failed.clone()) {
            (Some(link), _) => Ok(link),
            (None, Some(error)) => Err(Unreached::Failed(error)),
            // It came and ended at once.
            (None, None) => Err(Unreached::NotWanted(ToolError::new(
                ErrorCode::Internal,
                "the daemon ended when it had just been reached",
                "ask again; `clew daemon logs` may say why",
            ))),
        }
    }

    /// Starts to connect, unless that is being done or done.
    pub(super) fn begin(self: &Arc<Self>) {
        let mut state = self.lock();
        if state.is_connecting || state.current().is_some() {
            return;
        }
        state.is_connecting = true;
        state.failed = None;
        drop(state);
        let reach = self.clone();
        let connecting = std::thread::Builder::new().name("clew-connect".into());
        if let Err(error) = connecting.spawn(move || reach.try_now()) {
            tracing::debug!(%error, "no thread to connect");
            self.try_now();
        }
    }

    fn try_now(&self) {
        let outcome = self.connector.connect(self.choices.all());
        let mut state = self.lock();
        state.is_connecting = false;
        match outcome {
            Ok(link) => self.settle(&mut state, link),
            Err(error) => state.failed = Some(Arc::new(error)),
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Takes a connection into use. The texts of open documents, which ended with
    /// the last one, go first.
    fn settle(&self, state: &mut State, link: Arc<Link>) {
        for (connection, request) in self.documents.all() {
            let call = Call { request, connection, ..Call::default() };
            link.notify(method::OPEN_DOCUMENT, &call);
        }
        if let (Some(greeted), Some(info)) = (state.greeted.take(), link.info()) {
            greeted(info);
        }
        state.failed = None;
        state.link = Some(link);
    }

    /// Uses a connection no more.
    pub(super) fn forget(&self, lost: &Arc<Link>) {
        let mut state = self.lock();
        if state.link.as_ref().is_some_and(|link| Arc::ptr_eq(link, lost)) {
            state.link = None;
        }
    }

    /// Gives the connection up.
    pub(super) fn hang_up(&self) {
        self.lock().link = None;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn current(&self) -> Option<Arc<Link>> {
        self.link.clone().filter(|link| !link.has_ended())
    }
}
