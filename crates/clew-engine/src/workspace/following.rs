//! Knowing of changed files between questions.
//!
//! In a process that lives on, the system reports changes ([`clew_vfs::Watch`]).
//! As long as that can be relied on, a question needs no walk: a fence tells that
//! all changes made before it are known, and only what is known to have changed is
//! looked at. Where the system reports nothing (network mounts, its limits), the
//! files are looked at in intervals, and by each question as in a process that
//! does not live on.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};

use clew_protocol::{WatchMode, WatchState};
use clew_vfs::fs::FileId;
use clew_vfs::relative_path::RelativePath;
use clew_vfs::{FileSystem, RealFs, Trouble, Watch};

use super::{Workspace, describe};
use crate::in_process::Following;
use crate::log_ring::{Level, lock};

/// How long a question waits for a fence before it looks at the files itself.
const FENCE_PATIENCE: Duration = Duration::from_millis(100);

/// Changes are looked at when none came for this long, and at the latest after
/// [`LONGEST_DEBOUNCE`].
const DEBOUNCE: Duration = Duration::from_millis(40);
const LONGEST_DEBOUNCE: Duration = Duration::from_millis(400);

/// More changed files than this at once are no saves but a checkout or a tool
/// at work, whose changes are looked at in fewer and larger parts.
const BURST: usize = 20;
const BURST_REST: Duration = Duration::from_millis(300);

/// Beyond so many changed paths everything is looked at.
const MAX_PATHS: usize = 1_000;

/// Looks at everything take at most this share of the time.
const SHARE: u32 = 20;

/// Shortest and longest interval of polling.
const SHORTEST_INTERVAL: Duration = Duration::from_secs(2);
const LONGEST_INTERVAL: Duration = Duration::from_secs(600);

/// Nothing is looked at in intervals when nobody asked for this long.
const IDLE: Duration = Duration::from_secs(600);

/// After so many fences in a row that were not reported, the watch counts as dead.
const MAX_MISSES: u32 = 20;

/// Everything is looked at so often whatever the system reports.
const VERIFY: Duration = Duration::from_secs(600);

/// Changes that could not be written are tried again after this, or later where a try
/// takes long: on a full disk a large index would be made all the time.
const RETRY: Duration = Duration::from_secs(2);

/// How a workspace learns of changed files.
#[derive(Default)]
pub(super) struct Follower(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    mode: WatchMode,
    reason: Option<String>,
    watch: Option<Arc<Watch>>,
    /// The root that is watched. A folder around it that is moved takes the watches with
    /// it, and nothing tells of that.
    root: Option<FileId>,
    /// Another folder is at the root now, which is to be watched.
    replaced: bool,
    /// Every folder is watched, and all were looked at since.
    trusted: bool,
    /// Fences in a row that were not reported in time.
    misses: u32,
    /// When a question came last.
    asked: Option<Instant>,
    changed: BTreeSet<RelativePath>,
    /// What changed is not known by path.
    all: bool,
    /// A file changed that says which files belong to the workspace: git's index tracks
    /// another one, say. No text is out of date.
    control: bool,
    first: Option<Instant>,
    last: Option<Instant>,
    /// A refresh works on changes taken from here.
    in_work: bool,
    /// When the last look at everything ended, and what it took.
    looked: Option<(Instant, Duration)>,
    retry: Option<Instant>,
    started: bool,
    stopped: bool,
}

/// What is known of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The view shows them as they are.
    Fresh,
    /// Some have changed, and which is known.
    Changed,
    /// Nothing is known without a look; one that was made a moment ago may do.
    Nothing,
    /// Nothing is known without a look that begins now: the system reports changes, but
    /// not all of those made until now have been reported.
    Unsure,
}

/// What a refresh has to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Everything,
    Paths(BTreeSet<RelativePath>),
}

impl Task {
    /// Number of paths that it names; zero for everything.
    pub(super) fn len(&self) -> u64 {
        match self {
            Task::Everything => 0,
            Task::Paths(paths) => paths.len() as u64,
        }
    }
}

impl Follower {
    /// What is known of the files below `root` at this moment.
    pub(super) fn known(&self, root: &Path) -> Known {
        let watch = {
            let mut state = lock(&self.0.state);
            let found = state.watch.as_ref().map(|_| RealFs.metadata(root));
            match found {
                // It may come again, watched or not.
                Some(Err(_)) => return Known::Unsure,
                Some(Ok(found)) if found.id != state.root => {
                    // Those who use the watch end it.
                    state.watch = None;
                    (state.trusted, state.replaced) = (false, true);
                    self.0.wake.notify_all();
                }
                _ => {}
            }
            if state.asked.replace(Instant::now()).is_none_or(|asked| asked.elapsed() > IDLE) {
                self.0.wake.notify_all();
            }
            match state.watch.clone().filter(|_| state.trusted) {
                Some(watch) => watch,
                None if state.reports() => return Known::Unsure,
                None => return Known::Nothing,
            }
        };
        if !self.fence(&watch) {
            return Known::Unsure;
        }
        let state = lock(&self.0.state);
        match state.is_settled() && !state.in_work {
            true => Known::Fresh,
            false => Known::Changed,
        }
    }

    /// Waits for a fence. A watch that misses many of them is given up.
    fn fence(&self, watch: &Watch) -> bool {
        let passed = watch.fence(FENCE_PATIENCE);
        let mut state = lock(&self.0.state);
        if passed {
            state.misses = 0;
            return true;
        }
        state.misses += 1;
        let is_dead = state.misses >= MAX_MISSES;
        drop(state);
        if is_dead {
            self.fall_back("the system does not report changes any more".to_string());
        }
        false
    }

    /// Whether no change waits for a refresh.
    pub(super) fn is_settled(&self) -> bool {
        lock(&self.0.state).is_settled()
    }

    /// Ends the following.
    pub(super) fn stop(&self) {
        let watch = {
            let mut state = lock(&self.0.state);
            (state.stopped, state.trusted) = (true, false);
            state.watch.take()
        };
        self.0.wake.notify_all();
        drop(watch);
    }

    /// Has the next refresh look at everything.
    pub(super) fn doubt(&self) {
        lock(&self.0.state).all = true;
    }

    /// Takes the changes that a refresh works on; all of them come after a refresh
    /// that failed.
    pub(super) fn take(&self) -> Task {
        let mut state = lock(&self.0.state);
        let is_due = state.looked.is_none_or(|(when, _)| when.elapsed() >= VERIFY);
        let everything = !state.trusted
            || state.all
            || state.control
            || is_due
            || state.changed.len() > MAX_PATHS;
        state.in_work = !state.is_settled();
        let changed = std::mem::take(&mut state.changed);
        (state.all, state.control, state.first, state.last) = (false, false, None, None);
        state.retry = None;
        if everything { Task::Everything } else { Task::Paths(changed) }
    }

    /// Watches folders that a walk of `root` found; tells whether some were not watched
    /// before, so that changes in them may have been missed.
    pub(super) fn watch(&self, root: &Path, folders: &[RelativePath]) -> bool {
        let Some(watch) = lock(&self.0.state).watch.clone() else { return false };
        let followed = watch.follow(folders).and_then(|fresh| {
            // With the root those of git may have come anew.
            if fresh.iter().any(RelativePath::is_root) {
                watch.follow_control(&clew_vfs::control_files(&RealFs, root))?;
            }
            Ok(fresh)
        });
        match followed {
            Ok(fresh) => !fresh.is_empty(),
            Err(error) => {
                self.fall_back(describe(&error));
                false
            }
        }
    }

    /// A refresh has ended, which `spent` so long, `took` of it to look at the files.
    pub(super) fn finish(
        &self,
        task: &Task,
        is_whole: bool,
        holds: bool,
        [took, spent]: [Duration; 2],
    ) {
        let mut state = lock(&self.0.state);
        state.in_work = false;
        if !is_whole {
            state.all = true;
        }
        if *task == Task::Everything {
            state.looked = Some((Instant::now(), took));
            state.trusted = is_whole && state.watch.is_some();
        }
        state.retry = (holds || !is_whole).then(|| Instant::now() + RETRY.max(spent * SHARE));
        self.0.wake.notify_all();
    }

    /// How status shows it.
    pub(super) fn shape(&self) -> WatchState {
        let (watch, mut shape) = {
            let state = lock(&self.0.state);
            let interval = (state.mode == WatchMode::Polling).then(|| state.interval());
            let shape = WatchState {
                mode: state.mode,
                folders: 0,
                interval_ms: interval.map(|interval| interval.as_millis() as u64),
                reason: state.reason.clone(),
            };
            (state.watch.clone(), shape)
        };
        shape.folders = watch.map_or(0, |watch| watch.folders() as u64);
        shape
    }

    fn fall_back(&self, reason: String) {
        tracing::warn!("files are looked at in intervals: {reason}");
        let mut state = lock(&self.0.state);
        state.mode = WatchMode::Polling;
        state.reason = Some(reason);
        state.watch = None;
        state.trusted = false;
        self.0.wake.notify_all();
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    /// Whether the system reports changes, or is about to.
    fn reports(&self) -> bool {
        self.started && self.reason.is_none()
    }

    fn is_settled(&self) -> bool {
        self.changed.is_empty() && !self.all && !self.control
    }

    fn interval(&self) -> Duration {
        let cost = self.looked.map_or(Duration::ZERO, |(_, took)| took);
        (cost * SHARE).clamp(SHORTEST_INTERVAL, LONGEST_INTERVAL)
    }

    /// When the thread is to start a refresh.
    fn due(&self) -> Option<Instant> {
        if self.replaced {
            return Some(Instant::now());
        }
        let Some((looked, took)) = self.looked else { return Some(Instant::now()) };
        if self.mode == WatchMode::Native && !self.trusted {
            return Some(self.retry.unwrap_or(looked));
        }
        let is_idle = self.asked.is_none_or(|asked| asked.elapsed() > IDLE);
        if self.mode != WatchMode::Native {
            return (!is_idle).then(|| looked + self.interval());
        }
        let calm = self
            .last
            .zip(self.first)
            .map(|(last, first)| (last + DEBOUNCE).min(first + LONGEST_DEBOUNCE));
        // A look at everything waits, so that many of them take a part of the time.
        let rested = looked + took * SHARE;
        let changes = match self.all || self.control || self.changed.len() > MAX_PATHS {
            true => Some(calm.map_or(rested, |calm| calm.max(rested))),
            false if self.changed.len() > BURST => calm.map(|calm| calm.max(looked + BURST_REST)),
            false => calm.filter(|_| !self.changed.is_empty()),
        };
        let verify = (!is_idle).then(|| looked + VERIFY);
        [changes, self.retry, verify].into_iter().flatten().min()
    }

    fn note(&mut self, change: Trouble) {
        match change {
            Trouble::Changed(path) => {
                if self.changed.len() <= MAX_PATHS {
                    self.changed.insert(path);
                }
            }
            Trouble::Control => self.control = true,
            Trouble::Everything => self.all = true,
        }
        let now = Instant::now();
        self.first.get_or_insert(now);
        self.last = Some(now);
    }
}

impl Shared {
    /// Waits until a refresh is due; `false` when the workspace is closed.
    fn wait(&self) -> bool {
        let mut state = lock(&self.state);
        loop {
            if state.stopped {
                return false;
            }
            let due = state.due();
            let now = Instant::now();
            state = match due {
                Some(due) if due <= now => return true,
                Some(due) => {
                    let waited = self.wake.wait_timeout(state, due - now);
                    waited.unwrap_or_else(std::sync::PoisonError::into_inner).0
                }
                None => self.wake.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner),
            };
        }
    }
}

impl Workspace {
    /// Begins to follow the files, if this engine does and the workspace does not
    /// yet.
    pub(super) fn follow(self: &Arc<Self>) {
        if self.common.following != Following::Continuous || self.part.is_some() {
            return;
        }
        let mut state = lock(&self.following.0.state);
        if std::mem::replace(&mut state.started, true) {
            return;
        }
        state.mode = WatchMode::Polling;
        drop(state);
        let (workspace, shared) = (Arc::downgrade(self), self.following.0.clone());
        let thread = std::thread::Builder::new()
            .name("clew-follow".into())
            .spawn(move || keep_following(&workspace, &shared));
        if let Err(error) = thread {
            self.following.fall_back(format!("cannot start a thread: {error}"));
        }
    }

    fn set_up_watch(&self) {
        if let Some(kind) = clew_vfs::mounts::remote_kind(&self.root) {
            self.following.fall_back(format!(
                "the files lie on a mount of type {kind}, whose changes are not all reported"
            ));
            return;
        }
        let name = blake3::hash(self.root.as_os_str().as_encoded_bytes()).to_hex();
        let number = self.common.numbers.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let fence = self.common.data.join("fences").join(format!(
            "{}-{number}-{}",
            std::process::id(),
            &name.as_str()[..16]
        ));
        let shared = Arc::downgrade(&self.following.0);
        let sink = move |change: Trouble| {
            if let Some(shared) = shared.upgrade() {
                lock(&shared.state).note(change);
                shared.wake.notify_all();
            }
        };
        let root = RealFs.metadata(&self.root).ok().and_then(|found| found.id);
        match Watch::start(&self.root, &fence, Box::new(sink)) {
            Ok(watch) => {
                let mut state = lock(&self.following.0.state);
                if state.stopped {
                    return;
                }
                state.mode = WatchMode::Native;
                state.watch = Some(Arc::new(watch));
                state.root = root;
                state.all = true;
            }
            Err(error) => {
                let reason = describe(&error);
                let message = format!("{} is not watched: {reason}", self.root.display());
                self.common.logs.push_about(&self.root, Level::Warning, message);
                self.following.fall_back(reason);
            }
        }
    }

    /// How changed files become known.
    pub(crate) fn watch_state(&self) -> WatchState {
        self.whole().following.shape()
    }
}

/// The body of the thread: one refresh after the other, when changes are known or
/// an interval has passed.
fn keep_following(workspace: &Weak<Workspace>, shared: &Shared) {
    if let Some(workspace) = workspace.upgrade() {
        workspace.set_up_watch();
    }
    while shared.wait() {
        let Some(workspace) = workspace.upgrade() else { return };
        if std::mem::take(&mut lock(&shared.state).replaced) {
            workspace.set_up_watch();
        }
        workspace.refresh.run_now(&workspace);
    }
}
