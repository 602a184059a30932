//! The vectors of questions, by the model that serves.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clew_index::{ModelId, ProvidedVector, Snapshot, TextQuery};
use clew_provider::EmbeddingProvider as _;

use super::{InUse, Provided};
use crate::api::RequestContext;
use crate::log_ring::lock;
use crate::workspace::Workspace;

/// A provider that failed is left alone for this long.
const PAUSE: Duration = Duration::from_secs(15);

/// Vectors of questions that are kept: pages of one answer ask again.
const KEPT: usize = 64;

/// What became of the questions asked of a provider.
#[derive(Default)]
pub(super) struct Questions {
    kept: Mutex<VecDeque<(ModelId, String, Vec<f32>)>>,
    failed: Mutex<Option<(Instant, String)>>,
}

/// How a question is to be compared by meaning.
#[derive(Default)]
pub(crate) struct Compared {
    /// The model whose vectors are compared; `None` for the built-in one.
    pub(crate) model: Option<ModelId>,
    /// The question's vector by that model.
    pub(crate) vector: Option<ProvidedVector>,
    /// Why it is the built-in one although another serves.
    pub(crate) note: Option<String>,
    /// The provider's model is no longer what its vectors were made by.
    pub(crate) has_changed: bool,
}

impl Provided {
    /// The vector of a search, where one is of use.
    pub(crate) fn of_search(
        &self,
        snapshot: &Snapshot,
        query: &TextQuery,
        context: &RequestContext,
    ) -> Compared {
        if !query.needs_meaning() {
            return Compared::default();
        }
        self.of_text(snapshot, &query.text, context)
    }

    /// The model by which chunks are compared with each other; nobody is asked.
    pub(crate) fn of_symbol(&self, snapshot: &Snapshot) -> Compared {
        let serving = self.in_use().and_then(|in_use| in_use.serving(snapshot));
        Compared { model: serving.map(|known| known.id()), ..Compared::default() }
    }

    /// The vector of a text by the model that serves.
    pub(crate) fn of_text(
        &self,
        snapshot: &Snapshot,
        text: &str,
        context: &RequestContext,
    ) -> Compared {
        let Some(in_use) = self.in_use() else { return Compared::default() };
        let Some(serving) = in_use.serving(snapshot) else { return Compared::default() };
        let model = serving.id();
        match in_use.ask((model, &serving.model), text, context) {
            Ok(numbers) if numbers.len() == serving.dimensions => Compared {
                model: Some(model),
                vector: Some(ProvidedVector { model, numbers }),
                ..Compared::default()
            },
            Ok(numbers) => Compared {
                note: Some(format!(
                    "{} gives vectors of {} numbers where its chunks have {}; all are made \
                     again, and the built-in model answers meanwhile",
                    serving.model,
                    numbers.len(),
                    serving.dimensions
                )),
                has_changed: true,
                ..Compared::default()
            },
            Err(summary) => Compared {
                note: Some(format!(
                    "the provider of {} failed ({summary}); words and the built-in model answer",
                    serving.model
                )),
                ..Compared::default()
            },
        }
    }
}

impl Workspace {
    /// How a question is to be compared, as `ask` says; missing vectors are seen to.
    pub(crate) fn compared(self: &Arc<Self>, ask: impl FnOnce(&Provided) -> Compared) -> Compared {
        let compared = ask(self.provided());
        if compared.has_changed {
            self.making().doubt();
        }
        self.make_vectors_of_whole();
        compared
    }
}

impl InUse {
    /// The vector of a text; why there is none in a few words.
    fn ask(
        &self,
        (id, model): (ModelId, &str),
        text: &str,
        context: &RequestContext,
    ) -> Result<Vec<f32>, String> {
        let Questions { kept, failed } = &self.questions;
        let found = lock(kept).iter().find(|(of, known, _)| *of == id && known == text).cloned();
        if let Some((.., numbers)) = found {
            return Ok(numbers);
        }
        if let Some((when, summary)) = &*lock(failed)
            && when.elapsed() < PAUSE
        {
            return Err(summary.clone());
        }
        let embedder = self.embedders.asking.other(model);
        match embedder.embed(&[text], &|| context.check().is_err()) {
            Ok(mut vectors) => {
                let numbers = vectors.pop().unwrap_or_default();
                *lock(failed) = None;
                let mut kept = lock(kept);
                kept.push_back((id, text.to_owned(), numbers.clone()));
                if kept.len() > KEPT {
                    kept.pop_front();
                }
                Ok(numbers)
            }
            Err(error) => {
                let summary = error.summary();
                // Who went away tells nothing about the provider.
                if context.check().is_ok() {
                    *lock(failed) = Some((Instant::now(), summary.clone()));
                }
                Err(summary)
            }
        }
    }

    /// Questions may ask the provider again, since it has answered.
    pub(super) fn is_back(&self) {
        *lock(&self.questions.failed) = None;
    }
}
