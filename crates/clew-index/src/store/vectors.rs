//! Vectors for documents that were indexed without them or by another model.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use clew_embed::{Coarse, Model};

use super::{Current, Store};
use crate::generation::{Generation, live_in_packs};
use crate::pack::Pack;
use crate::text::Analyser;
use crate::tokens::Vectors;
use crate::vectors::{VectorRows, vectors_path, without_vectors_path};
use crate::{StoreError, WorkspaceKey};

/// Which documents get vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingVectors {
    /// All without vectors of the built-in model.
    All,
    /// Those that have vectors of another model, and those whose vectors were lost:
    /// deleted, or set aside because they were damaged.
    Outdated,
}

/// The text of a document by path and BLAKE3, if it is at hand.
pub type TextOf<'a> = dyn FnMut(&str, &[u8; 32]) -> Option<Arc<str>> + 'a;

impl Store {
    /// Writes vectors for packs that have none; searches use them from the next
    /// snapshot on. Returns the number of documents that got vectors.
    ///
    /// `text_of` gives the text of a document by path and BLAKE3, or `None` if it is
    /// not at hand; its chunks then stay without vectors until they are indexed
    /// again. Only documents of `workspace` are asked for.
    pub fn write_missing_vectors(
        &self,
        workspace: &WorkspaceKey,
        which: MissingVectors,
        text_of: &mut TextOf<'_>,
        cancel: &dyn Fn() -> bool,
    ) -> Result<usize, StoreError> {
        let (generation, state) = self.newest_state(workspace)?;
        let lacking = self.lacking(&generation, which)?;
        if lacking.is_empty() {
            return Ok(0);
        }
        let lock = self.lock(cancel)?;
        let live = live_in_packs(&generation, state.live());
        let mut analyser = Analyser::new(Vectors::Made);
        let mut written = 0;
        for index in lacking {
            let (Some(pack), Some(live)) = (generation.packs.get(index), live.get(index)) else {
                continue;
            };
            let mut vectors = vec![Coarse::NONE; pack.chunks()?.len()];
            for ordinal in live.iter() {
                if cancel() {
                    return Err(StoreError::Cancelled);
                }
                written += usize::from(embed(pack, ordinal, text_of, &mut analyser, &mut vectors)?);
            }
            let mut rows = VectorRows::default();
            vectors.iter().for_each(|vector| rows.push(vector));
            self.write_vectors_of(&pack.hash, Some(&rows))?;
            self.remove_outdated(pack);
        }
        drop(lock);
        // Packs remember that they had no vectors; open them anew.
        *self.current() = Current::default();
        Ok(written)
    }

    /// Indexes of the packs that lack vectors, told from the names of files.
    fn lacking(
        &self,
        generation: &Generation,
        which: MissingVectors,
    ) -> Result<Vec<usize>, StoreError> {
        let files = self.vector_files();
        let mut lacking = Vec::new();
        for (index, pack) in generation.packs.iter().enumerate() {
            let own = vectors_path(&self.pack_path(&pack.hash), Model::built_in_id());
            let left_out = files.contains(&without_vectors_path(&self.pack_path(&pack.hash)));
            let wanted = which == MissingVectors::All || !left_out;
            if wanted && !files.contains(&own) && pack.chunks()?.len() > 0 {
                lacking.push(index);
            }
        }
        Ok(lacking)
    }

    /// All files of vectors.
    fn vector_files(&self) -> Vec<PathBuf> {
        let folder = self.packs_folder();
        let files = self.0.disk.list(&folder).unwrap_or_default().into_iter();
        let names = files.map(|(name, _)| name).filter(|name| name.ends_with(".vectors"));
        names.map(|name| folder.join(name)).collect()
    }

    /// Those of `files` that hold vectors of a pack by other models.
    fn outdated<'files>(&self, pack: &Pack, files: &'files [PathBuf]) -> Vec<&'files PathBuf> {
        let path = self.pack_path(&pack.hash);
        let own = vectors_path(&path, Model::built_in_id());
        let stem = path.file_stem().unwrap_or_default();
        let is_of_pack = |file: &&PathBuf| {
            file.file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(stem.as_encoded_bytes()))
        };
        files.iter().filter(is_of_pack).filter(|file| **file != own).collect()
    }

    fn remove_outdated(&self, pack: &Pack) {
        for path in self.outdated(pack, &self.vector_files()) {
            // What cannot be removed goes with its pack.
            let _ = self.0.disk.remove(path);
        }
    }
}

/// Fills in the vectors of a document; `false` if its text is not at hand.
fn embed(
    pack: &Pack,
    ordinal: u32,
    text_of: &mut TextOf<'_>,
    analyser: &mut Analyser,
    vectors: &mut [Coarse],
) -> Result<bool, StoreError> {
    let record = pack.document(ordinal);
    let path = pack.document_path(ordinal);
    let (first, count) = record.chunks;
    if count == 0 {
        return Ok(false);
    }
    let Some(text) = text_of(path, &record.hash) else { return Ok(false) };
    let facts = pack.facts(&record)?;
    let mut row = first as usize;
    analyser.chunks(path, &facts, &text, &mut |_, _, vector| {
        if let (Some(slot), Some(vector)) = (vectors.get_mut(row), vector) {
            *slot = vector;
        }
        row += 1;
        ControlFlow::Continue(())
    });
    Ok(true)
}
