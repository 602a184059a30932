//! Logs on standard error.

use std::io;

use tracing_subscriber::EnvFilter;

/// Starts logging by the filter of `CLEW_LOG`; warnings when unset.
///
/// The protocol library reports every message it sees, so it stays at errors
/// unless the filter names it.
pub(crate) fn start() {
    let filter = crate::environment::variable("LOG")
        .and_then(|value| value.into_string().ok())
        .unwrap_or_else(|| "warn".to_string());
    let filter = if filter.contains("rmcp") { filter } else { format!("{filter},rmcp=error") };
    let filter = EnvFilter::try_new(&filter).unwrap_or_else(|_| EnvFilter::new("warn,rmcp=error"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::IsTerminal::is_terminal(&io::stderr()))
        .with_target(false)
        .finish();
    // Fails only if a logger is set already, which then goes on.
    let _ = tracing::subscriber::set_global_default(subscriber);
}
