//! Making the vectors of a workspace's chunks by a provider's model.
//!
//! One pass: find out what the model is (a short probe), ask for the vectors of all
//! chunks that lack one, a batch at a time, each kept in the cache before the next,
//! and, when all are at hand, write them beside the packs at once. An interrupted
//! pass goes on from the cache.

use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Duration;

use clew_index::{ModelId, StoreError};
use clew_protocol::{MakingPhase, VectorState};
use clew_provider::{
    Batches, CacheError, ContentKey, EmbeddingProvider as _, RunError, VectorCache, embed_all,
};

use super::InUse;
use super::models::KnownModel;
use crate::log_ring::{Level, lock};
use crate::workspace::{View, Workspace, describe};

/// Texts collected before the provider is asked for them.
const COLLECTED: usize = 256;

/// What tells that a model is no longer the same under its name.
const PROBE: &str = "reads a file line by line and counts the words in it";

/// A probe nearer than this to the former one is of the same model.
const SAME: f32 = 0.99;

/// Wait when another process works on the same vectors, or holds the index.
const BUSY: Duration = Duration::from_secs(5);

/// Wait after a failure where the configuration names none.
const DELAY: Duration = Duration::from_secs(60);

/// Passes in a row that find more to do.
const MOST_PASSES: usize = 4;

/// The making of one workspace's vectors.
#[derive(Default)]
pub(crate) struct Making {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    running: bool,
    stopped: bool,
    /// Something changed since the running pass began.
    again: bool,
    /// The model has to be looked at even if no vector is missing.
    in_doubt: bool,
    waiting: bool,
    /// What was configured when the wait began.
    asked: Weak<InUse>,
    failures: usize,
    done: u64,
    total: u64,
    message: Option<String>,
    /// Generation and model of which all vectors are there.
    complete: Option<(u64, ModelId)>,
}

/// Why a pass ended early.
enum Ended {
    /// It was asked to.
    Stopped,
    /// Something failed that may work later.
    Failed { what: String, wait: Option<Duration> },
}

impl Making {
    /// Ends what runs, for good.
    pub(crate) fn stop(&self) {
        lock(&self.state).stopped = true;
        self.wake.notify_all();
    }

    /// Whether vectors are being made.
    pub(crate) fn is_running(&self) -> bool {
        let state = lock(&self.state);
        state.running && !state.waiting
    }

    /// Has the next pass look at the model again.
    pub(crate) fn doubt(&self) {
        let mut state = lock(&self.state);
        (state.in_doubt, state.again) = (true, true);
        state.complete = None;
    }

    fn is_stopped(&self) -> bool {
        lock(&self.state).stopped
    }

    /// Waits until it is time to try again; `false` if the work ends.
    fn wait(&self, time: Duration) -> bool {
        let mut state = lock(&self.state);
        state.waiting = true;
        let goes_on = |state: &mut State| state.waiting && !state.stopped;
        let (mut state, _) = self
            .wake
            .wait_timeout_while(state, time, goes_on)
            .unwrap_or_else(PoisonError::into_inner);
        state.waiting = false;
        !state.stopped
    }
}

impl Workspace {
    /// Starts to make vectors in the background, if a provider's model is configured
    /// and some are missing. Costs little if not.
    pub(crate) fn make_vectors(self: &Arc<Self>) {
        let Some(in_use) = self.provided().in_use() else { return };
        if !self.lives_on() {
            return;
        }
        let view = self.base_view();
        let making = self.making();
        let mut state = lock(&making.state);
        let known = in_use.current().map(|known| (view.snapshot.generation(), known.id()));
        if state.stopped || (known.is_some() && state.complete == known) {
            return;
        }
        if state.running {
            state.again = true;
            // What failed before may work with another configuration.
            if state.waiting && !std::ptr::eq(state.asked.as_ptr(), Arc::as_ptr(&in_use)) {
                state.waiting = false;
                making.wake.notify_all();
            }
            return;
        }
        state.running = true;
        drop(state);
        let workspace = Arc::downgrade(self);
        let spawned =
            std::thread::Builder::new().name("clew-vectors".into()).spawn(move || run(&workspace));
        if let Err(error) = spawned {
            let mut state = lock(&making.state);
            state.running = false;
            state.message = Some(format!("cannot start a thread: {error}"));
        }
    }

    /// Makes all vectors before it returns; for processes that end after their answer.
    pub(crate) fn make_vectors_now(self: &Arc<Self>, cancelled: &dyn Fn() -> bool) {
        {
            let mut state = lock(&self.making().state);
            if state.running || state.stopped {
                return;
            }
            state.running = true;
        }
        if let Err(Ended::Failed { what, .. }) = passes(self, cancelled) {
            note_failure(self, &what);
        }
        lock(&self.making().state).running = false;
    }

    /// How far the vectors of what `view` shows are; nothing without a provider's model.
    pub(crate) fn vector_state(&self, view: &View) -> Option<VectorState> {
        let in_use = self.provided().in_use()?;
        let state = lock(&self.making().state);
        let current = in_use.current();
        let rows = current.as_ref().map(|known| view.snapshot.provided(known.id()));
        let rows = rows.unwrap_or_default();
        let is_complete = rows.total > 0 && rows.done == rows.total && !state.in_doubt;
        let phase = match (state.waiting, state.running) {
            _ if is_complete => MakingPhase::Complete,
            (true, _) => MakingPhase::Waiting,
            (false, true) => MakingPhase::Working,
            (false, false) => MakingPhase::Incomplete,
        };
        let serving = in_use.serving(&view.snapshot);
        let counted = if phase == MakingPhase::Complete || state.total == 0 {
            (rows.done, view.snapshot.chunk_count())
        } else {
            (state.done, state.total)
        };
        Some(VectorState {
            model: in_use.model().to_owned(),
            dimensions: current.map(|known| known.dimensions as u32),
            done: counted.0,
            total: counted.1,
            state: phase,
            serving: serving.map_or_else(|| "built-in".to_owned(), |known| known.model),
            message: state.message.clone().filter(|_| !is_complete),
        })
    }
}

/// The body of the thread: passes until all is done, with waits after failures.
fn run(workspace: &Weak<Workspace>) {
    loop {
        let Some(open) = workspace.upgrade() else { return };
        let making = open.making_handle();
        let ended = passes(&open, &|| false);
        let Err(Ended::Failed { what, wait }) = ended else {
            lock(&making.state).running = false;
            return;
        };
        note_failure(&open, &what);
        let in_use = open.provided().in_use();
        let delays = in_use.as_ref().map(|in_use| in_use.embedders.delays.clone());
        let failures = {
            let mut state = lock(&making.state);
            state.asked = in_use.as_ref().map_or_else(Weak::new, Arc::downgrade);
            state.failures
        };
        let delays = delays.unwrap_or_default();
        let planned = delays.get(failures.saturating_sub(1)).or(delays.last()).copied();
        drop(open);
        if !making.wait(wait.or(planned).unwrap_or(DELAY)) {
            lock(&making.state).running = false;
            return;
        }
    }
}

fn note_failure(workspace: &Workspace, what: &str) {
    let mut state = lock(&workspace.making().state);
    state.failures += 1;
    if state.message.as_deref() != Some(what) {
        let message = format!("{}: vectors are not made: {what}", workspace.root.display());
        workspace.logs().push_about(&workspace.root, Level::Warning, message);
    }
    state.message = Some(what.to_owned());
}

/// Passes until nothing is left to do.
fn passes(workspace: &Arc<Workspace>, cancelled: &dyn Fn() -> bool) -> Result<(), Ended> {
    for _ in 0..MOST_PASSES {
        let making = workspace.making();
        lock(&making.state).again = false;
        let Some(in_use) = workspace.provided().in_use() else { return Ok(()) };
        let stop = || {
            let is_same = |now: Arc<InUse>| Arc::ptr_eq(&now, &in_use);
            cancelled()
                || making.is_stopped()
                || !workspace.provided().in_use().is_some_and(is_same)
        };
        let outcome = Pass { workspace, in_use: &in_use, stop: &stop }.run();
        let mut state = lock(&making.state);
        match outcome {
            Ok(complete) => {
                (state.failures, state.message, state.complete) = (0, None, complete);
                if !state.again {
                    return Ok(());
                }
            }
            // Another model is configured by now.
            Err(Ended::Stopped) if !state.stopped && !cancelled() => {}
            Err(ended) => return Err(ended),
        }
    }
    Ok(())
}

/// One pass over the chunks of a workspace.
struct Pass<'pass> {
    workspace: &'pass Arc<Workspace>,
    in_use: &'pass InUse,
    stop: &'pass dyn Fn() -> bool,
}

impl Pass<'_> {
    /// Makes what is missing; tells of which generation and model all vectors are
    /// there, if they are.
    fn run(&self) -> Result<Option<(u64, ModelId)>, Ended> {
        let in_doubt = std::mem::take(&mut lock(&self.workspace.making().state).in_doubt);
        let view = self.workspace.base_view();
        let generation = view.snapshot.generation();
        if view.snapshot.chunk_count() == 0 {
            return Ok(None);
        }
        if let (Some(known), false) = (self.in_use.current(), in_doubt)
            && self.is_whole(&known)
        {
            return Ok(Some((generation, known.id())));
        }
        let outcome = self.make();
        if outcome.is_err() && in_doubt {
            lock(&self.workspace.making().state).in_doubt = true;
        }
        let model = outcome?;
        let is_same = self.workspace.base_view().snapshot.generation() == generation;
        Ok((is_same && self.is_whole(&model)).then_some((generation, model.id())))
    }

    fn is_whole(&self, model: &KnownModel) -> bool {
        let rows = self.workspace.base_view().snapshot.provided(model.id());
        rows.done == rows.total
    }

    fn make(&self) -> Result<KnownModel, Ended> {
        let provided = self.workspace.provided();
        let embedder = &self.in_use.embedders.indexing;
        let cache = VectorCache::open(&provided.folder, &embedder.id()).map_err(of_cache)?;
        let model = self.probe(&cache)?;
        let snapshot = self.workspace.base_view();
        let rows = snapshot.snapshot.provided(model.id());
        {
            let mut state = lock(&self.workspace.making().state);
            (state.done, state.total) = (rows.done, rows.total);
        }
        if rows.done == rows.total {
            return Ok(model);
        }
        self.ask_for_all(&model, &cache)?;
        self.write(&model, &cache)?;
        Ok(model)
    }

    /// Asks what the model is now. A cache of another one is emptied.
    fn probe(&self, cache: &VectorCache) -> Result<KnownModel, Ended> {
        let embedder = &self.in_use.embedders.probing;
        let found =
            embedder.embed(&[PROBE], self.stop).map_err(|error| self.of_run(error.into()))?;
        let numbers = found.into_iter().next().unwrap_or_default();
        let key = ContentKey::of(PROBE);
        let former = cache.get(key).map_err(of_cache)?;
        let is_same = former.as_ref().is_some_and(|former| cosine(former, &numbers) > SAME);
        if !is_same {
            if !cache.is_empty() {
                cache.clear().map_err(of_cache)?;
            }
            cache.put(&[(key, &numbers)]).map_err(of_cache)?;
        }
        self.in_use.is_back();
        let is_other = former.is_some() && !is_same;
        Ok(self.in_use.learn(&self.workspace.provided().folder, numbers.len(), is_other))
    }

    /// Brings the vectors of all chunks that lack one into the cache.
    fn ask_for_all(&self, model: &KnownModel, cache: &VectorCache) -> Result<(), Ended> {
        let mut waiting: Vec<String> = Vec::new();
        let mut failure = None;
        let mut text_of = self.workspace.text_source();
        let mut found = |texts: Vec<String>| {
            waiting.extend(texts);
            if waiting.len() >= COLLECTED {
                failure = self.ask(std::mem::take(&mut waiting), cache).err();
            }
            failure.is_none()
        };
        let (store, key) = self.workspace.store();
        store.texts_without_vectors(key, model.id(), &mut text_of, &mut found).map_err(of_store)?;
        match failure {
            Some(failure) => Err(failure),
            None => self.ask(waiting, cache),
        }
    }

    fn ask(&self, texts: Vec<String>, cache: &VectorCache) -> Result<(), Ended> {
        if (self.stop)() {
            return Err(Ended::Stopped);
        }
        let embedders = &self.in_use.embedders;
        let batches = Batches { text_bytes: embedders.text_bytes, ..Batches::default() };
        let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
        let before = lock(&self.workspace.making().state).done;
        let progress = |done: usize, _| {
            lock(&self.workspace.making().state).done = before + done as u64;
        };
        embed_all(&embedders.indexing, cache, &borrowed, batches, self.stop, &progress)
            .map_err(|error| self.of_run(error))?;
        let mut state = lock(&self.workspace.making().state);
        state.done = (before + texts.len() as u64).min(state.total);
        Ok(())
    }

    /// Writes all vectors beside the packs and shows them.
    fn write(&self, model: &KnownModel, cache: &VectorCache) -> Result<(), Ended> {
        let (store, key) = self.workspace.store();
        let mut text_of = self.workspace.text_source();
        let mut vector_of = |text: &str| cache.get(ContentKey::of(text)).ok().flatten();
        let written = store
            .write_provided(
                key,
                (model.id(), model.dimensions),
                &mut text_of,
                &mut vector_of,
                self.stop,
            )
            .map_err(of_store)?;
        if written > 0 {
            self.workspace.show_anew().map_err(of_store)?;
            let message = format!(
                "{}: {written} chunks have vectors by {}",
                self.workspace.root.display(),
                model.model
            );
            self.workspace.logs().push_about(&self.workspace.root, Level::Success, message);
        }
        Ok(())
    }

    fn of_run(&self, error: RunError) -> Ended {
        match error {
            _ if (self.stop)() => Ended::Stopped,
            RunError::Provider(error) => Ended::Failed { what: error.summary(), wait: None },
            RunError::Cache(error) => of_cache(error),
        }
    }
}

fn of_cache(error: CacheError) -> Ended {
    let wait = matches!(error, CacheError::Busy { .. }).then_some(BUSY);
    Ended::Failed { what: describe(&error), wait }
}

fn of_store(error: StoreError) -> Ended {
    match error {
        StoreError::Cancelled => Ended::Stopped,
        StoreError::Busy { .. } => Ended::Failed { what: describe(&error), wait: Some(BUSY) },
        error => Ended::Failed { what: describe(&error), wait: None },
    }
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    if left.len() != right.len() {
        return 0.0;
    }
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    product(left, right)
        / (product(left, left) * product(right, right)).sqrt().max(f32::MIN_POSITIVE)
}
