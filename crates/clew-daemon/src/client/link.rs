//! One connection to the daemon, shared by all requests of a client.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufReader, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use clew_engine::{Progress, RequestContext};
use clew_protocol::{ErrorCode, ToolError};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::pulse::Pulse;
use crate::transport::{Stream, WRITES_GO_ON};
use crate::wire::call::{Cancel, ProgressReport};
use crate::wire::error::RpcError;
use crate::wire::hello::{DaemonInfo, Hello};
use crate::wire::line::{Buffer, Line, Room, read_line};
use crate::wire::{message, method};

/// Longest answer, in bytes.
const MAX_ANSWER: usize = 512 << 20;
/// Longest time that one write may make no headway, where such a write cannot go on.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time between two looks at whether a request is still wanted.
const LOOK: Duration = Duration::from_millis(20);
/// How much longer than its deadline an answer is waited for; the daemon itself
/// says better why it is late.
const GRACE: Duration = Duration::from_millis(250);
/// How long the last words of a daemon that takes no more lines are waited for.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A connection to the daemon.
#[derive(Debug)]
pub(super) struct Link {
    output: Mutex<Stream>,
    shared: Arc<Shared>,
    pulse: Arc<Pulse>,
    next_id: AtomicU64,
    info: OnceLock<DaemonInfo>,
}

#[derive(Debug, Default)]
struct Shared {
    /// None once the connection has ended.
    waiting: Mutex<Option<HashMap<u64, Sender<Event>>>>,
    /// Why the daemon does not take this client, said before any greeting.
    refusal: OnceLock<RpcError>,
}

#[derive(Debug)]
enum Event {
    Progress(ProgressReport),
    Done(Result<Box<RawValue>, RpcError>),
}

/// How a request that has no answer ended.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// It never reached the daemon.
    NotSent,
    /// The connection ended before the answer came.
    Lost,
    /// The daemon hangs.
    Silent,
    /// The daemon, or the caller's patience, says why.
    Failed(ToolError),
}

impl Link {
    /// Takes a connected stream and starts to read from it.
    pub(super) fn start(stream: Stream, pulse: Pulse) -> io::Result<Self> {
        let headway = if WRITES_GO_ON { pulse.interval() } else { WRITE_TIMEOUT };
        stream.set_write_timeout(headway)?;
        let (pulse, input) = (Arc::new(pulse), stream.try_clone()?);
        let shared = Arc::new(Shared {
            waiting: Mutex::new(Some(HashMap::new())),
            refusal: OnceLock::new(),
        });
        let (reading, heard) = (shared.clone(), pulse.clone());
        std::thread::Builder::new().name("clew-link".into()).stack_size(512 << 10).spawn(
            move || {
                reading.read(input, &heard);
                reading.lock().take();
            },
        )?;
        Ok(Link {
            output: Mutex::new(stream),
            shared,
            pulse,
            next_id: AtomicU64::new(1),
            info: OnceLock::new(),
        })
    }

    /// Says hello; no error means that the daemon was about to end.
    pub(super) fn greet(&self, hello: &Hello, patience: Duration) -> Result<(), Option<ToolError>> {
        let context = RequestContext {
            deadline: Instant::now().checked_add(patience),
            ..RequestContext::new("hello")
        };
        match self.ask(method::HELLO, hello, &context) {
            Ok(info) => {
                // Only this call sets it.
                let _ = self.info.set(decode(&info)?);
                Ok(())
            }
            Err(Unanswered::NotSent | Unanswered::Lost) => {
                Err(self.shared.refusal.get().map(|error| error.clone().into_tool_error()))
            }
            Err(Unanswered::Failed(error)) => Err(Some(error)),
            Err(Unanswered::Silent) => Err(Some(no_longer_wanted(&context))),
        }
    }

    /// What the daemon said of itself.
    pub(super) fn info(&self) -> Option<&DaemonInfo> {
        self.info.get()
    }

    /// Whether the connection has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.shared.lock().is_none()
    }

    /// Sends a request and waits for its answer, the caller's patience allowing.
    pub(super) fn ask<P: Serialize>(
        &self,
        method: &str,
        params: &P,
        context: &RequestContext,
    ) -> Result<Box<RawValue>, Unanswered> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let line = message::request(Some(id), method, params).map_err(|error| {
            let message = format!("the request cannot be written as JSON: {error}");
            Unanswered::Failed(ToolError::internal(message))
        })?;
        if line.len() > crate::wire::MAX_LINE_BYTES {
            return Err(Unanswered::Failed(ToolError::invalid_input(
                format!("the request is over {} bytes", crate::wire::MAX_LINE_BYTES),
                "send less text",
            )));
        }
        let events = self.expect(id)?;
        if let Err(error) = self.send(&line) {
            // Reading ends too, with what the daemon said before it left.
            let _ = events.recv_timeout(LAST_WORDS);
            self.shared.forget(id);
            let hangs = error.kind() == io::ErrorKind::TimedOut;
            return Err(if hangs { Unanswered::Silent } else { Unanswered::NotSent });
        }
        let answer = self.wait(id, &events, context);
        self.shared.forget(id);
        answer
    }

    /// Sends a notification; a connection that ended loses it.
    pub(super) fn notify<P: Serialize>(&self, method: &str, params: &P) {
        if let Ok(line) = message::request(None, method, params)
            && let Err(error) = self.send(&line)
        {
            tracing::debug!(%error, method, "not sent");
        }
    }

    fn expect(&self, id: u64) -> Result<Receiver<Event>, Unanswered> {
        let (sender, events) = channel();
        match self.shared.lock().as_mut() {
            Some(waiting) => waiting.insert(id, sender),
            None => return Err(Unanswered::NotSent),
        };
        Ok(events)
    }

    /// A line that was written in part makes the connection useless; it ends.
    fn send(&self, line: &[u8]) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(&mut output, line).inspect_err(|_| output.shutdown())
    }

    /// Writes as long as the daemon lives; it may be slow to read.
    fn write(&self, output: &mut Stream, mut line: &[u8]) -> io::Result<()> {
        let mut moved = Instant::now();
        while !line.is_empty() {
            match output.write(line) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => {
                    line = &line[count..];
                    moved = Instant::now();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_late(&error) && WRITES_GO_ON => {
                    if self.pulse.is_lost(moved) {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn wait(
        &self,
        id: u64,
        events: &Receiver<Event>,
        context: &RequestContext,
    ) -> Result<Box<RawValue>, Unanswered> {
        let asked = Instant::now();
        loop {
            let late = context.deadline.is_some_and(|end| Instant::now() > end + GRACE);
            if context.cancel.is_cancelled() || late {
                self.notify(method::CANCEL, &Cancel { id: id.into() });
                return Err(Unanswered::Failed(no_longer_wanted(context)));
            }
            match events.recv_timeout(LOOK) {
                Ok(Event::Progress(report)) => context.progress.report(&Progress {
                    done: report.done,
                    total: report.total,
                    message: report.message,
                }),
                Ok(Event::Done(Ok(result))) => return Ok(result),
                Ok(Event::Done(Err(error))) => {
                    return Err(Unanswered::Failed(error.into_tool_error()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Unanswered::Lost),
                // Before it has greeted, its patience is short enough.
                Err(RecvTimeoutError::Timeout) if self.info().is_none() => {}
                Err(RecvTimeoutError::Timeout) if self.pulse.is_lost(asked) => {
                    return Err(Unanswered::Silent);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // The reading thread holds another handle of the stream.
        self.output.get_mut().unwrap_or_else(PoisonError::into_inner).shutdown();
    }
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn no_longer_wanted(context: &RequestContext) -> ToolError {
    context.check().err().unwrap_or_else(|| {
        ToolError::new(
            ErrorCode::Timeout,
            "the daemon did not answer in time",
            "narrow the question, or allow more time",
        )
    })
}

#[derive(Deserialize)]
struct Incoming<'line> {
    #[serde(default)]
    id: Option<u64>,
    #[serde(default, borrow)]
    method: Option<Cow<'line, str>>,
    #[serde(default, borrow)]
    params: Option<&'line RawValue>,
    #[serde(default)]
    result: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<RpcError>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<HashMap<u64, Sender<Event>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, id: u64) {
        if let Some(waiting) = self.lock().as_mut() {
            waiting.remove(&id);
        }
    }

    fn read(&self, input: Stream, pulse: &Pulse) {
        let mut input = BufReader::with_capacity(64 << 10, input);
        let room = Room::new(MAX_ANSWER * 2);
        let mut buffer = Buffer::new(&room);
        loop {
            match read_line(&mut input, &mut buffer, MAX_ANSWER) {
                Ok(Line::Whole) => {
                    pulse.hears();
                    if let Err(error) = self.take(&buffer.line) {
                        tracing::warn!(%error, "the daemon sent a line that cannot be read");
                        return;
                    }
                }
                Ok(Line::TooLong | Line::NoRoom) => {
                    tracing::warn!("the daemon sent an answer of over {MAX_ANSWER} bytes");
                    return;
                }
                Ok(Line::Unfinished | Line::End) => return,
                Err(error) => {
                    tracing::debug!(%error, "the connection to the daemon broke");
                    return;
                }
            }
        }
    }

    fn take(&self, line: &[u8]) -> serde_json::Result<()> {
        let incoming: Incoming<'_> = serde_json::from_slice(line)?;
        if incoming.method.as_deref() == Some(method::PROGRESS) {
            let Some(params) = incoming.params else { return Ok(()) };
            let report: ProgressReport = serde_json::from_str(params.get())?;
            if let (Some(id), Some(waiting)) = (report.id.as_u64(), self.lock().as_ref())
                && let Some(sender) = waiting.get(&id)
            {
                // Fails only if the caller has stopped waiting.
                let _ = sender.send(Event::Progress(report));
            }
            return Ok(());
        }
        let Some(id) = incoming.id else {
            if let Some(error) = incoming.error {
                tracing::debug!(code = error.code, "the daemon refused a line: {}", error.message);
                let _ = self.refusal.set(error);
            }
            return Ok(());
        };
        let sender = self.lock().as_mut().and_then(|waiting| waiting.remove(&id));
        let outcome = match (incoming.result, incoming.error) {
            (_, Some(error)) => Err(error),
            (Some(result), None) => Ok(result),
            // A result of null reads as none.
            (None, None) => Ok(RawValue::NULL.to_owned()),
        };
        if let Some(sender) = sender {
            let _ = sender.send(Event::Done(outcome));
        }
        Ok(())
    }
}

/// Reads an answer. Syntax trees are nested deeper than is usual.
pub(super) fn decode<A: serde::de::DeserializeOwned>(answer: &RawValue) -> Result<A, ToolError> {
    let unreadable = |why: &str| {
        ToolError::new(
            ErrorCode::Internal,
            format!("the daemon's answer cannot be read: {why}"),
            "the daemon may be of another version; run `clew daemon stop` and ask again",
        )
    };
    if is_too_deep(answer.get()) {
        return Err(unreadable("it is nested too deeply"));
    }
    let mut reader = serde_json::Deserializer::from_str(answer.get());
    reader.disable_recursion_limit();
    A::deserialize(&mut reader).map_err(|error| unreadable(&error.to_string()))
}

/// Levels of nesting that are read; a syntax tree takes two a node.
const MAX_NESTING: usize = 512;

fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                if depth > MAX_NESTING {
                    return true;
                }
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> Box<RawValue> {
        let text = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        RawValue::from_string(text).unwrap()
    }

    #[test]
    fn deep_answers_are_read_up_to_a_bound() {
        assert!(decode::<serde_json::Value>(&nested(300)).is_ok());
        let error = decode::<serde_json::Value>(&nested(MAX_NESTING + 1)).unwrap_err();
        assert!(error.message.contains("nested"), "{error}");
    }

    #[test]
    fn brackets_in_texts_are_no_nesting() {
        let text = serde_json::to_string(&"\\\"[{".repeat(1000)).unwrap();
        assert!(!is_too_deep(&text));
        assert!(is_too_deep(&"[".repeat(MAX_NESTING + 1)));
    }
}
