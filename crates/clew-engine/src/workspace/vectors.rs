//! What the making of vectors needs of a workspace.

use std::sync::{Arc, PoisonError};

use clew_index::{Store, StoreError, WorkspaceKey};
use clew_vfs::{RealFs, read_text};

use super::reading::start_of;
use super::{View, Workspace};
use crate::in_process::Following;
use crate::log_ring::LogRing;
use crate::meaning::{Making, Provided};

impl Workspace {
    /// Whether chunks get vectors of the built-in model.
    pub(super) fn makes_vectors(&self) -> bool {
        self.refresh.makes_vectors() && !self.common.provided.is_off()
    }

    /// Whether vectors that a question needed turned out to be damaged, and are made again
    /// by the next look at the files.
    pub(super) fn has_lost_vectors(&self) -> bool {
        self.makes_vectors() && self.base_view().snapshot.has_lost_vectors()
    }

    /// What is configured about vectors by models of providers.
    pub(crate) fn provided(&self) -> &Provided {
        &self.common.provided
    }

    /// The making of vectors by a provider's model.
    pub(crate) fn making(&self) -> &Making {
        &self.whole().making
    }

    /// The same, to hold on to without the workspace.
    pub(crate) fn making_handle(&self) -> Arc<Making> {
        self.whole().making.clone()
    }

    /// The messages of the engine.
    pub(crate) fn logs(&self) -> &LogRing {
        &self.common.logs
    }

    /// Whether the process goes on after its answer.
    pub(crate) fn lives_on(&self) -> bool {
        self.common.following == Following::Continuous
    }

    /// The store and the workspace's name in it.
    pub(crate) fn store(&self) -> (&Store, &WorkspaceKey) {
        (&self.store, &self.key)
    }

    /// Texts of files as they are, where they still are what was indexed.
    pub(crate) fn text_source(&self) -> impl FnMut(&str, &[u8; 32]) -> Option<Arc<str>> + '_ {
        |path, hash| {
            let file = self.root.join(path);
            let fits = |text: &String| blake3::hash(text.as_bytes()).as_bytes() == hash;
            let start = start_of(&file, path)?.ok().filter(fits);
            let whole = || {
                let loaded = read_text(&RealFs, &file).ok()?;
                Some(clew_grammars::kept_text(path, loaded.text)).filter(fits)
            };
            start.or_else(whole).map(Arc::from)
        }
    }

    /// Shows the newest snapshot although no document changed: there are other
    /// vectors. What is in no index yet keeps its view.
    pub(crate) fn show_anew(&self) -> Result<(), StoreError> {
        let snapshot = self.store.snapshot(&self.key)?;
        let mut shown = self.view.write().unwrap_or_else(PoisonError::into_inner);
        let is_newer = snapshot.generation() >= shown.snapshot.generation();
        // Other documents than those shown were not compared with the files.
        let is_same = snapshot.lists_the_same(&shown.snapshot);
        if is_newer && is_same && !shown.snapshot.has_overlay() {
            *shown = Arc::new(View::new(snapshot, self.root.clone()));
        }
        Ok(())
    }
}
