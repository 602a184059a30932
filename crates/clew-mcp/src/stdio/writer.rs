//! Writing lines on a thread of their own.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A line to write, with the room that its request took.
pub(super) struct OutgoingLine {
    /// The bytes, without the end of the line.
    pub(super) bytes: Vec<u8>,
    /// Given back once the line is written.
    pub(super) room: Option<Arc<OwnedSemaphorePermit>>,
}

/// The writing thread.
pub(crate) struct Writer {
    thread: JoinHandle<()>,
}

impl Writer {
    /// Starts to write to `output`; the sender's end ends it.
    pub(super) fn start(
        output: impl Write + Send + 'static,
    ) -> io::Result<(UnboundedSender<OutgoingLine>, Writer)> {
        // Bounded all the same: every line but the rare progress message
        // holds a permit of the transport.
        let (sender, receiver) = unbounded_channel();
        let thread = std::thread::Builder::new()
            .name("mcp-writer".into())
            .spawn(move || write_lines(output, receiver))?;
        Ok((sender, Writer { thread }))
    }

    /// Waits until all lines are written.
    pub(crate) fn finish(self) {
        if self.thread.join().is_err() {
            tracing::error!("the writing thread failed");
        }
    }
}

fn write_lines(mut output: impl Write, mut lines: UnboundedReceiver<OutgoingLine>) {
    while let Some(mut line) = lines.blocking_recv() {
        line.bytes.push(b'\n');
        let written = output.write_all(&line.bytes).and_then(|()| output.flush());
        drop(line.room.take());
        if let Err(error) = written {
            tracing::debug!(%error, "the client no longer reads");
            return;
        }
    }
}
