//! The history of a workspace's repository: read in the background when it is first
//! asked for, and kept as an index beside that of the files.
//!
//! Each commit is a document of a store of its own: its path is the commit's name, and
//! because that stands for its content, equal commits are read once for all worktrees
//! and clones. The workspace's live documents are the commits that its head reaches;
//! the document [`HEAD`] says of which head that holds.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use clew_history::{Commit, CommitId, HistoryError, Log};
use clew_index::{
    Batch, DocumentInput, FactsInput, FileStat, Snapshot, Store, StoreError, StoreOptions,
    WorkspaceKey,
};
use clew_model::{Chunk, ChunkKind, FileFacts, LanguageId};
use clew_protocol::ToolError;
use clew_text::TextRange;
use clew_vfs::RealFs;
use rustc_hash::FxHashSet;

use super::{Workspace, describe, store_error};
use crate::api::RequestContext;
use crate::in_process::Following;
use crate::log_ring::{Level, lock};

/// The newest commits that are searched.
pub(crate) const MAX_COMMITS: usize = 20_000;

/// Commits written at once.
const BATCH: usize = 2_000;

/// Raised whenever the text of a commit may change.
const FORMAT: u32 = 2;

/// Bytes of decoded facts to keep: a commit has next to none.
const FACTS_CACHE: usize = 1 << 20;

/// Document that names the head whose commits are all there.
const HEAD: &str = "HEAD";

/// How long a question waits in a process that lives on.
const WAIT_FOR_FIRST: Duration = Duration::from_secs(5);
const WAIT_FOR_NEWER: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(20);

/// How often a writer that finds the lock taken tries again, and how long it waits.
const BUSY_TRIES: u32 = 100;
const BUSY_WAIT: Duration = Duration::from_millis(50);

/// The history of one workspace.
#[derive(Default)]
pub(super) struct History {
    place: OnceLock<Result<Place, String>>,
    state: Mutex<State>,
    done: Condvar,
}

#[derive(Default)]
struct State {
    running: bool,
    failure: Option<String>,
}

/// Where the history comes from and where it is kept.
struct Place {
    top: PathBuf,
    /// Where the root lies below `top`; empty, or with a `/` at its end.
    prefix: String,
    store: Store,
}

/// The history as far as it is known.
pub(crate) struct HistoryView {
    /// Its commits, by their names.
    pub(crate) snapshot: Snapshot,
    /// Reads them.
    pub(crate) log: Log,
    /// Where the root lies in the repository; empty, or with a `/` at its end.
    pub(crate) prefix: String,
    /// What is missing, for people.
    pub(crate) notes: Vec<String>,
}

/// A history that cannot be asked.
enum Failure {
    History(HistoryError),
    Store(StoreError),
}

impl Workspace {
    /// The history, brought up to date as far as time allows. `Err(Ok(note))` says why
    /// there is none.
    pub(crate) fn history(
        self: &Arc<Self>,
        context: &RequestContext,
    ) -> Result<Result<HistoryView, String>, ToolError> {
        let whole = self.shared_whole();
        let place = match whole.history_place() {
            Ok(place) => place,
            Err(note) => return Ok(Err(note.clone())),
        };
        let log = match Log::open(&place.top) {
            Ok(log) => log,
            Err(error) => return Ok(Err(describe(&error))),
        };
        let head = match log.head() {
            Ok(Some(head)) => head,
            Ok(None) => return Ok(Err("the repository has no commit yet".into())),
            Err(error) => return Ok(Err(describe(&error))),
        };
        let snapshot = place.store.snapshot(&whole.key).map_err(store_error)?;
        if !is_complete(&snapshot, head) {
            whole.start_history();
            whole.wait_for_history(snapshot.document_count() == 0, context)?;
        }
        let snapshot = place.store.snapshot(&whole.key).map_err(store_error)?;
        let mut notes = Vec::new();
        let state = lock(&whole.history.state);
        match &state.failure {
            Some(failure) if !state.running => notes.push(failure.clone()),
            _ if is_complete(&snapshot, head) => {}
            _ => notes.push(format!(
                "the history is still being read, {} commits so far; ask again",
                snapshot.document_count()
            )),
        }
        drop(state);
        // One document more tells of the head.
        if snapshot.document_count() > MAX_COMMITS {
            notes.push(format!("the newest {MAX_COMMITS} commits are searched, no older ones"));
        }
        if log.is_shallow() {
            notes.push("this is a shallow clone; older commits are not here".into());
        }
        let prefix = format!("{}{}", place.prefix, self.folder_in_whole());
        notes.extend(note_on_submodules(&log.submodules(head), &prefix));
        Ok(Ok(HistoryView { snapshot, log, prefix, notes }))
    }

    /// Where this part lies in the whole; empty, or with a `/` at its end.
    pub(crate) fn folder_in_whole(&self) -> String {
        self.part.as_ref().map_or_else(String::new, |part| format!("{}/", part.folder.as_str()))
    }

    /// The index of the history; none outside git.
    pub(super) fn history_store(&self) -> Option<&Store> {
        self.history_place().as_ref().ok().map(|place| &place.store)
    }

    fn history_place(&self) -> &Result<Place, String> {
        self.history.place.get_or_init(|| place_of(&self.common.data, &self.root))
    }

    /// Starts reading on a thread of its own, unless that runs already.
    fn start_history(self: &Arc<Self>) {
        let mut state = lock(&self.history.state);
        if state.running {
            return;
        }
        state.running = true;
        state.failure = None;
        let worker = self.clone();
        let spawned = std::thread::Builder::new()
            .name("clew-history".into())
            .spawn(move || worker.run_history());
        if let Err(error) = spawned {
            state.running = false;
            state.failure = Some(format!("the history cannot be read: {error}"));
        }
    }

    fn run_history(self: Arc<Self>) {
        let began = Instant::now();
        let outcome =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.read_history()));
        let failure = match outcome {
            Ok(Ok(0)) => None,
            Ok(Ok(commits)) => {
                let (root, time) = (self.root.display(), began.elapsed().as_millis());
                let message = format!("{root}: {commits} commits read in {time} ms");
                self.common.logs.push_about(&self.root, Level::Success, message);
                None
            }
            Ok(Err(Failure::History(error))) => Some(describe(&error)),
            Ok(Err(Failure::Store(error))) => Some(describe(&error)),
            Err(_) => Some("the thread that reads the history panicked; please report this".into()),
        };
        if let Some(failure) = &failure {
            self.common.logs.push_about(&self.root, Level::Error, failure.clone());
        }
        let mut state = lock(&self.history.state);
        state.running = false;
        state.failure = failure;
        self.history.done.notify_all();
    }

    /// Waits for the thread that reads: to its end where this process will not live
    /// on, else for a moment.
    fn wait_for_history(&self, is_first: bool, context: &RequestContext) -> Result<(), ToolError> {
        let patience = if is_first { WAIT_FOR_FIRST } else { WAIT_FOR_NEWER };
        let soon = Instant::now() + patience;
        let deadline = context.deadline.and_then(|one| one.checked_sub(super::DEADLINE_MARGIN));
        let limit = match self.common.following {
            Following::OnQuestion => deadline,
            Following::Continuous => Some(deadline.map_or(soon, |deadline| deadline.min(soon))),
        };
        let mut state = lock(&self.history.state);
        while state.running && limit.is_none_or(|limit| Instant::now() < limit) {
            context.check()?;
            let waited = self.history.done.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }

    /// Brings the store up to date with the head; tells how many commits were read.
    fn read_history(self: &Arc<Self>) -> Result<usize, Failure> {
        let Ok(place) = self.history_place() else { return Ok(0) };
        let log = Log::open(&place.top)?;
        let Some(head) = log.head()? else { return Ok(0) };
        let snapshot = place.store.snapshot(&self.key)?;
        if is_complete(&snapshot, head) {
            return Ok(0);
        }
        let wanted = log.reachable(head, MAX_COMMITS)?;
        let missing: Vec<CommitId> =
            wanted.iter().copied().filter(|id| !is_read(&snapshot, &id.to_string(), *id)).collect();
        let writer = Writer { workspace: self, place, log };
        for (number, ids) in missing.chunks(BATCH).enumerate() {
            // The last one is written together with what follows from it.
            if (number + 1) * BATCH < missing.len() {
                let mut batch = writer.batch()?;
                writer.add(&mut batch, ids)?;
                writer.write(&mut batch)?;
            }
        }
        let mut batch = writer.batch()?;
        writer.add(&mut batch, missing.chunks(BATCH).next_back().unwrap_or(&[]))?;
        let wanted: FxHashSet<String> = wanted.iter().map(CommitId::to_string).collect();
        for document in snapshot.documents() {
            if document.path != HEAD && !wanted.contains(&document.path) {
                batch.remove(&document.path);
            }
        }
        batch.upsert(head_document(head))?;
        writer.write(&mut batch)?;
        Ok(missing.len())
    }
}

/// Writes commits to the store of a history.
struct Writer<'history> {
    workspace: &'history Arc<Workspace>,
    place: &'history Place,
    log: Log,
}

impl Writer<'_> {
    fn batch(&self) -> Result<Batch, StoreError> {
        let batch = Batch::new(&self.place.store.snapshot(&self.workspace.key)?);
        let makes_vectors = self.workspace.makes_vectors();
        Ok(if makes_vectors { batch.with_vectors() } else { batch })
    }

    fn add(&self, batch: &mut Batch, ids: &[CommitId]) -> Result<(), Failure> {
        let snapshot = self.place.store.snapshot(&self.workspace.key)?;
        for id in ids {
            if self.is_given_up() {
                return Err(Failure::Store(StoreError::Cancelled));
            }
            let known = snapshot.has_facts(&commit_language(), FORMAT, &key_of(*id));
            let commit = if known { None } else { Some(self.log.commit(*id)?) };
            batch.upsert(commit_document(*id, commit.as_ref()))?;
        }
        Ok(())
    }

    fn write(&self, batch: &mut Batch) -> Result<(), StoreError> {
        let root = self.workspace.root.to_string_lossy();
        let key: &WorkspaceKey = &self.workspace.key;
        for attempt in 0.. {
            let stop = || self.is_given_up();
            match self.place.store.write(key, &root, batch, &mut |_| {}, &stop) {
                Err(StoreError::Busy { .. }) if attempt < BUSY_TRIES && !stop() => {
                    std::thread::sleep(BUSY_WAIT);
                }
                other => return other.map(|_| ()),
            }
        }
        Ok(())
    }

    /// Whether nobody but this thread knows the workspace any more.
    fn is_given_up(&self) -> bool {
        Arc::strong_count(self.workspace) == 1
    }
}

/// Most submodules that a note names.
const NAMED_SUBMODULES: usize = 3;

/// What is said where parts of the tree below `prefix` have a history of their own.
fn note_on_submodules(paths: &[String], prefix: &str) -> Option<String> {
    let mine: Vec<&str> = paths.iter().filter_map(|path| path.strip_prefix(prefix)).collect();
    let named = mine.iter().take(NAMED_SUBMODULES).copied().collect::<Vec<_>>().join(", ");
    let more = match mine.len().saturating_sub(NAMED_SUBMODULES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!mine.is_empty()).then(|| {
        format!(
            "the history of submodules is not searched here, ask in their folders: {named}{more}"
        )
    })
}

fn place_of(data: &Path, root: &Path) -> Result<Place, String> {
    let family = clew_vfs::identify(&RealFs, root);
    if !matches!(family.kind, clew_vfs::repository::RepositoryKind::Git { .. }) {
        return Err("there is no git repository here, so no history".into());
    }
    let options = StoreOptions { facts_cache_bytes: FACTS_CACHE };
    let store = Store::open(data, &format!("{} history", family.key), options);
    let store = store.map_err(|error| describe(&error))?;
    let prefix = family.prefix.as_str();
    let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
    Ok(Place { top: family.top, prefix, store })
}

/// Whether all commits of a head are in a snapshot.
fn is_complete(snapshot: &Snapshot, head: CommitId) -> bool {
    is_read(snapshot, HEAD, head)
}

/// Whether the document at a path is of this commit, as it is read now.
fn is_read(snapshot: &Snapshot, path: &str, commit: CommitId) -> bool {
    let known = snapshot.document_by_path(path).and_then(|id| snapshot.document(id));
    known.is_some_and(|document| document.hash == key_of(commit))
}

/// What stands for the text of a commit: git's name of it, and how it is read.
fn key_of(id: CommitId) -> [u8; 32] {
    *blake3::hash(&[&FORMAT.to_le_bytes(), id.as_bytes()].concat()).as_bytes()
}

fn commit_language() -> LanguageId {
    LanguageId::new("git-commit")
}

/// A commit as a document; `None` where the store has it already.
fn commit_document(id: CommitId, commit: Option<&Commit>) -> DocumentInput {
    let text = commit.map(Commit::text).unwrap_or_default();
    let facts = match commit {
        None => FactsInput::Known,
        Some(_) => {
            let range = TextRange::new(0, text.len());
            let chunk = Chunk { kind: ChunkKind::Text, symbol: None, range };
            let lines = text.lines().count() as u32;
            let language = commit_language();
            let chunks = vec![chunk];
            FactsInput::New(Arc::new(FileFacts { language, lines, chunks, ..FileFacts::default() }))
        }
    };
    DocumentInput {
        path: id.to_string(),
        stat: FileStat::default(),
        hash: key_of(id),
        language: commit_language(),
        extractor: FORMAT,
        facts,
        text: text.into(),
    }
}

fn head_document(head: CommitId) -> DocumentInput {
    let language = LanguageId::new("git-head");
    DocumentInput {
        path: HEAD.into(),
        stat: FileStat::default(),
        hash: key_of(head),
        facts: FactsInput::New(Arc::new(FileFacts {
            language: language.clone(),
            ..FileFacts::default()
        })),
        language,
        extractor: FORMAT,
        text: "".into(),
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        Failure::History(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Store(error)
    }
}
