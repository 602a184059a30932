//! One session of the handshake revisions over HTTP.
//!
//! What the messages mean is judged as on standard input; here they are only
//! led to the right stream: the reply to a request, its progress and the
//! questions it raises to the stream of that request, all else to the common
//! one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::ServerHandler;
use rmcp::model::{ClientJsonRpcMessage, GetExtensions, GetMeta, ServerJsonRpcMessage};
use rmcp::service::{OriginatingRequestId, serve_directly_with_ct};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::outlet::{Outlet, Weight};
use crate::guarded::Guarded;
use crate::stdio::{Connection, Room, Step, write};

/// The stream of everything that belongs to no request.
pub(super) const COMMON: u64 = 0;
/// Most requests of a session whose replies are not yet there.
const MAX_IN_FLIGHT: usize = 256;
/// How long a finished stream can be read again.
const KEEP_FINISHED: Duration = Duration::from_secs(60);
/// Most finished streams that are kept.
const MAX_FINISHED: usize = 16;

/// Which stream a message goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Routing {
    /// Each request has a stream of its own.
    PerRequest,
    /// Everything goes to the common stream.
    Common,
}

/// What became of a message of the client.
#[derive(Debug)]
pub(super) enum Taken {
    /// It needs no answer.
    Nothing,
    /// This is the answer.
    Reply(Value),
    /// The answer comes on the stream of this number.
    Stream(u64, Outlet),
    /// Too many requests are running; the message was not taken.
    Busy,
}

/// One session.
#[derive(Debug)]
pub(super) struct Session {
    id: String,
    routing: Routing,
    state: Mutex<State>,
    inbox: UnboundedSender<ClientJsonRpcMessage>,
    room: Arc<Semaphore>,
    stop: CancellationToken,
}

#[derive(Debug)]
struct State {
    connection: Connection,
    /// The stream of each running request, by the key of its id.
    routes: HashMap<String, u64>,
    /// The stream of each progress token.
    tokens: HashMap<String, u64>,
    streams: BTreeMap<u64, Stream>,
    next: u64,
    used: Instant,
}

#[derive(Debug, Default)]
struct Stream {
    outlet: Outlet,
    waiting: BTreeSet<String>,
}

impl Session {
    /// Starts to serve a session with `handler`, until `stop`.
    pub(super) fn start<H: ServerHandler>(
        id: String,
        routing: Routing,
        version: &str,
        handler: H,
        stop: CancellationToken,
    ) -> Arc<Self> {
        let (inbox, messages) = unbounded_channel();
        let state = State {
            connection: Connection::new(version.to_string()),
            routes: HashMap::new(),
            tokens: HashMap::new(),
            streams: BTreeMap::from([(COMMON, Stream::default())]),
            next: COMMON + 1,
            used: Instant::now(),
        };
        let room = Arc::new(Semaphore::new(MAX_IN_FLIGHT));
        let session =
            Arc::new(Session { id, routing, state: Mutex::new(state), inbox, room, stop });
        let transport = SessionTransport { session: session.clone(), messages };
        let running =
            serve_directly_with_ct(Guarded(handler), transport, None, session.stop.clone());
        let served = session.clone();
        tokio::spawn(async move {
            if let Err(error) = running.waiting().await {
                tracing::error!(%error, "a session failed");
            }
            served.end();
        });
        session
    }

    /// Its id.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Takes a message of the client.
    pub(super) fn take(&self, message: Value) -> Taken {
        let Ok(room) = self.room.clone().try_acquire_owned() else { return Taken::Busy };
        let room: Room = Arc::new(room);
        let mut state = self.lock();
        state.used = Instant::now();
        state.prune();
        let steps = state.connection.message(message, Some(&room));
        let mut replies = Vec::new();
        let mut delivered = Vec::new();
        for step in steps {
            match step {
                Step::Deliver(message) => delivered.push(*message),
                Step::Reply(reply) => replies.push(reply),
            }
        }
        if self.routing == Routing::Common {
            for reply in &replies {
                state.push(COMMON, reply, Weight::Lasting);
            }
            self.deliver(delivered);
            return Taken::Nothing;
        }
        state.end_cancelled(&mut replies);
        let stream = state.open_stream(&delivered);
        self.deliver(delivered);
        match (stream, replies.pop()) {
            (Some((number, outlet)), _) => Taken::Stream(number, outlet),
            (None, Some(reply)) => Taken::Reply(reply),
            (None, None) => Taken::Nothing,
        }
    }

    /// The answer to bytes that are no JSON.
    pub(super) fn unreadable(&self, bytes: &[u8]) -> Value {
        self.lock().connection.unreadable(bytes)
    }

    /// The outlet of a stream that is still kept.
    pub(super) fn stream(&self, number: u64) -> Option<Outlet> {
        let mut state = self.lock();
        state.used = Instant::now();
        state.streams.get(&number).map(|stream| stream.outlet.clone())
    }

    /// Drops a finished stream whose reply was handed over whole.
    pub(super) fn forget(&self, number: u64) {
        let mut state = self.lock();
        if state.streams.get(&number).is_some_and(|stream| stream.outlet.ended().is_some()) {
            state.streams.remove(&number);
        }
    }

    /// The revision that was agreed on, if any yet.
    pub(super) fn agreed(&self) -> Option<String> {
        self.lock().connection.agreed().map(str::to_string)
    }

    /// When it was used last; `None` while it is in use.
    pub(super) fn unused_since(&self) -> Option<Instant> {
        let state = self.lock();
        let listens = state.streams.values().any(|stream| stream.outlet.is_followed());
        (state.routes.is_empty() && !listens).then_some(state.used)
    }

    /// Whether it has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Ends it: running calls are cancelled, streams close.
    pub(super) fn end(&self) {
        self.stop.cancel();
        for stream in self.lock().streams.values() {
            stream.outlet.end();
        }
    }

    /// Ends the session when it is dropped.
    pub(super) fn ending(&self) -> DropGuard {
        self.stop.clone().drop_guard()
    }

    /// Closes the streams that wait for nothing in particular.
    pub(super) fn close_common(&self) {
        if let Some(stream) = self.lock().streams.get(&COMMON) {
            stream.outlet.end();
        }
    }

    fn deliver(&self, messages: Vec<ClientJsonRpcMessage>) {
        for message in messages {
            if self.inbox.send(message).is_err() {
                tracing::debug!("a message came after the end of its session");
            }
        }
    }

    fn outgoing(&self, item: &ServerJsonRpcMessage) {
        let origin = match item {
            ServerJsonRpcMessage::Request(request) => {
                let origin = request.request.extensions().get::<OriginatingRequestId>();
                origin.and_then(|origin| serde_json::to_string(&origin.0).ok())
            }
            _ => None,
        };
        match serde_json::to_value(item) {
            Ok(message) => self.lock().route(message, origin.as_deref(), self.routing),
            Err(error) => tracing::error!(%error, "a message cannot be written"),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Opens a stream for the requests among `messages`, if there are any.
    fn open_stream(&mut self, messages: &[ClientJsonRpcMessage]) -> Option<(u64, Outlet)> {
        let mut stream = Stream::default();
        let number = self.next;
        for message in messages {
            let ClientJsonRpcMessage::Request(request) = message else { continue };
            let Ok(key) = serde_json::to_string(&request.id) else { continue };
            self.routes.insert(key.clone(), number);
            stream.waiting.insert(key);
            let token = request.request.get_meta().get_progress_token();
            if let Some(token) = token.and_then(|token| serde_json::to_string(&token).ok()) {
                self.tokens.insert(token, number);
            }
        }
        if stream.waiting.is_empty() {
            return None;
        }
        self.next += 1;
        let outlet = stream.outlet.clone();
        self.streams.insert(number, stream);
        Some((number, outlet))
    }

    /// Ends the streams of requests that were cancelled just now; what is left
    /// of a batch is sent on its stream.
    fn end_cancelled(&mut self, replies: &mut Vec<Value>) {
        let connection = &self.connection;
        let gone: Vec<(String, u64)> = self
            .routes
            .iter()
            .filter(|(key, _)| !connection.is_running(key))
            .map(|(key, number)| (key.clone(), *number))
            .collect();
        for (key, number) in gone {
            self.routes.remove(&key);
            let batch = replies.iter().position(Value::is_array);
            if let Some(batch) = batch {
                let batch = replies.remove(batch);
                self.push(number, &batch, Weight::Last);
            }
            self.settle(number, &key);
        }
    }

    fn route(&mut self, message: Value, origin: Option<&str>, routing: Routing) {
        let method = message.get("method").and_then(Value::as_str);
        let id = message.get("id").map(Value::to_string);
        let (number, weight) = match (method, &id) {
            (None, Some(key)) => (self.routes.get(key).copied(), Weight::Lasting),
            (Some("notifications/progress"), _) => {
                let token = message.pointer("/params/progressToken").map(Value::to_string);
                (token.and_then(|token| self.tokens.get(&token).copied()), Weight::Passing)
            }
            (Some(_), Some(_)) => {
                let number = origin.and_then(|key| self.routes.get(key).copied());
                (number.or(Some(COMMON)), Weight::Lasting)
            }
            _ => (Some(COMMON), Weight::Passing),
        };
        let is_reply = method.is_none();
        let (message, room) = self.connection.outgoing(message);
        drop(room);
        let number = if routing == Routing::Common { Some(COMMON) } else { number };
        // A reply without a stream is one to a cancelled request.
        let Some(number) = number else { return };
        if let Some(message) = message {
            let last = is_reply
                && number != COMMON
                && self.streams.get(&number).is_some_and(|stream| stream.waiting.len() == 1);
            self.push(number, &message, if last { Weight::Last } else { weight });
        }
        if let (true, Some(key)) = (is_reply, id) {
            self.routes.remove(&key);
            self.settle(number, &key);
        }
    }

    /// Marks a request as done; ends its stream when it was the last.
    fn settle(&mut self, number: u64, key: &str) {
        let Some(stream) = self.streams.get_mut(&number) else { return };
        stream.waiting.remove(key);
        if number != COMMON && stream.waiting.is_empty() {
            stream.outlet.end();
            self.tokens.retain(|_, stream| *stream != number);
        }
    }

    fn push(&mut self, number: u64, message: &Value, weight: Weight) {
        if let Some(stream) = self.streams.get(&number) {
            stream.outlet.push(write(message).into(), weight);
        }
    }

    /// Drops finished streams that are too old or too many.
    fn prune(&mut self) {
        let finished = |stream: &Stream| stream.outlet.ended();
        self.streams.retain(|_, stream| {
            finished(stream).is_none_or(|ended| ended.elapsed() < KEEP_FINISHED)
        });
        let done: Vec<u64> = self
            .streams
            .iter()
            .filter(|(_, stream)| finished(stream).is_some())
            .map(|(number, _)| *number)
            .collect();
        for number in done.iter().take(done.len().saturating_sub(MAX_FINISHED)) {
            self.streams.remove(number);
        }
    }
}

/// The session as the protocol library's transport.
struct SessionTransport {
    session: Arc<Session>,
    messages: UnboundedReceiver<ClientJsonRpcMessage>,
}

impl Transport<RoleServer> for SessionTransport {
    type Error = Infallible;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        self.session.outgoing(&item);
        std::future::ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        self.messages.close();
        Ok(())
    }
}
