#![no_main]
//! Any bytes may stand where the vectors of a model are kept: what is whole is read,
//! the rest is cut off, and new vectors come back.

use clew_provider::{ContentKey, VectorCache};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = std::env::temp_dir().join(format!("clew-fuzz-vectors-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let key = ContentKey::of("text");
    let path = {
        let cache = VectorCache::open(&folder, "m").expect("a new file can be made");
        assert!(cache.is_empty());
        std::fs::read_dir(&folder).expect("it is there").next().expect("it is there")
    };
    let path = path.expect("it can be read").path();
    std::fs::write(&path, bytes).expect("it can be written");
    let cache = VectorCache::open(&folder, "m").expect("any file can be opened");
    let length = cache.dimensions().unwrap_or(3);
    let found = cache.get(key).expect("what was counted can be read");
    assert!(found.is_none_or(|vector| vector.len() == length));
    let vector = vec![0.5; length];
    cache.put(&[(key, &vector)]).expect("vectors of its length fit");
    drop(cache);
    let cache = VectorCache::open(&folder, "m").expect("it can be opened again");
    assert_eq!(cache.get(key).expect("it can be read"), Some(vector));
});
