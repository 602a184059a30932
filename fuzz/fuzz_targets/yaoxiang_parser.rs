//! Any text gives a tree that covers it, and facts.
#![no_main]

use clew_yaoxiang::facts::facts_of;
use clew_yaoxiang::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let parsed = parse(source);
    let tokens = parsed.tree.elements().filter(|node| node.is_token());
    let text: String = tokens.map(|token| token.text()).collect();
    assert_eq!(text, source);
    facts_of(&parsed);
});
