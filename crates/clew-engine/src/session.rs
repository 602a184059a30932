//! Where a caller stands: its project root and the folders it may choose.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clew_protocol::RootSource;
use clew_vfs::{ProjectRoot, RealFs, RootError, find_root};

use crate::api::WorkspaceRight;
use crate::log_ring::lock;
use crate::workspace::covers;

/// What a session is opened with.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    /// The caller's current folder, absolute.
    pub start: PathBuf,
    /// The root that the caller names, if any.
    pub project_root: Option<PathBuf>,
    /// Folders that arguments may name as a root beside it.
    pub allowed_roots: Vec<PathBuf>,
    /// Where usage is logged, if not in the workspace.
    pub metrics_file: Option<PathBuf>,
    /// Folders that it has chosen before, in another process; those that are gone do not
    /// count.
    pub chosen: Vec<PathBuf>,
    /// The one that its questions were about.
    pub current: Option<PathBuf>,
}

/// Since when a session lasts, and what was asked in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionFigures<'session> {
    /// Start, RFC 3339 in UTC.
    pub(crate) start_time: &'session str,
    pub(crate) uptime: Duration,
    /// Calls that have ended.
    pub(crate) calls: u64,
}

/// One caller's place in an engine that several callers share.
///
/// Questions without a root are about the session's root, or the folder that
/// `scan` chose since; what `status` and `scan` name is allowed to this session
/// alone.
#[derive(Debug)]
pub struct Session {
    root: ProjectRoot,
    allowed: Vec<PathBuf>,
    metrics_file: Option<PathBuf>,
    chosen: Mutex<Vec<PathBuf>>,
    /// The folder that a scan chose last.
    current: Mutex<Option<PathBuf>>,
    started: Instant,
    start_time: String,
    calls: AtomicU64,
}

impl Session {
    /// Finds the project root. Reads no source file.
    ///
    /// Fails if the root is missing or no folder.
    pub fn open(options: SessionOptions) -> Result<Self, RootError> {
        let root = find_root(&RealFs, &options.start, options.project_root.as_deref())?;
        let canonical = |path: PathBuf| std::fs::canonicalize(&path).unwrap_or(path);
        let there = |path: &PathBuf| path.is_absolute() && path.is_dir();
        let current = options.current.filter(there);
        let chosen = options.chosen.into_iter().filter(there).chain(current.clone());
        Ok(Session {
            root,
            allowed: options.allowed_roots.into_iter().map(canonical).collect(),
            metrics_file: options.metrics_file,
            chosen: Mutex::new(chosen.collect()),
            current: Mutex::new(current),
            started: Instant::now(),
            start_time: crate::usage::utc_now(),
            calls: AtomicU64::new(0),
        })
    }

    /// The root that the session began with.
    pub fn root(&self) -> &Path {
        &self.root.path
    }

    /// The folder that questions without a root are about: the one that a scan
    /// chose last, else the session's root.
    pub(crate) fn current(&self) -> PathBuf {
        lock(&self.current).clone().unwrap_or_else(|| self.root.path.clone())
    }

    /// Makes questions without a root about `folder`.
    pub(crate) fn turn_to(&self, folder: &Path) {
        *lock(&self.current) = Some(folder.to_path_buf());
    }

    /// Why the root was chosen, for people.
    pub(crate) fn root_rule(&self) -> String {
        self.root.rule.describe()
    }

    /// Where usage is logged, if not in the workspace.
    pub(crate) fn metrics_file(&self) -> Option<&Path> {
        self.metrics_file.as_deref()
    }

    /// Counts a finished call.
    pub(crate) fn count_call(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// What `stats` says of the session itself.
    pub(crate) fn figures(&self) -> SessionFigures<'_> {
        SessionFigures {
            start_time: &self.start_time,
            uptime: self.started.elapsed(),
            calls: self.calls.load(Ordering::Relaxed),
        }
    }

    /// Allows `folder` from now on.
    pub(crate) fn choose(&self, folder: &Path) {
        let mut chosen = lock(&self.chosen);
        if !chosen.iter().any(|known| known == folder) {
            chosen.push(folder.to_path_buf());
        }
    }

    /// The known root that is or encloses `folder`, the deepest first.
    pub(crate) fn covering(&self, folder: &Path) -> Option<PathBuf> {
        let chosen = lock(&self.chosen);
        std::iter::once(&self.root.path)
            .chain(chosen.iter())
            .filter(|root| covers(root, folder))
            .max_by_key(|root| root.as_os_str().len())
            .cloned()
            .or_else(|| {
                let allowed = self.allowed.iter().find(|root| covers(root, folder));
                allowed.map(|_| folder.to_path_buf())
            })
    }

    /// Whether a caller may be told of the workspace at `root`: one that is confined
    /// only of those inside its own and allowed folders.
    pub(crate) fn shows(&self, root: &Path, right: WorkspaceRight) -> bool {
        right == WorkspaceRight::AnyFolder || self.covering(root).is_some()
    }

    /// How `root` came to be one.
    pub(crate) fn source_of(&self, root: &Path) -> RootSource {
        if root != self.root.path {
            return RootSource::CliFlag;
        }
        match self.root.source {
            clew_vfs::RootSource::CliFlag => RootSource::CliFlag,
            clew_vfs::RootSource::AutoDetected => RootSource::AutoDetected,
            clew_vfs::RootSource::FallbackCwd => RootSource::FallbackCwd,
        }
    }
}
