//! A rename changes nothing or every place of one name: the text parses as before, its
//! edits make it from the old text, and what was refused is untouched.
#![no_main]

use clew_text::apply_edits;
use clew_yaoxiang::parse;
use clew_yaoxiang::rename::{RenameScope, rename_symbol};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| {
    let (chosen, owner, source) = input;
    let words: Vec<&str> = source
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let Some(old) = words.get(usize::from(chosen) % words.len().max(1)) else { return };
    // Some names are those of members, with their types.
    let old = match words.get(usize::from(owner)) {
        Some(owner) => format!("{owner}.{old}"),
        None => (*old).to_string(),
    };
    let renamed = rename_symbol(source, &old, "renamed_by_clew", &RenameScope::Module);
    if renamed.edits.is_empty() {
        assert_eq!(renamed.source, source);
        assert_eq!(renamed.occurrences, 0);
    } else {
        assert_eq!(apply_edits(source, &renamed.edits).as_deref(), Ok(renamed.source.as_str()));
        let (before, after) = (parse(source), parse(&renamed.source));
        assert_eq!(after.is_clean(), before.is_clean(), "{}", renamed.source);
    }
});
