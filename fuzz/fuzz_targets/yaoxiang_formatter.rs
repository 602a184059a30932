//! Formatting keeps meaning and comments, and changes nothing the second time.
#![no_main]

use clew_yaoxiang::format::{FormatOptions, layout, same_meaning};
use clew_yaoxiang::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (width, source) = input;
    let options =
        FormatOptions { line_width: usize::from(width).max(20), ..FormatOptions::default() };
    let parsed = parse(source);
    if parsed.is_clean() {
        let once = layout(&parsed, &options);
        let again = parse(&once);
        assert!(same_meaning(&parsed, &again), "meaning changed:\n{once}");
        assert_eq!(layout(&again, &options), once, "not stable");
    }
});
