//! One connection: reads requests, has them answered, writes replies.

use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clew_engine::{CancelToken, Progress, ProgressSink, Silent};
use serde_json::{Value, json};

use super::desk::{Answer, Caller, Desk, Place, Ticket};
use super::flight::{Flight, MOST, Refused};
use super::house::House;
use super::outgoing::{Closed, Outgoing};
use super::pool::Job;
use crate::transport::Stream;
use crate::wire::MAX_LINE_BYTES;
use crate::wire::call::{Cancel, ProgressReport};
use crate::wire::error::{BUSY, INTERNAL, INVALID_REQUEST, PARSE_ERROR, RpcError};
use crate::wire::line::{Buffer, Line, read_line};
use crate::wire::message::{self, Request};
use crate::wire::method;

/// Longest time that one write may make no headway.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time between two looks at whether a client that ended its requests is gone.
const LOOK: Duration = Duration::from_millis(100);
/// How long requests of a client that is gone may take to notice.
const NOTICE: Duration = Duration::from_secs(10);
/// Least time between two reports of progress of one request.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// What a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Whatever there is.
    Full,
    /// Look at the daemon or end it: it came when there was no more room.
    Control,
}

/// One client.
pub(super) struct Connection {
    pub(super) number: u64,
    pub(super) caller: Caller,
    pub(super) flight: Flight,
    pub(super) stream: Stream,
    /// Whether it may only look at the daemon or end it.
    is_control: AtomicBool,
    since: Instant,
    /// Whether its first line has come.
    has_spoken: AtomicBool,
    is_cut_off: AtomicBool,
    outgoing: Arc<Outgoing>,
}

impl Connection {
    /// `unsent` counts the bytes that wait on all connections.
    pub(super) fn new(
        number: u64,
        stream: Stream,
        unsent: &Arc<AtomicUsize>,
        standing: Standing,
    ) -> Self {
        Connection {
            number,
            is_control: AtomicBool::new(standing == Standing::Control),
            caller: Caller::default(),
            flight: Flight::default(),
            stream,
            since: Instant::now(),
            has_spoken: AtomicBool::new(false),
            is_cut_off: AtomicBool::new(false),
            outgoing: Arc::new(Outgoing::sharing(unsent)),
        }
    }

    /// Whether its first line is still waited for.
    pub(super) fn is_silent(&self) -> bool {
        !self.has_spoken.load(Ordering::Relaxed)
    }

    /// Since when it takes a place that it may have for some time only: without a first
    /// line, or beside the others.
    pub(super) fn bounded_since(&self) -> Option<Instant> {
        let is_bounded = self.is_silent() || self.standing() == Standing::Control;
        let is_there = !self.is_cut_off.load(Ordering::Relaxed);
        (is_bounded && is_there).then_some(self.since)
    }

    /// Ends it, as it has said nothing for long, and counts that once.
    pub(super) fn cut_off(&self, counted: &AtomicU64) {
        if !self.is_cut_off.swap(true, Ordering::Relaxed) {
            counted.fetch_add(1, Ordering::Relaxed);
            tracing::info!(silent = self.is_silent(), "a connection was cut off");
            self.stream.shutdown();
        }
    }

    pub(super) fn standing(&self) -> Standing {
        match self.is_control.load(Ordering::Relaxed) {
            true => Standing::Control,
            false => Standing::Full,
        }
    }

    /// Gives it the place of one that has left.
    pub(super) fn promote(&self) {
        self.is_control.store(false, Ordering::Relaxed);
    }

    fn send(&self, line: Vec<u8>) {
        self.outgoing.push_through(line, |line| self.stream.try_write(line));
    }
}

/// Serves a connection to its end.
pub(super) fn serve(house: &Arc<House>, connection: &Arc<Connection>, stream: Stream) {
    let writer = start_writer(house, connection);
    if let Ok(writer) = writer {
        read(house, connection, stream);
        finish(house, connection);
        connection.outgoing.close(Closed::Finished);
        // It ends when all is written, or a write made no headway for long.
        let _ = writer.join();
    }
    connection.stream.shutdown();
}

fn start_writer(
    house: &Arc<House>,
    connection: &Arc<Connection>,
) -> std::io::Result<std::thread::JoinHandle<()>> {
    let mut output = connection.stream.try_clone()?;
    output.set_write_timeout(WRITE_TIMEOUT)?;
    let (house, connection) = (house.clone(), connection.clone());
    std::thread::Builder::new().name("clew-writer".into()).stack_size(256 << 10).spawn(move || {
        let after = || resume(&house, &connection);
        let reason = connection.outgoing.write_to(&mut output, after);
        if reason != Closed::Finished {
            if reason == Closed::SlowReader {
                let client = connection.caller.lock().client.clone();
                tracing::warn!(client, "a client read its answers too slowly; disconnected");
            }
            connection.flight.cancel_all();
            connection.stream.shutdown();
            resume(&house, &connection);
        }
    })
}

fn read(house: &Arc<House>, connection: &Arc<Connection>, stream: Stream) {
    let mut input = BufReader::with_capacity(16 << 10, stream);
    let mut buffer = Buffer::new(&house.line_room);
    let refuse = |code, message: String| {
        let error = RpcError::new(code, message);
        connection.outgoing.push(message::failure(&Value::Null, &error))
    };
    while connection.outgoing.wait_for_room() && !house.is_stopping() {
        let line = read_line(&mut input, &mut buffer, MAX_LINE_BYTES);
        connection.has_spoken.store(true, Ordering::Relaxed);
        match line {
            Ok(Line::Whole) if buffer.line.iter().all(u8::is_ascii_whitespace) => {}
            Ok(Line::Whole) => {
                if take(house, connection, &buffer.line) == Next::End {
                    return;
                }
            }
            Ok(Line::NoRoom) => {
                let message = "too many long lines are on their way; this one was skipped, send \
                    it again";
                refuse(BUSY, message.into());
            }
            Ok(Line::TooLong) => {
                refuse(
                    INVALID_REQUEST,
                    format!("the line is over {MAX_LINE_BYTES} bytes; it was skipped"),
                );
            }
            Ok(Line::Unfinished) => {
                refuse(PARSE_ERROR, "the last line has no end; it was not read".into());
                return;
            }
            Ok(Line::End) => return,
            Err(error) => {
                tracing::debug!(%error, "a connection broke");
                return;
            }
        }
    }
}

/// Waits for what is running. A client that is gone does not want it any more;
/// one that merely has no further requests does.
fn finish(house: &Arc<House>, connection: &Arc<Connection>) {
    let mut gone = None;
    while !connection.flight.wait(LOOK) {
        if gone.is_none() && !house.is_stopping() && connection.stream.is_closed(Duration::ZERO) {
            connection.flight.cancel_all();
            connection.outgoing.close(Closed::Gone);
            resume(house, connection);
            gone = Some(Instant::now());
        }
        if gone.is_some_and(|since| since.elapsed() > NOTICE) {
            tracing::warn!("requests of a client that is gone still run");
            return;
        }
    }
}

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The next one.
    Line,
    /// The end of the connection.
    End,
}

/// Takes one line.
fn take(house: &Arc<House>, connection: &Arc<Connection>, line: &[u8]) -> Next {
    let request = match message::decode(line) {
        Ok(request) => request,
        Err(rejected) => {
            connection.outgoing.push(message::failure(&rejected.id, &rejected.error));
            return Next::Line;
        }
    };
    let may = connection.standing() == Standing::Full || is_control(&request);
    if !may && !house.promote(connection) {
        tracing::warn!("a client was sent away: there are too many");
        let id = request.id.unwrap_or_default();
        connection.outgoing.push(message::failure(&id, &house.full()));
        return Next::End;
    }
    house.count_request();
    let at_once = match request.method.as_str() {
        method::CANCEL => Some(cancel(connection, &request)),
        method::PING => Some(super::desk::write(&json!({}))),
        method::DAEMON => Some(house.state()),
        method::SHUTDOWN | "stop" => Some(house.shutdown(request.params.clone(), connection)),
        name if Desk::place(name) == Place::InOrder => {
            Some(answer_in_order(house, connection, request.clone()))
        }
        _ => None,
    };
    let Some(answer) = at_once else {
        set_off(house, connection, request);
        return Next::Line;
    };
    if request.id.is_some() || wants_reply(&request.method) {
        let id = request.id.unwrap_or_default();
        connection.send(line_of(&id, answer));
    }
    // Only now, so that the answer is on its way before the end.
    if house.is_stopping() {
        house.stop();
    }
    Next::Line
}

/// Whether a request only looks at the daemon or ends it.
fn is_control(request: &Request) -> bool {
    match request.method.as_str() {
        method::HELLO => request.params.get("session").is_none_or(Value::is_null),
        name => matches!(
            name,
            method::PING
                | method::CANCEL
                | method::DAEMON
                | method::WORKSPACES
                | method::SHUTDOWN
                | "stop"
                | "info"
        ),
    }
}

/// Whether a request without id is answered: those of the contract are, our own
/// are notifications.
fn wants_reply(name: &str) -> bool {
    !name.contains('/') && name != method::HELLO
}

fn cancel(connection: &Connection, request: &Request) -> Answer {
    let asked: Cancel = super::typed::decode(request.params.clone())?;
    super::desk::write(&json!({ "cancelled": connection.flight.cancel(&asked.id) }))
}

/// Takes a request in, so that it can be stopped.
fn enter(connection: &Connection, id: &Value) -> Result<CancelToken, RpcError> {
    let cancel = CancelToken::default();
    match connection.flight.enter(id, &cancel) {
        Ok(()) => Ok(cancel),
        Err(Refused::TooMany) => {
            Err(RpcError::new(BUSY, format!("more than {MOST} requests of one connection")))
        }
        Err(Refused::SameId) => Err(RpcError::new(
            INVALID_REQUEST,
            format!("a request with the id {} is running", clew_rpc::AsSent(id)),
        )),
    }
}

/// Answers before anything else of the connection is read.
fn answer_in_order(house: &House, connection: &Connection, request: Request) -> Answer {
    let id = request.id.clone().unwrap_or_default();
    let ticket = Ticket { cancel: enter(connection, &id)?, progress: Arc::new(Silent) };
    let answer = guarded(|| house.desk.answer(request, &connection.caller, &ticket));
    connection.flight.free(&id);
    connection.flight.leave();
    answer
}

/// Has a request answered on another thread.
fn set_off(house: &Arc<House>, connection: &Arc<Connection>, request: Request) {
    let id = request.id.clone().unwrap_or_default();
    let replied = request.id.is_some() || wants_reply(&request.method);
    let cancel = match enter(connection, &id) {
        Ok(cancel) => cancel,
        Err(error) => {
            connection.outgoing.push(message::failure(&id, &error));
            return;
        }
    };
    let quick = is_quick(&request.method) && connection.outgoing.has_room();
    let (inside, guest) = (house.clone(), connection.clone());
    let job: Job = Box::new(move || {
        let ticket = Ticket { cancel, progress: progress_of(&request, &guest) };
        let answer = guarded(|| inside.desk.answer(request, &guest.caller, &ticket));
        guest.flight.free(&id);
        if replied {
            guest.send(line_of(&id, answer));
        }
        guest.flight.leave();
    });
    if quick {
        run(&house.quick, connection.number, job);
    } else if let Some(job) = connection.flight.start(job) {
        launch(house.clone(), connection.clone(), job);
    }
}

/// Runs jobs that waited until the client had read more.
fn resume(house: &Arc<House>, connection: &Arc<Connection>) {
    while connection.outgoing.has_room()
        && let Some(job) = connection.flight.resume()
    {
        launch(house.clone(), connection.clone(), job);
    }
}

/// Runs a job on a thread, and those that wait for it to end. While the client has
/// much to read the job waits, so that no answer is kept that nobody takes.
fn launch(house: Arc<House>, connection: Arc<Connection>, job: Job) {
    let (pool, client) = (house.questions.clone(), connection.number);
    run(
        &pool,
        client,
        Box::new(move || {
            if !connection.outgoing.has_room() {
                connection.flight.put_back(job);
                // There may be room since, seen when this one did not wait yet.
                return resume(&house, &connection);
            }
            job();
            if let Some(next) = connection.flight.next() {
                launch(house, connection, next);
            }
        }),
    );
}

fn run(pool: &super::pool::Pool, client: u64, job: Job) {
    if let Err(job) = pool.run(client, job) {
        tracing::warn!("no thread for a request; its connection waits for it");
        job();
    }
}

/// Whether a method is answered even while all other threads are taken.
fn is_quick(name: &str) -> bool {
    matches!(
        name,
        "status"
            | "scan_status"
            | "znatok_scan_status"
            | "clew/status"
            | "clew/logs"
            | "clew/stats"
            | "clew/languages"
            | method::WORKSPACES
    )
}

/// Has a panic end this request only.
fn guarded(answer: impl FnOnce() -> Answer) -> Answer {
    catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
        Err(RpcError::new(INTERNAL, "the request failed inside; other requests go on, see logs"))
    })
}

fn line_of(id: &Value, answer: Answer) -> Vec<u8> {
    match answer {
        Ok(result) => message::reply(id, &result),
        Err(error) => message::failure(id, &error),
    }
}

fn progress_of(request: &Request, connection: &Connection) -> Arc<dyn ProgressSink> {
    match (&request.id, request.params.get("progress")) {
        (Some(id), Some(Value::Bool(true))) => Arc::new(Reports {
            id: id.clone(),
            outgoing: connection.outgoing.clone(),
            last: Mutex::new(None),
        }),
        _ => Arc::new(Silent),
    }
}

/// Sends the progress of one request, not too often.
struct Reports {
    id: Value,
    outgoing: Arc<Outgoing>,
    last: Mutex<Option<Instant>>,
}

impl ProgressSink for Reports {
    fn report(&self, progress: &Progress) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < PROGRESS_INTERVAL) {
            return;
        }
        *last = Some(Instant::now());
        drop(last);
        let report = ProgressReport {
            id: self.id.clone(),
            done: progress.done,
            total: progress.total,
            message: progress.message.clone(),
        };
        if let Ok(line) = message::request(None, method::PROGRESS, &report) {
            self.outgoing.push_if_idle(line);
        }
    }
}
