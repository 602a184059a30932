#![no_main]
//! Path arguments never lead out of the root, on any platform's rules.

use std::path::Path;
use std::sync::Arc;

use clew_vfs::contain::PathSyntax;
use clew_vfs::{MemoryFs, PathGuard};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let fs = MemoryFs::new();
    fs.write("/root/src/a.rs", "x");
    fs.write("/outside/secret", "x");
    fs.link("/root/link", "/outside");
    let fs = Arc::new(fs);
    for syntax in [PathSyntax::Posix, PathSyntax::Windows] {
        let guard = PathGuard::with_fs(fs.clone(), syntax, Path::new("/root"), &[]);
        let Ok(guard) = guard else { continue };
        if let Ok(found) = guard.resolve(text) {
            assert!(found.absolute.starts_with("/root"), "{text:?} gave {:?}", found.absolute);
        }
    }
});
