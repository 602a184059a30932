//! The signals by which the system or the user asks a program to stop.

/// Waits for the first of them.
#[cfg(unix)]
pub(super) async fn stop() {
    use tokio::signal::unix::{SignalKind, signal};

    let mut signals = Vec::new();
    for kind in [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()] {
        match signal(kind) {
            Ok(signal) => signals.push(signal),
            Err(error) => tracing::warn!(%error, "a signal cannot be waited for"),
        }
    }
    let received = signals.iter_mut().map(|signal| Box::pin(signal.recv()));
    if signals_are_missing(received.len()) {
        return std::future::pending().await;
    }
    futures_util::future::select_all(received).await;
}

#[cfg(unix)]
fn signals_are_missing(count: usize) -> bool {
    count == 0
}

/// Waits for the first of them.
#[cfg(windows)]
pub(super) async fn stop() {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

    match (ctrl_c(), ctrl_break(), ctrl_close(), ctrl_shutdown()) {
        (Ok(mut c), Ok(mut brk), Ok(mut close), Ok(mut shutdown)) => {
            tokio::select! {
                _ = c.recv() => {}
                _ = brk.recv() => {}
                _ = close.recv() => {}
                _ = shutdown.recv() => {}
            }
        }
        _ => {
            tracing::warn!("the console's signals cannot be waited for");
            std::future::pending().await
        }
    }
}
