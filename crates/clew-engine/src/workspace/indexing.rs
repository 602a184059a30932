//! One refresh: walk, compare, read, extract, write.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use clew_grammars::Extractor;
use clew_index::{Batch, DocumentInput, FactsInput, FileStat, Snapshot, StoreError};
use clew_model::{FileFacts, FileFlags, LanguageId};
use clew_protocol::{ErrorCode, ScanCounts, ScanPhase, ToolError};
use clew_vfs::content::load;
use clew_vfs::{FileEntry, FileSystem, LeftOut, LeftOutReason, RealFs};

use super::changes::{Changes, stat_of};
use super::following::Task;
use super::looking::{bad_patterns, is_within, walk, widen};
use super::view::{Held, LEFT_OUT_PREFIX, View};
use super::{Workspace, describe, store_error};
use crate::language::Reader;
use crate::log_ring::lock;
use crate::workspace::refresh::RefreshReport;

/// A batch is written when it has grown to this size.
const BATCH_BYTES: usize = 40 << 20;

/// Most threads that read and extract.
const MAX_THREADS: usize = 8;

/// How often a writer that finds the lock taken tries again, and how long it waits.
const BUSY_TRIES: u32 = 600;
const BUSY_TRIES_IF_FEW: u32 = 4;
const BUSY_WAIT: std::time::Duration = std::time::Duration::from_millis(50);

/// Refreshes of so many files are shown as scans.
const SHOWN_FROM: usize = 100;

/// Changes kept in memory when the index cannot be written.
const MAX_OVERLAY: usize = 2_000;

/// A file that changed less than this before it was read may change again with
/// the same time stamp.
const RACY_NS: i64 = 20_000_000;

/// Brings the index of a workspace up to date with its files, or with those that
/// the task names.
pub(super) fn refresh(workspace: &Workspace, task: &Task) -> Result<RefreshReport, ToolError> {
    let began = Instant::now();
    let snapshot = newest_snapshot(workspace)?;
    let suspects = workspace.refresh.take_suspects();
    let previous = workspace.refresh.last_report();
    let task = widen(workspace, task, &suspects, &snapshot);
    let (outcome, is_whole) = walk(workspace, &task)?;
    let mut report = RefreshReport { is_whole, walk: began.elapsed(), ..RefreshReport::default() };
    let unreadable = &outcome.unreadable_folders;
    let dirty = clew_vfs::dirty_files(&RealFs, &workspace.root, &outcome.files);
    let mut left_out = outcome.left_out;
    let changes = match &task {
        Task::Everything => {
            report.notes = bad_patterns(&outcome.bad_patterns);
            Changes::between(outcome.files, &snapshot, unreadable, &suspects)
        }
        Task::Paths(paths) => {
            // What was left out elsewhere is as it was.
            left_out = previous.left_out.clone();
            report.notes = previous.notes.clone();
            report.notes.retain(|note| !note.ends_with(FROM_MEMORY));
            report.walk = previous.walk;
            report.dirty = previous.dirty.clone();
            report.dirty.retain(|path| !is_within(path, paths));
            Changes::within(paths.iter(), outcome.files, &snapshot, unreadable, &suspects)
        }
    };
    report.dirty.extend(dirty.unwrap_or_default());
    workspace.refresh.pending.store(changes.len() as u32, Ordering::Relaxed);
    report.counts = ScanCounts {
        added: changes.added.len() as u64,
        changed: changes.changed.len() as u64,
        deleted: changes.removed.len() as u64,
        ..ScanCounts::default()
    };
    if changes.len() > 0 {
        apply(workspace, &snapshot, changes, &mut report, &mut left_out)?;
    } else {
        workspace.show(snapshot);
    }
    match task {
        Task::Everything => count_documents(workspace, &mut report.counts, &mut left_out),
        Task::Paths(_) => {
            report.counts.files = workspace.base_view().snapshot.document_count() as u64;
        }
    }
    if let Err(error) = make_up_for_vectors(workspace) {
        report.notes.push(format!("vectors are missing: {}", describe(&error)));
    }
    report.left_out = left_out;
    report.counts.elapsed_ms = began.elapsed().as_millis() as u64;
    Ok(report)
}

/// The newest committed snapshot; a damaged index is set aside and starts anew.
fn newest_snapshot(workspace: &Workspace) -> Result<Snapshot, ToolError> {
    match workspace.store.snapshot(&workspace.key) {
        Err(error @ StoreError::Damaged { .. }) => {
            workspace.common.logs.push(crate::log_ring::Level::Warning, describe(&error));
            workspace.store.snapshot(&workspace.key).map_err(store_error)
        }
        other => other.map_err(store_error),
    }
}

/// Gives vectors to chunks that lack them, from the files as they are.
fn make_up_for_vectors(workspace: &Workspace) -> Result<(), StoreError> {
    if !workspace.refresh.makes_vectors() {
        return Ok(());
    }
    let which = workspace.refresh.take_missing_vectors();
    let stop = || workspace.refresh.stop.load(Ordering::Relaxed);
    let mut text_of = |path: &str, hash: &[u8; 32]| {
        let bytes = RealFs.read(&workspace.root.join(path)).ok()?;
        let text = clew_grammars::kept_text(path, load(bytes).ok()?.text);
        (blake3::hash(text.as_bytes()).as_bytes() == hash).then(|| Arc::from(text))
    };
    let written =
        workspace.store.write_missing_vectors(&workspace.key, which, &mut text_of, &stop)?;
    if written > 0 && !workspace.base_view().snapshot.has_overlay() {
        let snapshot = workspace.store.snapshot(&workspace.key)?;
        workspace.set_view(View::new(snapshot, workspace.root.clone()));
    }
    Ok(())
}

/// An empty batch, with vectors if they are wanted.
fn batch(workspace: &Workspace, snapshot: &Snapshot) -> Batch {
    let batch = Batch::new(snapshot);
    if workspace.refresh.makes_vectors() { batch.with_vectors() } else { batch }
}

fn apply(
    workspace: &Workspace,
    snapshot: &Snapshot,
    changes: Changes,
    report: &mut RefreshReport,
    left_out: &mut LeftOut,
) -> Result<(), ToolError> {
    let removed = changes.removed;
    let mut files = changes.added;
    files.extend(changes.changed);
    files.sort_unstable_by(|a, b| a.relative.cmp(&b.relative));
    if files.len() >= SHOWN_FROM || workspace.is_empty() {
        workspace.refresh.show_progress();
    }
    workspace.refresh.tracker.total(files.len() as u64);
    let job = Job {
        workspace,
        snapshot,
        files: &files,
        next: AtomicUsize::new(0),
        bytes: AtomicU64::new(0),
        unchanged: AtomicU64::new(0),
        placeholders: AtomicU64::new(0),
        left_out: Mutex::new(std::mem::take(left_out)),
        failure: Mutex::new(None),
    };
    let mut first = batch(workspace, snapshot);
    for path in &removed {
        first.remove(path);
    }
    job.run(first);
    *left_out = job.left_out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    report.counts.bytes = job.bytes.into_inner();
    report.counts.added = report.counts.added.saturating_sub(job.placeholders.into_inner());
    report.counts.changed = report.counts.changed.saturating_sub(job.unchanged.into_inner());
    let failure = job.failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let committed = newest_snapshot(workspace)?;
    match failure {
        None => workspace.show(committed),
        Some(StoreError::Cancelled) => return Err(cancelled()),
        Some(error) if files.len() + removed.len() <= MAX_OVERLAY => {
            hold(workspace, committed, &files, removed, &error, report)?;
        }
        Some(error) => {
            workspace.show(committed);
            return Err(store_error(error));
        }
    }
    Ok(())
}

/// Shows changes that could not be written, because of `error`, from memory.
fn hold(
    workspace: &Workspace,
    committed: Snapshot,
    files: &[FileEntry],
    removed: Vec<String>,
    error: &StoreError,
    report: &mut RefreshReport,
) -> Result<(), ToolError> {
    report.held = files.len() + removed.len();
    report.notes.retain(|note| !note.ends_with(FROM_MEMORY));
    report.notes.push(format!("{}; {} {FROM_MEMORY}", describe(error), report.held));
    let documents = overlay_documents(workspace, &committed, files);
    let overlaid = committed.with_overlay(documents.clone(), &removed).map_err(store_error)?;
    let held = Held { documents, removed };
    workspace.set_view(View::holding(overlaid, workspace.root.clone(), held));
    Ok(())
}

/// How the note about changes that are in no index ends.
const FROM_MEMORY: &str = "changed files are answered from memory";

/// Reads and extracts all files, for an overlay.
fn overlay_documents(
    workspace: &Workspace,
    snapshot: &Snapshot,
    files: &[FileEntry],
) -> Vec<DocumentInput> {
    let mut extractor = Extractor::default();
    files
        .iter()
        .filter_map(|file| match read(workspace, file) {
            Read::Text(text, hash) => Some(document(&mut extractor, snapshot, file, (text, hash))),
            Read::LeftOut(reason, hash) => Some(placeholder(file, reason, hash)),
            Read::Gone => None,
        })
        .collect()
}

/// The work of one refresh, shared by its threads.
struct Job<'refresh> {
    workspace: &'refresh Workspace,
    snapshot: &'refresh Snapshot,
    files: &'refresh [FileEntry],
    next: AtomicUsize,
    bytes: AtomicU64,
    /// Files with other metadata but the same text.
    unchanged: AtomicU64,
    /// New files that are remembered without facts.
    placeholders: AtomicU64,
    left_out: Mutex<LeftOut>,
    failure: Mutex<Option<StoreError>>,
}

impl Job<'_> {
    /// Works on all files with as many threads as pay, then commits.
    fn run(&self, first: Batch) {
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = available.min(MAX_THREADS).min(self.files.len().div_ceil(16)).max(1);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(batch(self.workspace, self.snapshot)));
            }
            self.work(first);
        });
    }

    fn work(&self, mut batch: Batch) {
        let mut extractor = Extractor::default();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(index) else { break };
            if self.stopped() || lock(&self.failure).is_some() {
                self.fail(StoreError::Cancelled);
                return;
            }
            if let Err(error) = self.add(&mut batch, &mut extractor, file) {
                self.fail(error);
                return;
            }
            self.workspace.refresh.tracker.file_done(file.relative.as_str());
            if batch.memory() >= BATCH_BYTES && !self.write(&mut batch) {
                return;
            }
        }
        if !batch.is_empty() {
            self.write(&mut batch);
        }
    }

    fn add(
        &self,
        batch: &mut Batch,
        extractor: &mut Extractor,
        file: &FileEntry,
    ) -> Result<(), StoreError> {
        match read(self.workspace, file) {
            Read::Gone => {
                batch.remove(file.relative.as_str());
                lock(&self.left_out).add(LeftOutReason::Unreadable, file.relative.as_str());
                Ok(())
            }
            Read::LeftOut(reason, hash) => {
                batch.upsert(placeholder(file, reason, hash)).map(|_| ())
            }
            Read::Text(text, hash) => {
                self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
                if self.is_same(file, &hash) {
                    self.unchanged.fetch_add(1, Ordering::Relaxed);
                    batch.touch(file.relative.as_str(), settled_stat(file));
                    return Ok(());
                }
                batch.upsert(document(extractor, self.snapshot, file, (text, hash))).map(|_| ())
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
        let root = self.workspace.root.to_string_lossy();
        self.workspace.refresh.tracker.phase(ScanPhase::PersistingAst);
        for attempt in 0.. {
            let written =
                self.workspace
                    .store
                    .write(&self.workspace.key, &root, batch, &mut |_| {}, &|| self.stopped());
            match written {
                Ok(committed) => {
                    // Dropped by another process meanwhile: read again next time.
                    for path in &committed.missing {
                        self.workspace.refresh.suspect(path);
                    }
                    return true;
                }
                Err(StoreError::Busy { .. }) if attempt < self.busy_tries() && !self.stopped() => {
                    std::thread::sleep(BUSY_WAIT);
                }
                Err(error) => {
                    self.fail(error);
                    return false;
                }
            }
        }
        false
    }

    /// Few changes are answered from memory soon, and written later.
    fn busy_tries(&self) -> u32 {
        if self.files.len() <= MAX_OVERLAY { BUSY_TRIES_IF_FEW } else { BUSY_TRIES }
    }

    fn stopped(&self) -> bool {
        self.workspace.refresh.stop.load(Ordering::Relaxed)
    }

    fn fail(&self, error: StoreError) {
        lock(&self.failure).get_or_insert(error);
    }
}

/// Version recorded for files without facts.
const PLACEHOLDER_VERSION: u32 = 1;

enum Read {
    /// The text and its hash.
    Text(String, [u8; 32]),
    LeftOut(LeftOutReason, [u8; 32]),
    Gone,
}

fn read(workspace: &Workspace, file: &FileEntry) -> Read {
    let path = file.relative.to_path(&workspace.root);
    let Ok(bytes) = RealFs.read(&path) else { return Read::Gone };
    match load(bytes) {
        Ok(loaded) => {
            let text = clew_grammars::kept_text(file.relative.as_str(), loaded.text);
            let hash = *blake3::hash(text.as_bytes()).as_bytes();
            match clew_vfs::is_minified(file.relative.as_str(), &text) {
                true => Read::LeftOut(LeftOutReason::Minified, hash),
                false => Read::Text(text, hash),
            }
        }
        // What is no text is never compared; its size tells it from other content.
        Err(reason) => Read::LeftOut(reason, *blake3::hash(&file.size.to_le_bytes()).as_bytes()),
    }
}

/// A document with its facts: known ones are re-used.
fn document(
    extractor: &mut Extractor,
    snapshot: &Snapshot,
    file: &FileEntry,
    (text, hash): (String, [u8; 32]),
) -> DocumentInput {
    let path = file.relative.as_str();
    let reader = Reader::of_file(path, &text);
    let (language, version) = (reader.language(), reader.version());
    let facts = if snapshot.has_facts(&language, version, &hash) {
        FactsInput::Known
    } else {
        let mut facts = reader.facts(extractor, &text);
        if clew_vfs::is_generated(path, &text) {
            facts.flags.set(FileFlags::GENERATED);
        }
        FactsInput::New(Arc::new(facts))
    };
    DocumentInput {
        path: path.to_string(),
        stat: settled_stat(file),
        hash,
        language,
        extractor: version,
        facts,
        text: text.into(),
    }
}

/// What stands in the index for a file without facts, so that it is not read
/// again until it changes.
fn placeholder(file: &FileEntry, reason: LeftOutReason, hash: [u8; 32]) -> DocumentInput {
    let name = serde_json::to_value(reason).ok();
    let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or("left_out");
    let language = LanguageId::new(&format!("{LEFT_OUT_PREFIX}{name}"));
    DocumentInput {
        path: file.relative.as_str().to_string(),
        stat: settled_stat(file),
        hash,
        facts: FactsInput::New(Arc::new(FileFacts {
            language: language.clone(),
            ..FileFacts::default()
        })),
        language,
        extractor: PLACEHOLDER_VERSION,
        text: "".into(),
    }
}

/// The file's metadata, or none where it changed so recently that it may change
/// again unnoticed (then the next refresh reads it once more).
fn settled_stat(file: &FileEntry) -> FileStat {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as i64);
    let granule = if file.modified_ns % 1_000_000_000 == 0 { 2_000_000_000 } else { RACY_NS };
    if now.saturating_sub(file.modified_ns) < granule {
        return FileStat { size: file.size, modified_ns: 0 };
    }
    stat_of(file)
}

/// Counts what the index holds, and adds the files left out by their content.
fn count_documents(workspace: &Workspace, counts: &mut ScanCounts, left_out: &mut LeftOut) {
    let view = workspace.base_view();
    for document in view.snapshot.documents() {
        match document.language.as_str().strip_prefix(LEFT_OUT_PREFIX) {
            None => counts.files += 1,
            Some(name) => {
                let reason = serde_json::from_value(serde_json::Value::String(name.into()));
                left_out.add(reason.unwrap_or(LeftOutReason::Binary), &document.path);
            }
        }
    }
}

pub(super) fn cancelled() -> ToolError {
    ToolError::new(ErrorCode::Timeout, "the scan was cancelled", "start it again with scan")
}
