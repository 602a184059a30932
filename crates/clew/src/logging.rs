//! Logs on standard error or in a file, and spans for a collector.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use clew_daemon::LogFile;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::environment;
use crate::telemetry::{self, Collector, Exporter};

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
///
/// The daemon logs to the file `daemon`, from what it does on.
pub(crate) fn start(daemon: Option<&Path>) -> Option<Exporter> {
    let default = if daemon.is_some() { "info" } else { "warn" };
    let wanted = environment::variable("LOG").map(|value| value.to_string_lossy().into_owned());
    let (filter, not_heeded) = match wanted.as_deref().map(filter_of) {
        None => (usual(default), None),
        Some(Ok(filter)) => (filter, None),
        Some(Err(fault)) => (usual(default), Some(fault)),
    };
    let file = match daemon {
        Some(path) => Some((open_daemons(path), path.to_path_buf())),
        None => environment::log_file().map(|path| (open(&path), path)),
    };
    let (writer, is_terminal, failure) = match file {
        Some((Ok(writer), _)) => (writer, false, None),
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
        let collector = Collector::parse(&text).map_err(|error| error.to_string())?;
        telemetry::start(collector).map_err(|error| error.to_string())
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
    if let Some(fault) = not_heeded {
        tracing::warn!("CLEW_LOG is not used: {fault}");
    }
    if let Some(refusal) = refusal {
        tracing::warn!("CLEW_OTLP_ENDPOINT is not used: {refusal}");
    }
    exporter
}

fn usual(level: &str) -> EnvFilter {
    EnvFilter::new(format!("{level},rmcp=error"))
}

/// The filter that `text` writes. A bare word that is no level would name a part of the
/// program, and one that does not exist would silence everything.
fn filter_of(text: &str) -> Result<EnvFilter, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    for part in &parts {
        let is_word = part.chars().all(|c| c.is_alphanumeric());
        if is_word && part.parse::<LevelFilter>().is_err() && !["clew", "rmcp"].contains(part) {
            return Err(format!(
                "{part:?} is no level; levels are off, error, warn, info, debug and trace, \
                 also for a part alone as in clew_engine=debug"
            ));
        }
    }
    let quiet = if text.contains("rmcp") { "" } else { ",rmcp=error" };
    EnvFilter::try_new(format!("{}{quiet}", parts.join(","))).map_err(|error| error.to_string())
}

/// The daemon lives long, so its file is begun anew also while it runs.
fn open_daemons(path: &Path) -> io::Result<BoxMakeWriter> {
    if let Some(folder) = path.parent() {
        clew_vfs::make_private(folder)?;
    }
    Ok(BoxMakeWriter::new(Mutex::new(LogFile::open(path)?)))
}

fn open(path: &Path) -> io::Result<BoxMakeWriter> {
    if std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > MAX_FILE_BYTES) {
        let mut earlier = path.as_os_str().to_owned();
        earlier.push(".1");
        std::fs::rename(path, earlier)?;
    }
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    Ok(BoxMakeWriter::new(Arc::new(file)))
}

#[cfg(test)]
mod tests {
    use super::filter_of;

    #[test]
    fn filters_that_mean_nothing_are_faults() {
        for text in
            ["debug", "WARN", "3", "off", "warn,clew_engine=debug", "clew", " info , rmcp=warn"]
        {
            assert!(filter_of(text).is_ok(), "{text}");
        }
        for text in ["bogus", "verbose,info", "clew_engine=loud", "=["] {
            assert!(filter_of(text).is_err(), "{text}");
        }
    }
}
