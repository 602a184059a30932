//! Finished spans, collected from `tracing`.

use std::collections::hash_map::RandomState;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hasher};
use std::sync::mpsc::SyncSender;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::Message;

/// A span that has ended, in the form of the wire.
pub(super) struct FinishedSpan(pub(super) Value);

/// Hands finished spans to the exporter.
pub(crate) struct SpanLayer {
    sender: SyncSender<Message>,
}

/// What is kept of a span while it is open.
struct OpenSpan {
    trace: String,
    own: String,
    parent: String,
    start: u128,
    fields: Fields,
}

/// Attributes in the form of the wire.
#[derive(Default)]
struct Fields(Vec<Value>);

impl SpanLayer {
    pub(super) fn new(sender: SyncSender<Message>) -> Self {
        SpanLayer { sender }
    }
}

impl<S> Layer<S> for SpanLayer
where
    S: tracing::Subscriber + for<'span> LookupSpan<'span>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let parent = span.parent().and_then(|parent| {
            let extensions = parent.extensions();
            let open = extensions.get::<OpenSpan>()?;
            Some((open.trace.clone(), open.own.clone()))
        });
        let (trace, parent) =
            parent.unwrap_or_else(|| (format!("{}{}", random(), random()), String::new()));
        let open = OpenSpan { trace, own: random(), parent, start: now(), fields };
        span.extensions_mut().insert(open);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(open) = span.extensions_mut().get_mut::<OpenSpan>() {
            values.record(&mut open.fields);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(open) = span.extensions_mut().remove::<OpenSpan>() else { return };
        let finished = json!({
            "traceId": open.trace,
            "spanId": open.own,
            "parentSpanId": open.parent,
            "name": span.name(),
            "kind": 1,
            "startTimeUnixNano": open.start.to_string(),
            "endTimeUnixNano": now().to_string(),
            "attributes": open.fields.0,
        });
        // A collector that does not keep up loses spans, not the program time.
        let _ = self.sender.try_send(Message::Span(FinishedSpan(finished)));
    }
}

impl Fields {
    fn add(&mut self, field: &Field, value: Value) {
        self.0.push(json!({ "key": field.name(), "value": value }));
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add(field, json!({ "stringValue": format!("{value:?}") }));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, json!({ "stringValue": value }));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, json!({ "intValue": value.to_string() }));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, json!({ "intValue": value.to_string() }));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, json!({ "boolValue": value }));
    }
}

/// Sixteen random hex digits.
fn random() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos())
}
