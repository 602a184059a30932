//! Which files a workspace has, chosen as version control would.
//!
//! The walk follows no link, honours `.gitignore` at every level, the excludes
//! of the repository and of the user, and `.clewignore`, which wins over them
//! and has the same syntax. Nested repositories and submodules belong to the
//! root and have their own rules. Files that git tracks although a rule of git
//! ignores them belong to the workspace.
//!
//! No file but rule files is opened, so what only the content shows (binary,
//! minified) is found by whoever reads it and added to the same
//! [`LeftOut`](crate::LeftOut).

mod folder;
mod queue;
mod rule_cache;
mod rule_set;
mod rules;
mod wanted;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::fs::{FileId, FileSystem};
use crate::left_out::LeftOut;
use crate::relative_path::RelativePath;

use folder::Walker;
pub use rule_cache::RuleCache;
use wanted::Wanted;

/// Default limit for code and prose, in bytes. Large enough for the largest
/// hand-written files of well-known projects, which reach 3 MB.
pub const DEFAULT_MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;

/// Default limit for data files such as JSON, CSV and lock files, in bytes.
pub const DEFAULT_MAX_DATA_BYTES: u64 = 1024 * 1024;

/// Folders nested deeper than this are left out and counted.
pub const MAX_DEPTH: usize = 512;

/// Threads at most; more only wait for the disk.
const MAX_THREADS: usize = 8;

/// Whether names that start with a dot are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum HiddenFiles {
    /// They are, except for version control's own and `.clew`.
    #[default]
    Include,
    /// They are not.
    Skip,
}

/// What a walk takes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkOptions {
    /// Limit for code and prose, in bytes.
    pub max_file_bytes: u64,
    /// Limit for data files, in bytes.
    pub max_data_bytes: u64,
    /// Whether names that start with a dot are walked.
    pub hidden: HiddenFiles,
    /// Patterns of the user in `.gitignore` syntax, relative to the root. They
    /// win over every ignore file; `dir/**` also leaves out `dir` itself.
    pub exclude: Vec<String>,
    /// The user's global git excludes, if any; see
    /// [`global_git_excludes`](crate::user_dirs::global_git_excludes).
    pub global_excludes: Option<PathBuf>,
    /// Threads; zero means as many as the machine has, up to eight.
    pub threads: usize,
    /// Large rule files of earlier walks.
    pub rules: RuleCache,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self {
            max_file_bytes: DEFAULT_MAX_FILE_BYTES,
            max_data_bytes: DEFAULT_MAX_DATA_BYTES,
            hidden: HiddenFiles::Include,
            exclude: Vec::new(),
            global_excludes: None,
            threads: 0,
            rules: RuleCache::default(),
        }
    }
}

impl WalkOptions {
    /// Takes over what the settings of a workspace say.
    pub fn with_config(mut self, config: &crate::config::FileConfig) -> Self {
        self.exclude.extend(config.exclude.iter().cloned());
        self.max_file_bytes = config.max_file_bytes.unwrap_or(self.max_file_bytes);
        self.max_data_bytes = config.max_data_bytes.unwrap_or(self.max_data_bytes);
        self
    }
}

impl WalkOptions {
    /// The largest size of the file at `path`, in bytes.
    pub fn limit_of(&self, path: &str) -> u64 {
        if crate::classify::is_data_file(path) { self.max_data_bytes } else { self.max_file_bytes }
    }
}

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its path below the root.
    pub relative: RelativePath,
    /// Size in bytes.
    pub size: u64,
    /// Last change of the content, in nanoseconds since 1970; zero if unknown.
    pub modified_ns: i64,
    /// Last change of content or attributes, in nanoseconds since 1970, where
    /// the platform has it.
    pub changed_ns: Option<i64>,
    /// Device and file number, where the platform has them.
    pub id: Option<FileId>,
}

impl FileEntry {
    /// The entry of a file that does not exist.
    fn imagined(relative: &str) -> Self {
        Self {
            relative: RelativePath::from_listed(relative),
            size: 0,
            modified_ns: 0,
            changed_ns: None,
            id: None,
        }
    }
}

/// Whether a walk saw everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// It did.
    Complete,
    /// It was told to stop; the files are a part.
    Cancelled,
}

/// What a walk found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkOutcome {
    /// The files, by path in byte order.
    pub files: Vec<FileEntry>,
    /// Files over the size limit, by path in byte order; `left_out` counts them.
    pub too_large: Vec<FileEntry>,
    /// The folders whose entries were looked at, by path in byte order; the
    /// root is among them.
    pub folders: Vec<RelativePath>,
    /// What was left out, and why.
    pub left_out: LeftOut,
    /// Folders that could not be listed, by path: what was known of them is
    /// not known to be gone.
    pub unreadable_folders: Vec<RelativePath>,
    /// Lines of ignore files and excludes that are no valid pattern, as
    /// `path:line: pattern`. They have no effect.
    pub bad_patterns: Vec<String>,
    /// Whether it saw everything.
    pub completion: Completion,
}

/// A walk could not start.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// The root is missing, no folder, or may not be listed.
    #[error("cannot list project root {path}")]
    Root {
        /// The root.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Walks the files below `root`.
///
/// `cancel` is asked often and ends the walk when it says `true`. `sink` gets
/// the files of each folder as soon as they are known, in no fixed order and
/// from several threads, for progress and for reading ahead; the outcome holds
/// them all in order. Fails only if the root itself cannot be listed.
pub fn walk(
    fs: &dyn FileSystem,
    root: &Path,
    options: &WalkOptions,
    cancel: &(dyn Fn() -> bool + Sync),
    sink: &(dyn Fn(&[FileEntry]) + Sync),
) -> Result<WalkOutcome, WalkError> {
    let failed = |source| WalkError::Root { path: root.to_path_buf(), source };
    let root = fs.canonicalize(root).map_err(failed)?;
    fs.read_dir(&root).map_err(failed)?;
    let walker = Walker::new(fs, &root, options, cancel, sink);
    Ok(run(&walker, thread_count(options)))
}

/// Walks only what lies at or below `wanted`, by the same rules: the outcome
/// holds what [`walk`] would find there. Folders above are not listed, so the
/// cost does not depend on the size of the workspace.
pub fn walk_some(
    fs: &dyn FileSystem,
    root: &Path,
    options: &WalkOptions,
    wanted: &[RelativePath],
    cancel: &(dyn Fn() -> bool + Sync),
) -> Result<WalkOutcome, WalkError> {
    let failed = |source| WalkError::Root { path: root.to_path_buf(), source };
    let root = fs.canonicalize(root).map_err(failed)?;
    if !fs.is_folder(&root) {
        return Err(failed(io::Error::from(io::ErrorKind::NotADirectory)));
    }
    let silent = |_: &[FileEntry]| {};
    let walker = Walker::new(fs, &root, options, cancel, &silent).only(Wanted::existing(wanted));
    let threads = if wanted.len() < 64 { 1 } else { thread_count(options) };
    Ok(run(&walker, threads))
}

/// Whether a file at `path` belongs to the workspace, also where there is none
/// yet: the rules for names and folders are asked, not those for sizes.
pub fn admits(
    fs: &dyn FileSystem,
    root: &Path,
    options: &WalkOptions,
    path: &RelativePath,
) -> bool {
    let Ok(root) = fs.canonicalize(root) else { return false };
    let (go_on, silent) = (|| false, |_: &[FileEntry]| {});
    let walker = Walker::new(fs, &root, options, &go_on, &silent).only(Wanted::imagined(path));
    run(&walker, 1).files.iter().any(|file| file.relative == *path)
}

fn run(walker: &Walker<'_>, threads: usize) -> WalkOutcome {
    let first = walker.first_folder();
    let parts = Mutex::new(Vec::new());
    queue::run(threads, first, |queue| {
        let part = walker.work(queue);
        parts.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(part);
    });
    let parts = parts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    assemble(parts, walker.bad_patterns().to_vec(), walker.is_cancelled())
}

fn thread_count(options: &WalkOptions) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = if options.threads == 0 { available() } else { options.threads };
    wanted.clamp(1, MAX_THREADS)
}

fn assemble(parts: Vec<folder::Part>, mut bad: Vec<String>, cancelled: bool) -> WalkOutcome {
    let mut outcome = WalkOutcome {
        files: Vec::new(),
        too_large: Vec::new(),
        folders: Vec::new(),
        left_out: LeftOut::default(),
        unreadable_folders: Vec::new(),
        bad_patterns: Vec::new(),
        completion: Completion::Complete,
    };
    let mut stopped = false;
    for part in parts {
        outcome.files.extend(part.files);
        outcome.too_large.extend(part.too_large);
        outcome.folders.extend(part.folders);
        outcome.left_out.merge(part.left_out);
        outcome.unreadable_folders.extend(part.unreadable_folders);
        bad.extend(part.bad_patterns);
        stopped |= part.stopped;
    }
    if stopped || cancelled {
        outcome.completion = Completion::Cancelled;
    }
    outcome.files.sort_unstable_by(|left, right| left.relative.cmp(&right.relative));
    outcome.too_large.sort_unstable_by(|left, right| left.relative.cmp(&right.relative));
    outcome.folders.sort_unstable();
    outcome.unreadable_folders.sort_unstable();
    bad.sort_unstable();
    outcome.bad_patterns = bad;
    outcome
}

#[cfg(test)]
pub(crate) mod tests;
