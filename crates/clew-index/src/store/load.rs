//! From files to an open generation.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Current, Store};
use crate::bytes::{hex, u64_at};
use crate::disk::set_aside;
use crate::generation::Generation;
use crate::manifest::{Manifest, PackEntry};
use crate::pack::Pack;
use crate::workspace::WorkspaceState;
use crate::{StoreError, WorkspaceKey};

/// How often a generation may be replaced while it is being opened.
const ATTEMPTS: usize = 20;

impl Store {
    /// The newest generation. The one seen last is kept if it still is that.
    pub(super) fn newest(&self) -> Result<Arc<Generation>, StoreError> {
        let mut last_manifest = None;
        for _ in 0..ATTEMPTS {
            let bytes = self.manifest_bytes()?;
            // A manifest too short to claim anything fails when it is decoded.
            let claimed = |bytes: &[u8]| Manifest::claimed_check(bytes).unwrap_or_default();
            let check = bytes.as_deref().map(claimed);
            let known = Arc::clone(&self.current().generation);
            if known.check == check && !known.packs.iter().any(|pack| pack.is_damaged()) {
                return Ok(known);
            }
            // A pack that is missing although the manifest stayed the same is lost;
            // otherwise a writer has removed it and the new manifest tells more.
            let lost = if last_manifest == Some(check) { Missing::Lost } else { Missing::Retry };
            last_manifest = Some(check);
            let manifest = self.decode_manifest(bytes)?;
            let Some(packs) = self.open_packs(&manifest, &known, lost)? else { continue };
            let generation = Arc::new(Generation { manifest, check, packs });
            *self.current() = Current { generation: Arc::clone(&generation), ..Current::default() };
            return Ok(generation);
        }
        Err(StoreError::damaged(self.manifest_path(), "packs vanish faster than they are opened"))
    }

    fn manifest_bytes(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.manifest_path();
        match self.0.disk.read(&path) {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(self.unread(path, error)),
        }
    }

    /// The error for a file that cannot be read. A folder in its place is set
    /// aside, so that the next look goes on without it.
    fn unread(&self, path: PathBuf, error: std::io::Error) -> StoreError {
        if self.0.disk.is_folder(&path) {
            set_aside(&*self.0.disk, &path);
            return StoreError::damaged(path, "a folder was in its place");
        }
        StoreError::io("read", path, error)
    }

    fn decode_manifest(&self, bytes: Option<Vec<u8>>) -> Result<Manifest, StoreError> {
        let Some(bytes) = bytes else { return Ok(Manifest::default()) };
        Manifest::decode(&bytes).map_err(|what| {
            set_aside(&*self.0.disk, &self.manifest_path());
            StoreError::damaged(self.manifest_path(), what)
        })
    }

    /// Opens the packs; `None` if one is missing and the manifest may have changed.
    fn open_packs(
        &self,
        manifest: &Manifest,
        known: &Generation,
        missing: Missing,
    ) -> Result<Option<Vec<Arc<Pack>>>, StoreError> {
        let mut packs = Vec::with_capacity(manifest.packs.len());
        for entry in &manifest.packs {
            let open = known.packs.iter().find(|pack| pack.hash == entry.hash);
            if let Some(pack) = open.filter(|pack| !pack.is_damaged()) {
                packs.push(Arc::clone(pack));
                continue;
            }
            match (self.open_pack(entry)?, missing) {
                (Some(pack), _) => packs.push(Arc::new(pack)),
                (None, Missing::Retry) => return Ok(None),
                (None, Missing::Lost) => {
                    tracing::warn!(pack = %hex(&entry.hash), "an index pack is missing");
                }
            }
        }
        Ok(Some(packs))
    }

    fn open_pack(&self, entry: &PackEntry) -> Result<Option<Pack>, StoreError> {
        let path = self.pack_path(&entry.hash);
        let file = match self.0.disk.read(&path) {
            Ok(file) => file,
            Err(error) if is_absence(&error) => return Ok(None),
            Err(error) => return Err(self.unread(path, error)),
        };
        if file.len() as u64 != entry.bytes {
            set_aside(&*self.0.disk, &path);
            return Err(StoreError::damaged(
                path,
                "it has another length than when it was written",
            ));
        }
        Pack::open(&self.0.disk, &path, entry.hash, file).map(Some)
    }

    /// The newest generation and the state of a workspace in it.
    pub(super) fn newest_state(
        &self,
        workspace: &WorkspaceKey,
    ) -> Result<(Arc<Generation>, WorkspaceState), StoreError> {
        let mut generation = self.newest()?;
        for _ in 0..ATTEMPTS {
            if let Some(state) = self.load_state(&generation, workspace)? {
                return Ok((generation, state));
            }
            // Replaced by a commit since the manifest was read.
            let newer = self.newest()?;
            if newer.check == generation.check {
                break;
            }
            generation = newer;
        }
        // It is lost. What is missing in the view is sent to the index again,
        // and found there.
        tracing::warn!(workspace = %workspace.0, "the state of a workspace is missing");
        Ok((generation, WorkspaceState::default()))
    }

    /// The state of a workspace, empty if the generation does not know it;
    /// `None` if its file is missing.
    pub(super) fn load_state(
        &self,
        generation: &Generation,
        workspace: &WorkspaceKey,
    ) -> Result<Option<WorkspaceState>, StoreError> {
        let Some(entry) = generation.manifest.workspace(&workspace.0) else {
            return Ok(Some(WorkspaceState::default()));
        };
        let path = self.state_path(&entry.hash);
        let bytes = match self.0.disk.read(&path) {
            Ok(bytes) => bytes,
            Err(error) if is_absence(&error) => return Ok(None),
            Err(error) => return Err(self.unread(path, error)),
        };
        WorkspaceState::decode(&bytes, &entry.hash).map(Some).map_err(|what| {
            set_aside(&*self.0.disk, &path);
            StoreError::damaged(path, what)
        })
    }

    /// Seconds since the Unix epoch of the last recorded use.
    pub(super) fn last_used(&self, key: &str) -> u64 {
        self.0.disk.read(&self.used_path(key)).map_or(0, |bytes| u64_at(&bytes, 0))
    }

    pub(super) fn pack_path(&self, hash: &[u8; 32]) -> PathBuf {
        self.packs_folder().join(format!("{}.pack", hex(hash)))
    }

    pub(super) fn state_path(&self, hash: &[u8; 32]) -> PathBuf {
        self.workspaces_folder().join(format!("{}.workspace", hex(hash)))
    }

    pub(super) fn used_path(&self, key: &str) -> PathBuf {
        let name = blake3::hash(key.as_bytes()).to_hex();
        self.workspaces_folder().join(format!("{}.used", &name.as_str()[..32]))
    }
}

/// Whether a file is not there; a file in the place of its folder comes to the same.
fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// What a missing pack means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    /// Look at the manifest again.
    Retry,
    /// It is gone for good; go on without it.
    Lost,
}
