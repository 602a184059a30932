//! Dropping what is no longer of use.

use std::time::Duration;

use super::Store;
use super::write::WriteLock;
use crate::generation::live_in_packs;
use crate::{StoreError, WorkspaceInfo, WorkspaceKey};

/// What garbage collection may drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GarbagePolicy {
    /// Roots of the worktrees that git lists; a workspace whose root is not among
    /// them goes. `None` where git could not be asked: then none goes for that.
    /// A worktree on an unmounted drive is still listed.
    pub worktrees: Option<Vec<String>>,
    /// Workspaces unused for longer go.
    pub max_unused: Duration,
    /// Now, in seconds since the Unix epoch.
    pub now: u64,
    /// If the store is larger than this many bytes, dead documents go first and
    /// then the workspaces that were not used for longest, but for the last one.
    pub max_bytes: u64,
}

/// What garbage collection did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GarbageReport {
    /// Workspaces dropped.
    pub workspaces: Vec<WorkspaceKey>,
    /// Documents dropped.
    pub documents: usize,
    /// Bytes freed.
    pub bytes: u64,
}

impl Store {
    /// Drops what is no longer of use. Fails with [`StoreError::Busy`] if another
    /// process writes.
    pub fn collect_garbage(&self, policy: &GarbagePolicy) -> Result<GarbageReport, StoreError> {
        if self.kept_in_memory().is_some() || self.newest()?.manifest.generation == 0 {
            return Ok(GarbageReport::default());
        }
        let lock = self.lock(&|| false)?;
        let mut report = GarbageReport::default();
        let before = self.size()?;
        let outdated = self.workspaces()?.into_iter().filter(|workspace| policy.drops(workspace));
        self.drop_workspaces(outdated.map(|workspace| workspace.key).collect(), &mut report)?;
        self.drop_dead(&lock, &mut report)?;
        while self.size()? > policy.max_bytes {
            let mut left = self.workspaces()?;
            if left.len() < 2 {
                break;
            }
            left.sort_by_key(|workspace| workspace.last_used);
            self.drop_workspaces(vec![left.swap_remove(0).key], &mut report)?;
            self.drop_dead(&lock, &mut report)?;
        }
        self.remove_damaged();
        report.bytes = before.saturating_sub(self.size()?);
        Ok(report)
    }

    fn drop_workspaces(
        &self,
        keys: Vec<WorkspaceKey>,
        report: &mut GarbageReport,
    ) -> Result<(), StoreError> {
        if keys.is_empty() {
            return Ok(());
        }
        let mut manifest = self.newest()?.manifest.clone();
        manifest.workspaces.retain(|entry| !keys.iter().any(|key| key.0 == entry.key));
        manifest.generation += 1;
        self.write_manifest(&manifest)?;
        self.sweep(&manifest);
        report.workspaces.extend(keys);
        Ok(())
    }

    /// Rewrites each pack that holds dead documents.
    fn drop_dead(
        &self,
        lock: &WriteLock<'_>,
        report: &mut GarbageReport,
    ) -> Result<(), StoreError> {
        let mut index = 0;
        loop {
            let generation = self.newest()?;
            let live = live_in_packs(&generation, &self.live_keys(&generation)?);
            let Some((pack, live_in_pack)) = generation.packs.get(index).zip(live.get(index))
            else {
                return Ok(());
            };
            let dead = pack.len() - live_in_pack.len();
            if dead == 0 {
                index += 1;
                continue;
            }
            // The rewritten pack comes last, so the next one takes this index.
            self.merge(lock, &generation, &[index], &live)?;
            report.documents += dead as usize;
        }
    }

    fn remove_damaged(&self) {
        for folder in [self.0.folder.clone(), self.packs_folder(), self.workspaces_folder()] {
            for (name, _) in self.0.disk.list(&folder).unwrap_or_default() {
                if name.ends_with(".damaged") || name.ends_with(".tmp") {
                    let _ = self.0.disk.remove(&folder.join(name));
                }
            }
        }
    }
}

impl GarbagePolicy {
    fn drops(&self, workspace: &WorkspaceInfo) -> bool {
        let gone = self.worktrees.as_ref().is_some_and(|roots| !roots.contains(&workspace.root));
        gone || self.now.saturating_sub(workspace.last_used) > self.max_unused.as_secs()
    }
}
