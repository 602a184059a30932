//! Texts of which the words alone are kept.

use clew_model::{ChunkKind, FileFacts, FileFlags};

use crate::builder::FactsBuilder;
use crate::extractor::PLAIN_TEXT;

/// Facts of a text that claim nothing of it: its lines and chunks, whatever language it
/// is in. Lines without end are cut into pieces, so that search can tell them apart.
pub fn words_of(text: &str) -> FileFacts {
    let mut facts = FactsBuilder::new(text, &PLAIN_TEXT).finish();
    facts.flags.set(FileFlags::WORDS);
    facts.chunks = crate::chunks::pieces(text, ChunkKind::Text);
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(usize, usize)]) {
        let facts = words_of(text);
        let found: Vec<(usize, usize)> = facts
            .chunks
            .iter()
            .map(|chunk| (chunk.range.start.to_usize(), chunk.range.end.to_usize()))
            .collect();
        assert_eq!(found, expected);
        assert!(facts.symbols.is_empty() && facts.occurrences.is_empty());
    }

    #[test]
    fn long_lines_are_cut_between_words() {
        check("one two\nthree\n", &[(0, 14)]);
        let line = "ab;".repeat(4_000);
        check(&line, &[(0, 6_000), (6_000, 12_000)]);
        let word = "é".repeat(7_000);
        check(&word, &[(0, 6_000), (6_000, 12_000), (12_000, 14_000)]);
        let words = format!("{} {}", "a".repeat(5_990), "b".repeat(300));
        check(&words, &[(0, 5_991), (5_991, 6_291)]);
        check("", &[]);
    }
}
