//! The store of one repository family.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{Batch, Snapshot, StoreError, WorkspaceKey};

/// How a store behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreOptions {
    /// Most bytes of decoded facts to keep in memory.
    pub facts_cache_bytes: usize,
}

impl Default for StoreOptions {
    fn default() -> Self {
        StoreOptions { facts_cache_bytes: 32 << 20 }
    }
}

/// How far a write is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteProgress {
    /// The text index is being laid out.
    Building,
    /// Files are being written.
    Writing,
    /// Small packs are being put together.
    Compacting,
}

/// What a write did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The generation that shows it.
    pub generation: u64,
    /// Documents written.
    pub written: usize,
    /// Documents that the family already held.
    pub revived: usize,
    /// Documents taken out of the workspace.
    pub removed: usize,
    /// Paths of documents that another process dropped from the family between
    /// [`Batch::upsert`] and the write; send them again.
    pub missing: Vec<String>,
}

/// A workspace that a store knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceInfo {
    /// Its key.
    pub key: WorkspaceKey,
    /// Its root folder as last written.
    pub root: String,
    /// Seconds since the Unix epoch of its last use.
    pub last_used: u64,
    /// Number of its documents.
    pub documents: u64,
}

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

/// The store of one repository family. Cheap to clone, safe to share.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The store of `family` (any text) below the data folder. Creates nothing;
    /// a store that is not there yet is empty.
    pub fn open(data: &Path, family: &str, options: StoreOptions) -> Result<Store, StoreError> {
        let _ = (family, options);
        Ok(Store { folder: data.to_owned() })
    }

    /// The folder of the store.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The newest committed state of a workspace; empty if the store does not know it.
    ///
    /// A damaged file is set aside and reported once; the next call sees what is left.
    pub fn snapshot(&self, workspace: &WorkspaceKey) -> Result<Snapshot, StoreError> {
        let _ = workspace;
        Ok(Snapshot {})
    }

    /// Commits a batch: all of it becomes visible, or nothing.
    ///
    /// `root` is recorded for garbage collection. After success the batch is
    /// empty; after an error it is unchanged, except that documents of a
    /// cancelled write may have to be sent again when it says so.
    pub fn write(
        &self,
        workspace: &WorkspaceKey,
        root: &str,
        batch: &mut Batch,
        progress: &mut dyn FnMut(WriteProgress),
        cancel: &dyn Fn() -> bool,
    ) -> Result<Committed, StoreError> {
        let _ = (workspace, root, batch, progress, cancel);
        Err(StoreError::Cancelled)
    }

    /// The workspaces that the store knows, ordered by key.
    pub fn workspaces(&self) -> Result<Vec<WorkspaceInfo>, StoreError> {
        Ok(Vec::new())
    }

    /// Drops what is no longer of use. Fails with [`StoreError::Busy`] if another
    /// process writes.
    pub fn collect_garbage(&self, policy: &GarbagePolicy) -> Result<GarbageReport, StoreError> {
        let _ = policy;
        Ok(GarbageReport::default())
    }

    /// Bytes that the store takes on disk.
    pub fn size(&self) -> Result<u64, StoreError> {
        Ok(0)
    }
}
