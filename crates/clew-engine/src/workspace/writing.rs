//! From changed files to a commit: read, extract and write, on several threads.
//!
//! Few changes are read together and shown from memory before they are written,
//! so that a save is visible without waiting for the disk; many are written as
//! they come.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clew_grammars::Extractor;
use clew_index::{Batch, Committed, DocumentInput, FileStat, Snapshot, StoreError};
use clew_protocol::ScanPhase;
use clew_vfs::{FileEntry, LeftOut, LeftOutReason};

use super::Workspace;
use super::holding::show_held;
use super::reading::{Read, document, placeholder, read, settled_stat};
use super::view::{Held, LEFT_OUT_PREFIX};
use crate::front_ends::unless;
use crate::log_ring::lock;

/// A batch is written when it has grown to this size.
const BATCH_BYTES: usize = 40 << 20;

/// Most threads that read and extract.
const MAX_THREADS: usize = 8;

/// Up to so many changes are shown before they are written.
pub(super) const AT_ONCE: usize = 100;

/// How long a writer that finds another at work waits for it to get ahead. Few
/// changes are answered from memory instead, and written later.
const PATIENCE: Duration = Duration::from_secs(10);
const PATIENCE_IF_FEW: Duration = Duration::from_millis(200);

/// Time between two tries.
const BUSY_WAIT: Duration = Duration::from_millis(50);

/// The work of one refresh, shared by its threads.
pub(super) struct Job<'refresh> {
    workspace: &'refresh Workspace,
    snapshot: &'refresh Snapshot,
    files: &'refresh [FileEntry],
    /// Whether all of it can be held in memory.
    is_small: bool,
    next: AtomicUsize,
    bytes: AtomicU64,
    unchanged: AtomicU64,
    placeholders: AtomicU64,
    left_out: Mutex<LeftOut>,
    failure: Mutex<Option<StoreError>>,
    /// Held while one thread commits: the others of this refresh are no rivals.
    commits: Mutex<Commits>,
}

/// What a refresh committed.
#[derive(Default)]
struct Commits {
    last: Option<Committed>,
    /// Somebody else wrote to the workspace between.
    overtaken: bool,
}

impl Commits {
    fn add(&mut self, committed: Committed, base: &Snapshot) {
        let follows = match &self.last {
            Some(last) => committed.follows(last),
            None => committed.follows_snapshot(base),
        };
        self.overtaken |= !follows;
        self.last = Some(committed);
    }

    /// Whether `newest` is what was committed here and nothing else.
    fn are_all_of(&self, newest: &Snapshot, base: &Snapshot) -> bool {
        let is_shown = match &self.last {
            Some(last) => last.is_shown_by(newest),
            None => newest.lists_the_same(base),
        };
        is_shown && !self.overtaken
    }
}

/// What a refresh found while it read.
pub(super) struct Outcome {
    /// Bytes of text.
    pub(super) bytes: u64,
    /// Files with other metadata but the same text.
    pub(super) unchanged: u64,
    /// New files that are remembered without facts.
    pub(super) placeholders: u64,
    pub(super) left_out: LeftOut,
    pub(super) failure: Option<StoreError>,
}

/// A file that was read.
enum Prepared {
    Gone(String),
    Same(String, FileStat),
    New(DocumentInput),
}

impl<'refresh> Job<'refresh> {
    /// A job over `files`; `is_small` says whether changes that cannot be written
    /// are held in memory.
    pub(super) fn new(
        workspace: &'refresh Workspace,
        snapshot: &'refresh Snapshot,
        files: &'refresh [FileEntry],
        left_out: LeftOut,
        is_small: bool,
    ) -> Self {
        Job {
            workspace,
            snapshot,
            files,
            is_small,
            next: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            unchanged: AtomicU64::new(0),
            placeholders: AtomicU64::new(0),
            left_out: Mutex::new(left_out),
            failure: Mutex::new(None),
            commits: Mutex::default(),
        }
    }

    /// Whether `newest` shows the files as this refresh found them: not if somebody who
    /// saw them otherwise wrote meanwhile.
    pub(super) fn is_whole_in(&self, newest: &Snapshot) -> bool {
        lock(&self.commits).are_all_of(newest, self.snapshot)
    }

    pub(super) fn end(self) -> Outcome {
        Outcome {
            bytes: self.bytes.into_inner(),
            unchanged: self.unchanged.into_inner(),
            placeholders: self.placeholders.into_inner(),
            left_out: self.left_out.into_inner().unwrap_or_else(PoisonError::into_inner),
            failure: self.failure.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Works on all files with as many threads as pay, then commits.
    pub(super) fn run(&self, removed: &[String]) {
        let mut first = self.batch();
        removed.iter().for_each(|path| first.remove(path));
        std::thread::scope(|scope| {
            for _ in 1..self.threads() {
                scope.spawn(|| self.work(self.batch()));
            }
            self.work(first);
        });
    }

    /// Reads all files, shows what they hold, then commits it.
    pub(super) fn run_shown(&self, removed: &[String]) {
        let mut prepared = Mutex::new(Vec::with_capacity(self.files.len()));
        std::thread::scope(|scope| {
            for _ in 1..self.threads() {
                scope.spawn(|| self.prepare_all(&prepared));
            }
            self.prepare_all(&prepared);
        });
        if lock(&self.failure).is_some() {
            return;
        }
        let prepared = std::mem::take(prepared.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.show(&prepared, removed);
        let mut batch = self.batch();
        removed.iter().for_each(|path| batch.remove(path));
        for one in prepared {
            if let Err(error) = enter(&mut batch, one) {
                self.fail(error);
                return;
            }
        }
        self.write(&mut batch);
    }

    fn threads(&self) -> usize {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        available.min(MAX_THREADS).min(self.files.len().div_ceil(16)).max(1)
    }

    /// An empty batch, with vectors if they are wanted.
    fn batch(&self) -> Batch {
        let batch = Batch::new(self.snapshot).stopped_by(self.workspace.refresh.stop.clone());
        if self.workspace.makes_vectors() { batch.with_vectors() } else { batch }
    }

    /// An extractor that stops with the work.
    fn extractor(&self) -> Extractor {
        Extractor::default().stopped_by(self.workspace.refresh.stop.clone())
    }

    /// Shows changes that are not written yet.
    fn show(&self, prepared: &[Prepared], removed: &[String]) {
        let mut held = Held { documents: Vec::new(), removed: removed.to_vec() };
        for one in prepared {
            match one {
                Prepared::Gone(path) => held.removed.push(path.clone()),
                Prepared::New(document) => held.documents.push(document.clone()),
                Prepared::Same(..) => {}
            }
        }
        if held.documents.is_empty() && held.removed.is_empty() {
            return;
        }
        match show_held(self.workspace, self.snapshot, held) {
            Ok(()) => self.workspace.refresh.show(),
            // The commit will show them.
            Err(error) => tracing::warn!(%error, "changes are not shown before they are written"),
        }
    }

    fn prepare_all(&self, prepared: &Mutex<Vec<Prepared>>) {
        let mut extractor = self.extractor();
        while let Some(file) = self.next_file() {
            let Some(one) = self.prepare(&mut extractor, file) else { return };
            lock(prepared).push(one);
            self.workspace.refresh.tracker.file_done(file.relative.as_str());
        }
    }

    fn work(&self, mut batch: Batch) {
        let mut extractor = self.extractor();
        while let Some(file) = self.next_file() {
            let Some(prepared) = self.prepare(&mut extractor, file) else { return };
            if let Err(error) = enter(&mut batch, prepared) {
                self.fail(error);
                return;
            }
            self.workspace.refresh.tracker.file_done(file.relative.as_str());
            if batch.memory() >= BATCH_BYTES && !self.write(&mut batch) {
                return;
            }
        }
        if !batch.is_empty() && lock(&self.failure).is_none() {
            self.write(&mut batch);
        }
    }

    /// The next file that nobody has taken; none when all are, or the work ends.
    fn next_file(&self) -> Option<&'refresh FileEntry> {
        let file = self.files.get(self.next.fetch_add(1, Ordering::Relaxed))?;
        if self.stopped() {
            self.fail(StoreError::Cancelled);
        }
        lock(&self.failure).is_none().then_some(file)
    }

    /// Reads a file; none if the work ended meanwhile, for then it was not read
    /// to its end.
    fn prepare(&self, extractor: &mut Extractor, file: &FileEntry) -> Option<Prepared> {
        let prepared = unless(&self.workspace.refresh.stop, || self.read(extractor, file));
        let prepared = prepared.filter(|_| !self.stopped());
        if prepared.is_none() {
            self.fail(StoreError::Cancelled);
        }
        prepared
    }

    fn read(&self, extractor: &mut Extractor, file: &FileEntry) -> Prepared {
        let path = file.relative.as_str();
        match read(self.workspace, file) {
            Read::Gone => {
                lock(&self.left_out).add(LeftOutReason::Unreadable, path);
                Prepared::Gone(path.to_string())
            }
            Read::LeftOut(reason, text, hash) => {
                if self.snapshot.document_by_path(path).is_none() {
                    self.placeholders.fetch_add(1, Ordering::Relaxed);
                }
                Prepared::New(placeholder(file, reason, (text, hash)))
            }
            Read::Text(text, hash) => {
                self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
                if self.is_same(file, &hash) {
                    self.unchanged.fetch_add(1, Ordering::Relaxed);
                    return Prepared::Same(path.to_string(), settled_stat(file));
                }
                Prepared::New(document(extractor, self.snapshot, file, (text, hash)))
            }
        }
    }

    /// Whether the index already has this file with this content and facts of
    /// the current extractor.
    fn is_same(&self, file: &FileEntry, hash: &[u8; 32]) -> bool {
        let known = self.snapshot.document_by_path(file.relative.as_str());
        let Some(document) = known.and_then(|id| self.snapshot.document(id)) else { return false };
        let version = crate::language::extractor_version(document.language.as_str());
        document.hash == *hash
            && document.extractor == version
            && !document.language.as_str().starts_with(LEFT_OUT_PREFIX)
    }

    /// Writes a batch; `false` if the work must end.
    fn write(&self, batch: &mut Batch) -> bool {
        let (workspace, stop) = (self.workspace, || self.stopped());
        let root = workspace.root.to_string_lossy();
        workspace.refresh.tracker.phase(ScanPhase::PersistingAst);
        let mut commits = lock(&self.commits);
        let mut rival = Rival::new(if self.is_small { PATIENCE_IF_FEW } else { PATIENCE });
        loop {
            match workspace.store.write(&workspace.key, &root, batch, &mut |_| {}, &stop) {
                Ok(committed) => {
                    // Dropped by another process meanwhile: read again next time.
                    committed.missing.iter().for_each(|path| workspace.refresh.suspect(path));
                    commits.add(committed, self.snapshot);
                    return true;
                }
                Err(StoreError::Busy { .. }) if rival.may_wait(workspace) && !stop() => {
                    std::thread::sleep(BUSY_WAIT);
                }
                Err(error) => {
                    self.fail(error);
                    return false;
                }
            }
        }
    }

    fn stopped(&self) -> bool {
        self.workspace.refresh.stop.load(Ordering::Relaxed)
    }

    fn fail(&self, error: StoreError) {
        lock(&self.failure).get_or_insert(error);
    }
}

/// Enters a file into a batch.
fn enter(batch: &mut Batch, prepared: Prepared) -> Result<(), StoreError> {
    match prepared {
        Prepared::Gone(path) => batch.remove(&path),
        Prepared::Same(path, stat) => batch.touch(&path, stat),
        Prepared::New(document) => return batch.upsert(document).map(|_| ()),
    }
    Ok(())
}

/// Another process that writes to the same store. As long as it gets
/// ahead it is waited for; one that holds the lock and does nothing is not.
struct Rival {
    patience: Duration,
    since: Instant,
    generation: Option<u64>,
}

impl Rival {
    fn new(patience: Duration) -> Self {
        Rival { patience, since: Instant::now(), generation: None }
    }

    fn may_wait(&mut self, workspace: &Workspace) -> bool {
        if self.since.elapsed() < self.patience {
            return true;
        }
        if self.patience < PATIENCE {
            return false;
        }
        let newest = workspace.store.snapshot(&workspace.key).ok();
        let generation = newest.map(|snapshot| snapshot.generation());
        let gets_ahead = generation != self.generation;
        (self.since, self.generation) = (Instant::now(), generation);
        gets_ahead
    }
}
