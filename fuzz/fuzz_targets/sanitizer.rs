#![no_main]
//! Any text can be sanitized: its lines keep their number, a second pass changes
//! nothing, and what was taken out can be put back.

use clew_door::Sanitizer;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let sanitizer = Sanitizer::default();
    let (clean, restoration) = sanitizer.text(text);
    assert_eq!(clean.get().matches('\n').count(), text.matches('\n').count());
    assert_eq!(sanitizer.text(clean.get()).0, clean);
    if !text.contains("REDACTED_") {
        assert_eq!(restoration.restore(clean.get()).as_deref(), Ok(text));
    }
});
