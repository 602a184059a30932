//! Looking at the files: all of them, or those that are known to have changed.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use clew_index::Snapshot;
use clew_protocol::{ErrorCode, ToolError};
use clew_vfs::relative_path::RelativePath;
use clew_vfs::walk::{Completion, WalkError};
use clew_vfs::{RealFs, WalkOutcome};
use rustc_hash::FxHashSet;

use super::following::Task;
use super::indexing::cancelled;
use super::view::Held;
use super::{Workspace, describe};

/// Walks that are repeated because folders appeared meanwhile.
const MAX_WALKS: usize = 6;

/// The task with what must be looked at beside it: files to be read again, and
/// changes that are in memory only. Everything, where another process has written
/// what this one did not see.
pub(super) fn widen(
    workspace: &Workspace,
    task: &Task,
    suspects: &FxHashSet<String>,
    snapshot: &Snapshot,
) -> Task {
    let Task::Paths(paths) = task else { return Task::Everything };
    let view = workspace.base_view();
    if view.snapshot.generation() != snapshot.generation() {
        return Task::Everything;
    }
    let mut paths = paths.clone();
    let held = view.held.iter().flat_map(Held::paths);
    for path in suspects.iter().map(String::as_str).chain(held) {
        paths.extend(RelativePath::new(path));
    }
    Task::Paths(paths)
}

pub(super) fn is_within(path: &RelativePath, folders: &BTreeSet<RelativePath>) -> bool {
    let mut above = std::iter::successors(Some(path.clone()), RelativePath::parent);
    above.any(|folder| folders.contains(&folder))
}

/// Walks what the task names. Folders that are not watched yet are, and then all
/// is walked again, for something may have changed in them before; tells whether
/// that came to an end.
pub(super) fn walk(workspace: &Workspace, task: &Task) -> Result<(WalkOutcome, bool), ToolError> {
    let stop = || workspace.refresh.stop.load(Ordering::Relaxed);
    let (root, options) = (&workspace.root, &workspace.walk);
    let once = || {
        let outcome = match task {
            Task::Everything => clew_vfs::walk(&RealFs, root, options, &stop, &|_| {}),
            Task::Paths(paths) => {
                let paths: Vec<RelativePath> = paths.iter().cloned().collect();
                clew_vfs::walk_some(&RealFs, root, options, &paths, &stop)
            }
        };
        let outcome = outcome.map_err(|error| root_error(&error))?;
        match outcome.completion {
            Completion::Cancelled => Err(cancelled()),
            Completion::Complete => Ok(with_large(outcome)),
        }
    };
    let mut outcome = once()?;
    for _ in 1..MAX_WALKS {
        if !workspace.following.watch(root, &outcome.folders) {
            return Ok((outcome, true));
        }
        outcome = once()?;
    }
    Ok((outcome, false))
}

/// The outcome with the files over the size limit among the others: their words are
/// found.
fn with_large(mut outcome: WalkOutcome) -> WalkOutcome {
    if !outcome.too_large.is_empty() {
        outcome.files.append(&mut outcome.too_large);
        outcome.files.sort_unstable_by(|left, right| left.relative.cmp(&right.relative));
    }
    outcome
}

pub(super) fn bad_patterns(patterns: &[String]) -> Vec<String> {
    match patterns {
        [] => Vec::new(),
        [first, ..] => vec![format!(
            "{} ignore patterns are not valid and were skipped, for example {}",
            patterns.len(),
            first.escape_debug()
        )],
    }
}

fn root_error(error: &WalkError) -> ToolError {
    ToolError::new(
        ErrorCode::ProjectNotFound,
        describe(error),
        "check that the folder exists and may be read",
    )
}
