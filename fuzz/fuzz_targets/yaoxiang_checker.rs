//! Checking any text ends, and points into the text.
#![no_main]

use clew_yaoxiang::check::check_source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    for diagnostic in check_source(source) {
        assert!(source.get(diagnostic.range.to_usize()).is_some(), "{diagnostic:?}");
    }
});
