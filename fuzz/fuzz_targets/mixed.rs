#![no_main]
//! Files of several languages: the first byte chooses the format, the rest is the text.
//! Whatever is found lies inside the text, in order.

use clew_grammars::{Extractor, language_by_id};
use libfuzzer_sys::fuzz_target;

const FORMATS: &[&str] =
    &["vue", "svelte", "astro", "html", "markdown", "jupyter", "jinja", "erb", "blade"];

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let language = language_by_id(FORMATS[*first as usize % FORMATS.len()]);
    let facts = Extractor::default().facts(language, &text);
    for symbol in &facts.symbols {
        for range in [symbol.range, symbol.name_range, symbol.signature_range] {
            assert!(text.get(range.to_usize()).is_some());
        }
        assert!(symbol.container.is_none_or(|id| facts.symbol(id).is_some()));
    }
    for pair in facts.occurrences.windows(2) {
        assert!(pair[0].range.start <= pair[1].range.start);
    }
    for range in facts.occurrences.iter().map(|one| one.range) {
        assert!(text.get(range.to_usize()).is_some());
    }
    for range in facts.imports.iter().map(|one| one.range) {
        assert!(text.get(range.to_usize()).is_some());
    }
    for chunk in &facts.chunks {
        assert!(text.get(chunk.range.to_usize()).is_some());
    }
});
