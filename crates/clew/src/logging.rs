//! Logs on standard error or in a file, and spans for a collector.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::environment;
use crate::telemetry::{self, Endpoint, Exporter};

/// A log file larger than this is kept once, under the name with `.1`, and begun
/// anew.
const MAX_FILE_BYTES: u64 = 8 << 20;

/// Starts logging by the filter of `CLEW_LOG`; warnings when unset. Messages go to
/// the file of `CLEW_LOG_FILE`, or to standard error where there is none.
///
/// The protocol library reports every message it sees, so it stays at errors
/// unless the filter names it.
///
/// Spans go to the collector of `CLEW_OTLP_ENDPOINT`, if one is named; the last are
/// sent when the returned value is dropped.
pub(crate) fn start() -> Option<Exporter> {
    let filter = environment::variable("LOG")
        .and_then(|value| value.into_string().ok())
        .unwrap_or_else(|| "warn".to_string());
    let filter = if filter.contains("rmcp") { filter } else { format!("{filter},rmcp=error") };
    let filter = EnvFilter::try_new(&filter).unwrap_or_else(|_| EnvFilter::new("warn,rmcp=error"));
    let file = environment::log_file().map(|path| (open(&path), path));
    let (writer, is_terminal, failure) = match file {
        Some((Ok(file), _)) => (BoxMakeWriter::new(Arc::new(file)), false, None),
        other => {
            let failure = other.and_then(|(opened, path)| Some((opened.err()?, path)));
            let is_terminal = io::IsTerminal::is_terminal(&io::stderr());
            (BoxMakeWriter::new(io::stderr), is_terminal, failure)
        }
    };
    let messages = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_ansi(is_terminal)
        .with_target(false)
        .with_filter(filter);
    let exporter = environment::otlp_endpoint().map(|text| {
        let endpoint = Endpoint::parse(&text)?;
        telemetry::start(endpoint).map_err(|error| error.to_string())
    });
    let (spans, exporter, refusal) = match exporter {
        Some(Ok((layer, exporter))) => (Some(layer), Some(exporter), None),
        Some(Err(refusal)) => (None, None, Some(refusal)),
        None => (None, None, None),
    };
    let spans = spans.map(|layer| layer.with_filter(LevelFilter::INFO));
    let subscriber = tracing_subscriber::registry().with(messages).with(spans);
    // Fails only if a logger is set already, which then goes on.
    let _ = tracing::subscriber::set_global_default(subscriber);
    if let Some((error, path)) = failure {
        tracing::warn!("cannot write the log file {}: {error}", path.display());
    }
    if let Some(refusal) = refusal {
        tracing::warn!("CLEW_OTLP_ENDPOINT is not used: {refusal}");
    }
    exporter
}

fn open(path: &Path) -> io::Result<File> {
    if std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > MAX_FILE_BYTES) {
        let mut earlier = path.as_os_str().to_owned();
        earlier.push(".1");
        std::fs::rename(path, earlier)?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}
