//! The store of one repository family.

mod compact;
mod garbage;
mod load;
mod provided;
mod room;
mod shared;
mod vectors;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use garbage::{GarbagePolicy, GarbageReport};
pub use provided::{ProvidedRows, VectorOf};
pub use shared::Stores;
pub use vectors::{MissingVectors, TextOf};
pub use write::{Committed, WriteProgress};

use crate::disk::{Disk, RealDisk, SpillDisk};
use crate::facts_cache::FactsCache;
use crate::generation::{Generation, WorkspaceView};
use crate::pack::FORMAT;
use crate::{Snapshot, StoreError, WorkspaceKey};

/// Name of the file that names all others.
const MANIFEST: &str = "manifest";

/// How a store behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreOptions {
    /// Most bytes of decoded facts to keep in memory.
    pub facts_cache_bytes: usize,
}

impl Default for StoreOptions {
    fn default() -> Self {
        StoreOptions { facts_cache_bytes: 48 << 20 }
    }
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

/// The store of one repository family. Cheap to clone, safe to share.
#[derive(Clone, Debug)]
pub struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    disk: Arc<dyn Disk>,
    /// The same, where it goes on in memory when there is no room.
    spill: Option<Arc<SpillDisk>>,
    cache: Arc<FactsCache>,
    current: Mutex<Current>,
    /// Held while this process writes.
    writing: Mutex<()>,
}

/// The generation seen last and the views of it that were asked for.
#[derive(Debug, Default)]
struct Current {
    generation: Arc<Generation>,
    views: BTreeMap<WorkspaceKey, Arc<WorkspaceView>>,
}

impl Store {
    /// The store of `family` (any text) below the data folder. Creates nothing;
    /// a store that is not there yet is empty.
    pub fn open(data: &Path, family: &str, options: StoreOptions) -> Result<Store, StoreError> {
        Store::open_over(Arc::new(RealDisk), data, family, &options)
    }

    /// A store over `disk` that goes on in memory when there is no room on it.
    pub(crate) fn open_over(
        disk: Arc<dyn Disk>,
        data: &Path,
        family: &str,
        options: &StoreOptions,
    ) -> Result<Store, StoreError> {
        let manifest = folder_of(data, family).join(MANIFEST);
        let spill = Arc::new(SpillDisk::new(disk, manifest));
        Ok(Store::with(spill.clone(), Some(spill), folder_of(data, family), options))
    }

    /// A store whose files are reached through `disk` alone.
    #[cfg(test)]
    pub(crate) fn open_on(
        disk: Arc<dyn Disk>,
        data: &Path,
        family: &str,
        options: &StoreOptions,
    ) -> Result<Store, StoreError> {
        Ok(Store::with(disk, None, folder_of(data, family), options))
    }

    fn with(
        disk: Arc<dyn Disk>,
        spill: Option<Arc<SpillDisk>>,
        folder: PathBuf,
        options: &StoreOptions,
    ) -> Store {
        Store(Arc::new(Inner {
            folder,
            disk,
            spill,
            cache: Arc::new(FactsCache::new(options.facts_cache_bytes)),
            current: Mutex::default(),
            writing: Mutex::default(),
        }))
    }

    /// The folder of the store.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// The newest committed state of a workspace; empty if the store does not know it.
    ///
    /// Looks at the manifest each time, so that commits of other processes are
    /// seen. A damaged file is set aside and reported once; the next call sees
    /// what is left.
    pub fn snapshot(&self, workspace: &WorkspaceKey) -> Result<Snapshot, StoreError> {
        let mut generation = self.newest()?;
        let known = {
            let current = self.current();
            let views = same(&current.generation, &generation).then_some(&current.views);
            views.and_then(|views| views.get(workspace)).cloned()
        };
        let view = match known {
            Some(view) => view,
            None => {
                let (newest, state) = self.newest_state(workspace)?;
                generation = newest;
                let view = Arc::new(WorkspaceView::new(&generation, &workspace.0, state));
                let mut current = self.current();
                if same(&current.generation, &generation) {
                    current.views.insert(workspace.clone(), Arc::clone(&view));
                }
                view
            }
        };
        Ok(Snapshot::new(generation, view, Arc::clone(&self.0.cache)))
    }

    /// The workspaces that the store knows, ordered by key.
    pub fn workspaces(&self) -> Result<Vec<WorkspaceInfo>, StoreError> {
        let generation = self.newest()?;
        let infos = generation.manifest.workspaces.iter().map(|entry| WorkspaceInfo {
            key: WorkspaceKey(entry.key.clone()),
            root: entry.root.clone(),
            last_used: entry.last_written.max(self.last_used(&entry.key)),
            documents: entry.documents,
        });
        Ok(infos.collect())
    }

    /// Records that a workspace is in use at `now`, seconds since the Unix epoch.
    /// Once a day is enough. Does nothing where the store cannot be written.
    pub fn mark_used(&self, workspace: &WorkspaceKey, now: u64) {
        let path = self.used_path(&workspace.0);
        // That it cannot be recorded is no reason to go on in memory.
        if self.0.folder_exists() && RealDisk.write(&path, &[&now.to_le_bytes()]).is_err() {
            tracing::debug!(path = %path.display(), "cannot record the use of a workspace");
        }
    }

    /// Bytes of memory that decoded facts take, about.
    pub fn memory(&self) -> usize {
        self.0.cache.bytes()
    }

    /// Bytes that the store takes on disk.
    pub fn size(&self) -> Result<u64, StoreError> {
        let mut bytes = 0;
        for folder in [self.0.folder.clone(), self.packs_folder(), self.workspaces_folder()] {
            let files = self.0.disk.list(&folder);
            let files = files.map_err(|error| StoreError::io("list", &folder, error))?;
            bytes += files.iter().map(|(_, bytes)| bytes).sum::<u64>();
        }
        Ok(bytes)
    }

    fn current(&self) -> std::sync::MutexGuard<'_, Current> {
        self.0.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn packs_folder(&self) -> PathBuf {
        self.0.folder.join("packs")
    }

    fn workspaces_folder(&self) -> PathBuf {
        self.0.folder.join("workspaces")
    }

    fn manifest_path(&self) -> PathBuf {
        self.0.folder.join(MANIFEST)
    }
}

impl Inner {
    fn folder_exists(&self) -> bool {
        self.disk.list(&self.folder).is_ok_and(|files| !files.is_empty())
    }
}

/// Where the store of a family lies.
fn folder_of(data: &Path, family: &str) -> PathBuf {
    let name = blake3::hash(family.as_bytes()).to_hex();
    data.join(format!("store-v{FORMAT}")).join(&name.as_str()[..32])
}

fn same(left: &Arc<Generation>, right: &Arc<Generation>) -> bool {
    Arc::ptr_eq(left, right)
}
