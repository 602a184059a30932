//! The state of one workspace: which documents are live in it.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use crate::FileStat;
use crate::bytes::{u32_at, u64_at};
use crate::pack::FORMAT;

const MAGIC: &[u8; 8] = b"CLEWTREE";
const HEADER: usize = 8 + 4 + 4;
const STAT: usize = 16;

/// The live documents of a workspace and what the file system said of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WorkspaceState {
    live: RoaringBitmap,
    /// In the order of the keys.
    stats: Vec<FileStat>,
}

impl WorkspaceState {
    /// The state with these documents.
    pub(crate) fn of(documents: &BTreeMap<u32, FileStat>) -> Self {
        WorkspaceState {
            live: documents.keys().copied().collect(),
            stats: documents.values().copied().collect(),
        }
    }

    /// The documents by key.
    pub(crate) fn to_map(&self) -> BTreeMap<u32, FileStat> {
        self.live.iter().zip(self.stats.iter().copied()).collect()
    }

    /// The live keys.
    pub(crate) fn live(&self) -> &RoaringBitmap {
        &self.live
    }

    /// What the file system said of a live document.
    pub(crate) fn stat(&self, key: u32) -> FileStat {
        let rank = self.live.rank(key) as usize;
        self.stats.get(rank.wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// The bytes of the file.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut keys = Vec::new();
        // Writing into memory cannot fail.
        let _ = self.live.serialize_into(&mut keys);
        let mut bytes = Vec::with_capacity(HEADER + keys.len() + self.stats.len() * STAT);
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((keys.len() as u32).to_le_bytes());
        bytes.extend(keys);
        for stat in &self.stats {
            bytes.extend(stat.size.to_le_bytes());
            bytes.extend(stat.times.to_le_bytes());
        }
        bytes
    }

    /// Reads a file that must hash to `hash`; says what is wrong with it.
    pub(crate) fn decode(bytes: &[u8], hash: &[u8; 32]) -> Result<Self, String> {
        if blake3::hash(bytes).as_bytes() != hash {
            return Err("the workspace state fails its checksum".to_owned());
        }
        WorkspaceState::parse(bytes)
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        if bytes.get(..8) != Some(MAGIC) || u32_at(bytes, 8) != FORMAT {
            return Err("it is no workspace state of this format".to_owned());
        }
        let end = HEADER.saturating_add(u32_at(bytes, 12) as usize);
        let keys = bytes.get(HEADER..end).ok_or("the workspace state is cut off")?;
        let live = RoaringBitmap::deserialize_from(keys).map_err(|error| error.to_string())?;
        let stats: Vec<FileStat> = bytes[end..]
            .chunks_exact(STAT)
            .map(|part| FileStat { size: u64_at(part, 0), times: u64_at(part, 8).cast_signed() })
            .collect();
        if stats.len() as u64 != live.len() {
            return Err("keys and file metadata differ in number".to_owned());
        }
        Ok(WorkspaceState { live, stats })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn states_come_back() {
        let stat = |size| FileStat { size, times: -5 };
        let documents = BTreeMap::from([(3, stat(1)), (70_000, stat(2)), (9, stat(3))]);
        let state = WorkspaceState::of(&documents);
        let bytes = state.encode();
        let read = WorkspaceState::decode(&bytes, blake3::hash(&bytes).as_bytes()).unwrap();
        assert_eq!(read.to_map(), documents);
        assert_eq!(read.stat(9), stat(3));
        assert_eq!(read.stat(70_000), stat(2));
        assert!(WorkspaceState::decode(&bytes, &[0; 32]).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = WorkspaceState::parse(&bytes);
            let framed = [MAGIC.as_slice(), &FORMAT.to_le_bytes(), &bytes].concat();
            let _ = WorkspaceState::parse(&framed);
        }
    }
}
