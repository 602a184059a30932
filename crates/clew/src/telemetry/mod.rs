//! Spans sent to a collector, if the user names one.
//!
//! `CLEW_OTLP_ENDPOINT` holds the address of a collector that takes OTLP over HTTP
//! as JSON, such as `http://127.0.0.1:4318`. Without it nothing is sent. Texts and
//! queries are no part of spans; names of questions, clients, counts and times are.

mod export;
mod spans;

use std::sync::mpsc::SyncSender;
use std::thread::JoinHandle;

pub(crate) use export::Collector;
pub(crate) use spans::SpanLayer;

/// Spans that may wait to be sent; more are dropped.
const QUEUE: usize = 2_048;

/// What the exporting thread gets.
enum Message {
    Span(spans::FinishedSpan),
    End,
}

/// Sends the spans that are left when it is dropped.
pub(crate) struct Exporter {
    sender: SyncSender<Message>,
    thread: Option<JoinHandle<()>>,
}

/// A layer that collects spans for `collector`, and what sends them.
pub(crate) fn start(collector: Collector) -> std::io::Result<(SpanLayer, Exporter)> {
    let (sender, receiver) = std::sync::mpsc::sync_channel(QUEUE);
    let thread = std::thread::Builder::new()
        .name("clew-otlp".into())
        .spawn(move || export::run(collector, &receiver))?;
    let layer = SpanLayer::new(sender.clone());
    Ok((layer, Exporter { sender, thread: Some(thread) }))
}

impl Drop for Exporter {
    fn drop(&mut self) {
        // Fails if the thread has ended, or is far behind; then nobody waits.
        if self.sender.try_send(Message::End).is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}
