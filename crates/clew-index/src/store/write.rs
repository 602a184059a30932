//! Commits.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::TryLockError;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clew_embed::Model;

use super::Store;
use crate::batch::Change;
use crate::disk::{LockGuard, set_aside, write_whole};
use crate::generation::{Generation, Mark, WorkspaceView};
use crate::manifest::{Manifest, PackEntry, WorkspaceEntry};
use crate::vectors::{VectorRows, vectors_path, without_vectors_path};
use crate::workspace::WorkspaceState;
use crate::{Batch, FileStat, Snapshot, StoreError, WorkspaceKey};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Which documents the workspace had before and has now.
    pub(crate) before: Option<Mark>,
    pub(crate) after: Option<Mark>,
}

impl Committed {
    /// Whether it came of a batch over `snapshot` with nobody else writing to the
    /// workspace between.
    pub fn follows_snapshot(&self, snapshot: &Snapshot) -> bool {
        self.before == snapshot.mark()
    }

    /// Whether nobody else wrote to the workspace between two commits of one writer.
    pub fn follows(&self, former: &Committed) -> bool {
        self.before == former.after
    }

    /// Whether `snapshot` of the same workspace shows it and nothing that came later.
    pub fn is_shown_by(&self, snapshot: &Snapshot) -> bool {
        snapshot.mark() == self.after
    }
}

/// How often a writer looks whether another of its process has ended.
const OWN_WAIT: Duration = Duration::from_millis(5);

/// Both locks of a writer; other processes get `Busy` meanwhile, other threads wait.
pub(super) struct WriteLock<'store> {
    _process: std::sync::MutexGuard<'store, ()>,
    _file: LockGuard,
}

impl Store {
    /// Commits a batch: all of it becomes visible, or nothing.
    ///
    /// `root` is recorded for garbage collection. After success the batch is
    /// empty, and so it is where its text could not be laid out or `cancel` ended
    /// that; after any other error it may be written again. Putting
    /// small packs together may follow the commit; should that fail, the commit
    /// stands and the next write tries again.
    pub fn write(
        &self,
        workspace: &WorkspaceKey,
        root: &str,
        batch: &mut Batch,
        progress: &mut dyn FnMut(WriteProgress),
        cancel: &dyn Fn() -> bool,
    ) -> Result<Committed, StoreError> {
        progress(WriteProgress::Building);
        batch.seal(cancel)?;
        if cancel() {
            return Err(StoreError::Cancelled);
        }
        let lock = self.lock(cancel)?;
        progress(WriteProgress::Writing);
        let committed = self.commit(workspace, root, batch, cancel)?;
        batch.clear();
        match self.compact(&lock, progress, cancel) {
            Ok(()) | Err(StoreError::Cancelled) => {}
            Err(error) => tracing::warn!(%error, "cannot put index packs together"),
        }
        Ok(committed)
    }

    /// Takes the writer's locks. Writers of this process wait for one another; another
    /// process at work is told as [`StoreError::Busy`].
    pub(super) fn lock(&self, cancel: &dyn Fn() -> bool) -> Result<WriteLock<'_>, StoreError> {
        let path = self.0.folder.join("lock");
        let busy = || StoreError::Busy { path: path.clone() };
        let process = loop {
            match self.0.writing.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if cancel() => return Err(StoreError::Cancelled),
                Err(TryLockError::WouldBlock) => std::thread::sleep(OWN_WAIT),
            }
        };
        self.clear_the_way(&path);
        for folder in [self.packs_folder(), self.workspaces_folder()] {
            let created = self.0.disk.create_folder(&folder);
            created.map_err(|error| StoreError::io("create", folder, error))?;
        }
        let file = self.0.disk.try_lock(&path);
        let file = file.map_err(|error| StoreError::io("lock", &path, error))?.ok_or_else(busy)?;
        Ok(WriteLock { _process: process, _file: file })
    }

    /// Sets aside what lies where a file or folder of the store belongs and is of
    /// the other kind.
    fn clear_the_way(&self, lock: &Path) {
        let manifest = self.manifest_path();
        for file in [lock, &manifest, &manifest.with_extension("tmp")] {
            if self.0.disk.is_folder(file) {
                set_aside(&*self.0.disk, file);
            }
        }
        for folder in [self.0.folder.clone(), self.packs_folder(), self.workspaces_folder()] {
            if self.0.disk.is_no_folder(&folder) {
                set_aside(&*self.0.disk, &folder);
            }
        }
    }

    fn commit(
        &self,
        workspace: &WorkspaceKey,
        root: &str,
        batch: &mut Batch,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Committed, StoreError> {
        let (generation, state) = self.newest_state(workspace)?;
        let view = WorkspaceView::new(&generation, &workspace.0, state);
        let mut manifest = generation.manifest.clone();
        manifest.packs.retain(|entry| generation.packs.iter().any(|pack| pack.hash == entry.hash));
        let first_keys = self.write_packs(batch, &mut manifest, cancel)?;
        let mut committed = Committed { before: view.mark, ..Committed::default() };
        let documents = apply(&generation, &view, &batch.changes, &first_keys, &mut committed);
        let state = WorkspaceState::of(&documents);
        self.write_state(workspace, root, &state, &mut manifest)?;
        committed.after = manifest.workspace(&workspace.0).map(|entry| entry.hash);
        manifest.generation += 1;
        committed.generation = manifest.generation;
        if cancel() {
            return Err(StoreError::Cancelled);
        }
        self.write_manifest(&manifest)?;
        self.sweep(&manifest);
        Ok(committed)
    }

    /// Writes the packs of a batch; returns the key of the first document of each.
    fn write_packs(
        &self,
        batch: &mut Batch,
        manifest: &mut Manifest,
        cancel: &dyn Fn() -> bool,
    ) -> Result<Vec<u32>, StoreError> {
        let mut first_keys = Vec::new();
        for sealed in &mut batch.sealed {
            if cancel() {
                return Err(StoreError::Cancelled);
            }
            let first = manifest.next_key;
            let count = sealed.documents;
            let file = sealed.with_keys(first..first.saturating_add(count));
            self.write_file(&self.pack_path(&file.hash), &file.parts())?;
            let entry = PackEntry { hash: file.hash, bytes: file.bytes };
            self.write_vectors_of(&entry.hash, sealed.vectors.as_ref())?;
            manifest.packs.push(entry);
            manifest.next_key = first.saturating_add(count);
            first_keys.push(first);
        }
        Ok(first_keys)
    }

    /// Writes the vectors of a pack, if there are any.
    pub(super) fn write_vectors_of(
        &self,
        pack: &[u8; 32],
        vectors: Option<&VectorRows>,
    ) -> Result<(), StoreError> {
        let Some(vectors) = vectors else {
            // Told from vectors that were lost.
            return self.write_file(&without_vectors_path(&self.pack_path(pack)), &[]);
        };
        let model = Model::built_in_id();
        let path = vectors_path(&self.pack_path(pack), model);
        self.write_file(&path, &[&vectors.encode(model)])
    }

    /// Writes the state of a workspace and enters it into the manifest.
    pub(super) fn write_state(
        &self,
        workspace: &WorkspaceKey,
        root: &str,
        state: &WorkspaceState,
        manifest: &mut Manifest,
    ) -> Result<(), StoreError> {
        let bytes = state.encode();
        let hash = *blake3::hash(&bytes).as_bytes();
        self.write_file(&self.state_path(&hash), &[&bytes])?;
        manifest.set_workspace(WorkspaceEntry {
            key: workspace.0.clone(),
            root: root.to_owned(),
            hash,
            documents: state.live().len(),
            last_written: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |now| now.as_secs()),
        });
        Ok(())
    }

    /// Makes a generation the current one.
    pub(super) fn write_manifest(&self, manifest: &Manifest) -> Result<(), StoreError> {
        self.write_file(&self.manifest_path(), &[&manifest.encode()])
    }

    pub(super) fn write_file(&self, path: &Path, parts: &[&[u8]]) -> Result<(), StoreError> {
        write_whole(&*self.0.disk, path, parts)
            .map_err(|error| StoreError::io("write", path, error))
    }

    /// Removes the files that `manifest` does not name. What cannot be removed
    /// (open on Windows) is left to the next sweep.
    pub(super) fn sweep(&self, manifest: &Manifest) {
        let mut named: Vec<_> =
            manifest.packs.iter().map(|entry| self.pack_path(&entry.hash)).collect();
        for entry in &manifest.workspaces {
            named.extend([self.state_path(&entry.hash), self.used_path(&entry.key)]);
        }
        for folder in [self.packs_folder(), self.workspaces_folder()] {
            for (name, _) in self.0.disk.list(&folder).unwrap_or_default() {
                let path = folder.join(&name);
                let of_pack =
                    name.split('.').next().map(|stem| folder.join(format!("{stem}.pack")));
                let is_vectors = name.ends_with(".vectors") || name.ends_with(".provided");
                let is_named = named.contains(&path)
                    || is_vectors && of_pack.is_some_and(|pack| named.contains(&pack));
                if !is_named && !name.ends_with(".damaged") {
                    let _ = self.0.disk.remove(&path);
                }
            }
        }
    }
}

/// The documents of a workspace after `changes`.
fn apply(
    generation: &Generation,
    view: &WorkspaceView,
    changes: &BTreeMap<String, Change>,
    first_keys: &[u32],
    committed: &mut Committed,
) -> BTreeMap<u32, FileStat> {
    let mut documents = view.state.to_map();
    // Documents of lost packs are not there any more.
    documents.retain(|key, _| generation.place(*key).is_some());
    for (path, change) in changes {
        let old = view.at_path(generation, path);
        let old = old.and_then(|place| Some(generation.packs.get(place.pack)?.key(place.ordinal)));
        if let (Change::Touch(stat), Some(key)) = (change, old) {
            documents.insert(key, *stat);
            continue;
        }
        if let Some(key) = old {
            documents.remove(&key);
        }
        match change {
            Change::Touch(_) => {}
            Change::Remove => committed.removed += usize::from(old.is_some()),
            Change::Write { pack, ordinal, stat } => {
                let first = first_keys.get(*pack).copied().unwrap_or_default();
                documents.insert(first + ordinal, *stat);
                committed.written += 1;
            }
            Change::Revive { key, stat } => match generation.find(path, key) {
                Some(place) => {
                    let key = generation.packs.get(place.pack).map(|pack| pack.key(place.ordinal));
                    documents.extend(key.map(|key| (key, *stat)));
                    committed.revived += 1;
                }
                None => committed.missing.push(path.clone()),
            },
        }
    }
    documents
}
