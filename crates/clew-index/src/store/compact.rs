//! Putting packs together, so that few are open and dead documents go.

use std::sync::Arc;

use clew_embed::Coarse;
use roaring::RoaringBitmap;

use super::Store;
use super::write::{WriteLock, WriteProgress};
use crate::bits::Bits;
use crate::generation::{Generation, live_in_packs};
use crate::manifest::PackEntry;
use crate::pack::{DocumentRecord, FactsKey, Pack, PackParts, SealedPack};
use crate::text::merge_segments;
use crate::vectors::VectorRows;
use crate::{StoreError, WorkspaceKey};
use clew_model::LanguageId;

/// With fewer packs nothing is done for their number.
const MANY: usize = 8;

/// Packs larger than this are only rewritten for their dead documents.
const LARGE: u64 = 64 << 20;

/// Packs smaller than this count as this large when sizes are compared.
const SMALL: u64 = 64 << 10;

impl Store {
    /// Puts packs together where their number or their dead documents warrant it.
    pub(super) fn compact(
        &self,
        lock: &WriteLock<'_>,
        progress: &mut dyn FnMut(WriteProgress),
        cancel: &dyn Fn() -> bool,
    ) -> Result<(), StoreError> {
        let generation = self.newest()?;
        if generation.packs.len() < MANY {
            return Ok(());
        }
        let live = live_in_packs(&generation, &self.live_keys(&generation)?);
        let chosen = choose(&generation, &live);
        if chosen.is_empty() || cancel() {
            return Ok(());
        }
        progress(WriteProgress::Compacting);
        self.merge(lock, &generation, &chosen, &live)
    }

    /// The keys that are live in any workspace.
    pub(super) fn live_keys(&self, generation: &Generation) -> Result<RoaringBitmap, StoreError> {
        let mut live = RoaringBitmap::new();
        for entry in &generation.manifest.workspaces {
            let state = self.load_state(generation, &WorkspaceKey(entry.key.clone()))?;
            live |= state.unwrap_or_default().live();
        }
        Ok(live)
    }

    /// Replaces packs by one with their live documents.
    pub(super) fn merge(
        &self,
        _lock: &WriteLock<'_>,
        generation: &Generation,
        chosen: &[usize],
        live: &[Bits],
    ) -> Result<(), StoreError> {
        let sources: Vec<(&Arc<Pack>, &Bits)> = chosen
            .iter()
            .filter_map(|index| Some((generation.packs.get(*index)?, live.get(*index)?)))
            .collect();
        let mut manifest = generation.manifest.clone();
        let gone: Vec<[u8; 32]> = sources.iter().map(|(pack, _)| pack.hash).collect();
        manifest.packs.retain(|entry| !gone.contains(&entry.hash));
        if let Some(Merged { mut sealed, keys, origins }) = merge_packs(&sources)? {
            let file = sealed.with_keys(keys.into_iter());
            self.write_file(&self.pack_path(&file.hash), &file.parts())?;
            let entry = PackEntry { hash: file.hash, bytes: file.bytes };
            self.write_vectors_of(&entry.hash, sealed.vectors.as_ref())?;
            let packs: Vec<&Pack> = sources.iter().map(|(pack, _)| &***pack).collect();
            self.merge_provided(&entry.hash, &packs, &origins)?;
            manifest.packs.push(entry);
        }
        manifest.generation += 1;
        self.write_manifest(&manifest)?;
        self.sweep(&manifest);
        Ok(())
    }
}

/// Which packs to put together: the small ones, as long as no pack is much
/// larger than all smaller ones together. That bounds how often a document is
/// written again by the logarithm of the number of commits.
fn choose(generation: &Generation, live: &[Bits]) -> Vec<usize> {
    let live_bytes = |index: usize| {
        let pack = &generation.packs[index];
        pack.bytes() * u64::from(live[index].len()) / u64::from(pack.len()).max(1)
    };
    let mut order: Vec<usize> = (0..generation.packs.len()).collect();
    order.sort_by_key(|index| (live_bytes(*index), *index));
    let mut chosen = Vec::new();
    let mut sum = 0;
    for index in order {
        let bytes = live_bytes(index);
        if bytes > LARGE || (chosen.len() >= MANY / 2 && bytes > 2 * sum.max(SMALL)) {
            break;
        }
        sum += bytes;
        chosen.push(index);
    }
    if chosen.len() < 2 {
        chosen.clear();
    }
    chosen.sort_unstable();
    chosen
}

/// One pack of the live documents of several.
struct Merged {
    sealed: SealedPack,
    /// Keys of its documents, in order.
    keys: Vec<u32>,
    /// The source and row that each of its chunks comes from.
    origins: Vec<(usize, u32)>,
}

/// One pack of the live documents of several, ordered by key; `None` if none is
/// live.
fn merge_packs(sources: &[(&Arc<Pack>, &Bits)]) -> Result<Option<Merged>, StoreError> {
    // Keys must grow with ordinals. Packs whose keys interleave are rare (only
    // after earlier merges), so documents are ordered over all sources; text
    // segments are merged source by source, hence their chunks keep that order
    // and the chunk table says which document each belongs to.
    let mut documents: Vec<(u32, usize, u32)> = Vec::new();
    for (source, (pack, live)) in sources.iter().enumerate() {
        documents.extend(live.iter().map(|ordinal| (pack.key(ordinal), source, ordinal)));
    }
    if documents.is_empty() {
        return Ok(None);
    }
    documents.sort_unstable();
    let mut renumbered: Vec<Vec<u32>> =
        sources.iter().map(|(pack, _)| vec![u32::MAX; pack.len() as usize]).collect();
    for (new, (_, source, old)) in documents.iter().enumerate() {
        renumbered[*source][*old as usize] = new as u32;
    }
    let mut parts = PackParts::default();
    let mut first_chunks = vec![0; documents.len()];
    let mut origins = Vec::new();
    let text = merge_text(sources, &renumbered, (&mut parts, &mut origins), &mut first_chunks)?;
    merge_names(sources, &renumbered, &mut parts)?;
    for (new, (_, source, old)) in documents.iter().enumerate() {
        let pack = sources[*source].0;
        let record = copy_document(pack, *old, first_chunks[new], &mut parts)?;
        parts.documents.push(record);
    }
    let keys = documents.iter().map(|(key, ..)| *key).collect();
    Ok(Some(Merged { sealed: parts.seal(text, &|| false)?, keys, origins }))
}

/// Merges text segments and chunk tables; notes the first chunk of each document and
/// where each chunk comes from.
fn merge_text(
    sources: &[(&Arc<Pack>, &Bits)],
    renumbered: &[Vec<u32>],
    (parts, origins): (&mut PackParts, &mut Vec<(usize, u32)>),
    first_chunks: &mut [u32],
) -> Result<Option<crate::text::TextFiles>, StoreError> {
    let mut segments = Vec::new();
    let mut keep = Vec::new();
    if sources.iter().any(|(pack, _)| pack.vectors().is_some()) {
        parts.vectors = Some(VectorRows::default());
    }
    for (source, ((pack, live), numbers)) in sources.iter().zip(renumbered).enumerate() {
        let Some(segment) = pack.text()? else { continue };
        let table = pack.chunks()?;
        let mut kept = vec![false; table.len()];
        for row in 0..table.len() as u32 {
            let old = table.document(row);
            if !live.has(old) {
                continue;
            }
            kept[row as usize] = true;
            let new = numbers[old as usize];
            if pack.document(old).chunks.0 == row {
                first_chunks[new as usize] = parts.chunks.len() as u32;
            }
            parts.chunks.push((new, table.record(row)));
            origins.push((source, row));
            if let Some(rows) = &mut parts.vectors {
                let vectors = pack.vectors();
                let vector = vectors.map_or(Coarse::NONE, |one| one.coarse(row as usize));
                rows.push(&vector);
            }
        }
        if kept.contains(&true) {
            segments.push(Arc::clone(segment));
            keep.push(kept);
        }
    }
    if segments.is_empty() {
        return Ok(None);
    }
    let merged = merge_segments(&segments, &keep);
    merged.map(Some).map_err(|error| StoreError::text("merge segments", error))
}

fn merge_names(
    sources: &[(&Arc<Pack>, &Bits)],
    renumbered: &[Vec<u32>],
    parts: &mut PackParts,
) -> Result<(), StoreError> {
    for ((pack, _), numbers) in sources.iter().zip(renumbered) {
        pack.names()?.for_each(|name, old, bits| match numbers.get(old as usize) {
            Some(&new) if new != u32::MAX => parts.names.add(name, new, bits),
            _ => {}
        });
    }
    Ok(())
}

fn copy_document(
    pack: &Pack,
    ordinal: u32,
    first_chunk: u32,
    parts: &mut PackParts,
) -> Result<DocumentRecord, StoreError> {
    let mut record = pack.document(ordinal);
    let language = pack.string(record.language);
    let key = FactsKey {
        language: LanguageId::new(language),
        extractor: record.extractor,
        hash: record.hash,
    };
    let bytes = pack.facts_bytes(&record)?;
    let (start, length, check) = parts.add_facts(key, || bytes.to_vec());
    record.facts = (start, length);
    record.facts_check = check;
    record.language = parts.add_language(language);
    record.path = parts.add_path(pack.string(record.path));
    record.chunks.0 = first_chunk;
    Ok(record)
}
