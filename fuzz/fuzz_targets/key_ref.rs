#![no_main]
//! Any text is a reference to a key or is refused; a reference comes back as it was
//! written, and holds nothing that could lead out of its place.

use clew_setup::KeyRef;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(reference) = text.parse::<KeyRef>() else { return };
    let written = reference.to_string();
    assert_eq!(written.parse::<KeyRef>().as_ref(), Ok(&reference));
    for part in [&reference.provider, &reference.profile] {
        assert!(!part.is_empty() && !part.contains(['/', '\\', '\n', '\0', ' ']));
    }
});
