#![no_main]
//! Any body of a request is a form or is refused, and what is said about it never
//! quotes what was typed.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    if let Err(said) = clew_web::fuzzing::form(body) {
        assert_eq!(said, "the form cannot be read");
    }
});
