use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::disk::RealDisk;
use crate::testing::{facts, input};
use crate::tokens::Vectors;

fn open(bytes: Vec<u8>) -> Result<Pack, StoreError> {
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    Pack::open(&disk, Path::new("missing.pack"), [0; 32], bytes.into())
}

fn sample() -> Vec<u8> {
    let mut builder = PackBuilder::new(Vectors::No);
    for (path, text) in [("b.x", "def beta"), ("a.x", "def alpha\nuse beta"), ("b.x", "def b2")] {
        builder.add(&input(path, text), &facts(text), &|| false).unwrap();
    }
    builder.seal(&|| false).unwrap().with_keys(10..13).parts().concat()
}

#[test]
fn documents_are_found_by_key_path_and_content() {
    let pack = open(sample()).unwrap();
    assert_eq!(pack.len(), 3);
    assert_eq!(pack.by_path().collect::<Vec<_>>(), [1, 0, 2]);
    assert_eq!(pack.at_path("b.x"), [0, 2]);
    assert_eq!(pack.at_path("aa"), Vec::<u32>::new());
    assert_eq!(pack.with_hash(blake3::hash(b"def b2").as_bytes()), [2]);
    assert_eq!(pack.with_hash(&[0; 32]), Vec::<u32>::new());
    assert_eq!(
        (pack.ordinal_of(12), pack.ordinal_of(9), pack.ordinal_of(13)),
        (Some(2), None, None)
    );
    assert_eq!(pack.document_path(1), "a.x");
    let record = pack.document(1);
    assert_eq!(pack.string(record.language), "toy");
    assert_eq!(pack.facts(&record).unwrap(), facts("def alpha\nuse beta"));
    assert_eq!(pack.names().unwrap().uses("beta").count(), 2);
    assert_eq!(pack.chunks().unwrap().len(), 3);
    assert!(pack.text().unwrap().is_some());
}

#[test]
fn an_empty_pack_is_a_pack() {
    let bytes =
        PackBuilder::new(Vectors::No).seal(&|| false).unwrap().with_keys(0..0).parts().concat();
    let pack = open(bytes).unwrap();
    assert!(pack.text().unwrap().is_none());
    assert_eq!((pack.len(), pack.ordinal_of(0)), (0, None));
}

/// Reads all there is.
fn read_all(pack: &Pack) -> Result<(), StoreError> {
    pack.names()?.uses("beta").for_each(drop);
    pack.text()?;
    for ordinal in 0..pack.len() {
        pack.facts(&pack.document(ordinal))?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
        prop_assert!(open(bytes).is_err());
    }

    #[test]
    fn any_change_is_noticed(at in any::<prop::sample::Index>(), bit in 0u8..8, cut in any::<bool>()) {
        let mut bytes = sample();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << bit;
        }
        prop_assert!(open(bytes).and_then(|pack| read_all(&pack)).is_err());
    }
}
