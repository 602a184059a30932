//! scan: bringing the index up to date, waited for or not.

use std::path::Path;
use std::sync::Arc;

use clew_protocol::{
    LeftOut, ScanAnswer, ScanCounts, ScanRefusal, ScanRequest, ScanWait, ToolError,
};

use crate::api::RequestContext;
use crate::workspace::Workspace;

pub(crate) fn scan(
    workspace: &Arc<Workspace>,
    folder: &Path,
    request: &ScanRequest,
    context: &RequestContext,
) -> Result<ScanAnswer, ToolError> {
    let had_index = !request.restart && !workspace.is_empty();
    let dropped = if request.restart { Some(workspace.restart()?) } else { None };
    workspace.want_vectors(!request.no_vectors);
    let wait = request.wait == ScanWait::UntilDone;
    let (mut scan_id, mut started) = workspace.start_scan();
    if wait && !started {
        // The scan that runs may have passed what changed since it began.
        workspace.wait_for_scan(context)?;
        (scan_id, started) = workspace.start_scan();
    }
    let report = if wait { Some(workspace.wait_for_scan(context)?) } else { None };
    if wait && !workspace.lives_on() {
        workspace.make_vectors_now(&|| context.check().is_err());
        context.check()?;
    }
    let progress = workspace.progress();
    let exact = folder == workspace.root;
    let reason = match (wait, started, had_index, exact) {
        (true, ..) => None,
        (false, false, ..) => Some(ScanRefusal::ScanInProgress),
        (false, true, true, true) => Some(ScanRefusal::AlreadyCurrentProject),
        (false, true, true, false) => Some(ScanRefusal::AlreadyCovered),
        (false, true, false, _) => None,
    };
    let unsaved = report.as_ref().is_some_and(|report| workspace.holds(report));
    let message = message(reason, report.is_some(), unsaved);
    let view = workspace.view();
    let left_out = left_out(workspace);
    let mut stamp = workspace.stamp(&view);
    if dropped == Some(false) {
        stamp.notes.push("other worktrees share this index; all files were read again".into());
    }
    Ok(ScanAnswer {
        started: reason.is_none(),
        reason,
        scan_id,
        status: progress.status,
        message: message.into(),
        path: workspace.root.display().to_string(),
        language: "auto".into(),
        progress,
        counts: report.map(|report| {
            let tally = view.snapshot.tally();
            let symbols = tally.declarations + tally.functions + tally.members;
            ScanCounts { symbols, ..report.counts.clone() }
        }),
        unsaved,
        left_out,
        stamp,
    })
}

/// Tells of a scan what concerns `part` alone, a folder of what was scanned.
pub(crate) fn narrow(answer: &mut ScanAnswer, part: &Arc<Workspace>) {
    answer.path = part.root.display().to_string();
    answer.progress = part.progress();
    answer.left_out = left_out(part);
    let notes = std::mem::take(&mut answer.stamp.notes);
    answer.stamp = part.stamp(&part.view());
    answer.stamp.notes = notes;
}

/// One sentence for people; `waited` for the scan, whose result may be `unsaved`.
fn message(reason: Option<ScanRefusal>, waited: bool, unsaved: bool) -> &'static str {
    match (reason, waited) {
        (_, true) if unsaved => {
            "the index could not be written; changed files are answered from memory"
        }
        (_, true) => "the index is up to date",
        (Some(ScanRefusal::ScanInProgress), _) => "a scan is running; status shows its progress",
        (Some(_), _) => "already indexed; changed files are being read",
        (None, _) => "the scan has started; status shows its progress",
    }
}

/// What the last scan left out, by reason; a part names no path outside itself.
pub(super) fn left_out(workspace: &Workspace) -> Vec<LeftOut> {
    let inside = workspace.folder_in_whole();
    workspace
        .last_report()
        .left_out
        .by_reason
        .iter()
        .map(|(reason, count)| LeftOut {
            reason: reason.describe().to_string(),
            count: count.count,
            examples: count
                .examples
                .iter()
                .filter(|path| path.starts_with(&inside))
                .cloned()
                .collect(),
        })
        .collect()
}
