//! Vectors by models of providers, beside those of the built-in model.

use std::path::PathBuf;

use clew_embed::ModelId;

use super::{Current, Store, TextOf};
use crate::generation::{Generation, live_in_packs};
use crate::pack::Pack;
use crate::text::passages;
use crate::vectors::{NO_VECTOR, PROVIDED, VectorRows, Wide, provided_path};
use crate::{Snapshot, StoreError, WorkspaceKey};

/// The vector of a text, if it is at hand.
pub type VectorOf<'a> = dyn FnMut(&str) -> Option<Vec<f32>> + 'a;

/// How many chunks of a snapshot have vectors by a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProvidedRows {
    /// Chunks with a vector, or without a text to make one of.
    pub done: u64,
    /// All chunks of committed documents.
    pub total: u64,
}

impl Snapshot {
    /// How many chunks the committed documents have.
    pub fn chunk_count(&self) -> u64 {
        let packs = self.generation_ref().packs.iter().zip(self.live());
        let chunks =
            packs.flat_map(|(pack, live)| live.iter().map(|ordinal| pack.chunks_of(ordinal).1));
        chunks.map(u64::from).sum()
    }

    /// How many chunks have vectors by a provider's model.
    pub fn provided(&self, model: ModelId) -> ProvidedRows {
        let mut rows = ProvidedRows::default();
        for (pack, live) in self.generation_ref().packs.iter().zip(self.live()) {
            let vectors = pack.vectors_of(model);
            for ordinal in live.iter() {
                let (first, count) = pack.chunks_of(ordinal);
                rows.total += u64::from(count);
                if let Some(vectors) = &vectors {
                    let has = |row: &u32| vectors.scale(*row as usize) > 0.0;
                    rows.done += (first..first.saturating_add(count)).filter(has).count() as u64;
                }
            }
        }
        rows
    }
}

impl Store {
    /// Calls `found` with the texts of each document's chunks that have no vector by
    /// a provider's model, until it says `false`. Documents whose text is not at hand
    /// are left out.
    pub fn texts_without_vectors(
        &self,
        workspace: &WorkspaceKey,
        model: ModelId,
        text_of: &mut TextOf<'_>,
        found: &mut dyn FnMut(Vec<String>) -> bool,
    ) -> Result<(), StoreError> {
        let (generation, state) = self.newest_state(workspace)?;
        let live = live_in_packs(&generation, state.live());
        for (pack, live) in generation.packs.iter().zip(&live) {
            for ordinal in live.iter() {
                let Some(rows) = lacking(pack, ordinal, model) else { continue };
                let Some(mut texts) = texts(pack, ordinal, text_of)? else { continue };
                let wanted = texts.iter_mut().enumerate().filter(|(at, _)| rows.contains(at));
                let wanted = wanted.map(|(_, text)| std::mem::take(text));
                if !found(wanted.filter(|text| !text.is_empty()).collect()) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Writes vectors by a provider's model for the chunks that have none; searches
    /// may use them from the next snapshot on. Vectors of the same packs by other
    /// providers' models go. Returns how many chunks got a vector.
    ///
    /// `vector_of` gives the vector of a text as [`Store::texts_without_vectors`]
    /// told it, of `dimensions` numbers; others are left out.
    pub fn write_provided(
        &self,
        workspace: &WorkspaceKey,
        (model, dimensions): (ModelId, usize),
        text_of: &mut TextOf<'_>,
        vector_of: &mut VectorOf<'_>,
        cancel: &dyn Fn() -> bool,
    ) -> Result<u64, StoreError> {
        let lock = self.lock(cancel)?;
        let (generation, state) = self.newest_state(workspace)?;
        let live = live_in_packs(&generation, state.live());
        let mut written = 0;
        for (pack, live) in generation.packs.iter().zip(&live) {
            let mut rows = Rows::of(pack, model, dimensions)?;
            for ordinal in live.iter() {
                if cancel() {
                    return Err(StoreError::Cancelled);
                }
                if let Some(lacking) = lacking(pack, ordinal, model)
                    && let Some(texts) = texts(pack, ordinal, text_of)?
                {
                    rows.fill(pack.chunks_of(ordinal).0 as usize, &lacking, &texts, vector_of);
                }
            }
            if rows.filled > 0 {
                written += rows.filled;
                let path = provided_path(&self.pack_path(&pack.hash), model);
                self.write_file(&path, &[&rows.encode(model)])?;
            }
        }
        self.remove_former(&generation, model);
        drop(lock);
        // Packs remember which vectors they had; open them anew.
        *self.current() = Current::default();
        Ok(written)
    }

    /// Writes what is known of providers' vectors for a pack that was put together
    /// from others: `origins` tells the source and row of each of its chunks.
    pub(super) fn merge_provided(
        &self,
        merged: &[u8; 32],
        sources: &[&Pack],
        origins: &[(usize, u32)],
    ) -> Result<(), StoreError> {
        let mut models: Vec<ModelId> = Vec::new();
        for pack in sources {
            let new = self.provided_files(pack).into_iter().filter_map(|path| self.model_of(&path));
            models.extend(new);
        }
        models.sort_unstable_by_key(|model| model.0);
        models.dedup();
        for model in models {
            let vectors: Vec<_> = sources.iter().map(|pack| pack.vectors_of(model)).collect();
            let lengths = vectors.iter().flatten().map(|one| one.dimensions());
            let Some(dimensions) = lengths.max().filter(|length| *length > 0) else { continue };
            let mut rows = VectorRows::default();
            let none = vec![0; dimensions];
            for (source, row) in origins {
                let known = vectors.get(*source).and_then(Option::as_ref);
                let (scale, values) = known.map_or((0.0, &[][..]), |one| one.row(*row as usize));
                let fits = values.len() == dimensions;
                rows.push_raw(if fits { scale } else { 0.0 }, if fits { values } else { &none });
            }
            let path = provided_path(&self.pack_path(merged), model);
            self.write_file(&path, &[&rows.encode(model)])?;
        }
        Ok(())
    }

    /// Files of vectors of a pack by providers' models.
    fn provided_files(&self, pack: &Pack) -> Vec<PathBuf> {
        let folder = self.packs_folder();
        let stem = format!("{}.", crate::bytes::hex(&pack.hash));
        let files = self.0.disk.list(&folder).unwrap_or_default().into_iter();
        files
            .filter(|(name, _)| name.starts_with(&stem) && name.ends_with(PROVIDED))
            .map(|(name, _)| folder.join(name))
            .collect()
    }

    /// The model that a file of vectors names.
    fn model_of(&self, path: &std::path::Path) -> Option<ModelId> {
        let file = self.0.disk.read(path).ok()?;
        crate::vectors::model_in(&file)
    }

    /// Removes the vectors by other models of packs that have those of `model`.
    fn remove_former(&self, generation: &Generation, model: ModelId) {
        for pack in &generation.packs {
            let own = provided_path(&self.pack_path(&pack.hash), model);
            let files = self.provided_files(pack);
            if files.contains(&own) {
                for former in files.iter().filter(|file| **file != own) {
                    // What cannot be removed goes with its pack.
                    let _ = self.0.disk.remove(former);
                }
            }
        }
    }
}

/// The chunks of a document, counted in it, that have no vector; `None` if all have.
fn lacking(pack: &Pack, ordinal: u32, model: ModelId) -> Option<Vec<usize>> {
    let (first, count) = pack.chunks_of(ordinal);
    let vectors = pack.vectors_of(model);
    let has = |row: usize| {
        vectors.as_ref().is_some_and(|vectors| vectors.scale(first as usize + row) > 0.0)
    };
    let lacking: Vec<usize> = (0..count as usize).filter(|row| !has(*row)).collect();
    (!lacking.is_empty()).then_some(lacking)
}

/// The texts of a document's chunks, if its own is at hand.
fn texts(
    pack: &Pack,
    ordinal: u32,
    text_of: &mut TextOf<'_>,
) -> Result<Option<Vec<String>>, StoreError> {
    let record = pack.document(ordinal);
    let path = pack.document_path(ordinal);
    let Some(text) = text_of(path, &record.hash) else { return Ok(None) };
    Ok(Some(passages(path, &pack.facts(&record)?, &text)))
}

/// The rows of a pack on their way into a file.
struct Rows {
    rows: Vec<Wide>,
    dimensions: usize,
    filled: u64,
}

impl Rows {
    /// What the pack has already.
    fn of(pack: &Pack, model: ModelId, dimensions: usize) -> Result<Self, StoreError> {
        let known = pack.vectors_of(model).filter(|known| known.dimensions() == dimensions);
        let row = |row: usize| match &known {
            Some(known) => {
                let (scale, values) = known.row(row);
                Wide { scale, values: values.to_vec() }
            }
            None => Wide { scale: 0.0, values: Vec::new() },
        };
        let rows = (0..pack.chunks()?.len()).map(row).collect();
        Ok(Rows { rows, dimensions, filled: 0 })
    }

    fn fill(
        &mut self,
        first: usize,
        lacking: &[usize],
        texts: &[String],
        vector_of: &mut VectorOf<'_>,
    ) {
        for index in lacking {
            let (Some(slot), Some(text)) = (self.rows.get_mut(first + index), texts.get(*index))
            else {
                continue;
            };
            if text.is_empty() {
                *slot = Wide { scale: NO_VECTOR, values: Vec::new() };
                self.filled += 1;
                continue;
            }
            if let Some(numbers) = vector_of(text).filter(|one| one.len() == self.dimensions) {
                *slot = Wide::of(&numbers);
                slot.scale = slot.scale.max(NO_VECTOR);
                self.filled += 1;
            }
        }
    }

    fn encode(&self, model: ModelId) -> Vec<u8> {
        let none = vec![0; self.dimensions];
        let mut rows = VectorRows::default();
        for row in &self.rows {
            let values = if row.values.is_empty() { &none } else { &row.values };
            rows.push_raw(row.scale, values);
        }
        rows.encode(model)
    }
}
