//! One refresh: walk, compare, read, extract, write.

use std::sync::atomic::Ordering;
use std::time::Instant;

use clew_index::{Snapshot, Store, StoreError, WorkspaceKey};
use clew_model::FileFlags;
use clew_protocol::{ErrorCode, ScanCounts, ToolError};
use clew_vfs::{FileEntry, LeftOut, LeftOutReason, RealFs, RelativePath};

use super::changes::{Changes, Seen};
use super::following::Task;
use super::holding::{FROM_MEMORY, hold};
use super::looking::{bad_patterns, is_within, walk, widen};
use super::view::left_out_reason;
use super::writing::{AT_ONCE, Job};
use super::{Workspace, describe, store_error};
use crate::log_ring::lock;
use crate::workspace::refresh::RefreshReport;

/// Refreshes of so many files are shown as scans.
const SHOWN_FROM: usize = 100;

/// Most damaged files of an index that are set aside at once.
const MAX_DAMAGED: usize = 256;

/// Changes kept in memory when the index cannot be written.
const MAX_OVERLAY: usize = 2_000;

/// Brings the index of a workspace up to date with its files, or with those that
/// the task names.
pub(super) fn refresh(workspace: &Workspace, task: &Task) -> Result<RefreshReport, ToolError> {
    let began = Instant::now();
    if let Err(error) = workspace.store.leave_memory() {
        tracing::debug!(%error, "the index stays in memory");
    }
    let snapshot = newest_snapshot(workspace)?;
    let suspects = workspace.refresh.take_suspects();
    let previous = workspace.refresh.last_report();
    let task = widen(workspace, task, &suspects, &snapshot);
    let (outcome, is_whole) = walk(workspace, &task)?;
    let mut report = RefreshReport { is_whole, walk: began.elapsed(), ..RefreshReport::default() };
    let seen = Seen {
        unreadable: &outcome.unreadable_folders,
        suspects: &suspects,
        options: &workspace.walk,
    };
    let dirty = dirty_files(workspace, &outcome.files);
    let mut left_out = outcome.left_out;
    let changes = match &task {
        Task::Everything => {
            report.notes = bad_patterns(&outcome.bad_patterns);
            Changes::between(outcome.files, &snapshot, seen)
        }
        Task::Paths(paths) => {
            // What was left out elsewhere is as it was.
            left_out = previous.left_out.clone();
            report.notes = previous.notes.clone();
            report.notes.retain(|note| !note.ends_with(FROM_MEMORY));
            report.walk = previous.walk;
            report.dirty = previous.dirty.clone();
            report.dirty.retain(|path| !is_within(path, paths));
            Changes::within(paths.iter(), outcome.files, &snapshot, seen)
        }
    };
    report.dirty.extend(dirty.unwrap_or_default());
    workspace.refresh.pending.store(changes.len() as u32, Ordering::Relaxed);
    report.counts = ScanCounts {
        added: changes.added.len() as u64,
        changed: changes.changed.len() as u64,
        deleted: changes.removed.len() as u64,
        ..ScanCounts::default()
    };
    if changes.len() > 0 {
        apply(workspace, &snapshot, changes, &mut report, &mut left_out)?;
    } else {
        workspace.show(snapshot);
    }
    match task {
        Task::Everything => count_documents(workspace, &mut report.counts, &mut left_out),
        Task::Paths(_) => {
            report.counts.files = workspace.base_view().snapshot.document_count() as u64;
        }
    }
    if let Err(error) = make_up_for_vectors(workspace) {
        report.notes.push(format!("vectors are missing: {}", describe(&error)));
    }
    report.left_out = left_out;
    report.counts.elapsed_ms = began.elapsed().as_millis() as u64;
    Ok(report)
}

fn dirty_files(workspace: &Workspace, files: &[FileEntry]) -> Option<Vec<RelativePath>> {
    let mut compared = lock(&workspace.compared_with_git);
    clew_vfs::dirty_files(&RealFs, &workspace.root, files, &mut compared)
}

/// The newest committed snapshot; a damaged index is set aside and starts anew.
pub(super) fn newest_snapshot(workspace: &Workspace) -> Result<Snapshot, ToolError> {
    sound_snapshot(&workspace.store, &workspace.key, &mut |error| {
        let logs = &workspace.common.logs;
        logs.push_about(&workspace.root, crate::log_ring::Level::Warning, describe(error));
    })
}

/// The newest committed snapshot of a store whose damaged files are set aside, one
/// after the other; `told` gets each.
pub(super) fn sound_snapshot(
    store: &Store,
    key: &WorkspaceKey,
    told: &mut dyn FnMut(&StoreError),
) -> Result<Snapshot, ToolError> {
    for _ in 0..MAX_DAMAGED {
        match store.snapshot(key) {
            Err(error @ StoreError::Damaged { .. }) => told(&error),
            other => return other.map_err(store_error),
        }
    }
    store.snapshot(key).map_err(store_error)
}

/// Gives vectors to chunks that lack them, from the files as they are.
fn make_up_for_vectors(workspace: &Workspace) -> Result<(), StoreError> {
    if !workspace.makes_vectors() {
        return Ok(());
    }
    let which = workspace.refresh.take_missing_vectors();
    let stop = || workspace.refresh.stop.load(Ordering::Relaxed);
    let mut text_of = workspace.text_source();
    let written =
        workspace.store.write_missing_vectors(&workspace.key, which, &mut text_of, &stop)?;
    if written > 0 { workspace.show_anew() } else { Ok(()) }
}

/// Reads what changed, writes it and shows it.
fn apply(
    workspace: &Workspace,
    snapshot: &Snapshot,
    changes: Changes,
    report: &mut RefreshReport,
    left_out: &mut LeftOut,
) -> Result<(), ToolError> {
    let removed = changes.removed;
    let mut files = changes.added;
    files.extend(changes.changed);
    files.sort_unstable_by(|a, b| a.relative.cmp(&b.relative));
    if files.len() >= SHOWN_FROM || workspace.is_empty() {
        workspace.refresh.show_progress();
    }
    workspace.refresh.tracker.total(files.len() as u64);
    let changed = files.len() + removed.len();
    let is_small = changed <= MAX_OVERLAY;
    let job = Job::new(workspace, snapshot, &files, std::mem::take(left_out), is_small);
    match changed <= AT_ONCE && !workspace.is_empty() {
        true => job.run_shown(&removed),
        false => job.run(&removed),
    }
    let committed = newest_snapshot(workspace)?;
    report.is_overtaken = !job.is_whole_in(&committed);
    let outcome = job.end();
    *left_out = outcome.left_out;
    report.counts.bytes = outcome.bytes;
    report.counts.added = report.counts.added.saturating_sub(outcome.placeholders);
    report.counts.changed = report.counts.changed.saturating_sub(outcome.unchanged);
    match outcome.failure {
        // What others wrote has yet to be compared with the files.
        None if report.is_overtaken => {}
        None => workspace.show(committed),
        Some(StoreError::Cancelled) => return Err(cancelled()),
        Some(error) if is_small => {
            hold(workspace, committed, &files, removed, &error, report)?;
        }
        Some(error) => {
            workspace.show(committed);
            if !error.is_no_room() {
                return Err(store_error(error));
            }
            report.held = changed;
            report.notes.push(format!("{}; answers lack what did not fit", describe(&error)));
        }
    }
    Ok(())
}

/// Counts what the index holds, and adds the files left out by their content.
fn count_documents(workspace: &Workspace, counts: &mut ScanCounts, left_out: &mut LeftOut) {
    let view = workspace.base_view();
    for document in view.snapshot.documents() {
        match left_out_reason(&document) {
            None => {
                counts.files += 1;
                if document.flags.has(FileFlags::CUT) {
                    left_out.add(LeftOutReason::BeyondParser, &document.path);
                }
            }
            // The walk counted it.
            Some(_) if document.stat.size > workspace.walk.limit_of(&document.path) => {}
            Some(reason) => left_out.add(reason, &document.path),
        }
    }
}

pub(super) fn cancelled() -> ToolError {
    ToolError::new(ErrorCode::Timeout, "the scan was cancelled", "start it again with scan")
}
