//! What a look at the files saw and did.

use std::time::Duration;

use clew_protocol::{ScanCounts, ToolError};
use clew_vfs::relative_path::RelativePath;
use clew_vfs::{ContainedPath, LeftOut, LeftOutReason, RealFs};
use rustc_hash::FxHashSet;

use crate::log_ring::Level;

/// What a refresh saw and did.
#[derive(Clone, Debug, Default)]
pub(crate) struct RefreshReport {
    pub(crate) counts: ScanCounts,
    pub(crate) left_out: LeftOut,
    pub(crate) notes: Vec<String>,
    /// Files that differ from git's index; none outside git.
    pub(crate) dirty: FxHashSet<RelativePath>,
    /// Changes that could not be written and are answered from memory.
    pub(crate) held: usize,
    /// How long the walk took.
    pub(crate) walk: Duration,
    /// Somebody who saw the files otherwise wrote to the index meanwhile.
    pub(crate) is_overtaken: bool,
    /// Nothing was missed: every folder that was walked was watched before.
    pub(crate) is_whole: bool,
}

impl RefreshReport {
    /// The report of a further look within one refresh.
    pub(super) fn after(self, former: &RefreshReport) -> RefreshReport {
        let counts = ScanCounts {
            added: former.counts.added + self.counts.added,
            changed: former.counts.changed + self.counts.changed,
            deleted: former.counts.deleted + self.counts.deleted,
            bytes: former.counts.bytes + self.counts.bytes,
            elapsed_ms: former.counts.elapsed_ms + self.counts.elapsed_ms,
            ..self.counts
        };
        RefreshReport { counts, ..self }
    }
}

impl super::Workspace {
    /// Logs what a refresh changed, or why it failed; the same failure once.
    pub(super) fn log_refresh(&self, outcome: &Result<RefreshReport, ToolError>) {
        let (level, message) = match outcome {
            Ok(RefreshReport { counts, .. }) => {
                if counts.added + counts.changed + counts.deleted == 0 {
                    return;
                }
                let message = format!(
                    "{}: {} files, {} added, {} changed, {} deleted in {} ms",
                    self.root.display(),
                    counts.files,
                    counts.added,
                    counts.changed,
                    counts.deleted,
                    counts.elapsed_ms
                );
                (Level::Success, message)
            }
            // Its successor looks at the files.
            Err(_) if self.refresh.is_retired() => return,
            Err(error) if self.refresh.is_news(error) => (Level::Error, error.message.clone()),
            Err(_) => return,
        };
        self.common.logs.push_about(&self.root, level, message);
    }

    /// Whether what a refresh found is not on the disk, at least in part.
    pub(crate) fn holds(&self, report: &RefreshReport) -> bool {
        report.held > 0 || self.store.kept_in_memory().is_some()
    }

    /// Why the walk passes a file over; none if it does not.
    pub(crate) fn left_out(&self, file: &ContainedPath) -> Option<LeftOutReason> {
        let (whole, go_on) = (self.whole(), || false);
        let path = self.whole_path(&file.relative);
        let walked = clew_vfs::walk_some(&RealFs, &whole.root, &whole.walk, &[path], &go_on);
        walked.ok()?.left_out.by_reason.into_keys().next()
    }

    /// Why the walk passes a file over for its size, with the limit; none if it does not.
    pub(crate) fn left_out_by_size(&self, file: &ContainedPath) -> Option<String> {
        let size = std::fs::metadata(&file.absolute).ok()?.len();
        let limit = self.whole().walk.limit_of(file.relative.as_str());
        (size > limit).then(|| {
            format!("its {size} bytes are over the size limit of {limit}; max_file_bytes and max_data_bytes in clew.yaml change it")
        })
    }
}
