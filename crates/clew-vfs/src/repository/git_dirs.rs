//! Where git keeps what: the folder of a working copy, its own git folder, and
//! the one that all worktrees have in common.

use std::path::{Path, PathBuf};

use super::{Presence, Worktree};
use crate::fs::FileSystem;

/// Longest file of git's own that names a path, in bytes.
const MAX_LINK_BYTES: usize = 16 * 1024;

/// The folders of one working copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GitDirs {
    /// Top folder of the working copy.
    pub(crate) top: PathBuf,
    /// The git folder of this working copy, with its `HEAD`.
    pub(crate) git_dir: PathBuf,
    /// The git folder that all worktrees share.
    pub(crate) common_dir: PathBuf,
}

impl GitDirs {
    /// git's name of a linked worktree.
    pub(crate) fn worktree_name(&self) -> Option<String> {
        let parent = self.git_dir.parent()?;
        let is_linked = parent == self.common_dir.join("worktrees");
        is_linked.then(|| self.git_dir.file_name())?.map(|name| name.to_string_lossy().into_owned())
    }
}

/// Finds the working copy that holds `folder`, which has its links resolved.
pub(crate) fn locate(fs: &dyn FileSystem, folder: &Path) -> Option<GitDirs> {
    folder.ancestors().find_map(|top| at(fs, top))
}

/// Opens a repository by the path a clone has as its origin: a working copy, or
/// a git folder without one.
pub(super) fn open(fs: &dyn FileSystem, path: &Path) -> Option<GitDirs> {
    let path = fs.canonicalize(path).ok()?;
    at(fs, &path).or_else(|| {
        let is_bare = fs.is_file(&path.join("HEAD")) && fs.is_folder(&path.join("objects"));
        is_bare.then(|| GitDirs { top: path.clone(), git_dir: path.clone(), common_dir: path })
    })
}

/// The folders of the working copy whose top is `top`, if it is one.
pub(crate) fn at(fs: &dyn FileSystem, top: &Path) -> Option<GitDirs> {
    let marker = top.join(".git");
    let git_dir = if fs.is_folder(&marker) {
        fs.canonicalize(&marker).ok()?
    } else {
        let text = read_line(fs, &marker)?;
        let target = text.strip_prefix("gitdir:")?.trim_start();
        fs.canonicalize(&top.join(target)).ok()?
    };
    if !fs.is_file(&git_dir.join("HEAD")) {
        return None;
    }
    let common_dir = match read_line(fs, &git_dir.join("commondir")) {
        Some(target) => fs.canonicalize(&git_dir.join(target)).ok()?,
        None => git_dir.clone(),
    };
    Some(GitDirs { top: top.to_path_buf(), git_dir, common_dir })
}

/// Reads the first line of a small file of git's own.
pub(super) fn read_line(fs: &dyn FileSystem, path: &Path) -> Option<String> {
    if !fs.is_file(path) {
        return None;
    }
    let bytes = fs.read_prefix(path, MAX_LINK_BYTES).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let line = text.lines().next()?.trim_end();
    (!line.is_empty() && !line.contains('\0')).then(|| line.to_owned())
}

pub(super) fn list_worktrees(fs: &dyn FileSystem, common_dir: &Path) -> Vec<Worktree> {
    let mut found: Vec<Worktree> = main_worktree(fs, common_dir).into_iter().collect();
    let folder = common_dir.join("worktrees");
    let mut names: Vec<_> =
        fs.read_dir(&folder).unwrap_or_default().into_iter().map(|entry| entry.name).collect();
    names.sort();
    for name in names {
        let entry = folder.join(&name);
        let Some(target) = read_line(fs, &entry.join("gitdir")) else { continue };
        let marker = entry.join(target);
        let Some(path) = marker.parent() else { continue };
        let presence = if fs.exists(&marker) {
            Presence::Present
        } else if fs.exists(&entry.join("locked")) {
            Presence::MissingLocked
        } else {
            Presence::Missing
        };
        let path = fs.canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        found.push(Worktree { name: Some(name.to_string_lossy().into_owned()), path, presence });
    }
    found
}

fn main_worktree(fs: &dyn FileSystem, common_dir: &Path) -> Option<Worktree> {
    let top = common_dir.parent().filter(|_| common_dir.ends_with(".git"))?;
    let config = fs.read(&common_dir.join("config")).unwrap_or_default();
    let config = String::from_utf8_lossy(&config);
    let bare = super::git_config::value(&config, "core", None, "bare");
    if bare.as_deref() == Some("true") {
        return None;
    }
    Some(Worktree { name: None, path: top.to_path_buf(), presence: Presence::Present })
}
