//! The state of one connection, without any input or output.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use clew_protocol::ToolError;
use rmcp::model::ClientJsonRpcMessage;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use super::batch::Batches;
use super::era::Handshake;
use super::json::{has_too_many_values, parse, without_mark};
use super::lines::Line;
use super::salvage::{Salvaged, salvage};
use crate::outcome::failure;
use crate::result::{Era, call_result};

/// Most messages of one batch.
const MAX_BATCH: usize = 100;

/// Room that a request takes until its reply is written.
pub(crate) type Room = Arc<OwnedSemaphorePermit>;

/// What to do with a line.
#[derive(Debug)]
pub(crate) enum Step {
    /// Give this message to the protocol library.
    Deliver(Box<ClientJsonRpcMessage>),
    /// Send this reply.
    Reply(Value),
}

/// One connection: handshakes, requests in flight, open batches.
#[derive(Debug, Default)]
pub(crate) struct Connection {
    /// What requests are judged by: the newest handshake, answered or not.
    handshake: Handshake,
    /// The newest handshake that succeeded.
    settled: Handshake,
    in_flight: HashMap<String, Request>,
    /// Requests of the server that wait for the client's reply.
    asked: BTreeSet<String>,
    batches: Batches,
    /// Batches that a cancellation has completed.
    finished: Vec<Value>,
    version: String,
}

#[derive(Debug)]
struct Request {
    method: String,
    room: Option<Room>,
    /// What the request leads to if it is a handshake that succeeds.
    handshake: Option<Handshake>,
}

enum Judged {
    Deliver(Box<ClientJsonRpcMessage>, Option<String>),
    Reply(Value),
    Ignore,
}

impl Connection {
    /// A fresh connection of a server of this version.
    pub(crate) fn new(version: String) -> Self {
        Connection { version, ..Connection::default() }
    }

    /// Takes a line; `room` is held by each request in it.
    pub(crate) fn incoming(&mut self, line: &Line, room: Option<&Room>) -> Vec<Step> {
        let Line::Whole(bytes) = line else {
            return vec![Step::Reply(error_reply(Value::Null, -32600, "the line is too long"))];
        };
        if without_mark(bytes).iter().all(u8::is_ascii_whitespace) {
            return Vec::new();
        }
        match parse(bytes) {
            Some(message) => self.message(message, room),
            None => vec![Step::Reply(self.unreadable(bytes))],
        }
    }

    /// Takes a message, or a batch of them; `room` is held by each request.
    pub(crate) fn message(&mut self, message: Value, room: Option<&Room>) -> Vec<Step> {
        if let Value::Array(messages) = message {
            return self.batch(messages, room);
        }
        match self.judge(message, room) {
            Judged::Deliver(message, _) => {
                let mut steps = vec![Step::Deliver(message)];
                steps.extend(self.finished.drain(..).map(Step::Reply));
                steps
            }
            Judged::Reply(reply) => vec![Step::Reply(reply)],
            Judged::Ignore => Vec::new(),
        }
    }

    /// Takes a message of the protocol library; returns what to write and
    /// the room to give back afterwards.
    pub(crate) fn outgoing(&mut self, message: Value) -> (Option<Value>, Option<Room>) {
        let is_reply = message.get("method").is_none();
        let key = match message.get("id") {
            Some(id) if is_reply => id.to_string(),
            Some(id) => {
                self.asked.insert(id.to_string());
                return (Some(message), None);
            }
            None => return (Some(message), None),
        };
        let mut request = self.in_flight.remove(&key);
        if let Some(agreed) = request.as_mut().and_then(|request| request.handshake.take()) {
            if message.get("error").is_none() {
                self.settled = agreed;
            }
            self.handshake = self.settled.clone();
        }
        let room = request.and_then(|request| request.room);
        (self.batches.gather(&key, message), room)
    }

    fn batch(&mut self, messages: Vec<Value>, room: Option<&Room>) -> Vec<Step> {
        let refused = if !self.handshake.allows_batches() {
            Some("batches are not part of the agreed protocol version")
        } else if messages.is_empty() {
            Some("the batch is empty")
        } else if messages.len() > MAX_BATCH {
            Some("the batch has more than 100 messages")
        } else {
            None
        };
        if let Some(reason) = refused {
            return vec![Step::Reply(error_reply(Value::Null, -32600, reason))];
        }
        let mut steps = Vec::new();
        let mut waiting = BTreeSet::new();
        let mut replies = Vec::new();
        for message in messages {
            match self.judge(message, room) {
                Judged::Deliver(message, key) => {
                    steps.push(Step::Deliver(message));
                    waiting.extend(key);
                }
                Judged::Reply(reply) => replies.push(reply),
                Judged::Ignore => {}
            }
        }
        steps.extend(self.batches.open(waiting, replies).map(Step::Reply));
        steps.extend(self.finished.drain(..).map(Step::Reply));
        steps
    }

    fn judge(&mut self, mut message: Value, room: Option<&Room>) -> Judged {
        let Some(object) = message.as_object() else {
            return Judged::Reply(error_reply(Value::Null, -32600, "a message is an object"));
        };
        let id = match object.get("id") {
            None => None,
            Some(id) if id.is_string() || id.is_number() => Some(id.clone()),
            Some(_) => {
                let reason = "an id is a text or a number";
                return Judged::Reply(error_reply(Value::Null, -32600, reason));
            }
        };
        let shown = id.clone().unwrap_or(Value::Null);
        if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Judged::Reply(error_reply(shown, -32600, "`jsonrpc` must be \"2.0\""));
        }
        let method = match object.get("method") {
            Some(Value::String(method)) if !method.is_empty() => method.clone(),
            None if object.contains_key("result") || object.contains_key("error") => {
                return self.answer(id, message);
            }
            _ => return Judged::Reply(error_reply(shown, -32600, "`method` must be a text")),
        };
        match id {
            Some(id) => self.request(id, &method, &mut message, room),
            None => self.notification(&method, message),
        }
    }

    fn request(
        &mut self,
        id: Value,
        method: &str,
        message: &mut Value,
        room: Option<&Room>,
    ) -> Judged {
        let key = id.to_string();
        if self.in_flight.contains_key(&key) {
            return Judged::Reply(error_reply(id, -32600, "the id belongs to a running request"));
        }
        let params = message.get("params");
        if params.is_some_and(|params| !params.is_object() && !params.is_null()) {
            return Judged::Reply(error_reply(id, -32602, "`params` must be an object"));
        }
        let era = match self.handshake.era(method, params) {
            Ok(era) => era,
            Err(reason) => return Judged::Reply(error_reply(id, -32602, &reason)),
        };
        if method == "initialize" && era == Era::Modern {
            return Judged::Reply(error_reply(id, -32601, "unknown method `initialize`"));
        }
        let handshake = (method == "initialize").then(|| Handshake::from_initialize(params));
        if let Some(reason) = wrong_cursor(method, message) {
            return Judged::Reply(error_reply(id, -32602, reason));
        }
        if method == "tools/call" {
            if let Err(reason) = settle_call_params(message) {
                return Judged::Reply(error_reply(id, -32602, &reason));
            }
            if let Err(error) = settle_arguments(message) {
                return Judged::Reply(self.tool_failure(id, era, &error));
            }
        }
        match serde_json::from_value::<ClientJsonRpcMessage>(message.take()) {
            Ok(message) => {
                if let Some(agreed) = &handshake {
                    self.handshake = agreed.clone();
                }
                let request = Request { method: method.into(), room: room.cloned(), handshake };
                self.in_flight.insert(key.clone(), request);
                Judged::Deliver(Box::new(message), Some(key))
            }
            Err(_) => {
                let reason = format!("the params of {method} have a wrong shape");
                Judged::Reply(error_reply(id, -32602, &reason))
            }
        }
    }

    /// Passes on replies to what the server asked; all others have no effect.
    fn answer(&mut self, id: Option<Value>, message: Value) -> Judged {
        let asked = id.is_some_and(|id| self.asked.remove(&id.to_string()));
        match serde_json::from_value::<ClientJsonRpcMessage>(message) {
            Ok(message) if asked => Judged::Deliver(Box::new(message), None),
            _ => Judged::Ignore,
        }
    }

    /// Whether the request that was delivered with the id of this key waits
    /// for its reply.
    pub(crate) fn is_running(&self, key: &str) -> bool {
        self.in_flight.contains_key(key)
    }

    /// The revision that the handshake agreed on, if there was one.
    pub(crate) fn agreed(&self) -> Option<&str> {
        match &self.handshake {
            Handshake::None => None,
            Handshake::Agreed(version) => Some(version),
        }
    }

    /// Passes on cancellations of running requests; all else has no effect.
    fn notification(&mut self, method: &str, message: Value) -> Judged {
        if method != "notifications/cancelled" {
            return Judged::Ignore;
        }
        let key = match message.pointer("/params/requestId") {
            Some(id) => id.to_string(),
            None => return Judged::Ignore,
        };
        match self.in_flight.get(&key) {
            Some(request) if request.method != "initialize" => {}
            _ => return Judged::Ignore,
        }
        match serde_json::from_value::<ClientJsonRpcMessage>(message) {
            Ok(message) => {
                self.in_flight.remove(&key);
                self.finished.extend(self.batches.forget(&key));
                Judged::Deliver(Box::new(message), None)
            }
            Err(_) => Judged::Ignore,
        }
    }

    /// The answer to bytes that are no JSON.
    pub(crate) fn unreadable(&self, bytes: &[u8]) -> Value {
        if has_too_many_values(bytes) {
            return error_reply(Value::Null, -32600, "the message has more than 200,000 values");
        }
        match salvage(without_mark(bytes)) {
            Salvaged::Request { id, method, described, fault }
                if id.is_string() || id.is_number() =>
            {
                if method == "tools/call" {
                    let era = match self.handshake {
                        Handshake::Agreed(_) if !described => Era::Legacy,
                        _ => Era::Modern,
                    };
                    let error = ToolError::invalid_input(
                        format!("the arguments cannot be read: {fault}"),
                        "send valid UTF-8 JSON, nested less than 100 levels",
                    );
                    return self.tool_failure(id, era, &error);
                }
                error_reply(id, -32600, &format!("the message cannot be read: {fault}"))
            }
            _ => error_reply(Value::Null, -32700, "the message is no valid JSON"),
        }
    }

    fn tool_failure(&self, id: Value, era: Era, error: &ToolError) -> Value {
        let result = call_result(failure(error), era, &self.version);
        json!({ "jsonrpc": "2.0", "id": id, "result": result })
    }
}

/// Why the cursor of a list request cannot be used; the library takes a
/// number for none at all.
fn wrong_cursor(method: &str, message: &Value) -> Option<&'static str> {
    let cursor = message.pointer("/params/cursor").filter(|_| method.ends_with("/list"))?;
    (!cursor.is_string() && !cursor.is_null()).then_some("`cursor` must be a text")
}

/// Checks the frame of a tool call: a name, and arguments that can be read.
fn settle_call_params(message: &Value) -> Result<(), String> {
    match message.pointer("/params/name") {
        Some(Value::String(_)) => Ok(()),
        Some(_) => Err("`name` must be a text".into()),
        None => Err("`name` of the tool is missing".into()),
    }
}

/// Makes an object of the arguments: none for null, the parsed text for an
/// object sent as text.
fn settle_arguments(message: &mut Value) -> Result<(), ToolError> {
    let Some(params) = message.get_mut("params").and_then(Value::as_object_mut) else {
        return Ok(());
    };
    let settled = match params.get("arguments") {
        None | Some(Value::Object(_)) => return Ok(()),
        Some(Value::Null) => None,
        Some(Value::String(text)) => match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(object)) => Some(Value::Object(object)),
            _ => return Err(no_object()),
        },
        Some(_) => return Err(no_object()),
    };
    match settled {
        Some(arguments) => params.insert("arguments".into(), arguments),
        None => params.remove("arguments"),
    };
    Ok(())
}

fn no_object() -> ToolError {
    ToolError::invalid_input(
        "`arguments` is no object",
        "send the arguments as a JSON object, e.g. {\"query\": \"retry\"}",
    )
}

/// An error reply of JSON-RPC.
pub(crate) fn error_reply(id: Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}
