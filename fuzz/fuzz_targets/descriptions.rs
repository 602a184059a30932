//! Files of descriptions and answers of models: any bytes are read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert!(clew_describe::records_of(bytes) <= bytes.len() / 44);
    if let Ok(answer) = std::str::from_utf8(bytes)
        && let Some(line) = clew_describe::cleaned(answer)
    {
        assert!(!line.contains(['\n', '\r', '\u{1b}', '\u{202e}']), "{line:?}");
    }
});
