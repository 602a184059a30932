#![no_main]
//! Fact extraction: the first byte chooses the language, the rest is the text.

use clew_grammars::{Extractor, languages};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let all = languages();
    let language = all[*first as usize % all.len()];
    let facts = Extractor::default().facts(Some(language), &text);
    for symbol in &facts.symbols {
        assert!(text.get(symbol.range.to_usize()).is_some());
        assert!(text.get(symbol.name_range.to_usize()).is_some());
    }
    for occurrence in &facts.occurrences {
        assert!(text.get(occurrence.range.to_usize()).is_some());
    }
    for chunk in &facts.chunks {
        assert!(text.get(chunk.range.to_usize()).is_some());
    }
});
