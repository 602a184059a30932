//! What `HEAD` points at.

use super::git_dirs::{GitDirs, read_line};
use crate::fs::FileSystem;

/// Symbolic references followed before it counts as a circle.
const MAX_SYMBOLIC: usize = 5;

/// The commit of `HEAD`.
pub(super) fn head(fs: &dyn FileSystem, dirs: &GitDirs) -> Option<String> {
    let mut text = read_line(fs, &dirs.git_dir.join("HEAD"))?;
    for _ in 0..MAX_SYMBOLIC {
        match text.strip_prefix("ref:") {
            Some(name) => text = reference(fs, dirs, name.trim())?,
            None => return is_commit(&text).then_some(text),
        }
    }
    None
}

/// The branch `HEAD` is on, without `refs/heads/`.
pub(super) fn branch(fs: &dyn FileSystem, dirs: &GitDirs) -> Option<String> {
    let text = read_line(fs, &dirs.git_dir.join("HEAD"))?;
    let name = text.strip_prefix("ref:")?.trim().strip_prefix("refs/heads/")?;
    is_plain_name(name).then(|| name.to_owned())
}

/// Reads one reference: of this worktree, of all, or packed.
fn reference(fs: &dyn FileSystem, dirs: &GitDirs, name: &str) -> Option<String> {
    if !name.starts_with("refs/") || !is_plain_name(name) {
        return None;
    }
    let loose = [&dirs.git_dir, &dirs.common_dir];
    loose
        .into_iter()
        .find_map(|folder| read_line(fs, &folder.join(name)))
        .or_else(|| packed(fs, dirs, name))
}

fn packed(fs: &dyn FileSystem, dirs: &GitDirs, name: &str) -> Option<String> {
    let bytes = fs.read(&dirs.common_dir.join("packed-refs")).ok()?;
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let line = lines.find(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        line.strip_suffix(name.as_bytes()).is_some_and(|before| before.ends_with(b" "))
    })?;
    let commit = line.split(|byte| *byte == b' ').next()?;
    String::from_utf8(commit.to_vec()).ok()
}

/// Whether a name stays below the folder it is joined to.
fn is_plain_name(name: &str) -> bool {
    let is_bad = |part: &str| matches!(part, "" | "." | "..") || part.contains(['\\', ':', '\0']);
    !name.split('/').any(is_bad)
}

fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
