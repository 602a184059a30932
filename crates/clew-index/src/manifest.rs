//! The root of a store: what the current generation consists of.

use serde::{Deserialize, Serialize};

use crate::bytes::{u32_at, u64_at};
use crate::pack::FORMAT;

const MAGIC: &[u8; 8] = b"CLEWROOT";
const HEADER: usize = 8 + 4 + 8 + 32;

/// A pack of the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PackEntry {
    /// BLAKE3 that names the file.
    pub(crate) hash: [u8; 32],
    /// Length of the file.
    pub(crate) bytes: u64,
}

/// A workspace of the generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorkspaceEntry {
    /// Its key.
    pub(crate) key: String,
    /// Its root folder when it was last written.
    pub(crate) root: String,
    /// BLAKE3 that names the file with its state.
    pub(crate) hash: [u8; 32],
    /// Number of its documents.
    pub(crate) documents: u64,
    /// Seconds since the Unix epoch of the last write.
    pub(crate) last_written: u64,
}

/// What the current generation consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// Grows by one with each commit; 0 before the first.
    pub(crate) generation: u64,
    /// The next document key to give.
    pub(crate) next_key: u32,
    /// The packs, oldest first.
    pub(crate) packs: Vec<PackEntry>,
    /// The workspaces, ordered by key.
    pub(crate) workspaces: Vec<WorkspaceEntry>,
}

/// Tells manifests apart: the checksum of one.
pub(crate) type ManifestCheck = [u8; 32];

impl Manifest {
    /// The bytes of the file.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).unwrap_or_default();
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(blake3::hash(&body).as_bytes());
        bytes.extend(body);
        bytes
    }

    /// The checksum that the file claims, to see whether it changed.
    pub(crate) fn claimed_check(bytes: &[u8]) -> Option<ManifestCheck> {
        bytes.get(HEADER - 32..HEADER)?.try_into().ok()
    }

    /// Reads the file; says what is wrong with it.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Manifest, String> {
        let check = Manifest::claimed_check(bytes).ok_or("the manifest is too short")?;
        if bytes.get(..8) != Some(MAGIC) || u32_at(bytes, 8) != FORMAT {
            return Err("it is no manifest of this format".to_owned());
        }
        let body = bytes.get(HEADER..).unwrap_or_default();
        if body.len() as u64 != u64_at(bytes, 12) || *blake3::hash(body).as_bytes() != check {
            return Err("the manifest fails its checksum".to_owned());
        }
        postcard::from_bytes(body).map_err(|error| error.to_string())
    }

    /// The workspace with this key.
    pub(crate) fn workspace(&self, key: &str) -> Option<&WorkspaceEntry> {
        self.workspaces.iter().find(|workspace| workspace.key == key)
    }

    /// Adds a workspace or replaces the one with its key.
    pub(crate) fn set_workspace(&mut self, entry: WorkspaceEntry) {
        self.workspaces.retain(|workspace| workspace.key != entry.key);
        self.workspaces.push(entry);
        self.workspaces.sort_by(|left, right| left.key.cmp(&right.key));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample() -> Manifest {
        let mut manifest = Manifest { generation: 3, next_key: 9, ..Manifest::default() };
        manifest.packs.push(PackEntry { hash: [7; 32], bytes: 100 });
        for key in ["b", "a", "b"] {
            manifest.set_workspace(WorkspaceEntry {
                key: key.to_owned(),
                root: "root".to_owned(),
                hash: [8; 32],
                documents: 5,
                last_written: 6,
            });
        }
        manifest
    }

    #[test]
    fn manifests_come_back() {
        let manifest = sample();
        assert_eq!(manifest.workspaces.len(), 2);
        assert_eq!(Manifest::decode(&manifest.encode()), Ok(manifest));
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(Manifest::decode(&bytes).is_err());
        }

        #[test]
        fn any_change_is_noticed(at in 0usize..500, bit in 0u8..8) {
            let mut bytes = sample().encode();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            prop_assert!(Manifest::decode(&bytes).is_err());
            bytes.truncate(at);
            prop_assert!(Manifest::decode(&bytes).is_err());
        }
    }
}
