//! status: computed from the files and the index, never remembered.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clew_protocol::{
    Coverage, DaemonStatus, IndexStats, OpenWorkspace, ScanStatus, StatusAnswer, ToolError,
    WatchMode,
};
use rustc_hash::FxHashMap;

use crate::api::RequestContext;
use crate::workspace::{View, Workspace};

/// Longest look at the files before status answers with what is known.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is asked about, and what is served.
pub(crate) struct Asked<'question> {
    /// The folder asked about.
    pub(crate) folder: &'question Path,
    /// The workspace that answers.
    pub(crate) workspace: &'question Arc<Workspace>,
    /// How it covers the folder.
    pub(crate) coverage: Coverage,
}

pub(crate) fn status(
    asked: &Asked<'_>,
    workspaces: Vec<OpenWorkspace>,
    context: &RequestContext,
) -> Result<StatusAnswer, ToolError> {
    let Asked { folder, workspace, coverage } = *asked;
    // Only an index that exists is compared with the files; asking for status
    // does not start the first scan.
    if !workspace.is_empty() {
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
    let is_covered = coverage != Coverage::None;
    let watch = workspace.watch_state();
    let vectors = if is_covered { workspace.vector_state(&view) } else { None };
    let descriptions = if is_covered { workspace.description_state() } else { None };
    let mut stamp = workspace.stamp(&view);
    if !is_covered {
        stamp.notes.push(format!("{} is not indexed; scan it first", folder.display()));
    } else if files == 0 && progress.status != ScanStatus::Scanning {
        stamp.notes.push("no file is indexed: scan or any question reads the folder".into());
    }
    stamp
        .notes
        .extend(watch.reason.iter().map(|reason| format!("files are not watched: {reason}")));
    stamp.notes.push(format!("index size on disk: {} bytes", workspace.store_size()));
    context.check()?;
    Ok(StatusAnswer {
        current_project: folder.display().to_string(),
        daemon_project: workspace.root.display().to_string(),
        is_current_project: is_covered,
        is_exact_project: coverage == Coverage::Exact,
        coverage,
        daemon_status: match progress.status {
            ScanStatus::Scanning if stamp.freshness.scanning => DaemonStatus::Scanning,
            ScanStatus::Error => DaemonStatus::Error,
            _ if watch.mode != WatchMode::OnQuestion => DaemonStatus::Monitoring,
            _ => DaemonStatus::Idle,
        },
        has_index: is_covered && files > 0,
        stats: stats(&view),
        scan: progress,
        left_out: super::scan::left_out(workspace),
        languages,
        watch,
        workspaces,
        vectors,
        descriptions,
        stamp,
    })
}

/// Numbers of the index.
fn stats(view: &View) -> IndexStats {
    let tally = view.snapshot.tally();
    IndexStats {
        files: view.documents().count() as u64,
        declarations: tally.declarations,
        functions: tally.functions,
        members: tally.members,
        dependencies: tally.dependencies,
        edges: tally.edges,
    }
}
