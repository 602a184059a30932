//! Which repository a folder belongs to, read from git's own files: no program
//! is run, and what the files say is checked before it is believed.

mod dirty;
pub(crate) mod git_config;
mod git_dirs;
mod origin;
mod refs;
mod tracked;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::fs::FileSystem;
use crate::relative_path::RelativePath;

pub use dirty::{ComparedFiles, dirty_files};
pub(crate) use git_dirs::{GitDirs, at, locate};
pub use origin::normalize_remote;
pub(crate) use tracked::{Tracked, TrackedFiles};

/// Largest git configuration that is read, in bytes.
const MAX_CONFIG_BYTES: usize = 1024 * 1024;

/// Repositories passed through when one is the clone of another on this disk.
const MAX_CLONE_CHAIN: usize = 5;

/// What a folder belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepositoryKind {
    /// A git repository; worktrees have its common folder in common.
    Git {
        /// The folder with the objects and references, links resolved.
        common_dir: PathBuf,
    },
    /// No git repository.
    Plain {
        /// The folder itself, links resolved.
        root: PathBuf,
    },
}

/// The family of working copies that share facts and index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepositoryFamily {
    /// Identifies the family; fit for a folder name, the same in every process.
    ///
    /// All worktrees of a repository have one key, and so have its clones: it
    /// is made of the address of the remote `origin` without credentials,
    /// scheme and case of the host. Where `origin` is a repository on this
    /// disk, that one's key is taken. Without a remote, the common folder
    /// makes it; without git, the root. Two repositories that claim the same
    /// origin share a key too, which costs space and no correctness, since
    /// facts are known by content.
    pub key: String,
    /// What it is.
    pub kind: RepositoryKind,
    /// Top folder of the working copy; the root itself without git.
    pub top: PathBuf,
    /// Where the root lies in the working copy; empty when it is the top.
    pub prefix: RelativePath,
    /// git's name of a linked worktree; `None` for the main one.
    pub worktree_name: Option<String>,
}

/// A working copy that git lists for a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worktree {
    /// git's name of a linked worktree; `None` for the main one.
    pub name: Option<String>,
    /// Its top folder.
    pub path: PathBuf,
    /// Whether it is there.
    pub presence: Presence,
}

/// Whether a listed worktree is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is there.
    Present,
    /// It is not, which may also mean that its drive is not mounted.
    Missing,
    /// It is not, but git was told to keep it.
    MissingLocked,
}

/// Finds the family of a folder. Never fails: what is no readable git
/// repository is [`RepositoryKind::Plain`].
pub fn identify(fs: &dyn FileSystem, root: &Path) -> RepositoryFamily {
    let root = fs.canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    match locate(fs, &root) {
        Some(dirs) => git_family(fs, &root, dirs),
        None => RepositoryFamily {
            key: key("plain", &root.to_string_lossy()),
            kind: RepositoryKind::Plain { root: root.clone() },
            top: root,
            prefix: RelativePath::root(),
            worktree_name: None,
        },
    }
}

fn git_family(fs: &dyn FileSystem, root: &Path, dirs: GitDirs) -> RepositoryFamily {
    let below = root.strip_prefix(&dirs.top).unwrap_or(Path::new(""));
    RepositoryFamily {
        key: git_key(fs, &dirs, MAX_CLONE_CHAIN),
        prefix: RelativePath::from_path(below).unwrap_or_else(|_| RelativePath::root()),
        worktree_name: dirs.worktree_name(),
        kind: RepositoryKind::Git { common_dir: dirs.common_dir },
        top: dirs.top,
    }
}

fn git_key(fs: &dyn FileSystem, dirs: &GitDirs, chain: usize) -> String {
    let by_folder = || key("git", &dirs.common_dir.to_string_lossy());
    let Some(url) = origin::origin_url(fs, &dirs.common_dir) else { return by_folder() };
    if let Some(address) = normalize_remote(&url) {
        return key("git", &address);
    }
    let source = origin::local_path(&url, &dirs.common_dir);
    match source.and_then(|path| git_dirs::open(fs, &path)) {
        Some(source) if chain > 0 && source.common_dir != dirs.common_dir => {
            git_key(fs, &source, chain - 1)
        }
        _ => by_folder(),
    }
}

fn key(kind: &str, text: &str) -> String {
    let hash = blake3::hash(text.as_bytes()).to_hex();
    format!("{kind}-{}", &hash.as_str()[..32])
}

/// Reads a value of the repository's own configuration; names in lower case.
pub(crate) fn config_value(
    fs: &dyn FileSystem,
    dirs: &GitDirs,
    section: &str,
    key: &str,
) -> Option<String> {
    let bytes = fs.read_prefix(&dirs.common_dir.join("config"), MAX_CONFIG_BYTES).ok()?;
    git_config::value(&String::from_utf8_lossy(&bytes), section, None, key)
}

/// Files of the repository around `root` that decide, beside its ignore files,
/// what belongs to the workspace: git's index and its private excludes. Empty
/// outside git; the files need not exist.
pub fn control_files(fs: &dyn FileSystem, root: &Path) -> Vec<PathBuf> {
    let root = fs.canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    locate(fs, &root).map_or_else(Vec::new, |dirs| {
        vec![dirs.git_dir.join("index"), dirs.common_dir.join("info").join("exclude")]
    })
}

/// The file of a repository's own excludes, shared by its worktrees; it need not be
/// there. Without git, the one that there would be.
pub fn exclude_file(fs: &dyn FileSystem, root: &Path) -> PathBuf {
    let root = fs.canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    let common = locate(fs, &root).map_or_else(|| root.join(".git"), |dirs| dirs.common_dir);
    common.join("info").join("exclude")
}

/// Returns the commit that the working copy around `root` is at, as 40 or 64
/// hex digits. `None` without git, before the first commit, or where the
/// references are stored in a form that only git reads.
pub fn head_revision(fs: &dyn FileSystem, root: &Path) -> Option<String> {
    let root = fs.canonicalize(root).ok()?;
    refs::head(fs, &locate(fs, &root)?)
}

/// Returns the short name of the branch that the working copy around `root` is
/// on; `None` when it is on none.
pub fn head_branch(fs: &dyn FileSystem, root: &Path) -> Option<String> {
    let root = fs.canonicalize(root).ok()?;
    refs::branch(fs, &locate(fs, &root)?)
}

/// Lists the worktrees of the repository around `root` that git knows, the
/// main one first, then by name. Empty without git.
///
/// One that is not listed was removed; one listed as [`Presence::Missing`] may
/// come back.
pub fn worktrees(fs: &dyn FileSystem, root: &Path) -> Vec<Worktree> {
    let root = fs.canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    locate(fs, &root).map_or_else(Vec::new, |dirs| git_dirs::list_worktrees(fs, &dirs.common_dir))
}

#[cfg(test)]
mod tests;
