//! How far the descriptions of a workspace are.

use clew_index::DocumentInfo;
use clew_protocol::{DescriptionState, MakingPhase};
use rustc_hash::FxHashMap;

use super::super::Workspace;
use super::super::described::{Candidate, candidates};
use super::{Described, Halt, Pass};
use crate::in_process::Following;
use crate::log_ring::lock;

/// How many symbols of each file are to be described, and how many are.
#[derive(Clone, Default)]
pub(super) struct Counted(FxHashMap<String, FileCount>);

#[derive(Clone, Copy)]
struct FileCount {
    hash: [u8; 32],
    done: u64,
    total: u64,
}

impl Workspace {
    /// How far the descriptions are; nothing in fast mode.
    pub(crate) fn description_state(&self) -> Option<DescriptionState> {
        let whole = self.whole();
        let wanted = whole.wanted_descriptions()?;
        let generation = whole.base_view().snapshot.generation();
        let state = lock(&whole.describing.state);
        let (done, total) = match &state.counted {
            Some(counted) => {
                let sum = |of: fn(&FileCount) -> u64| counted.0.values().map(of).sum();
                (sum(|file| file.done), Some(sum(|file| file.total)))
            }
            None => (0, None),
        };
        let phase = match (state.running, &state.failure) {
            (true, _) => MakingPhase::Working,
            (false, Some(_)) => MakingPhase::Waiting,
            (false, None) if state.done_for == Some(generation) => MakingPhase::Complete,
            (false, None) => MakingPhase::Incomplete,
        };
        let message = state.failure.clone().or_else(|| {
            let is_short = whole.common.following != Following::Continuous;
            is_short.then(|| "a process that ends after its answer writes none".to_owned())
        });
        Some(DescriptionState {
            model: wanted.model.clone(),
            language: wanted.language.clone(),
            done,
            total,
            state: phase,
            message,
        })
    }
}

impl Pass<'_> {
    /// Counts what there is to do and what is done. Only files that changed, or whose
    /// symbols were not all described, are looked into.
    pub(super) fn count(&self) -> Result<(), Halt> {
        let before = lock(&self.workspace.describing.state).counted.clone().unwrap_or_default();
        let mut counted = Counted::default();
        for document in self.view.snapshot.documents().filter(Self::is_code) {
            if self.is_given_up() {
                return Ok(());
            }
            let known = before.0.get(&document.path).copied();
            let known = known.filter(|one| one.hash == document.hash && one.done == one.total);
            let file = match known {
                Some(known) => known,
                None => self.count_file(&document)?,
            };
            counted.0.insert(document.path, file);
        }
        lock(&self.workspace.describing.state).counted = Some(counted);
        Ok(())
    }

    fn count_file(&self, document: &DocumentInfo) -> Result<FileCount, Halt> {
        let mut file = FileCount { hash: document.hash, done: 0, total: 0 };
        let Some(text) = self.workspace.text(&self.view, document.id) else { return Ok(file) };
        let facts = self.view.snapshot.facts(document.id)?;
        let all = candidates(&document.path, &facts, &text.text);
        if !all.is_empty() && self.writer.may_send(&text.text) {
            file.total = all.len() as u64;
            file.done = self.known_of(&all);
        }
        Ok(file)
    }

    /// How many of these the model was asked about.
    fn known_of(&self, all: &[Candidate]) -> u64 {
        let is_known = |one: &&Candidate| self.cache.get(&self.key(&one.subject)).is_some();
        all.iter().filter(is_known).count() as u64
    }

    /// Takes down how far some files are.
    pub(super) fn count_anew(&self, portion: &[Described]) {
        let mut state = lock(&self.workspace.describing.state);
        let Some(counted) = &mut state.counted else { return };
        for file in portion {
            if let Some(known) = counted.0.get_mut(&file.path) {
                known.done = self.known_of(&file.candidates);
            }
        }
    }
}
