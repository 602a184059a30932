//! Changes of files as the system reports them.
//!
//! A [`Watch`] follows the folders it is told of and hands every change to a
//! sink. It says nothing of what a change means: whoever gets it looks at the
//! files. [`Watch::fence`] tells that all changes made before it have been handed
//! over, so that a question can rely on them.

mod fence;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;
mod turnstile;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::relative_path::RelativePath;
use fence::Fence;

#[cfg(target_os = "linux")]
use linux::Backend;
#[cfg(not(target_os = "linux"))]
use portable::Backend;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Something at or below this path changed.
    Changed(RelativePath),
    /// What git tracks has changed: ignored files may belong to the workspace now,
    /// or no longer. No text has changed by that.
    Control,
    /// Changes were missed: look at everything.
    Everything,
}

/// Why files cannot be watched.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// The system allows no more watches.
    #[error("the system's limit of file watches is reached after {folders} folders")]
    Limit {
        /// Folders watched before.
        folders: usize,
    },
    /// The system refuses.
    #[error("cannot watch files")]
    Refused(#[source] io::Error),
    /// Watches can be set but report nothing.
    #[error("the system reports no changes for {path}")]
    Silent {
        /// Where a change was made to see.
        path: PathBuf,
    },
}

/// How long the first change may take to be reported.
const FIRST_REPORT: Duration = Duration::from_secs(2);

/// Follows folders of one workspace until it is dropped.
pub struct Watch {
    backend: Backend,
}

impl Watch {
    /// Begins to watch below `root`, no folder yet. `sink` gets the changes on a
    /// thread of the watch and must return soon. `fence` is a file that is made,
    /// touched by [`Watch::fence`], and removed in the end; it must lie on a local
    /// disk, outside of `root`, in a folder that holds nothing but such files: those
    /// that were left behind there are removed.
    pub fn start(
        root: &Path,
        fence: &Path,
        sink: Box<dyn Fn(Trouble) + Send + Sync>,
    ) -> Result<Self, WatchError> {
        let file = Fence::make(fence).map_err(WatchError::Refused)?;
        if let Some(folder) = fence.parent() {
            fence::sweep(folder);
        }
        let watch = Watch { backend: Backend::start(root, file, sink)? };
        if watch.fence(FIRST_REPORT) {
            return Ok(watch);
        }
        Err(WatchError::Silent { path: fence.to_path_buf() })
    }

    /// Watches these folders too. Returns those that were not watched before:
    /// what happened in them until now is not reported. Folders that are gone are
    /// passed over.
    pub fn follow(&self, folders: &[RelativePath]) -> Result<Vec<RelativePath>, WatchError> {
        self.backend.follow(folders)
    }

    /// Reports changes of these files, which may lie anywhere, as
    /// [`Trouble::Control`].
    pub fn follow_control(&self, files: &[PathBuf]) -> Result<(), WatchError> {
        self.backend.follow_control(files)
    }

    /// Waits until every change made before this call has reached the sink;
    /// `false` if that takes longer than `patience`.
    pub fn fence(&self, patience: Duration) -> bool {
        self.backend.fence(patience)
    }

    /// Number of folders watched.
    pub fn folders(&self) -> usize {
        self.backend.folders()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.backend.stop();
    }
}

#[cfg(test)]
mod tests;
