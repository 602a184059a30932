#![no_main]
//! Any bytes are a file of vectors or are refused; what is read of one has the
//! length that it tells.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<u8>, u16)| {
    let (bytes, rows) = input;
    clew_index::fuzzing::vector_file(bytes, usize::from(rows));
});
