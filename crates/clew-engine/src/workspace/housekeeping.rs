//! Dropping what the index no longer needs.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clew_index::{GarbagePolicy, Store, StoreError};
use clew_vfs::{RealFs, repository};

use super::{Workspace, describe};

/// A workspace unused for longer gives its share back.
const MAX_UNUSED: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Largest store of one repository.
const MAX_BYTES: u64 = 20 << 30;

impl Workspace {
    /// Records the use of this workspace and drops what others left behind.
    /// Failing is no harm: the next process tries again.
    pub(super) fn keep_house(&self) {
        self.keep_house_of(&self.store);
        // The other layers, where they were ever asked for.
        let layers = [self.history_store(), self.description_store()];
        for store in layers.into_iter().flatten().filter(|store| store.folder().exists()) {
            self.keep_house_of(store);
        }
    }

    fn keep_house_of(&self, store: &Store) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        store.mark_used(&self.key, now);
        let policy = GarbagePolicy {
            worktrees: self.roots_to_keep(store),
            max_unused: MAX_UNUSED,
            now,
            max_bytes: MAX_BYTES,
        };
        match store.collect_garbage(&policy) {
            Ok(report) if !report.workspaces.is_empty() => {
                tracing::info!("dropped {} workspaces from the index", report.workspaces.len());
            }
            Ok(_) | Err(StoreError::Busy { .. }) => {}
            Err(error) => tracing::debug!("housekeeping: {}", describe(&error)),
        }
    }

    /// All known roots but those of worktrees that were deleted: git does not list
    /// them, the folder is gone and its parent is there (so that no drive is merely
    /// unmounted). Clones share a store and are not among git's worktrees.
    fn roots_to_keep(&self, store: &Store) -> Option<Vec<String>> {
        let known = store.workspaces().ok()?;
        let listed: Vec<String> = repository::worktrees(&RealFs, &self.root)
            .into_iter()
            .map(|worktree| worktree.path.to_string_lossy().into_owned())
            .collect();
        let is_deleted = |root: &str| {
            let path = Path::new(root);
            !listed.iter().any(|worktree| Path::new(root).starts_with(worktree))
                && !path.exists()
                && path.parent().is_some_and(Path::exists)
        };
        Some(known.into_iter().map(|info| info.root).filter(|root| !is_deleted(root)).collect())
    }
}
