//! Bringing a workspace's view up to date: one refresh at a time, on a thread
//! of its own, waited for by the questions that need it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use clew_index::MissingVectors;
use clew_protocol::{ScanProgress, ScanStatus, ToolError};
use rustc_hash::FxHashSet;

use super::indexing;
pub(crate) use super::report::RefreshReport;
use super::tracker::Tracker;
use super::{Looked, Workspace};
use crate::api::{Progress, RequestContext};
use crate::log_ring::lock;

/// How often a waiting question looks at progress and cancellation.
const TICK: Duration = Duration::from_millis(5);

/// A look that takes less than this is made for every question.
const CHEAP_LOOK: Duration = Duration::from_millis(20);

/// Where a look takes longer, a view may be this many times as old as that, so that
/// looking never costs more than a part of the time, but never older than [`MAX_AGE`].
const AGE_PER_COST: u32 = 4;
const MAX_AGE: Duration = Duration::from_secs(1);

/// Further looks within one refresh at files that are to be read again.
const REPEATS: usize = 3;

/// Further looks where others write to the index of the workspace at the same time.
const REPEATS_AMONG_OTHERS: usize = 10;

/// The number of the next scan of this process, whichever workspace it is of, so
/// that an id names one scan only.
static NEXT_SCAN: AtomicU64 = AtomicU64::new(1);

/// The refresh state of one workspace.
pub(crate) struct Refresh {
    state: Mutex<State>,
    done: Condvar,
    pub(super) tracker: Tracker,
    pub(super) pending: AtomicU32,
    /// Set when nobody waits for the running refresh any more.
    pub(super) stop: Arc<AtomicBool>,
    /// Paths to be read again whatever their size and time say.
    suspects: Mutex<FxHashSet<String>>,
    /// Whether chunks are indexed without vectors.
    without_vectors: AtomicBool,
    /// Whether the next refresh gives vectors to all chunks that have none.
    fill_vectors: AtomicBool,
    /// Whether no refresh starts any more.
    retired: AtomicBool,
}

/// What a wait is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// The view shows the changes, though they may not be written yet.
    Shown,
    /// All is done.
    Ended,
}

#[derive(Default)]
struct State {
    running: bool,
    /// The running refresh shows all changes that it took; it only writes now.
    shown: bool,
    /// Somebody answers without having seen its end.
    late: bool,
    waiters: u32,
    /// When the last complete refresh began and how long its walk took.
    last: Option<(Instant, Duration)>,
    report: Arc<RefreshReport>,
    error: Option<ToolError>,
    /// The error that the log has, until a refresh succeeds.
    logged: Option<String>,
    detached: bool,
    kept_house: bool,
}

impl Refresh {
    pub(super) fn new(root: &Path) -> Self {
        Refresh {
            state: Mutex::default(),
            done: Condvar::new(),
            tracker: Tracker::new(root.display().to_string()),
            pending: AtomicU32::new(0),
            stop: Arc::default(),
            suspects: Mutex::default(),
            without_vectors: AtomicBool::new(false),
            fill_vectors: AtomicBool::new(false),
            retired: AtomicBool::new(false),
        }
    }

    /// Says whether refreshes make vectors; if so the next one gives them to all
    /// chunks.
    pub(super) fn want_vectors(&self, wanted: bool) {
        self.without_vectors.store(!wanted, Ordering::Relaxed);
        self.fill_vectors.store(wanted, Ordering::Relaxed);
    }

    /// Whether refreshes make vectors.
    pub(super) fn makes_vectors(&self) -> bool {
        !self.without_vectors.load(Ordering::Relaxed)
    }

    /// Which vectors this refresh has to make up for.
    pub(super) fn take_missing_vectors(&self) -> MissingVectors {
        let all = self.fill_vectors.swap(false, Ordering::Relaxed);
        if all { MissingVectors::All } else { MissingVectors::Outdated }
    }

    /// Whether a refresh runs that has found something to do, or none has ended yet.
    pub(super) fn is_scanning(&self) -> bool {
        let state = lock(&self.state);
        state.running && (state.last.is_none() || self.pending() > 0)
    }

    /// Whether a refresh runs.
    pub(super) fn is_running(&self) -> bool {
        lock(&self.state).running
    }

    /// Whether a refresh runs that somebody asked for as a scan.
    pub(super) fn is_asked(&self) -> bool {
        let state = lock(&self.state);
        state.running && state.detached
    }

    /// Whether the last refresh failed, or files are to be read again.
    pub(super) fn is_in_doubt(&self) -> bool {
        lock(&self.state).error.is_some() || !lock(&self.suspects).is_empty()
    }

    /// Whether a refresh has ended, well or not.
    pub(super) fn has_ended(&self) -> bool {
        let state = lock(&self.state);
        state.last.is_some() || state.error.is_some()
    }

    /// Has the next refresh read a file again. The view counts as old at once.
    pub(super) fn suspect(&self, path: &str) {
        lock(&self.suspects).insert(path.to_string());
        lock(&self.state).last = None;
    }

    /// Whether files are to be read again.
    pub(super) fn has_suspects(&self) -> bool {
        !lock(&self.suspects).is_empty()
    }

    /// The paths to be read again; they are forgotten.
    pub(super) fn take_suspects(&self) -> FxHashSet<String> {
        std::mem::take(&mut *lock(&self.suspects))
    }

    pub(super) fn pending(&self) -> u32 {
        self.pending.load(Ordering::Relaxed)
    }

    pub(super) fn last_report(&self) -> Arc<RefreshReport> {
        lock(&self.state).report.clone()
    }

    pub(super) fn progress(&self) -> ScanProgress {
        self.tracker.get()
    }

    /// Looks at the files, unless the view is young, and waits until `limit`. A look
    /// that began before this call does not count, nor does one that is given up.
    pub(super) fn bring_up_to_date(
        &self,
        workspace: &Arc<Workspace>,
        context: &RequestContext,
        limit: Option<Instant>,
    ) -> Result<Looked, ToolError> {
        let asked = Instant::now();
        if let Some(looked) = self.young_since() {
            return Ok(Looked::At(looked));
        }
        self.wait(context, limit, Until::Ended)?;
        let has_looked = || lock(&self.state).last.is_some_and(|(began, _)| began >= asked);
        if self.is_running() || has_looked() {
            return Ok(Looked::Now);
        }
        self.begin(workspace, false);
        self.wait(context, limit, Until::Ended)?;
        self.outcome().map(|()| Looked::Now)
    }

    /// When the files were looked at last, if that was not long ago for what it took.
    fn young_since(&self) -> Option<Instant> {
        let state = lock(&self.state);
        let (began, cost) = state.last.filter(|_| state.error.is_none())?;
        let oldest = cost.saturating_mul(AGE_PER_COST).min(MAX_AGE);
        (cost >= CHEAP_LOOK && began.elapsed() < oldest).then_some(began)
    }

    /// Waits until changes that are known by now are in the view, at most until
    /// `limit`.
    pub(super) fn settle(
        &self,
        workspace: &Arc<Workspace>,
        context: &RequestContext,
        limit: Option<Instant>,
    ) -> Result<(), ToolError> {
        let is_settled = || workspace.following.is_settled() && !self.is_in_doubt();
        self.wait(context, limit, Until::Shown)?;
        if is_settled() {
            return Ok(());
        }
        // A refresh that runs may have taken its changes before; the next has all.
        self.wait(context, limit, Until::Ended)?;
        if self.is_running() || is_settled() {
            return Ok(());
        }
        self.begin(workspace, false);
        self.wait(context, limit, Until::Shown)?;
        self.outcome()
    }

    /// Starts a scan that goes on without anyone waiting; a refresh that runs
    /// unseen becomes one. Tells its id and whether it was started now.
    pub(super) fn start(&self, workspace: &Arc<Workspace>) -> (String, bool) {
        let mut state = lock(&self.state);
        state.detached = true;
        let is_seen = self.tracker.is_scanning();
        if !is_seen {
            self.tracker.begin(&next_scan_id());
        }
        if !state.running {
            self.launch(workspace, &mut state, true);
        }
        (self.tracker.get().scan_id, !is_seen)
    }

    /// Ends the running refresh and lets none start any more. Who waits goes on with the
    /// view as it is.
    pub(super) fn retire(&self) {
        let state = lock(&self.state);
        self.retired.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        drop(state);
        self.done.notify_all();
    }

    pub(super) fn is_retired(&self) -> bool {
        self.retired.load(Ordering::Relaxed)
    }

    /// Waits until no refresh runs, for at most `patience`.
    pub(super) fn wait_until_idle(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut state = lock(&self.state);
        while state.running && Instant::now() < end {
            let waited = self.done.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }

    /// Whether an answer was given, or is about to be, before the running refresh
    /// showed what it found.
    pub(super) fn is_behind(&self) -> bool {
        let state = lock(&self.state);
        state.running && state.late && !state.shown
    }

    /// Refreshes and waits for the end.
    pub(super) fn run_now(&self, workspace: &Arc<Workspace>) {
        self.begin(workspace, false);
        let mut state = lock(&self.state);
        while state.running {
            state = self.done.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    /// The view shows what the running refresh found.
    pub(super) fn show(&self) {
        lock(&self.state).shown = true;
        self.pending.store(0, Ordering::Relaxed);
        self.done.notify_all();
    }

    /// Shows a refresh that finds much to do as a scan.
    pub(super) fn show_progress(&self) {
        if !self.tracker.is_scanning() {
            self.tracker.begin(&next_scan_id());
        }
    }

    fn begin(&self, workspace: &Arc<Workspace>, detached: bool) {
        let mut state = lock(&self.state);
        state.detached |= detached;
        if !state.running {
            self.launch(workspace, &mut state, detached);
        }
    }

    fn launch(&self, workspace: &Arc<Workspace>, state: &mut State, detached: bool) {
        if self.is_retired() {
            self.tracker.end(None);
            return;
        }
        state.running = true;
        (state.shown, state.late) = (false, false);
        state.detached = detached;
        state.error = None;
        self.stop.store(false, Ordering::Relaxed);
        let worker = workspace.clone();
        let spawned = std::thread::Builder::new()
            .name("clew-refresh".into())
            .spawn(move || worker.run_refresh());
        if let Err(error) = spawned {
            state.running = false;
            state.error = Some(ToolError::internal(format!("cannot start a thread: {error}")));
            self.tracker.end(Some(error.to_string()));
        }
    }

    /// Whether the last refresh failed, and how; one that runs has not.
    pub(super) fn outcome(&self) -> Result<(), ToolError> {
        match &lock(&self.state).error {
            Some(error) if !self.is_retired() => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Waits for the running refresh, at most until `limit`; then the older view
    /// must do. Fails when the request was cancelled. How the refresh ended is told
    /// by [`Refresh::outcome`], and matters only where it was begun for the question:
    /// what an earlier one failed by may be over.
    pub(super) fn wait(
        &self,
        context: &RequestContext,
        limit: Option<Instant>,
        until: Until,
    ) -> Result<(), ToolError> {
        let mut state = lock(&self.state);
        state.waiters += 1;
        while state.running && !(state.shown && until == Until::Shown) {
            let outcome = context.check();
            let is_late = limit.is_some_and(|limit| Instant::now() >= limit);
            if outcome.is_err() || is_late {
                state.waiters -= 1;
                state.late |= is_late;
                if outcome.is_err() && state.waiters == 0 && !state.detached {
                    self.stop.store(true, Ordering::Relaxed);
                }
                return outcome;
            }
            let (next, _) = self
                .done
                .wait_timeout(state, TICK)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            state = next;
            drop(state);
            self.report_to(context);
            state = lock(&self.state);
        }
        state.waiters -= 1;
        Ok(())
    }

    fn report_to(&self, context: &RequestContext) {
        let progress = self.tracker.get();
        if progress.status == ScanStatus::Scanning && progress.total_files > 0 {
            context.progress.report(&Progress {
                done: progress.scanned_files,
                total: Some(progress.total_files),
                message: format!("indexing ({})", progress.phase.as_str()),
            });
        }
    }

    /// Ends the refresh; tells whether it is the first that ended well.
    fn finish(&self, began: Instant, outcome: Result<RefreshReport, ToolError>) -> bool {
        let mut state = lock(&self.state);
        let is_first = outcome.is_ok() && !state.kept_house;
        state.kept_house |= is_first;
        match outcome {
            Ok(report) => {
                self.tracker.end(None);
                state.logged = None;
                state.last = Some((began, report.walk));
                state.report = Arc::new(report);
                self.pending.store(0, Ordering::Relaxed);
            }
            Err(error) => {
                self.tracker.end(Some(error.message.clone()));
                state.error = Some(error);
            }
        }
        state.running = false;
        self.done.notify_all();
        is_first
    }
}

impl Refresh {
    /// Whether an error is another than the one before, so that the log lacks it.
    pub(super) fn is_news(&self, error: &ToolError) -> bool {
        let before = lock(&self.state).logged.replace(error.message.clone());
        before.as_deref() != Some(error.message.as_str())
    }
}

fn next_scan_id() -> String {
    let number = NEXT_SCAN.fetch_add(1, Ordering::Relaxed);
    format!("scan-{}-{number}", std::process::id())
}

impl Workspace {
    /// One look at the files and what follows from it.
    fn look_until_settled(
        &self,
        task: &super::following::Task,
    ) -> Result<RefreshReport, ToolError> {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut report = indexing::refresh(self, task)?;
            for repeats in 0..REPEATS_AMONG_OTHERS {
                let has_suspects = !lock(&self.refresh.suspects).is_empty();
                if !report.is_overtaken && (!has_suspects || repeats >= REPEATS) {
                    break;
                }
                // What was revived had been dropped meanwhile, a question found a file
                // that no longer fits, or others wrote what was not compared with the
                // files: all are looked at again at once.
                let everything = super::following::Task::Everything;
                let task = if report.is_overtaken { &everything } else { task };
                let next = indexing::refresh(self, task)?;
                report = next.after(&report);
            }
            if report.is_overtaken {
                self.show(indexing::newest_snapshot(self)?);
                report.is_whole = false;
            }
            Ok(report)
        }));
        outcome.unwrap_or_else(|_| {
            Err(ToolError::internal("the indexing thread panicked; please report this"))
        })
    }

    /// The body of the refresh thread.
    fn run_refresh(self: Arc<Self>) {
        let began = Instant::now();
        let task = self.following.take();
        let span = tracing::info_span!(
            "refresh",
            paths = task.len(),
            changed = tracing::field::Empty,
            files = tracing::field::Empty,
        );
        let entered = span.enter();
        let outcome = self.look_until_settled(&task);
        let (is_whole, took, held) = match &outcome {
            Ok(report) => (report.is_whole, report.walk, self.holds(report)),
            Err(_) => (false, began.elapsed(), false),
        };
        self.following.finish(&task, is_whole, held, [took, began.elapsed()]);
        if let Ok(RefreshReport { counts, .. }) = &outcome {
            span.record("changed", counts.added + counts.changed + counts.deleted);
            span.record("files", counts.files);
        }
        self.log_refresh(&outcome);
        // Who waits for the end may read the spans at once.
        drop(entered);
        drop(span);
        let is_first = self.refresh.finish(began, outcome);
        if self.refresh.is_retired() {
            return;
        }
        if is_first {
            self.keep_house();
        }
        self.make_vectors();
        self.describe_soon();
    }
}
