//! The desk: takes a request of one caller and has the engine answer it.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clew_engine::{
    CancelToken, ConnectionId, Engine, ProgressSink, RequestContext, Session, Silent,
    WorkspaceRight,
};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{contract, documents, greeting, typed};
use crate::wire::call::{Call, Rights};
use crate::wire::error::{BUSY, INTERNAL, RpcError, UNKNOWN_METHOD};
use crate::wire::message::Request;
use crate::wire::method;

/// A result as JSON text.
pub(super) type Answer = Result<Box<RawValue>, RpcError>;

/// Longest time of a request that names none, as the contract's do.
const CONTRACT_TIMEOUT: Duration = Duration::from_secs(600);
/// Connections of its own that one client may have.
const MOST_CONNECTIONS: usize = 256;
/// Longest time of any request.
const LONGEST: Duration = Duration::from_secs(6 * 3600);

/// What a daemon tells about itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Version of the program.
    pub(super) version: String,
    /// Format of the index store.
    pub(super) store_format: u32,
    /// Where it is reached.
    pub(super) endpoint: PathBuf,
    /// Its settings, if it has a file of them.
    pub(super) config: Option<PathBuf>,
    /// Settings of its process, by their variables.
    pub(super) settings: BTreeMap<String, String>,
}

/// Answers requests; shared by all connections.
pub(super) struct Desk {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) facts: Facts,
    /// The project of clients that say no hello: the one scanned last.
    pub(super) active: Mutex<Option<Arc<Session>>>,
    next_connection: AtomicU64,
}

/// Who asks: one connection.
#[derive(Default)]
pub(super) struct Caller {
    pub(super) state: Mutex<CallerState>,
}

/// What is known of a connection.
#[derive(Default)]
pub(super) struct CallerState {
    pub(super) client: String,
    /// Whom the client last asked for, as an agent behind an MCP server.
    on_behalf: Option<String>,
    pub(super) session: Option<Arc<Session>>,
    /// The client's own connections, by its numbers.
    connections: HashMap<u64, ConnectionId>,
}

/// How one request is stopped and reports.
pub(super) struct Ticket {
    pub(super) cancel: CancelToken,
    pub(super) progress: Arc<dyn ProgressSink>,
}

impl Default for Ticket {
    fn default() -> Self {
        Ticket { cancel: CancelToken::default(), progress: Arc::new(Silent) }
    }
}

/// Where a request is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At once and in order, by the thread that reads.
    InOrder,
    /// On a thread of its own.
    Aside,
}

impl Desk {
    pub(super) fn new(engine: Arc<dyn Engine>, facts: Facts) -> Self {
        Desk { engine, facts, active: Mutex::default(), next_connection: AtomicU64::new(1) }
    }

    /// Where `method` is answered. What later requests of the connection must
    /// see is answered in order.
    pub(super) fn place(method: &str) -> Place {
        match method {
            method::HELLO
            | method::RECORD_USAGE
            | method::CLOSE_CLIENT
            | method::OPEN_DOCUMENT
            | method::CHANGE_DOCUMENT
            | method::CLOSE_DOCUMENT
            | "info"
            | "logs" => Place::InOrder,
            _ => Place::Aside,
        }
    }

    /// Answers one request; blocks.
    pub(super) fn answer(&self, request: Request, caller: &Caller, ticket: &Ticket) -> Answer {
        let Request { method, params, .. } = request;
        if let Some(question) = method::question(&method) {
            return typed::answer(self, question, params, caller, ticket);
        }
        match method.as_str() {
            method::HELLO => greeting::hello(self, params, caller),
            "info" => greeting::info(self),
            method::WORKSPACES => typed::workspaces(self, params, caller, ticket),
            method::RECORD_USAGE => documents::record_usage(self, params, caller, ticket),
            method::CLOSE_CLIENT => documents::close_client(self, params, caller),
            method::OPEN_DOCUMENT | method::CHANGE_DOCUMENT | method::CLOSE_DOCUMENT => {
                documents::document(self, &method, params, caller, ticket)
            }
            name => match contract::Method::find(name) {
                Some(method) => contract::answer(self, method, params, caller, ticket),
                None => Err(unknown(name)),
            },
        }
    }

    /// Forgets what the engine holds for a connection that ended.
    pub(super) fn close(&self, caller: &Caller) {
        let connections = std::mem::take(&mut caller.lock().connections);
        for connection in connections.into_values() {
            self.engine.close_client(connection);
        }
    }

    /// Gives one of the caller's own connections an id of the engine's, under
    /// which it may have unsaved documents. Fails for too many of them.
    pub(super) fn admit(&self, caller: &Caller, number: u64) -> Result<(), RpcError> {
        let mut state = caller.lock();
        let connections = &mut state.connections;
        if connections.len() >= MOST_CONNECTIONS && !connections.contains_key(&number) {
            let message = format!("more than {MOST_CONNECTIONS} connections of one client");
            return Err(RpcError::new(BUSY, message));
        }
        let next = || ConnectionId(self.next_connection.fetch_add(1, Ordering::Relaxed));
        connections.entry(number).or_insert_with(next);
        Ok(())
    }

    /// Ends one of the caller's own connections.
    pub(super) fn close_connection(&self, caller: &Caller, number: u64) {
        let closed = caller.lock().connections.remove(&number);
        if let Some(connection) = closed {
            self.engine.close_client(connection);
        }
    }

    /// The project that the caller asks about: its own, else the active one.
    pub(super) fn session(&self, caller: &Caller) -> Result<Arc<Session>, RpcError> {
        let own = caller.lock().session.clone();
        own.or_else(|| self.active().clone()).ok_or_else(|| {
            RpcError::new(INTERNAL, "there is no project yet; ask for a scan of one, or say hello")
        })
    }

    pub(super) fn active(&self) -> std::sync::MutexGuard<'_, Option<Arc<Session>>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The context of a request of our own.
    pub(super) fn context_of<R>(
        &self,
        call: &Call<R>,
        session: Option<Arc<Session>>,
        caller: &Caller,
        ticket: &Ticket,
    ) -> RequestContext {
        let timeout = call.timeout_ms.map_or(LONGEST, Duration::from_millis).min(LONGEST);
        let client = call.client.clone().unwrap_or_else(|| caller.lock().client.clone());
        caller.lock().on_behalf.clone_from(&call.client);
        let mut context = self.context(client, session, timeout, caller, ticket, call.connection);
        if let Some(lang) = &call.lang {
            context.lang.clone_from(lang);
        }
        if call.workspaces == Rights::AllowedOnly {
            context.workspaces = WorkspaceRight::AllowedOnly;
        }
        context
    }

    /// The context of a request of the contract.
    pub(super) fn contract_context(
        &self,
        session: Arc<Session>,
        caller: &Caller,
        ticket: &Ticket,
    ) -> RequestContext {
        let client = caller.lock().client.clone();
        self.context(client, Some(session), CONTRACT_TIMEOUT, caller, ticket, 0)
    }

    fn context(
        &self,
        client: String,
        session: Option<Arc<Session>>,
        timeout: Duration,
        caller: &Caller,
        ticket: &Ticket,
        connection: u64,
    ) -> RequestContext {
        let client = if client.is_empty() { "socket".to_string() } else { client };
        RequestContext {
            cancel: ticket.cancel.clone(),
            deadline: Instant::now().checked_add(timeout),
            progress: ticket.progress.clone(),
            connection: caller.lock().connections.get(&connection).copied().unwrap_or_default(),
            session,
            ..RequestContext::new(client)
        }
    }
}

/// Longest name that is shown, in characters.
const LONGEST_NAME: usize = 80;

/// A name that a client gave itself, on one line of a terminal.
fn for_people(name: &str) -> String {
    let mut letters = name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut shown: String = letters.by_ref().take(LONGEST_NAME).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

impl CallerState {
    /// Name for people: the client's own, and whom it asks for.
    pub(super) fn shown(&self) -> String {
        let own = if self.client.is_empty() { "without a name" } else { &self.client };
        match &self.on_behalf {
            Some(name) if !name.is_empty() && *name != self.client => {
                format!("{}: {}", for_people(own), for_people(name))
            }
            _ => for_people(own),
        }
    }
}

impl Caller {
    pub(super) fn lock(&self) -> std::sync::MutexGuard<'_, CallerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a result as JSON.
pub(super) fn write<T: Serialize>(result: &T) -> Answer {
    serde_json::value::to_raw_value(result).map_err(|error| {
        RpcError::new(INTERNAL, format!("the answer cannot be written as JSON: {error}"))
    })
}

pub(super) fn unknown(name: &str) -> RpcError {
    let shown: String = name.chars().take(60).collect();
    RpcError::new(
        UNKNOWN_METHOD,
        format!("unknown method `{shown}`; `info` lists those of this daemon"),
    )
}
