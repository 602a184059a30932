//! Progress of a scan, as questions see it.

use std::sync::Mutex;

use clew_protocol::{ScanPhase, ScanProgress, ScanStatus};

use crate::log_ring::lock;

/// The progress of the running or last scan. Percent never falls within one scan,
/// and what a scan that ended says is not touched by what other refreshes do.
pub(super) struct Tracker {
    progress: Mutex<ScanProgress>,
}

impl Tracker {
    pub(super) fn new(path: String) -> Self {
        let progress = ScanProgress { path, language: "auto".into(), ..ScanProgress::default() };
        Tracker { progress: Mutex::new(progress) }
    }

    pub(super) fn get(&self) -> ScanProgress {
        lock(&self.progress).clone()
    }

    /// Whether a scan is shown as running.
    pub(super) fn is_scanning(&self) -> bool {
        lock(&self.progress).status == ScanStatus::Scanning
    }

    pub(super) fn begin(&self, scan_id: &str) {
        let mut progress = lock(&self.progress);
        *progress = ScanProgress {
            scan_id: scan_id.into(),
            status: ScanStatus::Scanning,
            path: std::mem::take(&mut progress.path),
            language: "auto".into(),
            phase: ScanPhase::Ast,
            started_at: Some(crate::usage::utc_now()),
            ..ScanProgress::default()
        };
    }

    pub(super) fn total(&self, files: u64) {
        self.change(|progress| {
            // One scan may look at files several times.
            progress.total_files = progress.scanned_files + files;
            progress.phase_total = progress.total_files;
        });
    }

    pub(super) fn file_done(&self, path: &str) {
        self.change(|progress| {
            progress.scanned_files += 1;
            // A refresh may have become a scan after it counted its files.
            progress.total_files = progress.total_files.max(progress.scanned_files);
            progress.phase_done = progress.scanned_files;
            progress.phase_total = progress.total_files;
            progress.current_file = Some(path.into());
            let share = progress.scanned_files * 90 / progress.total_files;
            progress.percent = progress.percent.max(share.min(90) as u8);
        });
    }

    pub(super) fn phase(&self, phase: ScanPhase) {
        self.change(|progress| {
            if phase > progress.phase {
                progress.phase = phase;
                progress.current_file = None;
                let least = if phase >= ScanPhase::Indexing { 95 } else { 90 };
                progress.percent = progress.percent.max(least);
            }
        });
    }

    /// Changes the progress of the scan that runs; without one nothing is changed.
    fn change(&self, change: impl FnOnce(&mut ScanProgress)) {
        let mut progress = lock(&self.progress);
        if progress.status == ScanStatus::Scanning {
            change(&mut progress);
        }
    }

    pub(super) fn end(&self, error: Option<String>) {
        let mut progress = lock(&self.progress);
        // A refresh that found little is no scan; its failure is told all the same.
        if progress.status != ScanStatus::Scanning && error.is_none() {
            return;
        }
        progress.completed_at = Some(crate::usage::utc_now());
        progress.current_file = None;
        match error {
            None => {
                progress.status = ScanStatus::Completed;
                progress.phase = ScanPhase::Completed;
                progress.percent = 100;
            }
            Some(error) => {
                progress.status = ScanStatus::Error;
                progress.phase = ScanPhase::Error;
                progress.last_error = Some(error);
            }
        }
    }
}
