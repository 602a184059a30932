//! Having a model write descriptions: in the background, in a process that lives on,
//! after each refresh, within the budget.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clew_config::Settings;
use clew_describe::{
    Budget, DescriptionKey, Ledger, Pace, Stop, Subject, TextCache, WriteRight, Writer, write_all,
};
use clew_index::{
    Batch, DocumentInfo, DocumentInput, FactsInput, FileStat, PathRole, Store, StoreError,
    StoreOptions,
};
use clew_model::{Chunk, ChunkKind, FileFacts, FileFlags, LanguageId};
use clew_provider::ProviderError;
use clew_text::TextRange;
use clew_vfs::RealFs;
use rustc_hash::FxHashMap;

use super::described::{Candidate, SEPARATOR, candidates};
use super::view::{LEFT_OUT_PREFIX, View};
use super::{Workspace, describe};
use crate::in_process::Following;
use crate::log_ring::{Level, lock};

mod count;

use count::Counted;

/// How long the user's settings are taken to be as they were.
const SETTINGS_AGE: Duration = Duration::from_secs(2);

/// Symbols handed to the model before the index of descriptions is written.
const PORTION: usize = 32;

/// When a pass that found the budget used up, or another process writing, is repeated.
const AFTER_BUDGET: Duration = Duration::from_secs(1800);
const AFTER_OTHERS: Duration = Duration::from_secs(10);

/// Raised whenever documents of descriptions may change.
const FORMAT: u32 = 1;

/// Bytes of decoded facts to keep: a description has next to none.
const FACTS_CACHE: usize = 1 << 20;

/// The descriptions of one workspace.
#[derive(Default)]
pub(super) struct Describing {
    state: Mutex<State>,
    store: OnceLock<Option<Store>>,
}

#[derive(Default)]
struct State {
    /// When the settings were read last.
    looked: Option<Instant>,
    wanted: Option<Arc<Wanted>>,
    running: bool,
    /// Why nothing is written at present.
    failure: Option<String>,
    failures: usize,
    retry: Option<Instant>,
    /// The generation of files whose symbols are all described.
    done_for: Option<u64>,
    /// The files whose symbols are all described, with the hash of their text.
    handled: FxHashMap<String, [u8; 32]>,
    /// What there is to do; none before it was counted.
    counted: Option<Counted>,
}

/// Descriptions as the user wants them.
pub(super) struct Wanted {
    pub(super) model: String,
    pub(super) language: String,
    settings: Settings,
}

impl Workspace {
    /// Who is to write descriptions, and in which language; none in fast mode.
    pub(super) fn wanted_descriptions(&self) -> Option<Arc<Wanted>> {
        let setup = self.common.setup.as_ref()?;
        let mut state = lock(&self.describing.state);
        if state.looked.is_some_and(|looked| looked.elapsed() < SETTINGS_AGE) {
            return state.wanted.clone();
        }
        state.looked = Some(Instant::now());
        let settings = setup.desk().in_use().settings;
        if state.wanted.as_ref().is_some_and(|wanted| wanted.settings == settings) {
            return state.wanted.clone();
        }
        let language = settings.semantic.description_language.clone();
        let model = clew_setup::describing_model(&settings).map(str::to_owned);
        let wanted = model.map(|model| Arc::new(Wanted { model, language, settings }));
        *state = State {
            looked: state.looked,
            running: state.running,
            wanted: wanted.clone(),
            ..State::default()
        };
        wanted
    }

    /// All that models wrote, for all workspaces.
    pub(super) fn texts_by_models(&self) -> &TextCache {
        let folder = || self.common.data.join("descriptions");
        self.common.descriptions.get_or_init(|| TextCache::open(&folder()))
    }

    /// The index of descriptions; none where it cannot be opened.
    pub(super) fn description_store(&self) -> Option<&Store> {
        let opened = self.describing.store.get_or_init(|| {
            let family = clew_vfs::identify(&RealFs, &self.root);
            let options = StoreOptions { facts_cache_bytes: FACTS_CACHE };
            let name = format!("{} descriptions", family.key);
            Store::open(&self.common.data, &name, options).ok()
        });
        opened.as_ref()
    }

    /// Why descriptions are not being written, if they should be.
    pub(crate) fn description_note(&self) -> Option<String> {
        let whole = self.whole();
        let wanted = whole.wanted_descriptions()?;
        let failure = lock(&whole.describing.state).failure.clone()?;
        Some(format!("descriptions by {} are not being written: {failure}", wanted.model))
    }

    /// Starts a pass on a thread of its own, if there is anything to do and this
    /// process lives on.
    pub(crate) fn describe_soon(self: &Arc<Self>) {
        let whole = self.shared_whole();
        if whole.common.following != Following::Continuous || whole.wanted_descriptions().is_none()
        {
            return;
        }
        let generation = whole.base_view().snapshot.generation();
        let mut state = lock(&whole.describing.state);
        let is_early = state.retry.is_some_and(|retry| Instant::now() < retry);
        if state.running || is_early || state.done_for == Some(generation) {
            return;
        }
        state.running = true;
        let worker = whole.clone();
        let spawned = std::thread::Builder::new()
            .name("clew-describe".into())
            .spawn(move || worker.run_descriptions());
        if let Err(error) = spawned {
            state.running = false;
            state.failure = Some(error.to_string());
        }
    }

    fn run_descriptions(self: Arc<Self>) {
        let outcome =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.write_descriptions()));
        let ended = outcome.unwrap_or_else(|_| {
            Err(Halt::later("the thread that has them written panicked", AFTER_BUDGET))
        });
        let mut state = lock(&self.describing.state);
        state.running = false;
        match ended {
            Ok(generation) => {
                state.done_for = Some(generation);
                (state.failure, state.failures, state.retry) = (None, 0, None);
            }
            Err(halt) => {
                let delays = state.wanted.as_ref().map(|wanted| {
                    let delays = &wanted.settings.llm.retry_delays_seconds;
                    let index = state.failures.min(delays.len().saturating_sub(1));
                    delays.get(index).copied().unwrap_or(60)
                });
                let wait = halt.wait.unwrap_or(Duration::from_secs(delays.unwrap_or(60).into()));
                state.failures += 1;
                state.retry = Some(Instant::now() + wait);
                if state.failure.as_ref() != Some(&halt.why) {
                    let message = format!("descriptions are not being written: {}", halt.why);
                    self.common.logs.push_about(&self.root, Level::Warning, message);
                }
                state.failure = Some(halt.why);
            }
        }
    }

    /// One pass over all files; tells the generation that it was made for.
    fn write_descriptions(self: &Arc<Self>) -> Result<u64, Halt> {
        let view = self.base_view();
        let generation = view.snapshot.generation();
        let Some(wanted) = self.wanted_descriptions() else { return Ok(generation) };
        let Some(setup) = &self.common.setup else { return Ok(generation) };
        let writer = setup.desk().writer(&wanted.settings).map_err(|error| Halt::of(&error))?;
        let Some(writer) = writer else { return Ok(generation) };
        let cache = self.texts_by_models();
        let right = cache.claim().map_err(|error| Halt::of(&error))?;
        let Some(right) = right else {
            return Err(Halt::later("another process writes them", AFTER_OTHERS));
        };
        let budget = &wanted.settings.semantic.budget;
        let budget =
            Budget { requests: budget.requests_per_day.into(), tokens: budget.tokens_per_day };
        let ledger = Ledger::new(&self.common.data.join("descriptions"), budget);
        let pass = Pass { workspace: self, view, wanted, writer, cache, right, ledger };
        pass.forget_deleted()?;
        pass.count()?;
        // What nobody wrote about comes first.
        pass.over_files(false)?;
        pass.over_files(true)?;
        Ok(generation)
    }
}

/// Why a pass ended, and when the next may begin.
struct Halt {
    why: String,
    /// None: as the settings say.
    wait: Option<Duration>,
}

impl Halt {
    fn of(error: &dyn std::error::Error) -> Halt {
        Halt { why: describe(error), wait: None }
    }

    fn later(why: &str, wait: Duration) -> Halt {
        Halt { why: why.into(), wait: Some(wait) }
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Halt::of(&error)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        match &stop {
            // What the provider wrote is not passed on.
            Stop::Provider(error) => Halt { why: ProviderError::summary(error), wait: None },
            Stop::Budget => Halt::later(&stop.to_string(), AFTER_BUDGET),
            _ => Halt::of(&stop),
        }
    }
}

/// One pass over the files of a workspace.
struct Pass<'pass> {
    workspace: &'pass Arc<Workspace>,
    view: Arc<View>,
    wanted: Arc<Wanted>,
    writer: Writer,
    cache: &'pass TextCache,
    right: WriteRight,
    ledger: Ledger,
}

/// A file with the symbols to be described.
struct Described {
    path: String,
    hash: [u8; 32],
    candidates: Vec<Candidate>,
}

impl Pass<'_> {
    /// Whether symbols of a document are described.
    fn is_code(document: &DocumentInfo) -> bool {
        document.role == PathRole::Product
            && !document.flags.has(FileFlags::GENERATED)
            && !document.language.as_str().starts_with(LEFT_OUT_PREFIX)
    }

    /// Describes the symbols of all files: those that a person wrote about, or the
    /// others.
    fn over_files(&self, with_doc: bool) -> Result<(), Halt> {
        let mut portion: Vec<Described> = Vec::new();
        let mut waiting = 0;
        for document in self.view.snapshot.documents() {
            let is_code = Self::is_code(&document);
            let handled = lock(&self.workspace.describing.state);
            let is_handled = handled.handled.get(&document.path) == Some(&document.hash);
            drop(handled);
            if !is_code || is_handled {
                continue;
            }
            let Some(text) = self.workspace.text(&self.view, document.id) else { continue };
            let facts = self.view.snapshot.facts(document.id)?;
            let mut all = candidates(&document.path, &facts, &text.text);
            // Nothing of a file with a secret goes out, nor stays in the index.
            if !all.is_empty() && !self.writer.may_send(&text.text) {
                all.clear();
            }
            let missing = |one: &&Candidate| self.cache.get(&self.key(&one.subject)).is_none();
            waiting += all.iter().filter(|one| one.has_doc == with_doc).filter(missing).count();
            portion.push(Described { path: document.path, hash: document.hash, candidates: all });
            if waiting >= PORTION || portion.len() >= 16 * PORTION {
                self.finish(&mut portion, with_doc)?;
                waiting = 0;
            }
        }
        self.finish(&mut portion, with_doc)
    }

    fn key(&self, subject: &Subject) -> DescriptionKey {
        DescriptionKey::of(&self.wanted.model, &self.wanted.language, subject)
    }

    /// Has the descriptions of some files written and indexed.
    fn finish(&self, portion: &mut Vec<Described>, with_doc: bool) -> Result<(), Halt> {
        let all = portion.iter().flat_map(|file| &file.candidates);
        let subjects: Vec<Subject> =
            all.filter(|one| one.has_doc == with_doc).map(|one| one.subject.clone()).collect();
        let semantic = &self.wanted.settings.semantic;
        let day = today();
        let pace = Pace {
            workers: semantic.concurrency.semantic_workers as usize,
            delay: Duration::from_millis(semantic.throttling.delay_ms.into()),
            day: &day,
        };
        let given_up = || self.is_given_up();
        let cache = (self.cache, &self.right);
        let report = write_all(&self.writer, cache, &self.ledger, &subjects, pace, &given_up);
        self.index(portion)?;
        self.count_anew(portion);
        if report.written > 0 {
            let (root, model) = (self.workspace.root.display(), &self.wanted.model);
            let message = format!("{root}: {} symbols described by {model}", report.written);
            self.workspace.common.logs.push_about(&self.workspace.root, Level::Info, message);
        }
        if let Some(stop) = report.stop {
            return Err(stop.into());
        }
        let mut state = lock(&self.workspace.describing.state);
        for file in portion.drain(..) {
            if with_doc {
                state.handled.insert(file.path, file.hash);
            }
        }
        Ok(())
    }

    /// Whether nobody but this thread knows the workspace any more, or another model
    /// or language is wanted by now.
    fn is_given_up(&self) -> bool {
        let wanted = self.workspace.wanted_descriptions();
        Arc::strong_count(self.workspace) == 1
            || wanted.is_none_or(|wanted| !Arc::ptr_eq(&wanted, &self.wanted))
    }

    /// Writes what is known of some files to the index of descriptions.
    fn index(&self, files: &[Described]) -> Result<(), Halt> {
        let Some(store) = self.workspace.description_store() else { return Ok(()) };
        let snapshot = store.snapshot(&self.workspace.key)?;
        let mut batch = Batch::new(&snapshot).with_vectors();
        for file in files {
            let mut stale: Vec<String> = snapshot
                .documents_within(&file.path)
                .into_iter()
                .filter_map(|id| snapshot.path(id).map(str::to_owned))
                .collect();
            for one in &file.candidates {
                let key = self.key(&one.subject);
                let Some(text) = self.cache.get(&key).filter(|text| !text.is_empty()) else {
                    continue;
                };
                let path = format!("{}{SEPARATOR}{}", file.path, one.place);
                stale.retain(|other| *other != path);
                let known = snapshot.document_by_path(&path).and_then(|id| snapshot.document(id));
                if known.is_none_or(|known| known.hash != *key.as_bytes()) {
                    batch.upsert(document(path, key, &text))?;
                }
            }
            stale.iter().for_each(|path| batch.remove(path));
        }
        self.write(store, &mut batch)
    }

    /// Takes the descriptions of files that are gone out of the index.
    fn forget_deleted(&self) -> Result<(), Halt> {
        let Some(store) = self.workspace.description_store() else { return Ok(()) };
        let snapshot = store.snapshot(&self.workspace.key)?;
        let mut batch = Batch::new(&snapshot);
        for document in snapshot.documents() {
            let file = document.path.rsplit_once(SEPARATOR).map_or("", |(file, _)| file);
            if self.view.snapshot.document_by_path(file).is_none() {
                batch.remove(&document.path);
            }
        }
        self.write(store, &mut batch)
    }

    fn write(&self, store: &Store, batch: &mut Batch) -> Result<(), Halt> {
        if batch.is_empty() {
            return Ok(());
        }
        let root = self.workspace.root.to_string_lossy();
        let stop = || Arc::strong_count(self.workspace) == 1;
        store.write(&self.workspace.key, &root, batch, &mut |_| {}, &stop)?;
        Ok(())
    }
}

/// A description as a document.
fn document(path: String, key: DescriptionKey, text: &str) -> DocumentInput {
    let language = LanguageId::new("description");
    let chunk = Chunk { kind: ChunkKind::Text, symbol: None, range: TextRange::new(0, text.len()) };
    let facts = FileFacts {
        language: language.clone(),
        lines: 1,
        chunks: vec![chunk],
        ..FileFacts::default()
    };
    DocumentInput {
        path,
        stat: FileStat::default(),
        hash: *key.as_bytes(),
        language,
        extractor: FORMAT,
        facts: FactsInput::New(Arc::new(facts)),
        text: text.into(),
    }
}

/// The day in UTC, as `2026-11-30`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let seconds = i64::try_from(seconds).unwrap_or_default();
    let day = time::OffsetDateTime::from_unix_timestamp(seconds).map(|now| now.date());
    day.map(|day| day.to_string()).unwrap_or_default()
}
