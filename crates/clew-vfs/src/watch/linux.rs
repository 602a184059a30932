//! Watching by inotify: one watch a folder, so that ignored folders cost nothing.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use inotify::{Event, EventMask, Inotify, WatchDescriptor, WatchMask, Watches};

use super::fence::Fence;
use super::turnstile::Turnstile;
use super::{Trouble, WatchError};
use crate::project_root::VERSION_CONTROL;
use crate::relative_path::RelativePath;
use crate::workspace_dir::WORKSPACE_DIR;

/// Bytes read from the queue at once.
const BUFFER: usize = 64 << 10;

/// What the system says when all watches are taken.
const NO_SPACE: i32 = 28;

/// Rule files: what they say concerns all of their folder.
const RULE_FILES: [&str; 2] = [".gitignore", ".clewignore"];

pub(super) struct Backend(Arc<Shared>);

struct Shared {
    root: PathBuf,
    fence: Fence,
    turnstile: Turnstile,
    stopped: AtomicBool,
    watched: Mutex<Watched>,
    sink: Box<dyn Fn(Trouble) + Send + Sync>,
}

/// Which watch stands for what.
struct Watched {
    watches: Watches,
    targets: HashMap<WatchDescriptor, Target>,
    folders: BTreeMap<RelativePath, WatchDescriptor>,
}

enum Target {
    Folder(RelativePath),
    /// A folder outside, with the names that matter in it.
    Control(Vec<OsString>),
    Fence,
}

impl Backend {
    pub(super) fn start(
        root: &Path,
        fence: Fence,
        sink: Box<dyn Fn(Trouble) + Send + Sync>,
    ) -> Result<Self, WatchError> {
        let mut inotify = Inotify::init().map_err(WatchError::Refused)?;
        let watched = Watched {
            watches: inotify.watches(),
            targets: HashMap::new(),
            folders: BTreeMap::new(),
        };
        let shared = Arc::new(Shared {
            root: root.to_path_buf(),
            fence,
            turnstile: Turnstile::default(),
            stopped: AtomicBool::new(false),
            watched: Mutex::new(watched),
            sink,
        });
        // A time of change that is set alone counts as a change of content.
        let mask = WatchMask::ATTRIB | WatchMask::MODIFY;
        let fence = &shared.fence;
        if shared.lock().add(fence.path(), mask, Target::Fence)?.is_none() {
            return Err(WatchError::Silent { path: fence.path().to_path_buf() });
        }
        fence.lose_name();
        // That is reported too, and would pass for a mark. No other watch is set yet.
        match inotify.read_events(&mut [0; 4096]) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(WatchError::Refused(error)),
        }
        let worker = shared.clone();
        std::thread::Builder::new()
            .name("clew-watch".into())
            .spawn(move || worker.read(inotify))
            .map_err(WatchError::Refused)?;
        Ok(Backend(shared))
    }

    pub(super) fn follow(&self, folders: &[RelativePath]) -> Result<Vec<RelativePath>, WatchError> {
        let mask = WatchMask::ATTRIB
            | WatchMask::CLOSE_WRITE
            | WatchMask::CREATE
            | WatchMask::DELETE
            | WatchMask::DELETE_SELF
            | WatchMask::MODIFY
            | WatchMask::MOVE
            | WatchMask::MOVE_SELF
            | WatchMask::ONLYDIR
            | WatchMask::DONT_FOLLOW
            | WatchMask::EXCL_UNLINK;
        let mut fresh = Vec::new();
        for folder in folders {
            let mut watched = self.0.lock();
            if watched.folders.contains_key(folder) {
                continue;
            }
            let path = folder.to_path(&self.0.root);
            if let Some(watch) = watched.add(&path, mask, Target::Folder(folder.clone()))? {
                watched.folders.insert(folder.clone(), watch);
                fresh.push(folder.clone());
            }
        }
        Ok(fresh)
    }

    pub(super) fn follow_control(&self, files: &[PathBuf]) -> Result<(), WatchError> {
        let mut by_folder: BTreeMap<&Path, Vec<OsString>> = BTreeMap::new();
        for file in files {
            if let (Some(folder), Some(name)) = (file.parent(), file.file_name()) {
                by_folder.entry(folder).or_default().push(name.to_owned());
            }
        }
        let mask = WatchMask::CLOSE_WRITE | WatchMask::MOVED_TO | WatchMask::DELETE;
        for (folder, names) in by_folder {
            self.0.lock().add(folder, mask, Target::Control(names))?;
        }
        Ok(())
    }

    pub(super) fn fence(&self, patience: Duration) -> bool {
        self.0.turnstile.wait(patience, || self.0.touch())
    }

    pub(super) fn folders(&self) -> usize {
        self.0.lock().folders.len()
    }

    pub(super) fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
        self.0.touch();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts an event of the fence behind all others.
    fn touch(&self) -> bool {
        self.fence.touch()
    }

    /// The body of the thread; ends with the first event after the stop.
    fn read(&self, mut inotify: Inotify) {
        let mut buffer = vec![0; BUFFER];
        while !self.stopped.load(Ordering::Relaxed) {
            match inotify.read_events_blocking(&mut buffer) {
                Ok(events) => events.for_each(|event| self.take(&event)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => {
                    // Fences fail from now on, so nobody relies on this watch.
                    (self.sink)(Trouble::Everything);
                    return;
                }
            }
        }
    }

    fn take(&self, event: &Event<&OsStr>) {
        if event.mask.contains(EventMask::Q_OVERFLOW) {
            (self.sink)(Trouble::Everything);
            // The fence's own event may be among those that were lost.
            self.turnstile.pass();
            return;
        }
        let mut watched = self.lock();
        if event.mask.contains(EventMask::IGNORED) {
            watched.forget(&event.wd);
            return;
        }
        let folder = match watched.targets.get(&event.wd) {
            Some(Target::Fence) => {
                drop(watched);
                self.turnstile.pass();
                return;
            }
            Some(Target::Control(names)) => {
                let matters = event.name.is_some_and(|name| names.iter().any(|one| one == name));
                drop(watched);
                if matters {
                    (self.sink)(Trouble::Control);
                }
                return;
            }
            Some(Target::Folder(folder)) => folder.clone(),
            None => return,
        };
        let change = watched.change(&folder, event);
        drop(watched);
        if let Some(change) = change {
            (self.sink)(change);
        }
    }
}

impl Watched {
    /// Adds a watch; `None` if there is nothing to watch any more.
    fn add(
        &mut self,
        path: &Path,
        mask: WatchMask,
        target: Target,
    ) -> Result<Option<WatchDescriptor>, WatchError> {
        match self.watches.add(path, mask) {
            Ok(watch) => {
                self.targets.insert(watch.clone(), target);
                Ok(Some(watch))
            }
            Err(error) if error.raw_os_error() == Some(NO_SPACE) => {
                Err(WatchError::Limit { folders: self.folders.len() })
            }
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound
                | io::ErrorKind::NotADirectory
                | io::ErrorKind::PermissionDenied => Ok(None),
                _ => Err(WatchError::Refused(error)),
            },
        }
    }

    fn forget(&mut self, watch: &WatchDescriptor) {
        if let Some(Target::Folder(folder)) = self.targets.remove(watch)
            && self.folders.get(&folder) == Some(watch)
        {
            self.folders.remove(&folder);
        }
    }

    /// Stops watching a folder that was moved away or deleted, and those in it:
    /// their watches would report them under their old names.
    fn leave(&mut self, gone: &RelativePath) {
        let below: Vec<RelativePath> = self
            .folders
            .range(gone.clone()..)
            .take_while(|(folder, _)| folder.as_str().starts_with(gone.as_str()))
            .filter(|(folder, _)| folder.is_within(gone))
            .map(|(folder, _)| folder.clone())
            .collect();
        for folder in below {
            if let Some(watch) = self.folders.remove(&folder) {
                self.targets.remove(&watch);
                // Fails for deleted folders, whose watches are gone already.
                let _ = self.watches.remove(watch);
            }
        }
    }

    fn change(&mut self, folder: &RelativePath, event: &Event<&OsStr>) -> Option<Trouble> {
        let about_itself = EventMask::DELETE_SELF | EventMask::MOVE_SELF | EventMask::UNMOUNT;
        if event.mask.intersects(about_itself) {
            return folder.is_root().then_some(Trouble::Everything);
        }
        let Some(name) = event.name else {
            return Some(Trouble::Changed(folder.clone()));
        };
        // An odd name is left out when its folder is looked at.
        let Some(name) = name.to_str().filter(|name| !name.chars().any(char::is_control)) else {
            return Some(Trouble::Changed(folder.clone()));
        };
        if name == WORKSPACE_DIR {
            return None;
        }
        if VERSION_CONTROL.contains(&name) {
            return event
                .mask
                .intersects(EventMask::CREATE | EventMask::DELETE | EventMask::MOVED_TO)
                .then_some(Trouble::Everything);
        }
        if RULE_FILES.contains(&name) {
            return Some(Trouble::Changed(folder.clone()));
        }
        let path = folder.join(&RelativePath::from_listed(name));
        let is_folder = event.mask.contains(EventMask::ISDIR);
        if is_folder && event.mask.intersects(EventMask::DELETE | EventMask::MOVED_FROM) {
            self.leave(&path);
        }
        Some(Trouble::Changed(path))
    }
}
