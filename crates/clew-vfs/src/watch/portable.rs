//! Watching where the system follows whole trees (macOS, Windows, BSD).

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::fence::Fence;
use super::turnstile::Turnstile;
use super::{Trouble, WatchError};
use crate::project_root::VERSION_CONTROL;
use crate::relative_path::RelativePath;
use crate::workspace_dir::WORKSPACE_DIR;

pub(super) struct Backend {
    shared: Arc<Shared>,
    watcher: Mutex<Option<RecommendedWatcher>>,
}

struct Shared {
    root: PathBuf,
    /// The name of the fence as the system reports it.
    fence_path: PathBuf,
    fence: Fence,
    turnstile: Turnstile,
    control: Mutex<HashSet<PathBuf>>,
    known: Mutex<HashSet<RelativePath>>,
    sink: Box<dyn Fn(Trouble) + Send + Sync>,
}

impl Backend {
    pub(super) fn start(
        root: &Path,
        fence: Fence,
        sink: Box<dyn Fn(Trouble) + Send + Sync>,
    ) -> Result<Self, WatchError> {
        // Reports name the folder as the system does.
        let path = fence.path().to_path_buf();
        let folder = path.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
        let name = path.file_name().unwrap_or_default();
        let shared = Arc::new(Shared {
            root: root.to_path_buf(),
            fence_path: folder.as_deref().map_or_else(|| path.clone(), |dir| dir.join(name)),
            fence,
            turnstile: Turnstile::default(),
            control: Mutex::default(),
            known: Mutex::default(),
            sink,
        });
        let receiver = shared.clone();
        let mut watcher =
            notify::recommended_watcher(move |event| receiver.take(event)).map_err(refused)?;
        watcher.watch(root, RecursiveMode::Recursive).map_err(refused)?;
        let folder = folder.unwrap_or(path);
        watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(refused)?;
        Ok(Backend { shared, watcher: Mutex::new(Some(watcher)) })
    }

    /// The whole tree is followed from the start; only what is new is told.
    pub(super) fn follow(&self, folders: &[RelativePath]) -> Result<Vec<RelativePath>, WatchError> {
        let mut known = self.shared.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(folders.iter().cloned());
        Ok(Vec::new())
    }

    pub(super) fn follow_control(&self, files: &[PathBuf]) -> Result<(), WatchError> {
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        for file in files {
            if let (Some(folder), Some(watcher)) = (file.parent(), watcher.as_mut())
                && folder.is_dir()
                && !folder.starts_with(&self.shared.root)
            {
                watcher.watch(folder, RecursiveMode::NonRecursive).map_err(refused)?;
            }
        }
        let mut control = self.shared.control.lock().unwrap_or_else(PoisonError::into_inner);
        control.extend(files.iter().cloned());
        Ok(())
    }

    pub(super) fn fence(&self, patience: Duration) -> bool {
        let fence = &self.shared.fence;
        self.shared.turnstile.wait(patience, || fence.touch() && fence.flush())
    }

    pub(super) fn folders(&self) -> usize {
        self.shared.known.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(super) fn stop(&self) {
        self.watcher.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Shared {
    fn take(&self, event: notify::Result<Event>) {
        let Ok(event) = event else {
            (self.sink)(Trouble::Everything);
            return;
        };
        if event.need_rescan() {
            (self.sink)(Trouble::Everything);
            self.turnstile.pass();
            return;
        }
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        for path in &event.paths {
            if *path == self.fence_path {
                self.turnstile.pass();
            } else if self.control.lock().unwrap_or_else(PoisonError::into_inner).contains(path) {
                (self.sink)(Trouble::Control);
            } else if let Some(change) = self.change(path) {
                (self.sink)(change);
            }
        }
    }

    fn change(&self, path: &Path) -> Option<Trouble> {
        let below = path.strip_prefix(&self.root).ok()?;
        let is = |part: Component<'_>, name: &str| part.as_os_str() == OsStr::new(name);
        let ours = |part| is(part, WORKSPACE_DIR);
        let control = |part| VERSION_CONTROL.iter().any(|name| is(part, name));
        if below.components().any(|part| ours(part) || control(part)) {
            return None;
        }
        let rules = [".gitignore", ".clewignore"].map(OsStr::new);
        let is_rules = below.file_name().is_some_and(|name| rules.contains(&name));
        let about = if is_rules { below.parent().unwrap_or(below) } else { below };
        let path = RelativePath::from_path(about);
        Some(path.map_or(Trouble::Everything, Trouble::Changed))
    }
}

fn refused(error: notify::Error) -> WatchError {
    match error.kind {
        ErrorKind::MaxFilesWatch => WatchError::Limit { folders: 0 },
        ErrorKind::Io(error) => WatchError::Refused(error),
        other => WatchError::Refused(std::io::Error::other(format!("{other:?}"))),
    }
}
