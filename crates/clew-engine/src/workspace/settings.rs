//! The files that say which files a workspace has, beside the rule files inside it: its
//! configuration, the user's, and git's excludes outside of the tree.
//!
//! A question looks at them each time. Whoever changed one expects the next answer to
//! follow it, and the system reports nothing of files outside the workspace.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clew_vfs::config::CONFIG_FILES;
use clew_vfs::fs::Metadata;
use clew_vfs::{FileSystem, RealFs};

use crate::registry::Common;

/// A file that changed less than this before it was looked at may change again with the
/// same time stamp.
const RACY_NS: i64 = 50_000_000;

/// Bytes of a file that count.
const MAX_BYTES: usize = 1 << 20;

/// What the settings files were when a workspace was opened.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    files: Arc<[(PathBuf, Option<Metadata>)]>,
    /// What was in them, where the system may not show the next change.
    content: Option<[u8; 32]>,
}

impl Settings {
    /// The settings files of a workspace as they are; `excludes` decide about git's global
    /// excludes.
    pub(super) fn of(root: &Path, common: &Common, excludes: &[PathBuf]) -> Settings {
        let user = common.setup.as_ref().map(|setup| setup.desk().places().config());
        let own = CONFIG_FILES.iter().map(|name| root.join(name));
        let git = [clew_vfs::exclude_file(&RealFs, root)];
        let paths = own.chain(user).chain(git).chain(excludes.iter().cloned());
        let files: Arc<[_]> = paths
            .map(|path| {
                let found = RealFs.metadata(&path).ok();
                (path, found)
            })
            .collect();
        let content = files.iter().any(|(_, found)| is_racy(found)).then(|| content_of(&files));
        Settings { files, content }
    }

    /// Whether they still are what they were.
    pub(super) fn are_current(&self) -> bool {
        let is_same =
            |(path, found): &(PathBuf, Option<Metadata>)| RealFs.metadata(path).ok() == *found;
        self.files.iter().all(is_same)
            && self.content.is_none_or(|content| content == content_of(&self.files))
    }
}

/// Whether a folder has a configuration of its own.
pub(super) fn has_own(root: &Path) -> bool {
    CONFIG_FILES.iter().any(|name| RealFs.metadata(&root.join(name)).is_ok())
}

fn is_racy(found: &Option<Metadata>) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as i64);
    found.as_ref().is_some_and(|found| {
        let newest = found.changed_ns.unwrap_or(0).max(found.modified_ns);
        now.saturating_sub(newest) < RACY_NS
    })
}

fn content_of(files: &[(PathBuf, Option<Metadata>)]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for (path, _) in files {
        let bytes = RealFs.read_prefix(path, MAX_BYTES).unwrap_or_default();
        hasher.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
    }
    *hasher.finalize().as_bytes()
}
