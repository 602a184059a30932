//! The connection as the protocol library's transport.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::io::{self, Read, Write};
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, UnboundedSender, channel};

use super::connection::{Connection, Room, Step};
use super::json::write;
use super::lines::{Line, MAX_LINE, read_lines};
use super::writer::{OutgoingLine, Writer};

/// Most requests whose replies are not yet written; then reading stops.
const MAX_IN_FLIGHT: usize = 256;
/// Lines that are read ahead.
const READ_AHEAD: usize = 4;

/// Lines in, lines out.
pub(crate) struct StdioTransport {
    connection: Connection,
    lines: Receiver<Line>,
    output: UnboundedSender<OutgoingLine>,
    room: Arc<Semaphore>,
    ready: VecDeque<ClientJsonRpcMessage>,
}

impl StdioTransport {
    /// Starts the reading and the writing thread.
    pub(crate) fn start(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        version: String,
    ) -> io::Result<(Self, Writer)> {
        let (sender, lines) = channel(READ_AHEAD);
        std::thread::Builder::new().name("mcp-reader".into()).spawn(move || {
            let read = read_lines(input, MAX_LINE, |line| sender.blocking_send(line).is_ok());
            if let Err(error) = read {
                tracing::warn!(%error, "the input failed");
            }
        })?;
        let (output, writer) = Writer::start(output)?;
        let transport = StdioTransport {
            connection: Connection::new(version),
            lines,
            output,
            room: Arc::new(Semaphore::new(MAX_IN_FLIGHT)),
            ready: VecDeque::new(),
        };
        Ok((transport, writer))
    }

    fn take(&mut self, line: &Line, room: &Room) {
        for step in self.connection.incoming(line, Some(room)) {
            match step {
                Step::Deliver(message) => self.ready.push_back(*message),
                Step::Reply(reply) => self.write(&reply, Some(room.clone())),
            }
        }
    }

    fn write(&self, message: &Value, room: Option<Room>) {
        let bytes = write(message);
        if self.output.send(OutgoingLine { bytes, room }).is_err() {
            tracing::debug!("a reply was dropped; the client no longer reads");
        }
    }
}

impl Transport<RoleServer> for StdioTransport {
    type Error = Infallible;

    /// Queues at once, so that lines leave in the order of the calls.
    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        if let Ok(message) = serde_json::to_value(&item) {
            let (message, room) = self.connection.outgoing(message);
            if let Some(message) = message {
                self.write(&message, room);
            }
        }
        std::future::ready(Ok(()))
    }

    /// Loses nothing when dropped between two polls: a line is judged in the
    /// same step that takes it.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            let room = self.room.clone().acquire_owned().await.ok()?;
            let line = tokio::select! {
                line = self.lines.recv() => line?,
                () = self.output.closed() => return None,
            };
            self.take(&line, &Arc::new(room));
        }
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        self.lines.close();
        Ok(())
    }
}
