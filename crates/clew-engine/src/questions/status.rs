//! status: computed from the files and the index, never remembered.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clew_protocol::{Coverage, DaemonStatus, ScanStatus, StatusAnswer, ToolError};
use rustc_hash::FxHashMap;

use crate::api::RequestContext;
use crate::workspace::Workspace;

/// Longest look at the files before status answers with what is known.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) fn status(
    workspace: &Arc<Workspace>,
    folder: &Path,
    context: &RequestContext,
) -> Result<StatusAnswer, ToolError> {
    // Only an index that exists is compared with the files; asking for status
    // does not start the first scan.
    if workspace.view().snapshot.document_count() > 0 {
        workspace.look(context, PATIENCE);
    }
    let view = workspace.view();
    let progress = workspace.progress();
    let mut languages: FxHashMap<String, u64> = FxHashMap::default();
    let mut files = 0;
    for document in view.documents() {
        files += 1;
        *languages.entry(document.language.as_str().to_string()).or_default() += 1;
    }
    let mut languages: Vec<(String, u64)> = languages.into_iter().collect();
    languages.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let exact = folder == workspace.root;
    let mut stamp = workspace.stamp(&view);
    if files == 0 && progress.status != ScanStatus::Scanning {
        stamp.notes.push("not indexed yet; scan or any question starts it".into());
    }
    stamp.notes.push(format!("index size on disk: {} bytes", workspace.store_size()));
    Ok(StatusAnswer {
        current_project: folder.display().to_string(),
        daemon_project: workspace.root.display().to_string(),
        is_current_project: true,
        is_exact_project: exact,
        coverage: if exact { Coverage::Exact } else { Coverage::Ancestor },
        daemon_status: match progress.status {
            ScanStatus::Scanning if stamp.freshness.scanning => DaemonStatus::Scanning,
            ScanStatus::Error => DaemonStatus::Error,
            _ => DaemonStatus::Idle,
        },
        has_index: files > 0,
        stats: workspace.derived.stats(&view).unwrap_or_default(),
        scan: progress,
        left_out: super::scan::left_out(workspace),
        languages,
        watch: Default::default(),
        workspaces: Vec::new(),
        stamp,
    })
}
