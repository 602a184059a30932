//! Progress of a call: kept by the working thread, sent by the connection.

use std::sync::Mutex;

use clew_engine::{Progress, ProgressSink};

/// The newest progress of one call.
#[derive(Debug, Default)]
pub(crate) struct LatestProgress(Mutex<Option<Progress>>);

impl ProgressSink for LatestProgress {
    fn report(&self, progress: &Progress) {
        if let Ok(mut latest) = self.0.lock() {
            *latest = Some(progress.clone());
        }
    }
}

impl LatestProgress {
    /// Takes the newest progress, if there is one since the last time.
    pub(crate) fn take(&self) -> Option<Progress> {
        self.0.lock().ok()?.take()
    }
}

/// Lets only strictly growing progress through.
#[derive(Debug, Default)]
pub(crate) struct Growing {
    last: Option<u64>,
}

impl Growing {
    /// Whether `progress` is further than all before it.
    pub(crate) fn admits(&mut self, progress: &Progress) -> bool {
        let grows = self.last.is_none_or(|last| progress.done > last);
        if grows {
            self.last = Some(progress.done);
        }
        grows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(done: u64) -> Progress {
        Progress { done, total: Some(9), message: String::new() }
    }

    #[test]
    fn only_the_newest_is_taken_and_only_once() {
        let latest = LatestProgress::default();
        latest.report(&progress(1));
        latest.report(&progress(2));
        assert_eq!(latest.take(), Some(progress(2)));
        assert_eq!(latest.take(), None);
    }

    #[test]
    fn progress_never_stands_still() {
        let mut growing = Growing::default();
        let admitted: Vec<bool> =
            [0, 0, 3, 2, 4].iter().map(|done| growing.admits(&progress(*done))).collect();
        assert_eq!(admitted, [true, false, true, false, true]);
    }
}
