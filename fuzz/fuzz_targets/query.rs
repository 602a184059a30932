#![no_main]
//! Query parsing takes any text.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _query = clew_index::parse_query(text);
});
